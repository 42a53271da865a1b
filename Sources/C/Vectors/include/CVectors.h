#ifndef CVECTORS_H
#define CVECTORS_H

#include <stddef.h>
#include <stdint.h>

// The inner loops of recognition, for processors with vectors of 32 bytes and for all others. Both sum and compare the same
// numbers in the same order, so every result is the same, bit by bit.

/// `values[i]` becomes the greatest of itself and `entry[i + longest - d] + durations[d - 1]` over all `d` up to `longest`.
void vectors_maximize(float *values, const float *entry, const float *durations, ptrdiff_t count, ptrdiff_t longest);

/// `result[i]` is `from[i]` less `(sums[i] - base) * scale`.
void vectors_without_sums(
    float *result, const float *from, const double *sums, double base, double scale, ptrdiff_t count);

/// Adds `(sums[i] - base) * scale` to each value.
void vectors_add_sums(float *values, const double *sums, double base, double scale, ptrdiff_t count);

/// A layer of a network along time: row `o` of the result is, at each `t`, its bias and the sum over all rows `i` and taps `k` of
/// `weights[o][i][k] * from[i][t + k * distance]`; where it is `rectified`, never less than 0.
///
/// `count` is a multiple of 16, and `outputs` of 4. Weights of four rows stand together: `weights[o / 4][i][k][o % 4]`. Rows of
/// `from` and of the result have `width` and `count` values.
typedef struct {
  ptrdiff_t inputs, outputs, taps, distance;
  const float *weights, *biases;
  int rectified;
} vectors_layer;

void vectors_apply(float *result, ptrdiff_t count, const float *from, ptrdiff_t width, vectors_layer layer);

/// How long a sound may last: `low` and so many frames more as two runs of 2^level frames cover, the second `rest` frames on.
typedef struct {
  ptrdiff_t low, level, rest;
} vectors_limits;

/// The best score of ending a sound at each frame, from those of ending the one before; gives how many there are up to the last that is
/// as much as that of `least` or more.
///
/// `before` has `reach` scores, and all that follow are taken to be `never`; in place of its first there is `start`, and the first of the result is
/// `begun`. `whole` are wanted, a multiple of 16. `maxima` has a row of `width` for each level, `never` before its first frame.
ptrdiff_t vectors_hear(
    int16_t *result, const int16_t *before, const int16_t *sums, int16_t *maxima, ptrdiff_t width, ptrdiff_t reach,
    ptrdiff_t whole, vectors_limits usual, vectors_limits wide, int16_t price, int16_t start, int16_t begun,
    int16_t never, const int16_t *least);

/// The same with a silence after the sound: from two frames after it ended on, at a price. Where it may be dropped, `before` has
/// `reach` scores of having ended the sound before it, and that has its price, too.
///
/// `best` becomes the best score of having ended the sound up to each frame, less `silence` up to there.
void vectors_pause(
    int16_t *result, const int16_t *before, const int16_t *silence, int16_t *best, ptrdiff_t reach, ptrdiff_t whole,
    int16_t price, int16_t drop_price, int16_t never);

/// How many of `end` values there are up to the last that is as much as that of `least` or more.
ptrdiff_t vectors_reach(const int16_t *values, ptrdiff_t end, const int16_t *least);

#endif
