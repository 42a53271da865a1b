#include "CArchive.h"

#include <CLoading.h>
#include <archive.h>
#include <archive_entry.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// Types are libarchive's own; only the addresses are looked up at run time.
static struct {
  struct archive *(*read_new)(void);
  int (*read_append_filter)(struct archive *, int);
  int (*read_support_format_raw)(struct archive *);
  int (*read_open_filename)(struct archive *, const char *, size_t);
  int (*read_next_header)(struct archive *, struct archive_entry **);
  la_ssize_t (*read_data)(struct archive *, void *, size_t);
  int (*read_free)(struct archive *);
  struct archive *(*write_new)(void);
  int (*write_add_filter_zstd)(struct archive *);
  int (*write_set_filter_option)(struct archive *, const char *, const char *, const char *);
  int (*write_set_format_raw)(struct archive *);
  int (*write_set_bytes_in_last_block)(struct archive *, int);
  int (*write_open)(struct archive *, void *, archive_open_callback *, archive_write_callback *, archive_close_callback *);
  int (*write_header)(struct archive *, struct archive_entry *);
  la_ssize_t (*write_data)(struct archive *, const void *, size_t);
  int (*write_close)(struct archive *);
  int (*write_fail)(struct archive *);
  int (*write_free)(struct archive *);
  struct archive_entry *(*entry_new)(void);
  void (*entry_set_filetype)(struct archive_entry *, unsigned int);
  void (*entry_free)(struct archive_entry *);
  const char *(*error_string)(struct archive *);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded = 0;
static char load_message[256] = "";

static void load(void) {
  static const char *const files[] = {
#if defined(__APPLE__)
    "/usr/lib/libarchive.2.dylib", "/opt/homebrew/opt/libarchive/lib/libarchive.dylib",
    "/usr/local/opt/libarchive/lib/libarchive.dylib", "libarchive.dylib",
#else
    "libarchive.so.13", "libarchive.so",
#endif
    NULL,
  };
#define SYMBOL(name) { "archive_" #name, (void **)&library.name }
  const LoadedSymbol symbols[] = {
    SYMBOL(read_new), SYMBOL(read_append_filter), SYMBOL(read_support_format_raw), SYMBOL(read_open_filename),
    SYMBOL(read_next_header), SYMBOL(read_data), SYMBOL(read_free), SYMBOL(write_new),
    SYMBOL(write_add_filter_zstd), SYMBOL(write_set_filter_option), SYMBOL(write_set_format_raw),
    SYMBOL(write_set_bytes_in_last_block), SYMBOL(write_open), SYMBOL(write_header), SYMBOL(write_data),
    SYMBOL(write_close), SYMBOL(write_fail), SYMBOL(write_free), SYMBOL(entry_new), SYMBOL(entry_set_filetype),
    SYMBOL(entry_free), SYMBOL(error_string),
  };
#undef SYMBOL
  const LoadedLibrary wanted = {
    files, symbols, sizeof symbols / sizeof *symbols, "libarchive is not installed",
    "libarchive has no ", "; 3.4 or newer is needed",
  };
  is_loaded = loading_load(&wanted, load_message, sizeof load_message);
}

static int is_ready(char *message, size_t size) {
  pthread_once(&once, load);
  if (!is_loaded) snprintf(message, size, "%s", load_message);
  return is_loaded;
}

static void tell(struct archive *archive, char *message, size_t size) {
  const char *text = archive ? library.error_string(archive) : "memory is short";
  snprintf(message, size, "%s", text ? text : "it is damaged");
}

struct ArchiveSource {
  struct archive *archive;
};

ArchiveSource *archive_source_open(const char *path, char *message, size_t size) {
  if (!is_ready(message, size)) return NULL;
  struct archive *archive = library.read_new();
  struct archive_entry *entry = NULL;
  // A warning of the filter says that a program would be started in its place.
  int filtered = archive ? library.read_append_filter(archive, ARCHIVE_FILTER_ZSTD) : ARCHIVE_FATAL;
  if (filtered != ARCHIVE_OK || library.read_support_format_raw(archive) != ARCHIVE_OK
      || library.read_open_filename(archive, path, 1 << 16) != ARCHIVE_OK
      || library.read_next_header(archive, &entry) != ARCHIVE_OK) {
    if (filtered == ARCHIVE_WARN) snprintf(message, size, "libarchive was built without zstd");
    else tell(archive, message, size);
    if (archive) library.read_free(archive);
    return NULL;
  }
  ArchiveSource *source = malloc(sizeof *source);
  if (!source) {
    tell(NULL, message, size);
    library.read_free(archive);
    return NULL;
  }
  source->archive = archive;
  return source;
}

int64_t archive_source_read(ArchiveSource *source, uint8_t *bytes, size_t count, char *message, size_t size) {
  la_ssize_t got = library.read_data(source->archive, bytes, count);
  if (got < 0) {
    tell(source->archive, message, size);
    return -1;
  }
  return got;
}

void archive_source_close(ArchiveSource *source) {
  if (!source) return;
  library.read_free(source->archive);
  free(source);
}

struct ArchiveSink {
  struct archive *archive;
  void *context;
  ArchiveTaker taker;
};

static la_ssize_t on_write(struct archive *archive, void *user, const void *bytes, size_t count) {
  (void)archive;
  ArchiveSink *sink = user;
  return sink->taker(sink->context, bytes, count) ? (la_ssize_t)count : -1;
}

ArchiveSink *archive_sink_open(int level, void *context, ArchiveTaker taker, char *message, size_t size) {
  if (!is_ready(message, size)) return NULL;
  ArchiveSink *sink = calloc(1, sizeof *sink);
  struct archive *archive = sink ? library.write_new() : NULL;
  struct archive_entry *entry = archive ? library.entry_new() : NULL;
  char text[16];
  snprintf(text, sizeof text, "%d", level);
  int filtered = archive ? library.write_add_filter_zstd(archive) : ARCHIVE_FATAL;
  if (sink) {
    sink->context = context;
    sink->taker = taker;
    sink->archive = archive;
  }
  if (entry) library.entry_set_filetype(entry, AE_IFREG);
  if (!entry || filtered != ARCHIVE_OK
      || library.write_set_filter_option(archive, "zstd", "compression-level", text) != ARCHIVE_OK
      || library.write_set_format_raw(archive) != ARCHIVE_OK
      || library.write_set_bytes_in_last_block(archive, 1) != ARCHIVE_OK
      || library.write_open(archive, sink, NULL, on_write, NULL) != ARCHIVE_OK
      || library.write_header(archive, entry) != ARCHIVE_OK) {
    if (filtered == ARCHIVE_WARN) snprintf(message, size, "libarchive was built without zstd");
    else tell(archive, message, size);
    if (entry) library.entry_free(entry);
    if (archive) {
      library.write_fail(archive);
      library.write_free(archive);
    }
    free(sink);
    return NULL;
  }
  library.entry_free(entry);
  return sink;
}

int archive_sink_write(ArchiveSink *sink, const void *bytes, size_t count, char *message, size_t size) {
  const char *at = bytes;
  while (count > 0) {
    la_ssize_t got = library.write_data(sink->archive, at, count);
    if (got <= 0) {
      tell(sink->archive, message, size);
      return -1;
    }
    at += got;
    count -= (size_t)got;
  }
  return 0;
}

int archive_sink_close(ArchiveSink *sink, int abandons, char *message, size_t size) {
  if (!sink) return 0;
  int status = 0;
  if (abandons) library.write_fail(sink->archive);
  else if (library.write_close(sink->archive) != ARCHIVE_OK) {
    tell(sink->archive, message, size);
    status = -1;
  }
  library.write_free(sink->archive);
  free(sink);
  return status;
}
