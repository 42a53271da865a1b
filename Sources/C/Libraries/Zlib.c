#include "CZlib.h"

#include <CLoading.h>

#if defined(__linux__)
#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libz.so.1", type, name, parameters, arguments)
FUNCTION(uLong, crc32_z, (uLong crc, const Bytef *buf, z_size_t len), (crc, buf, len))
FUNCTION(int, deflate, (z_streamp strm, int flush), (strm, flush))
FUNCTION(uLong, deflateBound, (z_streamp strm, uLong sourceLen), (strm, sourceLen))
FUNCTION(int, deflateEnd, (z_streamp strm), (strm))
FUNCTION(int, deflateInit2_,
         (z_streamp strm, int level, int method, int windowBits, int memLevel, int strategy, const char *version,
          int stream_size),
         (strm, level, method, windowBits, memLevel, strategy, version, stream_size))
FUNCTION(int, inflate, (z_streamp strm, int flush), (strm, flush))
FUNCTION(int, inflateEnd, (z_streamp strm), (strm))
FUNCTION(int, inflateInit2_, (z_streamp strm, int windowBits, const char *version, int stream_size),
         (strm, windowBits, version, stream_size))
FUNCTION(int, inflateReset, (z_streamp strm), (strm))
#endif
