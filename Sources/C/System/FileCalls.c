#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif
#if defined(__APPLE__) && TARGET_OS_OSX
// Libraries can't see `environ` there.
#include <crt_externs.h>

char **files_environment(void) { return *_NSGetEnviron(); }
#else
extern char **environ;

char **files_environment(void) { return environ; }
#endif

#if defined(__APPLE__)

int files_exchange(const char *one, const char *other) { return renamex_np(one, other, RENAME_SWAP); }

int files_rename_to_free(const char *old, const char *new_name) {
  return renamex_np(old, new_name, RENAME_EXCL);
}

#elif defined(__linux__)

int files_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

int files_rename_to_free(const char *old, const char *new_name) {
  return renameat2(AT_FDCWD, old, AT_FDCWD, new_name, RENAME_NOREPLACE);
}

#else

int files_exchange(const char *one, const char *other) { return errno = ENOSYS, -1; }

int files_rename_to_free(const char *old, const char *new_name) { return errno = ENOSYS, -1; }

#endif

int files_hold_unwritten(int descriptor) {
#ifdef F_SETLEASE
  // Who opens the file for writing through another name sends a signal, which must not end the program.
  fcntl(descriptor, F_SETSIG, SIGURG);
  return fcntl(descriptor, F_SETLEASE, F_RDLCK);
#else
  return errno = ENOSYS, -1;
#endif
}

int files_pipe(int ends[2]) {
#if defined(__linux__)
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int files_settle(int descriptor) {
#if defined(__linux__)
  return syncfs(descriptor);
#else
  (void)descriptor;
  sync();
  return 0;
#endif
}
