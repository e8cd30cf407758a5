// The words of an access at an address that is no multiple of its bytes.
#include <inttypes.h>
#include <stdio.h>

#include "grader/contract/finding_facts.h"
#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/memory_words.h"
#include "grader/warpsim/core/note.h"

// ": there `in[3]` begins". Only of an array whose name the student knows.
static void name_element(Finding *f, const Allocation *a, u64 address, char *words, size_t size) {
    const u64 offset = address - a->base, inside = a->element ? offset % a->element : 0;
    if (!a->parameter[0] || !a->element) return;
    f->at = (s64)(offset / a->element);
    f->room = (s64)(a->size / a->element);
    if (inside) {
        f->facts |= FOUND_INSIDE_ELEMENT;
        snprintf(words, size,
                 ": it lies inside of `%s[%" PRId64 "]`, %" PRIu64 " byte%s behind its beginning",
                 a->parameter, f->at, inside, plural(inside));
    } else {
        snprintf(words, size, ": `%s[%" PRId64 "]` begins there", a->parameter, f->at);
    }
}

// ": byte 36 of `tile`", or what its beginning has to do with it.
static void name_byte(Finding *f, const Warp *w, u64 byte, u32 bytes, char *words, size_t size) {
    char name[60];
    u64 offset;
    if (byte >= w->thread_block->shared_bytes) return; // of another block of the cluster
    f->at = (s64)byte;
    f->room = w->thread_block->shared_bytes;
    if (!shared_variable(w->function, byte, name, sizeof name, &offset)) return;
    const bool begins = (byte - offset) % bytes != 0;
    snprintf(words, size, ": byte %" PRIu64 " of `%s`%s", offset, name,
             begins ? ", which does not begin at such a multiple itself" : "");
}

u8 *note_misaligned(Warp *w, const Op *op, const Run *run, u32 element, bool write, u32 memory) {
    Finding *f = note_lane(w, op, CHECK_MISALIGNED, run->first);
    if (f) {
        char where[80], named[160] = "";
        if (memory == FOUND_GLOBAL)
            snprintf(where, sizeof where, "address 0x%" PRIx64, run->address);
        else
            snprintf(where, sizeof where, "byte %" PRIu64 " of %s", run->address,
                     memory == FOUND_SHARED ? "shared memory" : "the thread's local memory");
        note_access(f, memory, element, write);
        const Allocation *a =
            memory == FOUND_GLOBAL ? arena_find(w->worker->launch->arena, run->address) : NULL;
        if (a) name_element(f, a, run->address, named, sizeof named);
        if (memory == FOUND_SHARED) name_byte(f, w, run->address, element, named, sizeof named);
        snprintf(f->message, sizeof f->message,
                 "This would %s %u bytes at %s, which is not a multiple of %u%s.", write ? "write" : "read",
                 element, where, element, named);
        snprintf(
            f->next, sizeof f->next,
            "A value of %u bytes must start at a multiple of %u: look at the pointer casts before this line.",
            element, element);
        f->fatal = true;
    }
    stop_block(w);
    return NULL;
}
