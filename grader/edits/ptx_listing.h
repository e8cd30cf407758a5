// A listing of changes of device code, and what the files that list some kind of them share.
#ifndef WARPBOOK_PTX_LISTING_H
#define WARPBOOK_PTX_LISTING_H

#include "grader/edits/ptx_changes.h"
#include "grader/edits/ptx_lines.h"

typedef struct Listing {
    const char *ptx;
    PtxLines lines;
    PtxChanges *changes;
    int at; // the line that is looked at
} Listing;

static inline const PtxLine *line_at(const Listing *l, int i) {
    return &l->lines.list[i];
}

static inline bool opcode_begins(const Listing *l, const PtxLine *line, const char *word) {
    return !line->label && ptx_span_begins(l->ptx, line->opcode, word);
}

// ptx_changes.c: a change of the line that is looked at, with no piece yet; NULL: there is no memory, which is noted. `was`: what
// stands there, as a word of CUDA.
PtxChange *listing_add(Listing *l, ChangeKind kind, const char *was);
void listing_add_piece(PtxChange *change, PtxSpan span, const char *with); // of NULL: nothing
void listing_replace_by_span(Listing *l, ChangeKind kind, const char *was, PtxSpan span, PtxSpan with);
void listing_copy(const Listing *l, PtxSpan span, char *text, size_t size);
bool listing_is_number(const Listing *l, PtxSpan span, long *value);
bool listing_takes_numbers(const Listing *l, const PtxLine *line); // as operands

// ptx_variables.c: what stands for a name of the source.
typedef struct {
    PtxSpan span;
    int function;
    bool of_place; // it holds something of the thread's place
} PtxName;

enum { PTX_NAMES = 400 };

typedef struct {
    PtxName list[PTX_NAMES];
    int count;
} PtxNames;

void ptx_find_names(const Listing *l, PtxNames *names);
void ptx_list_variables(Listing *l, const PtxNames *names,
                        const PtxLine *line); // another one in the place of each
void ptx_list_swaps(Listing *l, const PtxNames *names, const PtxLine *line); // two of a line change places

#endif
