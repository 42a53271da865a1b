#include "CZip.h"

#include <CLoading.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <zip.h>

// Types are libzip's own; only the addresses are looked up at run time.
static struct {
  zip_source_t *(*source_buffer_create)(const void *, zip_uint64_t, int, zip_error_t *);
  void (*source_free)(zip_source_t *);
  zip_t *(*open_from_source)(zip_source_t *, int, zip_error_t *);
  void (*discard)(zip_t *);
  zip_int64_t (*get_num_entries)(zip_t *, zip_flags_t);
  const char *(*get_name)(zip_t *, zip_uint64_t, zip_flags_t);
  int (*stat_index)(zip_t *, zip_uint64_t, zip_flags_t, zip_stat_t *);
  zip_file_t *(*fopen_index)(zip_t *, zip_uint64_t, zip_flags_t);
  zip_int64_t (*fread)(zip_file_t *, void *, zip_uint64_t);
  int (*fclose)(zip_file_t *);
  const char *(*strerror)(zip_t *);
  const char *(*file_strerror)(zip_file_t *);
  void (*error_init)(zip_error_t *);
  void (*error_fini)(zip_error_t *);
  const char *(*error_strerror)(zip_error_t *);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded = 0;
static char load_message[256] = "";

static void load(void) {
  static const char *const files[] = {
#if defined(__APPLE__)
    "/opt/homebrew/lib/libzip.dylib", "/usr/local/lib/libzip.dylib", "libzip.dylib",
#else
    "libzip.so.5", "libzip.so.4", "libzip.so",
#endif
    NULL,
  };
#define SYMBOL(name) { "zip_" #name, (void **)&library.name }
  // zip_source_buffer_create and its like are there since libzip 1.0.
  const LoadedSymbol symbols[] = {
    SYMBOL(source_buffer_create), SYMBOL(source_free), SYMBOL(open_from_source), SYMBOL(discard),
    SYMBOL(get_num_entries), SYMBOL(get_name), SYMBOL(stat_index), SYMBOL(fopen_index), SYMBOL(fread),
    SYMBOL(fclose), SYMBOL(strerror), SYMBOL(file_strerror), SYMBOL(error_init), SYMBOL(error_fini),
    SYMBOL(error_strerror),
  };
#undef SYMBOL
  const LoadedLibrary wanted = {
    files, symbols, sizeof symbols / sizeof *symbols, "libzip is not installed",
    "libzip has no ", "; 1.0 or newer is needed",
  };
  is_loaded = loading_load(&wanted, load_message, sizeof load_message);
}

struct ZipFile {
  zip_t *archive;
};

ZipFile *zip_file_open(const uint8_t *bytes, size_t count, char *message, size_t size) {
  pthread_once(&once, load);
  if (!is_loaded) {
    snprintf(message, size, "%s", load_message);
    return NULL;
  }
  zip_error_t error;
  library.error_init(&error);
  zip_source_t *source = library.source_buffer_create(bytes, count, 0, &error);
  zip_t *archive = source ? library.open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) : NULL;
  ZipFile *file = archive ? malloc(sizeof *file) : NULL;
  if (file) {
    file->archive = archive;
  } else {
    snprintf(message, size, "%s", archive ? "out of memory" : library.error_strerror(&error));
    if (archive) library.discard(archive);
    else if (source) library.source_free(source);
  }
  library.error_fini(&error);
  return file;
}

void zip_file_close(ZipFile *file) {
  if (!file) return;
  library.discard(file->archive);
  free(file);
}

size_t zip_file_count(ZipFile *file) {
  zip_int64_t count = library.get_num_entries(file->archive, 0);
  return count < 0 ? 0 : (size_t)count;
}

const char *zip_file_name(ZipFile *file, size_t index) { return library.get_name(file->archive, index, 0); }

int64_t zip_file_size(ZipFile *file, size_t index) {
  zip_stat_t found;
  if (library.stat_index(file->archive, index, 0, &found) != 0 || !(found.valid & ZIP_STAT_SIZE)) return -1;
  return found.size > INT64_MAX ? -1 : (int64_t)found.size;
}

int zip_file_read(ZipFile *file, size_t index, uint8_t *bytes, size_t count, char *message, size_t size) {
  zip_file_t *entry = library.fopen_index(file->archive, index, 0);
  if (!entry) {
    snprintf(message, size, "%s", library.strerror(file->archive));
    return -1;
  }
  size_t done = 0;
  zip_int64_t got = 1;
  while (done < count && got > 0) {
    got = library.fread(entry, bytes + done, count - done);
    if (got > 0) done += (size_t)got;
  }
  // libzip compares the checksum when the end is read.
  uint8_t beyond;
  if (got >= 0 && done == count) got = library.fread(entry, &beyond, 1);
  int status = 0;
  if (got < 0) {
    snprintf(message, size, "%s", library.file_strerror(entry));
    status = -1;
  } else if (done < count || got > 0) {
    snprintf(message, size, "it has another length than the archive says");
    status = -1;
  }
  library.fclose(entry);
  return status;
}
