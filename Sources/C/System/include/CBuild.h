#ifndef CBUILD_H
#define CBUILD_H

#include <stddef.h>

/// The commit that the program was built from, as whoever built it said in TILAWA_COMMIT; NULL where nobody did.
const char *build_commit(void);

/// What the function of a library that tells its version wants to be called with.
typedef enum {
  BuildWantsNothing,
  /// A number; 0 will do.
  BuildWantsNumber,
  /// One pointer, or three; NULL will do.
  BuildWantsPointer,
  BuildWantsPointers,
  /// Three places for numbers, which are the version.
  BuildFillsNumbers,
} BuildWants;

/// Asks a library for its version by the function `name`. Returns 1 and fills `text` of `size` bytes; or 0 where there is no
/// such file, and -1 where there is no such function in it.
int build_version(const char *file, const char *name, BuildWants wants, char *text, size_t size);

#endif
