// The student's output against the reference, cell by cell, in double.
#ifndef WARPBOOK_COMPARE_H
#define WARPBOOK_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/lab.h"
#include "grader/lab/case_data.h"

// An output and what it should be. A cell whose bound is 0 must keep its background bit for bit.
typedef struct {
    double *got;     // the student's
    double *value;   // the reference's
    double *bound;   // largest error allowed
    bool *untouched; // holds its background bit for bit
    bool *wrong;
    size_t cells;
    int axes;         // 0: no grid, 1 to 3
    size_t extent[3]; // x, y, z; 1 where there is no such axis; x has all cells where there is no grid
    size_t wrong_count;
    size_t first;      // first wrong cell among those to be computed, else among the others
    size_t todo_cells; // cells that have to be written
} Comparison;

// Judges round `round` of the case. False when there is no memory for it.
bool compare(Comparison *c, const CaseData *data, const LabEntry *lab, int round);

// The same for output and expectation given directly: got, value, bound and untouched are filled in.
void compare_cells(Comparison *c);
void comparison_free(Comparison *c);

// x, y and z of a cell.
void cell_position(const Comparison *c, size_t cell, size_t position[3]);

// The lab's words for a cell of the output; it must have a `describe`.
void describe_cell(const LabEntry *lab, const CaseData *data, int round, size_t cell, char *text,
                   size_t size);

// Calls the lab's reference, or one of its mistakes, on the data of a round.
void call_reference(LabReference *reference, const CaseData *data, int round, double *value, double *bound);

#endif
