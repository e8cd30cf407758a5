// The jail: runs a program with nothing but the files, descriptors and time it is given.
//
// Used for the student's host code (and for compiling it). The kinds, best first:
//
// - bubblewrap: the bwrap program is installed and starts;
// - namespaces: user, mount, pid, network and ipc namespaces made here, landlock and seccomp where present;
// - landlock: no namespaces allowed, but landlock and seccomp;
// - rlimits: none of these: resource limits, no_new_privs and seccomp where present. Files can still be read
//   wherever the user may.
//
// The kind that was used goes into the report; a weak one is never a reason to fail a submission. Whatever
// the kind, only `writable` can be written (compilers need a TMPDIR in it), and a submission cannot start
// processes.
#ifndef WARPBOOK_JAIL_H
#define WARPBOOK_JAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef enum { JAIL_BUBBLEWRAP, JAIL_NAMESPACES, JAIL_LANDLOCK, JAIL_RLIMITS, JAIL_KINDS } JailKind;

typedef struct {
    const char *const *argv;      // program and arguments, NULL-terminated; argv[0] is an absolute path
    const char *const *read_only; // absolute paths it may read beside the system's libraries, NULL-terminated
    const char *const *writable;  // absolute directories it may write, NULL-terminated; normally empty
    const int *keep_fds;          // descriptors (3 to 255) it inherits, ended by -1; all others are closed
    int stdout_fd, stderr_fd;     // where its output goes (stdin is /dev/null); -1: /dev/null
    const char *const *env;       // whole environment, NULL-terminated; nothing is inherited
    int cpu_seconds;              // RLIMIT_CPU: SIGXCPU, then SIGKILL a second later; 0: no limit
    size_t memory_bytes;          // RLIMIT_AS; 0: no limit
    size_t file_bytes;            // RLIMIT_FSIZE; 0: no file may grow
    int max_processes;            // RLIMIT_NPROC headroom above what the user runs now; 0: no limit
    bool allow_programs;          // may it fork and execve (compilers do, a submission does not)?
} JailSpec;

typedef struct {
    pid_t pid;        // the process to wait for; ends as the program ends, with the same status or signal
    const char *kind; // "bubblewrap", "namespaces", "landlock" or "rlimits": a static string
} Jailed;

// Starts the program. Returns false with one sentence in `error` when it could not be started at all: that is
// trouble of this machine, never of the submission. The jail ends with the thread that called this.
bool jail_start(const JailSpec *spec, Jailed *jailed, char *error, size_t error_size);

// Kills everything in the jail and reaps it; safe to call when it has ended by itself. Returns the wait
// status. Also returns at once where the process was reaped before (status 0).
int jail_kill(Jailed *jailed);

// The kind that jail_start would use here, without starting anything of the submission's (for
// `grade doctor`).
const char *jail_kind(void);

// Has this process use the kind of this name from now on, in place of the best one. False with one sentence in
// `error` where there is no such kind, or it does not work here.
bool jail_use(const char *name, char *error, size_t error_size);

// Is that kind fit for files of people whom nobody here knows? Not where they could read what the user may read,
// or find out about it: landlock and rlimits.
bool jail_keeps_strangers(void);

// For the program inside: installs the last filter, on all threads of the calling process. From then on it
// may use memory, threads, clocks and the descriptors it has, and read files; it may not execve, fork, open a
// file for writing, make a socket or touch another process. The student's host program calls this before it
// loads the student's file; it needs grader/jail/lock_down.c and filter.c alone. Returns false where there is
// no seccomp.
bool jail_lock_down(void);

#endif
