// Lists of findings: noting, merging, names.
#include "grader/warpsim/core/findings.h"

#include <stdlib.h>
#include <string.h>

const char *warpsim_check_name(int check) {
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
        [CHECK_INTERRUPTED] = "interrupted",
        [CHECK_READ_ONLY] = "read-only",
        [CHECK_INPUT_WRITTEN] = "input-written",
    };
    return check >= 0 && check < CHECK_COUNT ? names[check] : NULL;
}

const char *warpsim_fact_name(int n) {
    return finding_fact_name(n);
}

static Finding *entry(Findings *f, int i) {
    if (i < f->count) return &f->list[i];
    return i == f->count && f->has_last ? &f->last : NULL;
}

const Finding *findings_at(const Findings *f, int i) {
    return entry((Findings *)f, i);
}

Finding *findings_find(Findings *f, int check, const struct Function *function, u32 instruction, u64 launch) {
    Finding *x;
    for (int i = 0; (x = entry(f, i)); i++)
        if (x->check == check && x->function == function && x->instruction == instruction &&
            x->launch == launch)
            return x;
    return NULL;
}

static bool grow(Findings *f) {
    if (f->count < f->room) return true;
    const int room = f->room ? 2 * f->room : 8;
    Finding *list = realloc(f->list, (size_t)room * sizeof *list);
    if (!list) return false;
    f->list = list;
    f->room = room;
    return true;
}

// The last place is everybody's until it is that of what ended a kernel.
static Finding *take_last(Findings *f) {
    f->left_out += f->has_last;
    if (f->has_last && f->last.fatal) return NULL;
    f->has_last = true;
    return &f->last;
}

static Finding *append(Findings *f) {
    const bool room = f->count < MAX_FINDINGS && !f->has_last && grow(f);
    Finding *x = room ? &f->list[f->count++] : take_last(f);
    if (x) memset(x, 0, sizeof *x);
    return x;
}

// The same for a finding as it is. One that ended a kernel takes the place of one that did not.
static void append_copy(Findings *f, const Finding *x) {
    Finding *place = append(f);
    for (int i = f->count - 1; !place && x->fatal && i >= 0; i--)
        if (!f->list[i].fatal) place = &f->list[i];
    if (place) *place = *x;
}

Finding *findings_note(Findings *f, int check, const struct Function *function, u32 instruction, u64 launch,
                       u64 block, u32 thread) {
    Finding *x = findings_find(f, check, function, instruction, launch);
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
    const Finding *x;
    for (int i = 0; (x = findings_at(from, i)); i++) {
        if (x->block > last_block) continue;
        Finding *have = findings_find(into, x->check, x->function, x->instruction, x->launch);
        if (!have) {
            append_copy(into, x);
        } else if (x->block < have->block) {
            u64 count = have->count + x->count;
            *have = *x;
            have->count = count;
        } else {
            have->count += x->count;
        }
    }
    into->left_out += from->left_out;
    from->count = 0;
    from->has_last = false;
    from->left_out = 0;
}

static bool is_known(Findings *all, const Finding *x) {
    const Finding *y;
    for (int i = 0; (y = entry(all, i)); i++)
        if (y->check == x->check && y->function == x->function && y->instruction == x->instruction &&
            y->kernel == x->kernel && (y->fatal || !x->fatal))
            return true;
    return false;
}

void findings_add_launch(Findings *all, Findings *found) {
    const Finding *x;
    for (int i = 0; (x = entry(found, i)); i++)
        if (!is_known(all, x)) append_copy(all, x);
    all->left_out += found->left_out;
    findings_clear(found);
}

void findings_surface(Findings *into, Findings *from, int check, const struct Function *function,
                      u32 instruction, u64 launch) {
    Finding *x = findings_find(from, check, function, instruction, launch);
    if (!x) return;
    Finding *have = findings_find(into, check, function, instruction, launch);
    if (!have) append_copy(into, x);
    if (x == &from->last)
        from->has_last = false;
    else
        *x = from->list[--from->count];
}

void findings_keep_only(Findings *f, int check) {
    int kept = 0;
    for (int i = 0; i < f->count; i++)
        if (f->list[i].check == check) f->list[kept++] = f->list[i];
    f->count = kept;
    f->has_last &= f->last.check == check;
}

void findings_clear(Findings *f) {
    free(f->list);
    memset(f, 0, sizeof *f);
}
