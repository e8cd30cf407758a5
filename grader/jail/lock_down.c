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

static const long allowed[] = {
    // Files and descriptors that are open, or opened for reading by the rules below.
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_pwrite64,
    SYS_preadv,
    SYS_pwritev,
    SYS_lseek,
    SYS_close,
    CALL_close_range,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_fstatfs,
    SYS_faccessat,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_dup,
    SYS_dup3,
    SYS_fcntl,
    SYS_ftruncate,
    SYS_fsync,
    SYS_fdatasync,
    SYS_pipe2,
    SYS_memfd_create,
    SYS_eventfd2,
    SYS_umask,
    // The socket.
    SYS_sendto,
    SYS_recvfrom,
    SYS_sendmsg,
    SYS_recvmsg,
    SYS_shutdown,
    SYS_getsockopt,
    SYS_setsockopt,
    SYS_ppoll,
    SYS_pselect6,
    SYS_epoll_create1,
    SYS_epoll_ctl,
    SYS_epoll_pwait,
    // Memory.
    SYS_brk,
    SYS_mmap,
    SYS_munmap,
    SYS_mprotect,
    SYS_mremap,
    SYS_madvise,
    SYS_mincore,
    SYS_msync,
    SYS_mlock,
    SYS_munlock,
    SYS_membarrier,
    SYS_mbind,
    SYS_get_mempolicy,
    SYS_set_mempolicy,
    // Threads.
    SYS_futex,
    SYS_set_robust_list,
    SYS_get_robust_list,
    SYS_set_tid_address,
    SYS_rseq,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_sched_getparam,
    SYS_sched_getscheduler,
    SYS_sched_get_priority_max,
    SYS_sched_get_priority_min,
    SYS_getcpu,
    SYS_gettid,
    SYS_exit,
    SYS_exit_group,
    // Signals, to itself.
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigpending,
    SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait,
    SYS_sigaltstack,
    SYS_restart_syscall,
    // Clocks and what there is to ask.
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_times,
    SYS_getrusage,
    SYS_setitimer,
    SYS_getitimer,
    SYS_timer_create,
    SYS_timer_settime,
    SYS_timer_gettime,
    SYS_timer_delete,
    SYS_timerfd_create,
    SYS_timerfd_settime,
    SYS_getrandom,
    SYS_uname,
    SYS_sysinfo,
    SYS_getrlimit,
    SYS_getpid,
    SYS_getppid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getpgid,
    SYS_getsid,
    SYS_prctl,
    SYS_seccomp,
#if defined(__x86_64__)
    SYS_arch_prctl,
    SYS_access,
    SYS_readlink,
    SYS_stat,
    SYS_lstat,
    SYS_dup2,
    SYS_pipe,
    SYS_poll,
    SYS_select,
    SYS_epoll_wait,
    SYS_epoll_create,
    SYS_eventfd,
    SYS_time,
    SYS_alarm,
    SYS_pause,
    SYS_getpgrp,
    SYS_getdents,
#endif
};

enum { WRITING = O_ACCMODE | O_CREAT | O_TRUNC };

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
    filter_call_if(filter, SYS_kill, 0, ARGUMENT_IS, self, FILTER_ALLOW);
    filter_call_if(filter, SYS_tgkill, 0, ARGUMENT_IS, self, FILTER_ALLOW);
    filter_call_if(filter, SYS_prlimit64, 0, ARGUMENT_IS, 0, FILTER_ALLOW);
    // Whether it writes to a terminal, and how much there is to read.
    filter_call_if(filter, SYS_ioctl, 1, ARGUMENT_IS, TCGETS, FILTER_ALLOW);
    filter_call_if(filter, SYS_ioctl, 1, ARGUMENT_IS, TIOCGWINSZ, FILTER_ALLOW);
    filter_call_if(filter, SYS_ioctl, 1, ARGUMENT_IS, FIONREAD, FILTER_ALLOW);
}

bool jail_lock_down(void) {
    Filter filter;
    filter_begin(&filter);
    filter_calls(&filter, allowed, sizeof allowed / sizeof *allowed, FILTER_ALLOW);
    allow_by_arguments(&filter);
    filter_end(&filter, FILTER_FAIL(ENOSYS), FILTER_FAIL(EPERM));
    return filter_install(&filter);
}
