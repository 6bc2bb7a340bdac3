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

#include "wide.h"

#define FACTOR_LIMBS 8
#define ACC_LIMBS (FACTOR_LIMBS + 4)

typedef struct { s128 low, high; } part;
/* `used` limbs, and a zero. */
typedef struct { uint64_t limb[FACTOR_LIMBS + 1]; int used; } factor;
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
static inline void part_mac(part *p, int64_t coefficient, const u128 *dealer) {
    p->low += (s128)coefficient * (uint64_t)*dealer;
    p->high += (s128)coefficient * (uint64_t)(*dealer >> 64);
}

static inline void factor_one(factor *f) { memset(f, 0, sizeof *f); f->limb[0] = 1; f->used = 1; }
static inline void factor_mul(factor *f, uint64_t m) {
    u128 carry = 0;
    for (int i = 0; i < f->used; i++) {
        carry += (u128)f->limb[i] * m;
        f->limb[i] = (uint64_t)carry;
        carry >>= 64;
    }
    if (carry && f->used < FACTOR_LIMBS) f->limb[f->used++] = (uint64_t)carry;
}

/* acc += (low + high * 2^64) * f */
static inline void sum_mac(exact_sum *acc, const part *p, const factor *f) {
    s128 high = p->high + (p->low >> 64);
    uint64_t g[3] = {(uint64_t)p->low, (uint64_t)high, (uint64_t)(high >> 64)};
    uint64_t product[ACC_LIMBS] = {0};
    int negative = high < 0;
    if (negative) wide_negate(g, 3);
    for (int k = 0; k < 3; k++)
        if (g[k]) wide_mac(product + k, f->limb, g[k], f->used + 1);
    if (negative) wide_negate(product, ACC_LIMBS);
    wide_mac(acc->limb, product, 1, ACC_LIMBS);
}

#endif
