// A crash of the host code is told to `device` before the process dies of it, with the address that was
// touched: dereferencing a device pointer on the host is the commonest first mistake, and lands here.
#define _GNU_SOURCE // REG_RIP
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "grader/runtime/runtime.h"

// SIGXCPU is how the jail says that the processor time is used up: the place tells which loop did it.
// SIGABRT is an exception that nobody catches, an assert() or a heap that the C library finds broken.
static const int fault_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGXCPU, SIGABRT};
enum { FAULT_SIGNALS = sizeof fault_signals / sizeof *fault_signals };

static char handler_stack[64 * 1024]; // a stack overflow leaves none to run on
static volatile sig_atomic_t depth;
static MessageHead report;

static uintptr_t program_counter(const ucontext_t *context) {
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#else
#error "say where this machine keeps the program counter"
#endif
}

static uintptr_t stack_pointer(const ucontext_t *context) {
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.sp;
#endif
}

// What lies above the stack's end is there as long as the stack has room: the stack has none left where an address this
// near cannot be touched.
static bool is_stack_overflow(int signal_number, uintptr_t address, uintptr_t end) {
    enum {
        BELOW = 64 * 1024,
        ABOVE = 16 * 1024 * 1024
    }; // of the end: what calls push; the frame of a function
    return signal_number == SIGSEGV && address + BELOW >= end && address < end + ABOVE;
}

static bool is_write(const ucontext_t *context) {
#if defined(__x86_64__)
    return context->uc_mcontext.gregs[REG_ERR] & 2; // bit 1 of a page fault's error code
#else
    (void)context;
    return false;
#endif
}

// Walking a stack that the student's code has smashed may itself fault. That second fault comes back in here
// and sends what is known by then; a third would mean that even sending faults.
static void on_fault(int signal_number, siginfo_t *info, void *context) {
    if (signal_number == SIGSEGV && info->si_code == SEGV_ACCERR &&
        watch_fault(info->si_addr, is_write(context), program_counter(context)))
        return; // the access is made again
    depth++;
    if (depth == 1) {
        report.call = CALL_HOST_FAULT;
        report.arg[0] = info->si_code > 0 ? handle_of(info->si_addr) : 0;
        report.arg[1] = (uint64_t)signal_number;
        report.arg[2] = is_stack_overflow(signal_number, report.arg[0], stack_pointer(context));
        report.caller[0] = student_file_offset(program_counter(context));
        collect_callers(report.caller);
    }
    if (depth <= 2) connection_try_send(&report);
    for (int i = 0; i < FAULT_SIGNALS; i++) signal(fault_signals[i], SIG_DFL);
    raise((int)report.arg[1]);
}

__attribute__((constructor)) static void watch_for_faults(void) {
    if (!connection_is_possible()) return;
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaltstack(&stack, NULL);
    for (int i = 0; i < FAULT_SIGNALS; i++) sigaction(fault_signals[i], &action, NULL);
}
