#include "CLoading.h"

#include <dlfcn.h>
#include <stdio.h>

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
