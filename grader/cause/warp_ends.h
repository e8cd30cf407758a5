// Inside the room: neighbours along x that come by a shuffle.
#ifndef WARPBOOK_WARP_ENDS_H
#define WARPBOOK_WARP_ENDS_H

#include "grader/c_text/source_lines.h"
#include "grader/cause/study.h"

enum { WARP_LANES = 32, LANE_NAMES = 8 };

// 1: the term is the neighbour behind, whose lane is the next one; -1: the one before; 0: no neighbour along x alone.
int side_along_x(const Study *s);

// Did the wrong value come by a shuffle?
bool came_by_shuffle(const Study *s);

// Do all cells that have the wrong value lie at the end of a warp, where a shuffle finds no lane and gives the own value back?
bool lost_at_warp_end(const Study *s);

// Does the number at `value` stand for a warp's 32 lanes, or for the last one?
bool is_warp_size(const char *value);

// The variables that are set to what fits, and threadIdx.x before them. Returns how many.
int names_of_values(const SourceLines *t, bool (*fits)(const char *value, const char *end),
                    char name[LANE_NAMES][SOURCE_NAME]);

// Blames another line; the one that was blamed is where the value comes into the result.
void blame_line_of_ends(Cause *cause, int line);

// warp_rows.c: blocks whose width is no multiple of a warp, where a lane's neighbour may stand in another row.
void say_warp_rows(Cause *cause, const Study *s);

// The line that asks for a lane that no warp has: "lane == 32". 0: there is none.
int line_of_no_lane(const char *path);

#endif
