#include "CMpg123.h"

#include <CLoading.h>

#if defined(__linux__)
#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libmpg123.so.0", type, name, parameters, arguments)
FUNCTION(void, mpg123_delete, (mpg123_handle *mh), (mh))
FUNCTION(off_t, mpg123_framelength, (mpg123_handle *mh), (mh))
FUNCTION(int, mpg123_getformat,
         (mpg123_handle *mh, long *rate, int *channels, int *encoding),
         (mh, rate, channels, encoding))
FUNCTION(int, mpg123_info, (mpg123_handle *mh, struct mpg123_frameinfo *mi), (mh, mi))
FUNCTION(off_t, mpg123_length, (mpg123_handle *mh), (mh))
FUNCTION(mpg123_handle *, mpg123_new, (const char *decoder, int *error), (decoder, error))
FUNCTION(int, mpg123_open, (mpg123_handle *mh, const char *path), (mh, path))
FUNCTION(int, mpg123_param,
         (mpg123_handle *mh, enum mpg123_parms type, long value, double fvalue),
         (mh, type, value, fvalue))
FUNCTION(const char *, mpg123_plain_strerror, (int errcode), (errcode))
FUNCTION(int, mpg123_read,
         (mpg123_handle *mh, void *outmemory, size_t outmemsize, size_t *done),
         (mh, outmemory, outmemsize, done))
FUNCTION(int, mpg123_scan, (mpg123_handle *mh), (mh))
FUNCTION(int, mpg123_spf, (mpg123_handle *mh), (mh))
FUNCTION(off_t, mpg123_seek, (mpg123_handle *mh, off_t sampleoff, int whence), (mh, sampleoff, whence))
#endif
