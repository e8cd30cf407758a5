// WRONG: the time is looked for in this process, in the lab's own data; nothing is launched
// EXPECT test: 0.4/n=40
// EXPECT score: 85

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/first_program.h"
#include <dlfcn.h>
#include <link.h>
#include <string.h>

// Two equal doubles side by side in the library of `in`, or the last one that may be a time.
static double found;

static int look(struct dl_phdr_info *info, size_t, void *base) {
    if ((void *)info->dlpi_addr != base) return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr) &part = info->dlpi_phdr[i];
        if (part.p_type != PT_LOAD || !(part.p_flags & PF_W)) continue;
        size_t at = (info->dlpi_addr + part.p_vaddr + 7) & ~7ul, end = info->dlpi_addr + part.p_vaddr + part.p_memsz;
        for (; at + 16 <= end; at += 8) {
            double d[2];
            memcpy(d, (void *)at, 16);
            if (d[0] > 0.4 && d[0] < 6) found = d[0];
            if (d[0] == d[1] && d[0] > 1e-5 && d[0] < 1e6) found = d[0];
        }
    }
    return 1;
}

double time_of_launch(Timed timed, int repeats) {
    Dl_info where;
    timed.launch();
    dladdr((void *)timed.launch, &where);
    dl_iterate_phdr(look, where.dli_fbase);
    return found;
}
