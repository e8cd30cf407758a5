// One case that was run once more to be looked at: each cell of its output, which block wrote it, and what chosen blocks
// asked of memory.
#ifndef WARPBOOK_VERDICT_PICTURE_H
#define WARPBOOK_VERDICT_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/lab.h"
#include "grader/lab/case_data.h"
#include "grader/session/records.h"
#include "grader/verdict/point_recipe.h"

enum {
    PICTURE_CELLS = 40 * 40 * 40, // a larger output is not drawn
    PICTURE_WRONG = 3000,         // wrong cells whose values are kept
    PICTURE_FOLLOWED = 120        // of these, those that are followed by the witness
};

// Letters of Picture.state.
enum {
    CELL_RIGHT = '.',
    CELL_KEPT = '-',       // must not be written, and was not
    CELL_WRONG = 'x',      // was written, and is wrong
    CELL_NEVER = 'n',      // should have been written, and was not
    CELL_OVERWRITTEN = 'b' // must not be written, and was
};

typedef struct {
    size_t index;
    double got, expected; // NaN: nothing may be written there
    char words[100];      // the lab's words for the cell, such as which thread writes it; "": it has none
} WrongCell;

typedef struct {
    bool known;
    int case_index;  // in the LabResult
    Records records; // of this run
    size_t grid[3];  // of the output, x, y, z, drawn or not; 0, 0, 0: it is no grid
    int reach[3];    // how far the terms that a cell is a sum of lie from it, as lab.spec says
    size_t cells;    // 0: the output is not drawn
    int axes;
    size_t extent[3]; // x, y, z
    char *state;      // a letter for each cell
    uint32_t *owner;  // 1 + the number of the block that wrote it last, 0: none
    WrongCell *wrong; // the first ones
    size_t wrong_listed, wrong_count;
    PointRecipe *recipes; // of wrong cells, in the order of `wrong`; NULL: none was followed
    int recipe_count;
} Picture;

// Draws the output of the data's first round. False without memory.
bool picture_draw(Picture *picture, const CaseData *data, const LabEntry *lab);
void picture_free(Picture *picture);

#endif
