#include "CMemory.h"

#include <stdlib.h>

#if defined(__GLIBC__)

#include <malloc.h>

// Each thread's heap keeps what was freed in it, and no other uses it.
void memory_give_back(void) { malloc_trim(0); }

#elif defined(__APPLE__)

#include <malloc/malloc.h>

void memory_give_back(void) { malloc_zone_pressure_relief(NULL, 0); }

#else

void memory_give_back(void) {}

#endif
