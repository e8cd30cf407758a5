// A picture to work on: a sun above two ridges, somewhere else for every seed.
#ifndef WARPBOOK_PICTURE_H
#define WARPBOOK_PICTURE_H

#include "grader/lab/random.h"

// Fills rows x columns pixels, 0xAARRGGBB each with A at random, row by row from the top.
void paint_picture(int *pixels, int rows, int columns, RandomStream *stream);

#endif
