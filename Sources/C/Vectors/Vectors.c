#include "CVectors.h"

#include <stdbool.h>

// Every function is written once, and compiled twice where a processor may have wider vectors than all have.

typedef int16_t shorts __attribute__((ext_vector_type(16)));
typedef int16_t placed_shorts __attribute__((ext_vector_type(16), aligned(2)));
typedef float floats __attribute__((ext_vector_type(8)));
typedef float placed_floats __attribute__((ext_vector_type(8), aligned(4)));

#define INLINE static inline __attribute__((always_inline))
#define SHORTS(place) (*(const placed_shorts *)(place))
#define FLOATS(place) (*(const placed_floats *)(place))
#define GREATER(a, b) ((a) > (b) ? (a) : (b))

/// Of 32 values, which stay in registers, or of eight.
INLINE void maximize_some(
    float *values, const float *entry, const float *durations, ptrdiff_t longest, int vectors) {
  floats top[4];
  for (int i = 0; i < vectors; i++) top[i] = FLOATS(values + 8 * i);
  for (ptrdiff_t d = 1; d <= longest; d++) {
    const float *from = entry + (longest - d);
    floats score = (floats)(durations[d - 1]);
    for (int i = 0; i < vectors; i++) {
      floats next = FLOATS(from + 8 * i) + score;
      top[i] = GREATER(next, top[i]);
    }
  }
  for (int i = 0; i < vectors; i++) *(placed_floats *)(values + 8 * i) = top[i];
}

INLINE void maximize(float *values, const float *entry, const float *durations, ptrdiff_t count, ptrdiff_t longest) {
  ptrdiff_t index = 0;
  for (; index + 32 <= count; index += 32) maximize_some(values + index, entry + index, durations, longest, 4);
  for (; index + 8 <= count; index += 8) maximize_some(values + index, entry + index, durations, longest, 1);
  if (index < count && count >= 8) {
    // The last eight once more, some of which are done.
    maximize_some(values + count - 8, entry + count - 8, durations, longest, 1);
    return;
  }
  for (; index < count; index++) {
    for (ptrdiff_t d = 1; d <= longest; d++) {
      float next = entry[index + longest - d] + durations[d - 1];
      values[index] = GREATER(next, values[index]);
    }
  }
}

INLINE void without_sums(
    float *restrict result, const float *restrict from, const double *restrict sums, double base, double scale,
    ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) result[i] = from[i] - (float)((sums[i] - base) * scale);
}

INLINE void add_sums(float *restrict values, const double *restrict sums, double base, double scale, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) values[i] += (float)((sums[i] - base) * scale);
}

/// Of four rows and 16 moments, whose sums stay in registers.
INLINE void apply(float *result, ptrdiff_t count, const float *from, ptrdiff_t width, vectors_layer layer) {
  for (ptrdiff_t t = 0; t < count; t += 16) {
    const float *weight = layer.weights;
    for (ptrdiff_t o = 0; o < layer.outputs; o += 4) {
      floats sums[8];
      for (int row = 0; row < 4; row++) sums[2 * row] = sums[2 * row + 1] = (floats)(layer.biases[o + row]);
      for (ptrdiff_t i = 0; i < layer.inputs; i++) {
        const float *place = from + i * width + t;
        for (ptrdiff_t k = 0; k < layer.taps; k++) {
          floats early = FLOATS(place), late = FLOATS(place + 8);
          for (int row = 0; row < 4; row++) {
            sums[2 * row] += early * weight[row];
            sums[2 * row + 1] += late * weight[row];
          }
          place += layer.distance;
          weight += 4;
        }
      }
      for (int row = 0; row < 8; row++) {
        floats sum = layer.rectified ? GREATER(sums[row], (floats)(0)) : sums[row];
        *(placed_floats *)(result + (o + row / 2) * count + t + row % 2 * 8) = sum;
      }
    }
  }
}

