// What the parts of the jail share; tests use it to force a kind.
//
// Processes: the grader starts a supervisor, which starts the first process of the jail, which becomes or
// starts the program. The supervisor outlives all others and ends as the program ended.
#ifndef WARPBOOK_JAIL_INTERNAL_H
#define WARPBOOK_JAIL_INTERNAL_H

#include "grader/jail/jail.h"
#include "grader/jail/paths.h"

enum {
    OPEN_FILES_MAX = 256, // RLIMIT_NOFILE inside
    OWN_PROCESSES = 4,    // that may run beside those of the program
};

// Sent up by a process that could not go on before the program was there.
typedef struct {
    int error;      // errno
    char step[200]; // what failed: "mounting /usr"
} StartFailure;

// Everything the processes of a jail need, made ready before the first fork.
typedef struct {
    const JailSpec *spec;
    JailKind kind;
    JailPaths paths;
    long process_limit; // RLIMIT_NPROC, 0: none
    char **bwrap_argv;  // JAIL_BUBBLEWRAP: its command line
    int filter_fd;      // JAIL_BUBBLEWRAP: it reads the seccomp filter here
    int report_fd;      // a StartFailure goes here; closed when the program runs
    pid_t starter;      // the process that called jail_start
} JailPlan;

// jail.c
const char *jail_kind_name(JailKind kind);
bool jail_kind_works(JailKind kind);
JailKind jail_best_kind(void); // found out anew at each call
bool jail_start_kind(JailKind kind, const JailSpec *spec, Jailed *jailed, char *error, size_t error_size);

// supervisor.c
_Noreturn void supervise(const JailPlan *plan);

// program.c: the steps from a fresh process to the program.
_Noreturn void start_failed(const JailPlan *plan, const char *step, const char *object);
void arrange_descriptors(const JailPlan *plan);
void close_descriptors(unsigned first, unsigned last);
// Has the program that is started next its stack, its heap and its libraries at the same addresses as always: what it does must not
// be a matter of luck. Where that is not to be had they differ.
void fix_addresses(void);

void limit_resources(const JailPlan *plan);
_Noreturn void become_program(const JailPlan *plan);
long plan_process_limit(const JailSpec *spec, JailKind kind);

// bubblewrap.c
bool bwrap_is_installed(void);
bool bwrap_without_proc(void); // from now on no /proc inside: some containers forbid one. Returns true
bool plan_bwrap(JailPlan *plan);
void forget_bwrap(JailPlan *plan);
_Noreturn void become_bwrap(const JailPlan *plan);

// namespaces.c: starts the first process of new namespaces. It starts the program, writes the program's wait
// status to `status_fd` and ends. Returns its pid, or -1 with errno.
pid_t start_in_namespaces(const JailPlan *plan, int status_fd);

// landlock.c: lets this process and its children reach `paths` alone, and /proc where it is the jail's own.
// Returns false where the kernel has no landlock.
bool landlock_works(void);
bool landlock_restrict(const JailPaths *paths, bool own_proc);

#endif
