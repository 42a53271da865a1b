#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stddef.h>
#include <stdint.h>

// The part of libarchive that archives need: what compresses a stream of bytes with zstd, and what undoes that. What the bytes
// say, the files of an archive, is read and written elsewhere, byte for byte the same whichever libarchive there is.
//
// The library is loaded when the first stream is opened and not when the program starts, which few of its runs need.

/// A file compressed with zstd that is being read; belongs to one thread at a time.
typedef struct ArchiveSource ArchiveSource;

/// Opens the file at `path`. NULL when it can't be, and `message` of `size` bytes then says why.
///
/// No other compression is looked for, and no program is started where zstd isn't built in.
ArchiveSource *archive_source_open(const char *path, char *message, size_t size);

/// Fills `bytes` as far as there are any. How many; 0 at the end; -1 when the file is damaged, and `message` says how.
int64_t archive_source_read(ArchiveSource *source, uint8_t *bytes, size_t count, char *message, size_t size);

void archive_source_close(ArchiveSource *source);

/// Bytes that are compressed with zstd; belongs to one thread at a time.
typedef struct ArchiveSink ArchiveSink;

/// Takes compressed bytes; 0 when that failed.
typedef int (*ArchiveTaker)(void *context, const void *bytes, size_t count);

/// Begins. NULL when that isn't possible, and `message` then says why.
ArchiveSink *archive_sink_open(int level, void *context, ArchiveTaker taker, char *message, size_t size);

/// Compresses; 0 when it is done, -1 when it failed.
int archive_sink_write(ArchiveSink *sink, const void *bytes, size_t count, char *message, size_t size);

/// Writes what is left and ends; 0 when it is done, -1 when that failed. With `abandons` nothing more is handed on.
int archive_sink_close(ArchiveSink *sink, int abandons, char *message, size_t size);

#endif