/// What lies 1, 2, 4 or 8 values before each of `later`, `earlier` being the vector before it.
#define BEHIND_1(earlier, later) \
  __builtin_shufflevector(earlier, later, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
#define BEHIND_2(earlier, later) \
  __builtin_shufflevector(earlier, later, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
#define BEHIND_4(earlier, later) \
  __builtin_shufflevector(earlier, later, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)
#define BEHIND_8(earlier, later) \
  __builtin_shufflevector(earlier, later, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23)

/// Sixteen values, of which those from `reach` on are `never`. In registers: what was just stored in parts can't be loaded as a whole for long.
INLINE shorts known_of(const int16_t *values, ptrdiff_t t, ptrdiff_t reach, int16_t never) {
  const shorts places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return places < (shorts)((int16_t)(reach - t)) ? SHORTS(values + t) : (shorts)(never);
}

#define DOUBLE(level, behind) \
  do { \
    shorts shifted = behind(last[level], value); \
    last[level] = value; \
    value = __builtin_elementwise_max(value, shifted); \
    *(placed_shorts *)(maxima + (level + 1) * width + t) = value; \
  } while (0)

/// The greatest of 1, 2, 4, 8 and 16 values, doubled in registers: loads of what was stored just now, and not as it lies there, wait. Always all of
/// them, as a processor can't guess how many the next sound needs.
INLINE void double_runs(
    int16_t *maxima, const int16_t *before, const int16_t *sums, ptrdiff_t width, ptrdiff_t reach, ptrdiff_t whole,
    int16_t start, int16_t never) {
  shorts none = (shorts)(never);
  shorts last[4] = {none, none, none, none};
  for (ptrdiff_t t = 0; t < whole; t += 16) {
    shorts value = none;
    if (t < reach || t == 0) {
      value = known_of(before, t, reach, never);
      if (t == 0) value[0] = start;
      value -= SHORTS(sums + t);
    }
    *(placed_shorts *)(maxima + t) = value;
    DOUBLE(0, BEHIND_1);
    DOUBLE(1, BEHIND_2);
    DOUBLE(2, BEHIND_4);
    DOUBLE(3, BEHIND_8);
  }
}

typedef bool flags __attribute__((ext_vector_type(16)));

/// The place of the last value that is as much as that of `least` or more, plus 1; 0 where there is none.
INLINE ptrdiff_t last_reaching(shorts values, shorts least) {
  union {
    flags flags;
    uint16_t bits;
  } known = {.flags = __builtin_convertvector(values >= least, flags)};
  return known.bits ? 32 - __builtin_clz(known.bits) : 0;
}

INLINE ptrdiff_t hear(
    int16_t *result, const int16_t *before, const int16_t *sums, int16_t *maxima, ptrdiff_t width, ptrdiff_t reach,
    ptrdiff_t whole, vectors_limits usual, vectors_limits wide, int16_t price, int16_t start, int16_t begun,
    int16_t never, const int16_t *least) {
  double_runs(maxima, before, sums, width, reach, whole, start, never);
  for (ptrdiff_t level = 4; level < wide.level; level++) {
    const int16_t *from = maxima + level * width;
    const int16_t *shifted = from - ((ptrdiff_t)1 << level);
    int16_t *to = maxima + (level + 1) * width;
    for (ptrdiff_t t = 0; t < whole; t += 16) {
      *(placed_shorts *)(to + t) = __builtin_elementwise_max(SHORTS(from + t), SHORTS(shifted + t));
    }
  }
  const int16_t *near = maxima + (usual.level * width - usual.low);
  const int16_t *far = maxima + (wide.level * width - wide.low);
  ptrdiff_t end = 0;
  for (ptrdiff_t t = 0; t < whole; t += 16) {
    shorts likely = __builtin_elementwise_max(SHORTS(near + t), SHORTS(near - usual.rest + t));
    shorts odd = __builtin_elementwise_max(SHORTS(far + t), SHORTS(far - wide.rest + t)) - (shorts)(price);
    shorts score = __builtin_elementwise_max(likely, odd) + SHORTS(sums + t);
    score = __builtin_elementwise_max(score, (shorts)(never));
    if (t == 0) score[0] = begun;
    *(placed_shorts *)(result + t) = score;
    ptrdiff_t last = last_reaching(score, SHORTS(least + t));
    if (last > 0) end = t + last;
  }
  return end;
}

INLINE ptrdiff_t reach_of(const int16_t *values, ptrdiff_t end, const int16_t *least) {
  for (; end >= 16; end -= 16) {
    ptrdiff_t last = last_reaching(SHORTS(values + end - 16), SHORTS(least + end - 16));
    if (last > 0) return end - 16 + last;
  }
  while (end > 0 && values[end - 1] < least[end - 1]) end--;
  return end;
}

#define SHIFTED(a, none, ...) __builtin_shufflevector(a, none, __VA_ARGS__)

INLINE void pause_after(
    int16_t *result, const int16_t *before, const int16_t *silence, int16_t *best, ptrdiff_t reach, ptrdiff_t whole,
    int16_t price, int16_t drop_price, int16_t never) {
  shorts none = (shorts)(never), top = none;
  best[-1] = best[-2] = never;
  for (ptrdiff_t t = 0; t < whole; t += 16) {
    shorts score = SHORTS(result + t);
    if (before && t < reach) {
      score = __builtin_elementwise_max(score, known_of(before, t, reach, never) - (shorts)(drop_price));
    }
    score -= SHORTS(silence + t);
    // The greatest of each and all before it.
    score = __builtin_elementwise_max(
        score, SHIFTED(score, none, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14));
    score = __builtin_elementwise_max(
        score, SHIFTED(score, none, 16, 17, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13));
    score = __builtin_elementwise_max(
        score, SHIFTED(score, none, 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    score = __builtin_elementwise_max(
        score, SHIFTED(score, none, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7));
    score = __builtin_elementwise_max(score, top);
    *(placed_shorts *)(best + t) = score;
    top = (shorts)(score[15]);
  }
  for (ptrdiff_t t = 0; t < whole; t += 16) {
    shorts score = SHORTS(best + t - 2) + SHORTS(silence + t) - (shorts)(price);
    *(placed_shorts *)(result + t) = __builtin_elementwise_max(SHORTS(result + t), score);
  }
}

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
#define HAS_WIDE __builtin_cpu_supports("avx2")

WIDE static void wide_maximize(
    float *values, const float *entry, const float *durations, ptrdiff_t count, ptrdiff_t longest) {
  maximize(values, entry, durations, count, longest);
}
WIDE static void wide_without_sums(
    float *result, const float *from, const double *sums, double base, double scale, ptrdiff_t count) {
  without_sums(result, from, sums, base, scale, count);
}
WIDE static void wide_add_sums(float *values, const double *sums, double base, double scale, ptrdiff_t count) {
  add_sums(values, sums, base, scale, count);
}
WIDE static void wide_apply(float *result, ptrdiff_t count, const float *from, ptrdiff_t width, vectors_layer layer) {
  apply(result, count, from, width, layer);
}
WIDE static ptrdiff_t wide_hear(
    int16_t *result, const int16_t *before, const int16_t *sums, int16_t *maxima, ptrdiff_t width, ptrdiff_t reach,
    ptrdiff_t whole, vectors_limits usual, vectors_limits wide, int16_t price, int16_t start, int16_t begun,
    int16_t never, const int16_t *least) {
  return hear(result, before, sums, maxima, width, reach, whole, usual, wide, price, start, begun, never, least);
}
WIDE static void wide_pause(
    int16_t *result, const int16_t *before, const int16_t *silence, int16_t *best, ptrdiff_t reach, ptrdiff_t whole,
    int16_t price, int16_t drop_price, int16_t never) {
  pause_after(result, before, silence, best, reach, whole, price, drop_price, never);
}
WIDE static ptrdiff_t wide_reach(const int16_t *values, ptrdiff_t end, const int16_t *least) {
  return reach_of(values, end, least);
}
#define WIDER(call) \
  if (HAS_WIDE) { \
    call; \
    return; \
  }
#else
#define WIDER(call)
#endif

void vectors_maximize(float *values, const float *entry, const float *durations, ptrdiff_t count, ptrdiff_t longest) {
  WIDER(wide_maximize(values, entry, durations, count, longest))
  maximize(values, entry, durations, count, longest);
}

void vectors_without_sums(
    float *result, const float *from, const double *sums, double base, double scale, ptrdiff_t count) {
  WIDER(wide_without_sums(result, from, sums, base, scale, count))
  without_sums(result, from, sums, base, scale, count);
}

void vectors_add_sums(float *values, const double *sums, double base, double scale, ptrdiff_t count) {
  WIDER(wide_add_sums(values, sums, base, scale, count))
  add_sums(values, sums, base, scale, count);
}

void vectors_apply(float *result, ptrdiff_t count, const float *from, ptrdiff_t width, vectors_layer layer) {
  WIDER(wide_apply(result, count, from, width, layer))
  apply(result, count, from, width, layer);
}

ptrdiff_t vectors_hear(
    int16_t *result, const int16_t *before, const int16_t *sums, int16_t *maxima, ptrdiff_t width, ptrdiff_t reach,
    ptrdiff_t whole, vectors_limits usual, vectors_limits wide, int16_t price, int16_t start, int16_t begun,
    int16_t never, const int16_t *least) {
#if defined(__x86_64__)
  if (HAS_WIDE)
    return wide_hear(result, before, sums, maxima, width, reach, whole, usual, wide, price, start, begun, never, least);
#endif
  return hear(result, before, sums, maxima, width, reach, whole, usual, wide, price, start, begun, never, least);
}

void vectors_pause(
    int16_t *result, const int16_t *before, const int16_t *silence, int16_t *best, ptrdiff_t reach, ptrdiff_t whole,
    int16_t price, int16_t drop_price, int16_t never) {
  WIDER(wide_pause(result, before, silence, best, reach, whole, price, drop_price, never))
  pause_after(result, before, silence, best, reach, whole, price, drop_price, never);
}

ptrdiff_t vectors_reach(const int16_t *values, ptrdiff_t end, const int16_t *least) {
#if defined(__x86_64__)
  if (HAS_WIDE) return wide_reach(values, end, least);
#endif
  return reach_of(values, end, least);
}
