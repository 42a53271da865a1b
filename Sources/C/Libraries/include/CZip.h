#ifndef CZIP_H
#define CZIP_H

#include <stddef.h>
#include <stdint.h>

// The part of libzip that exchange needs: the files of an archive that is in memory.
//
// The library is loaded when the first archive is opened and not when the program starts, which few of its runs
// need.

/// An archive; belongs to one thread at a time.
typedef struct ZipFile ZipFile;

/// Opens an archive of `count` bytes, which must outlive it. NULL when it can't be, and `message` then says why.
ZipFile *zip_file_open(const uint8_t *bytes, size_t count, char *message, size_t size);

void zip_file_close(ZipFile *file);

/// How many files and folders it has.
size_t zip_file_count(ZipFile *file);

/// The name of one, `/` between its parts; NULL when it has none.
const char *zip_file_name(ZipFile *file, size_t index);

/// How many bytes one has unpacked; -1 when that isn't known.
int64_t zip_file_size(ZipFile *file, size_t index);

/// Unpacks one, `count` bytes as `zip_file_size` tells. 0 when it is whole; -1 when not, and `message` then says why.
int zip_file_read(ZipFile *file, size_t index, uint8_t *bytes, size_t count, char *message, size_t size);

#endif
