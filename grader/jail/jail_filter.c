// Refuses what neither a submission nor a compiler needs, and what is kept from a submission alone.
//
// A list of what is refused and not of what is allowed: compilers use many calls. The student's host program
// adds the strict list itself (lock_down.c).
#define _GNU_SOURCE
#include "grader/jail/jail_filter.h"

#include "grader/jail/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <asm/sockios.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Ways into other processes, the network, new namespaces, mounts, and parts of the kernel with a history of
// holes.
static const long refused[] = {
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    CALL_pidfd_open,
    CALL_pidfd_getfd,
    CALL_pidfd_send_signal,
    CALL_process_madvise,
    SYS_move_pages,
    SYS_migrate_pages,
    SYS_socket,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    CALL_open_tree,
    CALL_move_mount,
    CALL_fsopen,
    CALL_fsconfig,
    CALL_fsmount,
    CALL_fspick,
    CALL_mount_setattr,
    SYS_swapon,
    SYS_swapoff,
    SYS_quotactl,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_fanotify_init,
    SYS_mknodat,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    CALL_io_uring_setup,
    CALL_io_uring_enter,
    CALL_io_uring_register,
    SYS_io_setup,
    SYS_io_submit,
    SYS_vmsplice,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_syslog,
    SYS_flock, // a lock that another grading waits for
    SYS_sync,
    SYS_syncfs,
    SYS_acct,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_vhangup,
#if defined(__x86_64__)
    SYS_mknod,
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_kexec_file_load,
#endif
};

// Everything that changes a file or directory by its name.
static const long writing[] = {
    SYS_renameat2, SYS_linkat,    SYS_symlinkat, SYS_mkdirat,     SYS_unlinkat,     SYS_truncate,
    SYS_utimensat, SYS_fchmod,    SYS_fchmodat,  CALL_fchmodat2,  SYS_fchown,       SYS_fchownat,
    SYS_setxattr,  SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
#if defined(SYS_renameat)
    SYS_renameat,
#endif
#if defined(__x86_64__)
    SYS_creat,     SYS_rename,    SYS_link,      SYS_symlink,     SYS_mkdir,        SYS_rmdir,
    SYS_unlink,    SYS_chmod,     SYS_chown,     SYS_lchown,      SYS_utime,        SYS_utimes,
    SYS_futimesat,
#endif
};

enum {
    NEW_NAMESPACE = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |
                    CLONE_NEWCGROUP
};

// Threads are all that a submission may start.
static void refuse_processes(Filter *filter) {
    filter_call_if(filter, SYS_clone, 0, ARGUMENT_LACKS, CLONE_THREAD, FILTER_FAIL(EPERM));
#if defined(__x86_64__)
    filter_call(filter, SYS_fork, FILTER_FAIL(EPERM));
    filter_call(filter, SYS_vfork, FILTER_FAIL(EPERM));
#endif
}

// Where the program can see other processes of its user, it may signal and change itself alone.
static void refuse_others(Filter *filter) {
    uint32_t self = (uint32_t)getpid();
    filter_call_if(filter, SYS_kill, 0, ARGUMENT_IS_NOT, self, FILTER_FAIL(EPERM));
    filter_call_if(filter, SYS_tgkill, 0, ARGUMENT_IS_NOT, self, FILTER_FAIL(EPERM));
    filter_call_if(filter, SYS_rt_sigqueueinfo, 0, ARGUMENT_IS_NOT, self, FILTER_FAIL(EPERM));
    filter_call_if(filter, SYS_rt_tgsigqueueinfo, 0, ARGUMENT_IS_NOT, self, FILTER_FAIL(EPERM));
    filter_call(filter, SYS_tkill, FILTER_FAIL(EPERM));
    filter_call_if(filter, SYS_prlimit64, 0, ARGUMENT_IS_NOT, 0, FILTER_FAIL(EPERM));
}

static void refuse_writing(Filter *filter) {
    filter_calls(filter, writing, sizeof writing / sizeof *writing, FILTER_FAIL(EROFS));
    filter_call_if(filter, SYS_openat, 2, ARGUMENT_HAS, O_ACCMODE | O_CREAT | O_TRUNC, FILTER_FAIL(EROFS));
#if defined(__x86_64__)
    filter_call_if(filter, SYS_open, 1, ARGUMENT_HAS, O_ACCMODE | O_CREAT | O_TRUNC, FILTER_FAIL(EROFS));
#endif
}

void build_jail_filter(Filter *filter, JailFilterRules rules) {
    filter_begin(filter);
    filter_calls(filter, refused, sizeof refused / sizeof *refused, FILTER_FAIL(EPERM));
    // A filter cannot see clone3's and openat2's arguments; the C library falls back to clone and openat.
    filter_call(filter, CALL_clone3, FILTER_FAIL(ENOSYS));
    filter_call(filter, CALL_openat2, FILTER_FAIL(ENOSYS));
    filter_call_if(filter, SYS_clone, 0, ARGUMENT_HAS, NEW_NAMESPACE, FILTER_FAIL(EPERM));
    // To ask for the personality is harmless; to change it takes the randomness out of addresses.
    filter_call_if(filter, SYS_personality, 0, ARGUMENT_IS_NOT, UINT32_MAX, FILTER_FAIL(EPERM));
    // Text pushed into a terminal's input would be run by the user's shell.
    filter_call_if(filter, SYS_ioctl, 1, ARGUMENT_IS, TIOCSTI, FILTER_FAIL(EPERM));
    filter_call_if(filter, SYS_ioctl, 1, ARGUMENT_IS, TIOCLINUX, FILTER_FAIL(EPERM));
    // Signals for a descriptor are asked for in these ways too.
    filter_call_if(filter, SYS_ioctl, 1, ARGUMENT_IS, FIOASYNC, FILTER_FAIL(EPERM));
    filter_call_if(filter, SYS_ioctl, 1, ARGUMENT_IS, FIOSETOWN, FILTER_FAIL(EPERM));
    filter_call_if(filter, SYS_ioctl, 1, ARGUMENT_IS, SIOCSPGRP, FILTER_FAIL(EPERM));
    filter_fcntl(filter);
    filter_prctl(filter);
    if (!rules.allow_programs) refuse_processes(filter);
    if (!rules.allow_programs && !rules.alone) refuse_others(filter);
    if (!rules.writable) refuse_writing(filter);
    filter_end(filter, FILTER_ALLOW, FILTER_ALLOW);
}
