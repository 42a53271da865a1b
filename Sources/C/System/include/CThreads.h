#ifndef CTHREADS_H
#define CTHREADS_H

/// Calls `work` with `context` on a thread of its own, which nobody waits for. Gives 0, or the error number that tells why there
/// is none.
int threads_start(void *_Nullable (*_Nonnull work)(void *_Nullable context), void *_Nullable context);

/// How many processors this process may use; at least 1.
int threads_processors(void);

#endif
