#define _GNU_SOURCE
#include "CLoading.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int loading_load(const LoadedLibrary *library, char *message, size_t size) {
  void *handle = NULL;
  for (int i = 0; library->files[i] && !handle; i++) handle = dlopen(library->files[i], RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(message, size, "%s", library->absent);
    return 0;
  }
  for (size_t i = 0; i < library->count; i++) {
    const LoadedSymbol *symbol = &library->symbols[i];
    *symbol->address = dlsym(handle, symbol->name);
    if (!*symbol->address) {
      snprintf(message, size, "%s%s%s", library->lacks, symbol->name, library->needed);
      return 0;
    }
  }
  return 1;
}

#if defined(__linux__)
void *loading_function(const char *file, const char *name) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  void *function = library ? dlsym(library, name) : NULL;
  if (!function) {
    // In the words and with the code of the system, when a program is started that links a library which isn't there.
    fprintf(stderr, "%s: error while loading shared libraries: %s\n", program_invocation_short_name, dlerror());
    _exit(127);
  }
  return function;
}
#endif
