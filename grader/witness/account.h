// Inside the witness: the text that is being written, and what its records share.
#ifndef WARPBOOK_WITNESS_ACCOUNT_H
#define WARPBOOK_WITNESS_ACCOUNT_H

#include <stdio.h>

#include "grader/witness/parts.h"

// An instruction and the call that it ran by: what the text calls a site.
typedef struct {
    u32 site, context, next; // next: 1 + the number of another one of the same instruction; 0: there is none
} UsedSite;

// The sites that an address was computed at: what the text calls a via.
typedef struct {
    int site[ADDRESS_PLACES], count;
} Via;

// Of marches along an axis, see march_spacing(). made: where a block's index goes into the place of a store, a node; 0: not known.
typedef struct {
    bool known;
    s64 distance, points;
    u32 made;
} MarchSpacing;

typedef struct {
    const Witness *t;
    FILE *to;
    u64 base, size;
    u32 width; // bytes of an element
    Writers *writers;
    Stores stores;
    u64 unwritten, absent_every; // cells so far that were never written; one of every so many is examined
    UsedSite *used;
    u32 used_count;
    u32 *first_used; // of each instruction, as UsedSite.next
    Via *via;
    int vias;
    MarchSpacing march[3];
    bool marches_found;
    u32 *last_node;            // of each thread; NULL: not looked up yet
    bool told_ends, told_held; // of one block
} Account;

// The end of a record: the thread of that number, -1 where there is none.
void put_thread(const Account *a, u32 thread);

// The number of a site, and that of a node's; -1: it is none.
int use_site(Account *a, u32 site, u32 context);
int use_node(Account *a, u32 number);

// route.c: a term of a recipe, with its factors and the way that it came by.
void put_term(Account *a, const Term *term);

#endif
