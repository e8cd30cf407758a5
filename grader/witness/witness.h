// The witness: a slow second run of kernels that remembers where every value came from.
//
// A simulator that has a Witness runs as always, and makes the same bytes; beside that, each 32-bit lane of a register and each word of memory has a node of a graph
// (graph.h). Afterwards witness_account() says of elements of a buffer what they are made of and by which way
// it came there.
#ifndef WARPBOOK_WITNESS_H
#define WARPBOOK_WITNESS_H

#include <stddef.h>
#include <stdint.h>

#include "grader/contract/followed_blocks.h"
#include "grader/warpsim/warpsim.h"

typedef struct Witness Witness;

// Of all that is loaded into the simulator and launched from now on. NULL without memory. The simulator must
// outlive it.
Witness *witness_new(Warpsim *s);
void witness_free(Witness *t);

// What the host did to device memory since: it wrote these bytes; it copied them.
void witness_wrote(Witness *t, uint64_t address, uint64_t size);
void witness_copied(Witness *t, uint64_t to, uint64_t from, uint64_t size);

// The text of grader/contract/witness_report.h about elements of the buffer at `base`, whose elements are 4
// bytes and form a grid with that many along x, y and z; malloc'ed, NULL without memory.
// `focus`: 0, or 1 + the number of a thread of the last launch.
char *witness_account(Witness *t, uint64_t base, const uint32_t extent[3], const uint64_t *elements,
                      size_t count, uint64_t focus, size_t *size);

// From now on only what witness_ways() needs is kept, of some warps of all blocks: which ones only who knows `salt` can tell.
// `coarser`: of one warp of so many times more than usual; 0: 1. With samples other blocks are not looked at.
// Before anything is launched.
void witness_follow_ways(Witness *t, uint64_t salt, uint32_t coarser, FollowedBlocks blocks);

// With FOLLOW_SAMPLES_ALONE: how many blocks of such a launch are to run, one of each of as many equal parts of the grid, and the
// `draw` that chooses them (warpsim/core/trace.h). 0: all of them.
uint32_t witness_samples(const Witness *t, const uint32_t grid[3], uint64_t *draw);

// With FOLLOW_SAMPLES_ALONE: a launch cannot be judged so.
void witness_misses_blocks(Witness *t);

// By which way the values of points came that were stored in the buffer at `base`. Looked at are the warps that have
// histories, each with all its points.
typedef struct {
    uint64_t points; // whose terms were looked at; 0: none could be, by their histories
    // Of a point on an average, in that quarter of the points, by warps and parts of the output, where fewest values are passed
    // on. What the point is a sum of and came through shared memory, where another thread had put it;
    // less where the loads of these values serve one thread each:
    double passed;
    // Of these the ones that lie in another row of the grid, along x, than the point, or that a thread of another warp had put there;
    // in the quarter with fewest of them:
    double crossing;
    // Loads from global memory whose value got to one point of its warp alone, in registers, by shuffles, or by memory that
    // its thread had written itself; whatever was computed of it:
    double alone;
    // Loads from shared memory of values in the point's own line along the march of its thread: the point's own and its neighbours'
    // there; each load once, however many points its value serves. And for two each load of them from global memory by a thread that
    // has loaded the element before. In the quarter with most of them:
    double line;
    // Values loaded from global memory that another load of the same block has put into shared memory, in the worst quarter of some
    // whole blocks:
    double again;
    // Loads of inputs, in all warps that have histories, whose values got into no memory, from beyond half a line of the grid
    // before the first or behind the last point that their thread stored: the end of another line. The first one's line of the user's file;
    // 0: not known.
    uint64_t strayed;
    int strayed_line;
    // Lines of points along the march, and those of the halo around them, that a block works on at a time: see columns.c. Of the
    // block that stands last of those with most which make a quarter of the stores.
    double columns;
    bool cut_short; // there was no room for histories of the last blocks
    bool
        blocks_missed; // FOLLOW_SAMPLES_ALONE: something was used that blocks which did not run were to store
    bool no_memory;    // to keep or to follow histories; nothing is counted
} WitnessWays;
// `extent`: elements of the buffer along x, y and z. `terms`: of how many a point is the sum, by the lab; 0: not known.
WitnessWays witness_ways(const Witness *t, uint64_t base, const uint32_t extent[3], uint32_t terms);

#endif
