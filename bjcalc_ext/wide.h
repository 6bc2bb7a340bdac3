/* Fixed-width integer arithmetic of the kernel: the only place that names __int128 and limbs.
 *
 * Two widths, and what bounds them for N <= 800 cards (MAX_CARDS in bjcalc/shoe.py; larger shoes are
 * refused). tests/engine/test_widths.py checks each bound.
 *  - u128 / s128: sums over dealer hands of orders * products of falling counts. They count ordered
 *    deals of L cards, L the length of the longest dealer hand, at most 12 where the dealer stands
 *    on soft 17 and 13 where he hits it. A deal counts at most twice (won, against tied), and
 *    2 * 800^13 < 2^127.
 *  - wide: WIDE_LIMBS * 64 bits, two's complement. A player's value is over a denominator of at
 *    most 33 falling factors (21 player cards and 13 dealer cards, less the first), 800^33 < 2^319,
 *    times a stake of 2 and a payout's numerator or denominator below 2^40: below 2^360.
 * Counts of (up card, hole card) pairs are below 2^20, so such a count times a payout fits 64 bits.
 */
#ifndef BJCALC_WIDE_H
#define BJCALC_WIDE_H

#include <stdint.h>
#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 s128;

#define WIDE_LIMBS 6

typedef struct { uint64_t limb[WIDE_LIMBS]; } wide;

/* --- dealer sums ----------------------------------------------------------------------------- */

static inline void u128_zero(u128 *out) { *out = 0; }
static inline void u128_mul(u128 *out, const u128 *a, uint64_t m) { *out = *a * m; }
static inline void u128_mul64(u128 *out, uint64_t a, uint64_t m) { *out = (u128)a * m; }
static inline void u128_mac(u128 *acc, const u128 *a, uint64_t m) { *acc += *a * m; }
static inline void u128_mac64(u128 *acc, uint64_t a, uint64_t m) { *acc += (u128)a * m; }
static inline void u128_macw(u128 *acc, const u128 *a, const u128 *b) { *acc += *a * *b; }
/* acc = acc * m + more: one Horner step, which joins the hands of one more card. */
static inline void u128_horner(u128 *acc, uint64_t m, const u128 *more) {
    *acc = *acc * m + *more;
}
/* Non-loss minus loss: all * weight - paid, both over the same denominator. */
static inline void s128_from(s128 *out, uint64_t all, const u128 *weight, const u128 *paid) {
    *out = (s128)((u128)all * *weight - *paid);
}
static inline void s128_submul(s128 *acc, uint64_t a, const u128 *weight) {
    *acc -= (s128)((u128)a * *weight);
}

/* --- player values --------------------------------------------------------------------------- */

static inline void wide_zero(wide *out) { memset(out, 0, sizeof *out); }

/* acc += a * m, modulo 2^(64 * WIDE_LIMBS); right for negative a as well. */
static inline void wide_mac(wide *acc, const wide *a, uint64_t m) {
    u128 carry = 0;
    for (int i = 0; i < WIDE_LIMBS; i++) {
        carry += (u128)a->limb[i] * m + acc->limb[i];
        acc->limb[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

static inline void wide_negate(wide *a) {
    u128 carry = 1;
    for (int i = 0; i < WIDE_LIMBS; i++) {
        carry += (uint64_t)~a->limb[i];
        a->limb[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

static inline void wide_double(wide *a) {
    for (int i = WIDE_LIMBS - 1; i > 0; i--)
        a->limb[i] = (a->limb[i] << 1) | (a->limb[i - 1] >> 63);
    a->limb[0] <<= 1;
}

/* acc -= a * m */
static inline void wide_msc(wide *acc, const wide *a, uint64_t m) {
    wide_negate(acc);
    wide_mac(acc, a, m);
    wide_negate(acc);
}

/* out = a * factor for a signed 128-bit a and a non-negative factor. */
static inline void wide_from_s128(wide *out, const s128 *a, const wide *factor) {
    int negative = *a < 0;
    u128 size = negative ? -(u128)*a : (u128)*a;
    uint64_t low = (uint64_t)size, high = (uint64_t)(size >> 64);
    wide shifted;
    shifted.limb[0] = 0;
    for (int i = 1; i < WIDE_LIMBS; i++) shifted.limb[i] = factor->limb[i - 1];
    wide_zero(out);
    wide_mac(out, factor, low);
    wide_mac(out, &shifted, high);
    if (negative) wide_negate(out);
}

/* Sign of a - b. */
static inline int wide_compare(const wide *a, const wide *b) {
    int64_t x = (int64_t)a->limb[WIDE_LIMBS - 1], y = (int64_t)b->limb[WIDE_LIMBS - 1];
    if (x != y) return x < y ? -1 : 1;
    for (int i = WIDE_LIMBS - 2; i >= 0; i--)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

#endif
