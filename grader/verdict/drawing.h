// Draws an output in letters, for the labs that make a picture.
#ifndef WARPBOOK_DRAWING_H
#define WARPBOOK_DRAWING_H

#include "grader/lab/case_data.h"

enum { DRAWING_COLUMNS = 72, DRAWING_ROWS = 24, DRAWING_SIZE = (DRAWING_COLUMNS + 1) * DRAWING_ROWS + 1 };

// The output of the case's first round, a grid of ints with axes x and y, as lines of letters from dark to light. A
// letter is as high as two are wide. What lies outside 0 to 255 is `?`.
void draw_output(const CaseData *data, char drawing[DRAWING_SIZE]);

#endif
