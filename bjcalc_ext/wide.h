/* Fixed-width integer arithmetic of the kernel: with limbs.h, the only place that names __int128.
 *
 * Two widths. Nothing is computed unless a bound worked out before, for the shoe and the rules at
 * hand, says that it fits; tests/engine/test_widths.py has the bounds for the largest shoe that is
 * accepted (MAX_CARDS in bjcalc/shoe.py), and the refusals beyond.
 *  - u128 / s128: sums over dealer hands of difference * orders * products of falling counts. They
 *    count ordered deals of L cards, L the length of the longest dealer hand, each as often as the
 *    largest difference in pay says (2 where ties push: won against lost). dealer.pyx checks
 *    2 * cards^L < 2^127. Sums of one up card that fit 64 bits for the full shoe do for any other.
 *  - wide: up to WIDE_LIMBS * 64 bits, two's complement, as many limbs as the hands of one size
 *    need. A player's value is over a denominator of one falling factor for each card that the
 *    player and the dealer may still draw, times a stake of 2 and the largest pay; player.pyx works
 *    this out for each size of hand.
 */
#ifndef BJCALC_WIDE_H
#define BJCALC_WIDE_H

#include <stdint.h>
#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 s128;

#define WIDE_LIMBS 6

/* --- player values: n limbs ------------------------------------------------------------------ */

static inline void wide_zero(uint64_t *out, int n) { memset(out, 0, n * sizeof *out); }

/* out = a of n limbs, its sign carried on to all of `more` limbs. */
static inline void wide_extend(uint64_t *out, const uint64_t *a, int n, int more) {
    for (int i = 0; i < n; i++) out[i] = a[i];
    uint64_t sign = (uint64_t)((int64_t)a[n - 1] >> 63);
    for (int i = n; i < more; i++) out[i] = sign;
}

/* acc += a * m, modulo 2^(64 n); right for negative a as well. */
static inline void wide_mac(uint64_t *acc, const uint64_t *a, uint64_t m, int n) {
    u128 carry = 0;
    for (int i = 0; i < n; i++) {
        carry += (u128)a[i] * m + acc[i];
        acc[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

static inline void wide_negate(uint64_t *a, int n) {
    u128 carry = 1;
    for (int i = 0; i < n; i++) {
        carry += (uint64_t)~a[i];
        a[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

static inline void wide_double(uint64_t *a, int n) {
    for (int i = n - 1; i > 0; i--) a[i] = (a[i] << 1) | (a[i - 1] >> 63);
    a[0] <<= 1;
}

/* acc += a * m for a signed m */
static inline void wide_smac(uint64_t *acc, const uint64_t *a, int64_t m, int n) {
    if (m >= 0) {
        wide_mac(acc, a, (uint64_t)m, n);
        return;
    }
    wide_negate(acc, n);
    wide_mac(acc, a, -(uint64_t)m, n);
    wide_negate(acc, n);
}

/* out = a * factor for a signed 128-bit a and a non-negative factor. */
static inline void wide_from_s128(uint64_t *out, const s128 *a, const uint64_t *factor, int n) {
    int negative = *a < 0;
    u128 size = negative ? -(u128)*a : (u128)*a;
    wide_zero(out, n);
    wide_mac(out, factor, (uint64_t)size, n);
    if (size >> 64) wide_mac(out + 1, factor, (uint64_t)(size >> 64), n - 1);
    if (negative) wide_negate(out, n);
}

/* Sign of a - b. */
static inline int wide_compare(const uint64_t *a, const uint64_t *b, int n) {
    int64_t x = (int64_t)a[n - 1], y = (int64_t)b[n - 1];
    if (x != y) return x < y ? -1 : 1;
    for (int i = n - 2; i >= 0; i--)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

#endif
