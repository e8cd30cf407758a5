// Findings about undefined values: where the value was read, of what, and where it is used.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/definedness.h"
#include "grader/warpsim/core/memory_words.h"
#include "grader/warpsim/core/note.h"

static const char *use_words(Use use) {
    switch (use) {
    case USE_BRANCH: return "The path that the kernel takes depends on them";
    case USE_ADDRESS: return "An address is computed from them";
    case USE_OUTSIDE: return "They are copied from the GPU";
    default: return "A result that is stored is computed from them, or is a copy of them";
    }
}

// "byte 260 of shared memory", and behind the sentence which element that is, where the memory has a name.
typedef struct {
    char memory[220], element[120];
    u64 byte;
} OriginWords;

static void describe_global(OriginWords *words, const Arena *arena, const Origin *from, Finding *f) {
    const Allocation *a = arena_nearest(arena, from->address);
    f->facts = FOUND_GLOBAL;
    if (!a) return;
    memcpy(f->caller, a->caller, sizeof f->caller);
    words->byte = from->address - a->base;
    memory_words(a, words->memory, sizeof words->memory);
    if (a->parameter[0] && a->element)
        snprintf(words->element, sizeof words->element, " That is `%s[%" PRIu64 "]`.", a->parameter,
                 words->byte / a->element);
}

static void describe_shared(OriginWords *words, const Origin *from, Finding *f) {
    char name[64];
    u64 offset;
    const u64 inside = from->address & (WINDOW_SIZE - 1);
    f->facts = FOUND_SHARED;
    snprintf(words->memory, sizeof words->memory, "%s",
             inside >> CLUSTER_RANK_SHIFT ? "the shared memory of another block of the cluster"
                                          : "shared memory");
    words->byte = inside & CLUSTER_OFFSET;
    if (from->bytes && shared_variable(from->function, words->byte, name, sizeof name, &offset))
        snprintf(words->element, sizeof words->element, " That is element %" PRIu64 " of `%s`.",
                 offset / from->bytes, name);
}

static void describe(Finding *f, const Warp *w, Use use, const Origin *from) {
    OriginWords words = {.memory = "memory", .byte = from->address};
    switch (from->address >> 40) {
    case SHARED_WINDOW >> 40: describe_shared(&words, from, f); break;
    case LOCAL_WINDOW >> 40:
        f->facts = FOUND_LOCAL;
        snprintf(words.memory, sizeof words.memory, "the thread's local memory (a local array)");
        words.byte = from->address & (WINDOW_SIZE - 1);
        break;
    default: describe_global(&words, w->worker->launch->arena, from, f); break;
    }
    f->bytes = from->bytes;
    snprintf(f->message, sizeof f->message,
             "This reads %u byte%s at byte %" PRIu64 " of %.150s, where nothing has been written.%.100s %s.",
             from->bytes, plural(from->bytes), words.byte, words.memory, words.element, use_words(use));
    snprintf(f->next, sizeof f->next,
             "Write these bytes before they are read, or do not read them: their contents are "
             "undefined.");
}

static bool same_line(const Warp *w, u32 instruction, const Origin *from) {
    const char *file, *other_file;
    int line, other_line, column;
    return program_source_line(w->function, instruction, &file, &line, &column) &&
           program_source_line(from->function, from->instruction, &other_file, &other_line, &column) &&
           line == other_line && strcmp(file, other_file) == 0;
}

void note_use(Warp *w, Use use, u32 instruction, u32 lane, const Origin *from) {
    Worker *worker = w->worker;
    const Launch *launch = worker->launch;
    const u32 thread = w->index * LANES + lane;
    if (worker->stop) return;
    const bool of_this_launch = from->launch == launch->launch_number;
    Findings *list = use == USE_STORED ? &worker->withheld : &worker->findings;
    // Handed on by another thread, which was counted.
    if (from->thread != thread &&
        findings_find(list, CHECK_UNINITIALISED, from->function, from->instruction, from->launch))
        return;
    Finding *f = findings_note(list, CHECK_UNINITIALISED, from->function, from->instruction, from->launch,
                               of_this_launch ? from->block : w->thread_block->linear,
                               of_this_launch ? from->thread : thread);
    if (!f) return;
    f->kernel = launch->kernel;
    memcpy(f->grid, launch->grid, sizeof f->grid);
    memcpy(f->shape, launch->block, sizeof f->shape);
    if (!same_line(w, instruction, from)) {
        f->has_other = f->other_has_thread = true;
        f->other_function = w->function;
        f->other_instruction = instruction;
        f->other_block = w->thread_block->linear;
        f->other_thread = thread;
        snprintf(f->other_what, sizeof f->other_what, "used it");
    }
    describe(f, w, use, from);
}
