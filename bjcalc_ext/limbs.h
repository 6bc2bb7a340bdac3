/* Exact sums of the outcome computations: signed products of a count, a dealer's sum and a weight.
 *
 * `wide.h` has fixed widths that are proved for single hands; here two hands and the dealer share
 * one product, so the number of limbs is chosen at run time (outcomes.pyx refuses what would not
 * fit). A sum is ACC_LIMBS limbs in two's complement. `part` collects coefficient * dealer sum:
 * coefficients are below 2^58, a dealer's sum has two 64-bit halves, and at most 24 classes of
 * dealer hands are added, so each half stays below 2^127.
 */
#ifndef BJCALC_LIMBS_H
#define BJCALC_LIMBS_H

#include <stdint.h>
#include <string.h>

#define FACTOR_LIMBS 8
#define ACC_LIMBS (FACTOR_LIMBS + 4)

typedef struct { __int128 low, high; } part;
typedef struct { uint64_t limb[FACTOR_LIMBS]; int used; } factor;
typedef struct { uint64_t limb[ACC_LIMBS]; } exact_sum;

/* Adds a * b to *acc; returns 1 where a product or the result leaves |x| < 2^58. */
static inline int coefficient_mac(int64_t *acc, int64_t a, int64_t b) {
    int64_t product, result;
    if (__builtin_mul_overflow(a, b, &product)) return 1;
    if (__builtin_add_overflow(*acc, product, &result)) return 1;
    *acc = result;
    return result >= (int64_t)1 << 58 || result <= -((int64_t)1 << 58);
}

static inline void part_zero(part *p) { p->low = p->high = 0; }
static inline void part_mac(part *p, int64_t coefficient, const unsigned __int128 *dealer) {
    p->low += (__int128)coefficient * (uint64_t)*dealer;
    p->high += (__int128)coefficient * (uint64_t)(*dealer >> 64);
}

static inline void factor_one(factor *f) { memset(f, 0, sizeof *f); f->limb[0] = 1; f->used = 1; }
static inline void factor_mul(factor *f, uint64_t m) {
    unsigned __int128 carry = 0;
    for (int i = 0; i < f->used; i++) {
        carry += (unsigned __int128)f->limb[i] * m;
        f->limb[i] = (uint64_t)carry;
        carry >>= 64;
    }
    if (carry && f->used < FACTOR_LIMBS) f->limb[f->used++] = (uint64_t)carry;
}

/* acc += (low + high * 2^64) * f */
static inline void sum_mac(exact_sum *acc, const part *p, const factor *f) {
    __int128 high = p->high + (p->low >> 64);
    uint64_t g[3];
    int negative = high < 0;
    g[0] = (uint64_t)p->low;
    g[1] = (uint64_t)high;
    g[2] = (uint64_t)(high >> 64);
    if (negative) {
        unsigned __int128 carry = 1;
        for (int i = 0; i < 3; i++) {
            carry += (uint64_t)~g[i];
            g[i] = (uint64_t)carry;
            carry >>= 64;
        }
    }
    uint64_t product[ACC_LIMBS] = {0};
    for (int k = 0; k < 3; k++) {
        if (!g[k]) continue;
        unsigned __int128 carry = 0;
        for (int i = 0; i < f->used; i++) {
            carry += (unsigned __int128)f->limb[i] * g[k] + product[i + k];
            product[i + k] = (uint64_t)carry;
            carry >>= 64;
        }
        product[f->used + k] = (uint64_t)carry;
    }
    int used = f->used + 3;
    if (negative) {
        uint64_t borrow = 0;
        for (int i = 0; i < ACC_LIMBS; i++) {
            uint64_t take = i < used ? product[i] : 0;
            unsigned __int128 rest = (unsigned __int128)acc->limb[i] - take - borrow;
            acc->limb[i] = (uint64_t)rest;
            borrow = (uint64_t)(rest >> 64) & 1;
            if (i >= used && !borrow) break;
        }
    } else {
        unsigned __int128 carry = 0;
        for (int i = 0; i < ACC_LIMBS; i++) {
            carry += acc->limb[i];
            if (i < used) carry += product[i];
            acc->limb[i] = (uint64_t)carry;
            carry >>= 64;
            if (i >= used && !carry) break;
        }
    }
}

#endif
