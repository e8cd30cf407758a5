// Builds seccomp filters: a list of system calls and what becomes of each.
#ifndef WARPBOOK_JAIL_FILTER_H
#define WARPBOOK_JAIL_FILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILTER_MAX = 1024 };

typedef struct {
    struct sock_filter code[FILTER_MAX];
    unsigned short count;
} Filter;

// What becomes of a call: FILTER_ALLOW, or it fails with an error number.
#define FILTER_ALLOW          ((uint32_t)SECCOMP_RET_ALLOW)
#define FILTER_FAIL(error_no) ((uint32_t)SECCOMP_RET_ERRNO | (uint32_t)(error_no))

// A test of an argument's low 32 bits: all that the kernel looks at in the ints that are tested here.
typedef enum { ARGUMENT_IS, ARGUMENT_IS_NOT, ARGUMENT_HAS, ARGUMENT_LACKS } FilterTest;

// Calls of a foreign instruction set (32-bit x86, x32) end the process.
void filter_begin(Filter *filter);

// The first rule that fits a call decides.
void filter_call(Filter *filter, long call, uint32_t action);
void filter_calls(Filter *filter, const long *calls, size_t count, uint32_t action);
void filter_call_if(Filter *filter, long call, int argument, FilterTest test, uint32_t value,
                    uint32_t action);

// A call whose argument has to be one of these values: it is allowed with them, and fails with EPERM otherwise.
void filter_call_only(Filter *filter, long call, int argument, const uint32_t *values, size_t count);

// fcntl and prctl as far as anybody in a jail needs them. Left out are, of fcntl: leases, which hold up
// whoever opens the file; signals for descriptors, which may go to another process; notices about folders;
// locks; sizes of pipes. Of prctl: all that changes who is told of whose death, who may trace, and what a
// program may do.
void filter_fcntl(Filter *filter);
void filter_prctl(Filter *filter);

// What becomes of all other calls: `newer` of those that were added to Linux since 5.1, `other` of the rest.
void filter_end(Filter *filter, uint32_t newer, uint32_t other);

// Installs the filter on all threads of the calling process, after setting no_new_privs.
bool filter_install(const Filter *filter);

#endif
