#if defined(__linux__)
// It includes the other headers of its folder as if that were searched: opus_multistream.h beside this file is what it finds.
#include <opus/opusfile.h>
#include <opus/opus.h>
#else
#include <opusfile.h>
#include <opus.h>
#endif

// Swift calls no functions with a variable number of arguments.
static inline int opus_decoder_reset(OpusDecoder *decoder) {
  return opus_decoder_ctl(decoder, OPUS_RESET_STATE);
}
static inline int opus_decoder_set_gain(OpusDecoder *decoder, int gain) {
  return opus_decoder_ctl(decoder, OPUS_SET_GAIN(gain));
}
