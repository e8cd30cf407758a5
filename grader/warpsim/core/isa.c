// Picks the table of operations that suits the CPU.
#include <stddef.h>

#include "grader/warpsim/core/operations.h"

extern const OpTable operations_portable;
#if defined(__x86_64__)
extern const OpTable operations_avx2, operations_avx512;
#endif

const OpTable *const *operations_available(void) {
    static const OpTable *tables[4];
    int n = 0;
#if defined(__x86_64__)
    __builtin_cpu_init();
    // One that was left out has no name: left_out.c.
    if (operations_avx512.isa && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        tables[n++] = &operations_avx512;
    if (operations_avx2.isa && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        tables[n++] = &operations_avx2;
#endif
    tables[n++] = &operations_portable;
    tables[n] = NULL;
    return tables;
}

static const OpTable *in_use; // NULL: the fastest

const OpTable *operations_for_this_cpu(void) {
    return in_use ? in_use : operations_available()[0];
}

void operations_use(const OpTable *table) {
    in_use = table;
}
