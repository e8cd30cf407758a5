// Builds and installs seccomp filters.
#define _GNU_SOURCE
#include "grader/jail/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define FILTER_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define FILTER_ARCH AUDIT_ARCH_AARCH64
#else
#error "The jail knows the system calls of x86-64 and aarch64."
#endif

// Since Linux 5.1 a new call gets the same number, from this one on, on all machines.
enum { FIRST_COMMON_CALL = 424, X32_BIT = 0x40000000 };

static void emit(Filter *filter, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
    // A filter that is too long gets no end, and the kernel refuses it whole.
    if (filter->count < FILTER_MAX)
        filter->code[filter->count++] = (struct sock_filter){code, if_true, if_false, value};
}

static void emit_load(Filter *filter, size_t offset) {
    emit(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void emit_return(Filter *filter, uint32_t action) {
    emit(filter, BPF_RET | BPF_K, action, 0, 0);
}

void filter_begin(Filter *filter) {
    filter->count = 0;
    emit_load(filter, offsetof(struct seccomp_data, arch));
    emit(filter, BPF_JMP | BPF_JEQ | BPF_K, FILTER_ARCH, 1, 0);
    emit_return(filter, SECCOMP_RET_KILL_PROCESS);
    emit_load(filter, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    emit(filter, BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1);
    emit_return(filter, SECCOMP_RET_KILL_PROCESS);
#endif
}

void filter_call(Filter *filter, long call, uint32_t action) {
    emit(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
    emit_return(filter, action);
}

void filter_calls(Filter *filter, const long *calls, size_t count, uint32_t action) {
    for (size_t i = 0; i < count; i++) filter_call(filter, calls[i], action);
}

void filter_call_if(Filter *filter, long call, int argument, FilterTest test, uint32_t value,
                    uint32_t action) {
    bool by_bits = test == ARGUMENT_HAS || test == ARGUMENT_LACKS;
    bool wanted = test == ARGUMENT_IS || test == ARGUMENT_HAS;
    emit(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
    emit_load(filter, offsetof(struct seccomp_data, args) + (size_t)argument * sizeof(uint64_t));
    emit(filter, BPF_JMP | (by_bits ? BPF_JSET : BPF_JEQ) | BPF_K, value, !wanted, wanted);
    emit_return(filter, action);
    emit_load(filter, offsetof(struct seccomp_data, nr)); // for the rules that follow
}

void filter_call_only(Filter *filter, long call, int argument, const uint32_t *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        filter_call_if(filter, call, argument, ARGUMENT_IS, values[i], FILTER_ALLOW);
    filter_call(filter, call, FILTER_FAIL(EPERM));
}

void filter_fcntl(Filter *filter) {
    static const uint32_t commands[] = {
        F_DUPFD, F_DUPFD_CLOEXEC, // dup, shells
        F_GETFD, F_SETFD,         // close-on-exec
        F_GETFL,                  // fdopen
    };
    filter_call_only(filter, SYS_fcntl, 1, commands, sizeof commands / sizeof *commands);
}

void filter_prctl(Filter *filter) {
    static const uint32_t options[] = {
        PR_SET_NAME, PR_GET_NAME, // names of threads
        PR_SET_NO_NEW_PRIVS,      // jail_lock_down
    };
    filter_call_only(filter, SYS_prctl, 0, options, sizeof options / sizeof *options);
}

void filter_end(Filter *filter, uint32_t newer, uint32_t other) {
    emit(filter, BPF_JMP | BPF_JGE | BPF_K, FIRST_COMMON_CALL, 0, 1);
    emit_return(filter, newer);
    emit_return(filter, other);
}

bool filter_install(const Filter *filter) {
    struct sock_fprog program = {filter->count, (struct sock_filter *)filter->code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}
