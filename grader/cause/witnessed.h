// What the witness said (grader/contract/witness_report.h), read into memory. Names are cleaned.
#ifndef WARPBOOK_WITNESSED_H
#define WARPBOOK_WITNESSED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/session/records.h"
#include "grader/text/source_line.h"

typedef struct {
    int launch; // -1: none
    int block[3], thread[3];
} WThread;

typedef enum {
    FACTOR_INITIAL,
    FACTOR_PARAMETER,
    FACTOR_UNWRITTEN,
    FACTOR_UNSET,
    FACTOR_STORED,
    FACTOR_OTHER
} FactorKind;

typedef struct {
    int power;
    FactorKind kind;
    char space[8], name[64];
    long index;
    uint64_t bits;
    int site;
    WThread who;
} WFactor;

typedef enum { STEP_STORE, STEP_LOAD, STEP_SHUFFLE, STEP_ATOMIC, STEP_OPERATION } WStepKind;

typedef struct {
    WStepKind kind;
    int site;
    char space[8], name[64];
    long index;
    int via;       // of Witnessed: how its address was computed; -1: not known
    unsigned made; // a number of its own: the same one is the same load
    int left;      // site where the thread left the kernel that had stored this word; -1: it had not left
    WThread who;
} WStep;

// The arithmetic that an address was computed with, the earliest first.
enum { VIA_SITES = 64 };
typedef struct {
    int site[VIA_SITES], sites;
} WVia;

typedef struct {
    double coefficient;
    int factor, factors; // in Witnessed.factor: the first, and how many
    int step, steps;
} WTerm;

// A comparison that decided whether a thread stored, see witness_report.h.
typedef struct {
    int site;
    long left, right;
    bool held;
    unsigned depends; // on which indices, as bits
    unsigned axes;    // and so along which axes of the output
    int made;         // site where an index in it is made of a block's and a thread's; -1
    int use;          // site of what uses its result
    bool reused;      // an earlier branch uses it, too
    bool equality;    // it asks whether they are equal, or differ
    bool is_unsigned; // an order of unsigned numbers
    int branch;       // site of the branch that it decides
    int bound;        // site where its right side was computed, or else its left one; -1
} WGuard;

typedef enum { ABSENT_NOT, ABSENT_ALL, ABSENT_BEYOND, ABSENT_GAP, ABSENT_SKIPPED } WAbsence;

typedef enum { WNARROWED_NOT, WNARROWED_WHOLE, WNARROWED_FLOAT, WNARROWED_LEFT, WNARROWED_IDLE } WNarrowing;

typedef struct {
    size_t index;
    int site; // of the store that wrote it last; -1: no kernel did
    WThread who;
    int term, terms;
    int guard, guards;
    size_t first;        // the element that its thread stored first
    int index_site;      // where the index of its store is put together; -1: not known
    WNarrowing narrowed; // on its value's way
    int narrowed_site;
    WAbsence absent; // why no kernel wrote it
    int absent_axis, absent_site;
    WThread absent_who;  // that was to write it
    int made_site[3];    // where the index along an axis is made of a thread's and a block's; -1
    unsigned made_of[3]; // and of which, as bits
    long apart[3];       // elements from one block's to the next one's along an axis; 0: not known
    long stored[3];      // and how many of them a block stores
    int march_site[3];   // where a block's index goes into where its march begins; -1
    int shift_site[3];   // where a number of the program is added to the index along an axis; -1
    long shift[3];       // and which
} WCell;

typedef struct {
    int number, caller; // the line that called the inlined code that it is in
    SourcePlace place;
} WSite;

typedef struct {
    char kernel[64];
    int grid[3], block[3];
} WLaunch;

typedef struct {
    char space[8], name[64];
    long offset, bytes;
} WArray;

// A place of the program that stores into a shared array, see witness_report.h.
typedef struct {
    int site;
    char name[64];
    long width;    // bytes of an element
    long elements; // of the array; 0: as many as the launch asks for
    int outside;   // `who` stores to `element`, which the array does not have
    long element;
    long step[3];
    int low[3], high[3];
    int scaled_site[3]; // where the index is multiplied first, on its way from that of x, y and z; -1
    WThread who;
} WFill;

// A place of the program that stores into shared memory, see witness_report.h.
typedef struct {
    int site;
    long stores, again;
} WRefill;

// A thread that had left the kernel when a word of shared memory was read that nobody had written.
typedef struct {
    int site; // of its last branch
    WThread who;
} WEnd;

// What a word of shared memory had got by then, see witness_report.h.
typedef struct {
    int site; // of the store
    char name[64], buffer[64];
    long index, element;
    WThread who;
} WHeld;

typedef enum { WLOST_NOT, WLOST_OVERFLOW, WLOST_NARROW, WLOST_UNSIGNED } WLoss;

typedef struct {
    WCell *cell;
    WTerm *term;
    WFactor *factor;
    WStep *step;
    WSite *site;
    WLaunch *launch;
    WArray *array;
    WGuard *guard;
    WFill *fill;
    WRefill *refill;
    WVia *via;
    WEnd *end;
    WHeld *held;
    int fills, refills, vias, ends, holds;
    int cells, terms, factors, steps, sites, launches, arrays, guards;
    WLoss lost; // of the focus: what a whole number on the way of its address lost
    int lost_site;
    long lost_exact, lost_held;
    char access[64]; // of the focus: the shared array that its last access went through; "": not known
    long access_element, access_elements;
    long rounds;      // of the focus: how often its last access was made before, in a loop
    long round_bytes; // how far it moved on since the last time
    int round_site;   // and where it stands
    WCell focus;      // of the thread that was asked about: its guards and `who`; launch -1: none
    bool truncated;
} Witnessed;

// False when there is no memory, or the text makes no sense.
bool witnessed_read(Witnessed *w, const char *text, size_t size);
void witnessed_free(Witnessed *w);

// The line that called the code of a site, where that was inlined; its own line else; 0: not known.
int site_caller(const Witnessed *w, int site);

// The place of a comparison, as who reads the source sees it: where its result is used, if a compiler has merged it with
// an earlier one. NULL where it is not known.
const SourcePlace *guard_place(const Witnessed *w, const WGuard *g);

// Are its sides compared as unsigned numbers, and is one of them meant to be negative?
bool wraps_below_zero(const WGuard *g);

// "its two sides are 3 and 7 there".
void guard_sides(const WGuard *g, char *words, size_t size);

// What to look at where a condition lets a thread through, or keeps it away, and should not: a sentence.
const char *guard_advice(const WGuard *g);

// Where its bound was computed, on another line than the comparison; NULL where there is none.
const SourcePlace *bound_place(const Witnessed *w, const WGuard *g);

// The place of a site; NULL where it is not known.
const SourcePlace *site_place(const Witnessed *w, int site);

// guards_behind.c: drops the comparisons of the focus that stand behind an access, in its function: they let nobody through to it. `path`:
// the student's file.
void forget_guards_behind(Witnessed *w, const SourcePlace *access, const char *path);

// edge_guard.c: the comparison that says which threads of a tile compute: along an axis at whose edge the thread stands the one that
// looks to that side, at its place in the block or, where there is none of that kind, in the grid; else one of indices in the block
// alone. NULL: none.
const WGuard *guard_at_edge(const Witnessed *w, const ThreadPlace *edge);
// Does it look at the place in the grid, of a block's and a thread's index along one axis?
bool asks_place_in_grid(const WGuard *g);
// Does the thread stand at the edge of its block along any axis? True where that is not known.
bool at_block_edge(const Witnessed *w, const WThread *who);

#endif
