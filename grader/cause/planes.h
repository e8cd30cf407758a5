// Inside the room: the planes of an output across an axis, stored or left out.
#ifndef WARPBOOK_PLANES_H
#define WARPBOOK_PLANES_H

#include "grader/cause/study.h"

// Those with points to compute: all of their points were stored, or none was.
typedef struct {
    int stored, empty, first_empty, last_empty;
} Planes;

// False: in some plane only a part was stored, or the axis is too long.
bool count_planes(const Study *s, int axis, Planes *p);

#endif
