#include "CEBUR128.h"

#include <CLoading.h>

#if defined(__linux__)
#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libebur128.so.1", type, name, parameters, arguments)
FUNCTION(int, ebur128_add_frames_float, (ebur128_state *st, const float *src, size_t frames), (st, src, frames))
FUNCTION(void, ebur128_destroy, (ebur128_state **st), (st))
FUNCTION(ebur128_state *, ebur128_init,
         (unsigned int channels, unsigned long samplerate, int mode),
         (channels, samplerate, mode))
FUNCTION(int, ebur128_loudness_global, (ebur128_state *st, double *out), (st, out))
FUNCTION(int, ebur128_sample_peak,
         (ebur128_state *st, unsigned int channel_number, double *out),
         (st, channel_number, out))
FUNCTION(int, ebur128_set_channel,
         (ebur128_state *st, unsigned int channel_number, int value),
         (st, channel_number, value))
#endif
