#include "CSndfile.h"

#include <CLoading.h>

#if defined(__linux__)
#define FUNCTION(type, name, parameters, arguments) \
  LOADED_FUNCTION("libsndfile.so.1", type, name, parameters, arguments)
FUNCTION(int, sf_close, (SNDFILE *sndfile), (sndfile))
FUNCTION(int, sf_command, (SNDFILE *sndfile, int command, void *data, int datasize), (sndfile, command, data, datasize))
FUNCTION(int, sf_error, (SNDFILE *sndfile), (sndfile))
FUNCTION(const char *, sf_error_number, (int errnum), (errnum))
FUNCTION(int, sf_format_check, (const SF_INFO *info), (info))
FUNCTION(const char *, sf_get_string, (SNDFILE *sndfile, int str_type), (sndfile, str_type))
FUNCTION(SNDFILE *, sf_open, (const char *path, int mode, SF_INFO *sfinfo), (path, mode, sfinfo))
FUNCTION(SNDFILE *, sf_open_virtual,
         (SF_VIRTUAL_IO *sfvirtual, int mode, SF_INFO *sfinfo, void *user_data),
         (sfvirtual, mode, sfinfo, user_data))
FUNCTION(sf_count_t, sf_readf_float, (SNDFILE *sndfile, float *ptr, sf_count_t frames), (sndfile, ptr, frames))
FUNCTION(sf_count_t, sf_readf_int, (SNDFILE *sndfile, int *ptr, sf_count_t frames), (sndfile, ptr, frames))
FUNCTION(sf_count_t, sf_readf_short, (SNDFILE *sndfile, short *ptr, sf_count_t frames), (sndfile, ptr, frames))
FUNCTION(sf_count_t, sf_seek, (SNDFILE *sndfile, sf_count_t frames, int whence), (sndfile, frames, whence))
FUNCTION(int, sf_set_string, (SNDFILE *sndfile, int str_type, const char *str), (sndfile, str_type, str))
FUNCTION(void, sf_write_sync, (SNDFILE *sndfile), (sndfile))
FUNCTION(sf_count_t, sf_writef_float, (SNDFILE *sndfile, const float *ptr, sf_count_t frames), (sndfile, ptr, frames))
FUNCTION(sf_count_t, sf_writef_int, (SNDFILE *sndfile, const int *ptr, sf_count_t frames), (sndfile, ptr, frames))
#endif
