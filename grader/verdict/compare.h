// The student's output against the reference, cell by cell, in double.
#ifndef WARPBOOK_COMPARE_H
#define WARPBOOK_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/lab.h"
#include "grader/lab/case_data.h"

// A cell of an output and what it should be. One whose bound is 0 must keep its background bit for bit.
typedef struct {
    size_t index;
    double got;     // the student's
    double value;   // the reference's
    double bound;   // largest error allowed
    bool untouched; // holds its background bit for bit
} Cell;

typedef struct Comparison {
    size_t cells;
    int axes;         // 0: no grid, 1 to 3
    size_t extent[3]; // x, y, z; 1 where there is no such axis; x has all cells where there is no grid
    size_t wrong_count;
    size_t todo_cells; // cells that have to be written
    Cell first;        // first wrong cell among those to be computed, else among the others
    // The same of all cells; only compare_keeping_cells fills them in.
    double *got, *value, *bound;
    bool *untouched, *wrong;
} Comparison;

// Judges round `round` of the case on at most `threads` threads, whose number changes nothing. False when
// there is no memory for it.
bool compare(Comparison *c, const CaseData *data, const LabEntry *lab, int round, int threads);

// The same of `count` listed cells alone, of an entry that is in_parts.
void compare_listed(Comparison *c, const CaseData *data, const LabEntry *lab, int round, const size_t *cells,
                    size_t count);

// The same, and keeps all cells: 26 bytes for each.
bool compare_keeping_cells(Comparison *c, const CaseData *data, const LabEntry *lab, int round);
void comparison_free(Comparison *c);

// Fills in `wrong` and the counts where got, value, bound and untouched are given.
void compare_cells(Comparison *c);

// How many cells have to be written, whatever the output. False when there is no memory for it.
bool count_todo_cells(size_t *count, const CaseData *data, const LabEntry *lab, int threads);

// x, y and z of a cell.
void cell_position(const Comparison *c, size_t cell, size_t position[3]);

// The same of one cell after the other: begin with {0}.
typedef struct {
    size_t cell, at[3]; // x, y, z
} CellWalk;

static inline void next_cell(const Comparison *c, CellWalk *w) {
    w->cell++;
    if (++w->at[0] < c->extent[0]) return;
    w->at[0] = 0;
    if (++w->at[1] < c->extent[1]) return;
    w->at[1] = 0;
    w->at[2]++;
}

// The lab's words for a cell of the output; it must have a `describe`.
void describe_cell(const LabEntry *lab, const CaseData *data, int round, size_t cell, char *text,
                   size_t size);

// The host function whose answer a cell is, with the numbers that it was called with. NULL: none is known.
const char *cell_given(const LabEntry *lab, const CaseData *data, size_t cell, LabTake *take, void *context);

// Calls the lab's reference, or one of its mistakes, on the data of a round, for all cells.
void call_reference(LabReference *reference, const CaseData *data, int round, double *value, double *bound);
// The same for cells first .. first + count - 1 alone, of an entry that is in_parts; value[0] is that of `first`.
void call_reference_part(LabReference *reference, const CaseData *data, int round, size_t first, size_t count,
                         double *value, double *bound);

#endif
