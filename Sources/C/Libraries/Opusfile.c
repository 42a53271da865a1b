#include "COpusfile.h"

#include <CLoading.h>

#if defined(__linux__)
#include <stdarg.h>

#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libopusfile.so.0", type, name, parameters, arguments)
FUNCTION(int, op_channel_count, (const OggOpusFile *of, int li), (of, li))
FUNCTION(void, op_free, (OggOpusFile *of), (of))
FUNCTION(int, op_link_count, (const OggOpusFile *of), (of))
FUNCTION(const OpusHead *, op_head, (const OggOpusFile *of, int li), (of, li))
FUNCTION(OggOpusFile *, op_open_file, (const char *path, int *error), (path, error))
FUNCTION(int, op_pcm_seek, (OggOpusFile *of, ogg_int64_t pcm_offset), (of, pcm_offset))
FUNCTION(ogg_int64_t, op_pcm_tell, (const OggOpusFile *of), (of))
FUNCTION(ogg_int64_t, op_pcm_total, (const OggOpusFile *of, int li), (of, li))
FUNCTION(int, op_read_float, (OggOpusFile *of, float *pcm, int buf_size, int *li), (of, pcm, buf_size, li))
FUNCTION(void, op_set_decode_callback, (OggOpusFile *of, op_decode_cb_func decode_cb, void *ctx), (of, decode_cb, ctx))
#undef FUNCTION

#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libopus.so.0", type, name, parameters, arguments)
FUNCTION(int, opus_decode_float,
         (OpusDecoder *st, const unsigned char *data, opus_int32 len, float *pcm, int frame_size, int decode_fec),
         (st, data, len, pcm, frame_size, decode_fec))
FUNCTION(OpusDecoder *, opus_decoder_create, (opus_int32 Fs, int channels, int *error), (Fs, channels, error))
FUNCTION(void, opus_decoder_destroy, (OpusDecoder *st), (st))

// Of what it can be asked, what takes a number or nothing.
int opus_decoder_ctl(OpusDecoder *st, int request, ...) {
  static void *_Atomic address;
  void *function = loading_once(&address, "libopus.so.0", "opus_decoder_ctl");
  va_list values;
  va_start(values, request);
  opus_int32 value = request == OPUS_RESET_STATE ? 0 : va_arg(values, opus_int32);
  va_end(values);
  return ((int (*)(OpusDecoder *, int, ...))function)(st, request, value);
}
#undef FUNCTION

#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libogg.so.0", type, name, parameters, arguments)
FUNCTION(void, ogg_page_checksum_set, (ogg_page *og), (og))
FUNCTION(long, ogg_page_pageno, (const ogg_page *og), (og))
FUNCTION(int, ogg_page_serialno, (const ogg_page *og), (og))
FUNCTION(int, ogg_stream_clear, (ogg_stream_state *os), (os))
FUNCTION(int, ogg_stream_flush, (ogg_stream_state *os, ogg_page *og), (os, og))
FUNCTION(int, ogg_stream_init, (ogg_stream_state *os, int serialno), (os, serialno))
FUNCTION(int, ogg_stream_packetin, (ogg_stream_state *os, ogg_packet *op), (os, op))
FUNCTION(int, ogg_stream_packetout, (ogg_stream_state *os, ogg_packet *op), (os, op))
FUNCTION(int, ogg_stream_pagein, (ogg_stream_state *os, ogg_page *og), (os, og))
FUNCTION(char *, ogg_sync_buffer, (ogg_sync_state *oy, long size), (oy, size))
FUNCTION(int, ogg_sync_clear, (ogg_sync_state *oy), (oy))
FUNCTION(int, ogg_sync_init, (ogg_sync_state *oy), (oy))
FUNCTION(int, ogg_sync_pageout, (ogg_sync_state *oy, ogg_page *og), (oy, og))
FUNCTION(int, ogg_sync_wrote, (ogg_sync_state *oy, long bytes), (oy, bytes))
#undef FUNCTION
#endif
