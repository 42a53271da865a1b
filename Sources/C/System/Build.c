#include "CBuild.h"

#include <dlfcn.h>
#include <stdio.h>

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)

const char *build_commit(void) {
#ifdef TILAWA_COMMIT
  return TEXT_OF(TILAWA_COMMIT);
#else
  return NULL;
#endif
}

int build_version(const char *file, const char *name, BuildWants wants, char *text, size_t size) {
  // It stays open: most are in use anyway.
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
  void *address = dlsym(handle, name);
  if (!address) return -1;
  const char *version = NULL;
  int numbers[3] = { 0, 0, 0 };
  switch (wants) {
    case BuildWantsNothing: version = ((const char *(*)(void))address)(); break;
    case BuildWantsNumber: version = ((const char *(*)(int))address)(0); break;
    case BuildWantsPointer: version = ((const char *(*)(const void *))address)(NULL); break;
    case BuildWantsPointers:
      version = ((const char *(*)(unsigned *, unsigned *, unsigned *))address)(NULL, NULL, NULL);
      break;
    case BuildFillsNumbers:
      ((void (*)(int *, int *, int *))address)(&numbers[0], &numbers[1], &numbers[2]);
      snprintf(text, size, "%d.%d.%d", numbers[0], numbers[1], numbers[2]);
      return 1;
  }
  if (!version) return -1;
  snprintf(text, size, "%s", version);
  return 1;
}
