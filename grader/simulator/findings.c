// Lists of findings: noting, merging, names.
#include "grader/simulator/findings.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FINDINGS = 256 };

const char *check_name(Check check) {
    static const char *names[CHECK_COUNT] = {
        [CHECK_RACE] = "race",
        [CHECK_OUT_OF_BOUNDS] = "out-of-bounds",
        [CHECK_UNINITIALISED] = "uninitialised",
        [CHECK_BARRIER] = "barrier",
        [CHECK_MISALIGNED] = "misaligned",
        [CHECK_TIMEOUT] = "timeout",
        [CHECK_TRAP] = "trap",
        [CHECK_MEMORY] = "out-of-memory",
        [CHECK_ASSERT] = "assert",
        [CHECK_NOT_SIMULATED] = "not-simulated",
        [CHECK_LAUNCH] = "launch",
    };
    return names[check];
}

static Finding *find(Findings *f, Check check, const struct Function *function, u32 instruction, u64 launch) {
    for (int i = 0; i < f->count; i++) {
        Finding *x = &f->list[i];
        if (x->check == check && x->function == function && x->instruction == instruction &&
            x->launch == launch)
            return x;
    }
    return NULL;
}

static Finding *append(Findings *f) {
    if (f->count == MAX_FINDINGS) return NULL;
    if (f->count == f->room) {
        int room = f->room ? 2 * f->room : 8;
        Finding *list = realloc(f->list, (size_t)room * sizeof *list);
        if (!list) return NULL;
        f->list = list;
        f->room = room;
    }
    Finding *x = &f->list[f->count++];
    memset(x, 0, sizeof *x);
    return x;
}

Finding *findings_note(Findings *f, Check check, const struct Function *function, u32 instruction, u64 launch,
                       u64 block, u32 thread) {
    Finding *x = find(f, check, function, instruction, launch);
    if (x) {
        x->count++;
        return NULL;
    }
    x = append(f);
    if (!x) return NULL;
    x->check = check;
    x->count = 1;
    x->function = function;
    x->instruction = instruction;
    x->launch = launch;
    x->block = block;
    x->thread = thread;
    return x;
}

void findings_merge(Findings *into, Findings *from, u64 last_block) {
    for (int i = 0; i < from->count; i++) {
        const Finding *x = &from->list[i];
        if (x->block > last_block) continue;
        Finding *have = find(into, x->check, x->function, x->instruction, x->launch);
        if (!have) {
            have = append(into);
            if (have) *have = *x;
        } else if (x->block < have->block) {
            u64 count = have->count + x->count;
            *have = *x;
            have->count = count;
        } else {
            have->count += x->count;
        }
    }
    from->count = 0;
}

void findings_clear(Findings *f) {
    free(f->list);
    memset(f, 0, sizeof *f);
}
