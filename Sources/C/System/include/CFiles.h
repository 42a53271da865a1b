#ifndef CFILES_H
#define CFILES_H

// What Swift's view of the C library leaves out. All return 0, or -1 and set errno: ENOSYS where the system has no such
// call.

/// Lets two names change places in one step.
int files_exchange(const char *one, const char *other);

/// Gives a file a name that nothing has yet; EEXIST when something has.
int files_rename_to_free(const char *old, const char *new_name);

/// Succeeds while nobody has the file open for writing, and keeps it so until the descriptor is closed.
int files_hold_unwritten(int descriptor);

/// Makes a pipe, its reading end first, that other programs don't inherit; on Linux in one step: a program that another thread
/// starts between two would hold both ends as long as it runs, and whoever reads would wait for its end.
int files_pipe(int ends[2]);

/// Brings all that was written on the file system of the descriptor to its disk.
int files_settle(int descriptor);

/// The environment of this process: `NAME=value`, up to a null pointer.
char **files_environment(void);

#endif
