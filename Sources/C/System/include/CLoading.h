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
  /// Said when no file is there: "libcurl is not installed".
  const char *absent;
  /// Said before the name of a function that is missing, and behind it: "libcurl has no ", "; 7.62 or newer is needed".
  const char *lacks, *needed;
} LoadedLibrary;

/// Loads the library and looks its functions up. Returns 1; or 0, and then `message` of `size` bytes tells why.
int loading_load(const LoadedLibrary *library, char *message, size_t size);

#if defined(__linux__)
/// Loads a library that the program can't do without, and looks a function of it up. Ends the program where either is missing,
/// as the system does at the start of one that links it.
void *loading_function(const char *file, const char *name);

/// Defines a function as its library's header declares it; the library is loaded when it is first called.
///
/// The program links none of the libraries whose functions are defined like this. Together with what they need they are fifteen, a
/// fifth of the time it takes to start, and most commands read no sound.
#define LOADED_FUNCTION(file, type, name, parameters, arguments) \
  type name parameters { \
    static void *_Atomic address; \
    return ((type (*) parameters)loading_once(&address, file, #name)) arguments; \
  }

/// A function that is looked up when `address` doesn't have it yet.
static inline void *loading_once(void *_Atomic *address, const char *file, const char *name) {
  void *function = *address;
  if (!function) *address = function = loading_function(file, name);
  return function;
}
#endif

#endif
