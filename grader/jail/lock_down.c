// The strict filter that the student's host program puts on itself before it loads the student's file.
//
// A list of what is allowed: whatever the C and C++ libraries need for memory, threads, clocks and reading,
// and the socket that is already open.
#define _GNU_SOURCE
#include "grader/jail/jail.h"

#include "grader/jail/calls.h"
#include "grader/jail/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// What it may call whatever the arguments, each with what needs it. What nobody needs is not here: with it a
// submission could hold up others of the same user (memory in pipes and memfds is charged to the user, fsync
// waits for the whole disk, membarrier interrupts every core) or send itself and others signals.
static const long allowed[] = {
    // Files and descriptors that are open, or opened for reading by the rules below.
    SYS_read,       // stdio, iostreams, the dynamic linker
    SYS_readv,      // runtime: an answer of `device` in two pieces
    SYS_pread64,    // the dynamic linker: program headers
    SYS_write,      // printf
    SYS_writev,     // std::cout
    SYS_lseek,      // stdio
    SYS_close,      // dlopen, fclose
    SYS_fstat,      // stdio: how large its buffer is
    SYS_newfstatat, // the same, and the dynamic linker
    SYS_statx,      // stat() of newer C libraries
    SYS_fstatfs,    // the C library: huge pages, locales
    SYS_faccessat,  // access()
    SYS_readlinkat, // the dynamic linker: $ORIGIN
    SYS_getdents64, // iconv: the folder of its character sets
    SYS_getcwd,     // the dynamic linker: relative paths
    SYS_dup,        // to print elsewhere
    SYS_dup3,
    // The socket to `device`, which is there; no other can be made.
    SYS_sendmsg,  // runtime: a request
    SYS_sendto,   // the same with send()
    SYS_recvfrom, // recv()
    SYS_ppoll,    // poll(), or a pause
    SYS_pselect6, // select() as a pause
    // Memory.
    SYS_brk,      // malloc
    SYS_mmap,     // malloc, stacks of threads, dlopen
    SYS_munmap,   // free
    SYS_mprotect, // dlopen, heaps of threads
    SYS_mremap,   // realloc
    SYS_madvise,  // free, stacks of threads that have ended
    // Threads.
    SYS_futex,                  // mutexes, pthread_join
    SYS_set_robust_list,        // the start of a thread
    SYS_get_robust_list,        //
    SYS_set_tid_address,        //
    SYS_rseq,                   //
    SYS_sched_yield,            // std::this_thread::yield
    SYS_sched_getaffinity,      // std::thread::hardware_concurrency
    SYS_sched_getparam,         // pthread_getschedparam
    SYS_sched_getscheduler,     //
    SYS_sched_get_priority_max, // pthread_attr_setschedparam
    SYS_sched_get_priority_min, //
    SYS_getcpu,                 // sched_getcpu
    SYS_gettid,                 // raise, abort
    SYS_exit,                   // the end of a thread
    SYS_exit_group,             // exit
    // Signals: handlers of its own, for its own faults.
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,  // abort, pthread_create
    SYS_rt_sigreturn,    // the end of a handler
    SYS_rt_sigsuspend,   // pause, sigsuspend
    SYS_rt_sigtimedwait, // sigwait
    SYS_sigaltstack,     // runtime: its report of a fault
    SYS_restart_syscall, // the kernel's own, after a signal
    // Clocks and what there is to ask.
    SYS_clock_gettime, // where the vDSO has none
    SYS_clock_getres,
    SYS_clock_nanosleep, // sleep, std::this_thread::sleep_for
    SYS_nanosleep, SYS_gettimeofday,
    SYS_times, // clock()
    SYS_getrusage,
    SYS_getrandom, // malloc, std::random_device
    SYS_uname,     // the C library: the kernel's version
    SYS_sysinfo,   // qsort: how much memory there is
    SYS_getrlimit, // pthread_create: the size of a stack
    SYS_getpid,    // abort
    SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
#if defined(__x86_64__)
    // The same under their older names.
    SYS_access, SYS_readlink, SYS_stat, SYS_lstat, SYS_dup2, SYS_poll, SYS_select, SYS_time, SYS_pause,
    SYS_getdents,
    SYS_arch_prctl, // the dynamic linker: shadow stacks
#endif
};

enum { WRITING = O_ACCMODE | O_CREAT | O_TRUNC };

// Whether it writes to a terminal, how wide that is, and how much there is to read.
static const uint32_t ioctls[] = {TCGETS, TIOCGWINSZ, FIONREAD};

// Calls that are allowed by their arguments. faccessat2 and openat2 fall back to faccessat and openat.
static void allow_by_arguments(Filter *filter) {
    uint32_t self = (uint32_t)getpid();
    filter_call_if(filter, SYS_openat, 2, ARGUMENT_HAS, WRITING, FILTER_FAIL(EROFS));
    filter_call(filter, SYS_openat, FILTER_ALLOW);
#if defined(__x86_64__)
    filter_call_if(filter, SYS_open, 1, ARGUMENT_HAS, WRITING, FILTER_FAIL(EROFS));
    filter_call(filter, SYS_open, FILTER_ALLOW);
#endif
    filter_call_if(filter, SYS_clone, 0, ARGUMENT_HAS, CLONE_THREAD, FILTER_ALLOW);
    filter_call_if(filter, SYS_kill, 0, ARGUMENT_IS, self, FILTER_ALLOW);   // raise
    filter_call_if(filter, SYS_tgkill, 0, ARGUMENT_IS, self, FILTER_ALLOW); // abort
    filter_call_if(filter, SYS_prlimit64, 0, ARGUMENT_IS, 0, FILTER_ALLOW); // pthread_create: stacks
    filter_call_only(filter, SYS_ioctl, 1, ioctls, sizeof ioctls / sizeof *ioctls);
    filter_fcntl(filter);
    filter_prctl(filter);
}

bool jail_lock_down(void) {
    Filter filter;
    filter_begin(&filter);
    filter_calls(&filter, allowed, sizeof allowed / sizeof *allowed, FILTER_ALLOW);
    allow_by_arguments(&filter);
    filter_end(&filter, FILTER_FAIL(ENOSYS), FILTER_FAIL(EPERM));
    return filter_install(&filter);
}
