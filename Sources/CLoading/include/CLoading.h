#ifndef CLOADING_H
#define CLOADING_H

#include <stddef.h>

/// A function of a library, and where its address goes.
typedef struct {
  const char *name;
  void **address;
} LoadedSymbol;

/// A library that is loaded when it is first needed.
typedef struct {
  /// What its file may be called, tried in this order; ended by NULL.
  const char *const *files;
  const LoadedSymbol *symbols;
  size_t count;
  /// Said when no file is there: "libzip is not installed".
  const char *absent;
  /// Said before the name of a function that is missing, and behind it: "libzip has no ", "; 1.0 or newer is needed".
  const char *lacks, *needed;
} LoadedLibrary;

/// Loads the library and looks its functions up. Returns 1; or 0, and then `message` of `size` bytes tells why.
int loading_load(const LoadedLibrary *library, char *message, size_t size);

#endif
