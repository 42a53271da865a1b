#define _GNU_SOURCE
#include "CThreads.h"

#include <pthread.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#endif

int threads_start(void *(*work)(void *), void *context) {
  pthread_t thread;
  int fault = pthread_create(&thread, NULL, work, context);
  if (fault == 0) pthread_detach(thread);
  return fault;
}

int threads_processors(void) {
#if defined(__linux__)
  // A container or `taskset` may leave fewer than there are.
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 1 ? (int)count : 1;
}
