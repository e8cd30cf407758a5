// Source places: .file numbers the source files, .loc says which place the following instructions come from.
//
// A place in inlined code names the place of the call with inlined_at; that is looked up among the places
// seen so far.
#include "grader/ptx/parser.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool same_place(const PtxLoc *a, const PtxLoc *b) {
    return a->file == b->file && a->line == b->line && a->column == b->column;
}

static uint64_t hash_place(const PtxLoc *loc) {
    uint64_t hash = (uint64_t)loc->file * 0x9e3779b97f4a7c15u;
    hash = (hash ^ (uint64_t)loc->line) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ hash >> 31 ^ (uint64_t)loc->column) * 0x94d049bb133111ebu;
    return hash ^ hash >> 29;
}

// The slot that holds this place, or the free one where it belongs.
static int *find_slot(Parser *p, const PtxLoc *place) {
    for (size_t i = hash_place(place);; i++) {
        int *slot = &p->loc_slots[i & (p->loc_slot_count - 1)];
        if (*slot == 0 || same_place(&p->module->locs[*slot - 1], place)) return slot;
    }
}

static void grow_slots(Parser *p) {
    int *old = p->loc_slots;
    size_t old_count = p->loc_slot_count, new_count = old_count ? old_count * 2 : 1024;
    int *slots = calloc(new_count, sizeof *slots);
    if (!slots) ptx_fail_memory(p);
    p->loc_slots = slots;
    p->loc_slot_count = new_count;
    for (size_t i = 0; i < old_count; i++)
        if (old[i]) *find_slot(p, &p->module->locs[old[i] - 1]) = old[i];
    free(old);
}

static int inline_depth(const Parser *p, int loc) {
    int depth = 0;
    for (; loc >= 0; loc = p->module->locs[loc].parent) depth++;
    return depth;
}

// The index of this place with this parent. It becomes the latest at the place.
static int add_loc(Parser *p, PtxLoc loc) {
    if (p->loc_slots_used * 2 >= p->loc_slot_count) grow_slots(p);
    int *slot = find_slot(p, &loc);
    if (*slot && p->module->locs[*slot - 1].parent == loc.parent) return *slot - 1;
    p->loc_slots_used += *slot == 0;
    PtxLoc *added = ptx_append(p, &p->module->locs, &p->module->loc_count, sizeof *added);
    *added = loc;
    *slot = p->module->loc_count;
    if (loc.file >= p->files_needed) p->files_needed = loc.file + 1;
    return *slot - 1;
}

// Numbers stand side by side here, so "1 -2" is not an expression.
static int parse_number(Parser *p, int limit, const char *what) {
    if (p->token.kind != TOKEN_INT) ptx_fail_expected(p, what);
    if (p->token.value > (uint64_t)limit) ptx_fail(p, &p->token, "%s cannot be larger than %d", what, limit);
    int number = (int)p->token.value;
    ptx_advance(p);
    return number;
}

// What #line has counted past the largest int stays there.
static int parse_counted(Parser *p, const char *what) {
    if (p->token.kind == TOKEN_INT && p->token.value > INT_MAX) p->token.value = INT_MAX;
    return parse_number(p, INT_MAX, what);
}

static PtxLoc parse_place(Parser *p) {
    PtxLoc place = {.parent = -1};
    place.file = parse_number(p, MAX_FILES - 1, "a file number");
    place.line = parse_counted(p, "a line number");
    place.column = parse_counted(p, "a column number");
    return place;
}

static void expect_word(Parser *p, const char *word) {
    if (p->token.kind != TOKEN_NAME || strcmp(p->token.name->text, word) != 0) ptx_fail_expected(p, word);
    ptx_advance(p);
}

// The index of the call's place; made when nothing stood there before.
static int parse_inlined_at(Parser *p) {
    expect_word(p, "function_name");
    ptx_expect_name(p, "a label in .debug_str");
    ptx_parse_offset(p);
    ptx_expect_sign(p, ',');
    expect_word(p, "inlined_at");
    PtxLoc call = parse_place(p);
    int *slot = p->loc_slot_count ? find_slot(p, &call) : NULL;
    return slot && *slot ? *slot - 1 : add_loc(p, call);
}

// .loc 1 41 7
// .loc 2 107 3, function_name $L__info_string0, inlined_at 1 41 7
void ptx_parse_loc(Parser *p) {
    ptx_advance(p);
    PtxLoc loc = parse_place(p);
    if (ptx_accept_sign(p, ',')) {
        int parent = parse_inlined_at(p);
        // Inlined recursion names its own place as the call's, without end.
        loc.parent = inline_depth(p, parent) < MAX_INLINE_DEPTH ? parent : -1;
    }
    p->loc = add_loc(p, loc);
    if (p->function && p->function->loc < 0) p->function->loc = p->loc;
}

static void grow_files(Parser *p, int count) {
    while (p->module->file_count < count)
        ptx_append(p, &p->module->files, &p->module->file_count, sizeof *p->module->files);
}

// .file 1 "stencil.cu"
// .file 1 "stencil.cu", 1700000000, 4096       (time stamp and size)
void ptx_parse_file(Parser *p) {
    ptx_advance(p);
    int number = parse_number(p, MAX_FILES - 1, "a file number");
    if (p->token.kind != TOKEN_STRING) ptx_fail_expected(p, "the file's name in quotes");
    grow_files(p, number + 1);
    p->module->files[number] = p->token.name->text;
    ptx_advance(p);
    while (ptx_accept_sign(p, ',')) ptx_parse_int(p);
}

void ptx_finish_files(Parser *p) {
    grow_files(p, p->files_needed);
}
