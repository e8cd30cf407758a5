// Where a result stands on a leaderboard: the percent of a copy's speed that its times came to on a GPU or, without one, by the
// model of time. What is modelled has boards of its own.
#ifndef WARPBOOK_BOARD_H
#define WARPBOOK_BOARD_H

#include "grader/verdict/verdict.h"

enum { BOARD_BYTES = 300 };

// Is each test passed by the file as it is, and are there times?
bool board_is_open(const LabResult *result);

// What keeps an open board from taking the result: a clause; NULL where nothing does.
const char *board_missing(const LabResult *result);

// What the times are of: "NVIDIA H200", "NVIDIA H200 (modelled)". Different boards are different contests.
void board_name(const LabResult *result, char name[BOARD_BYTES]);

// Percent of a copy's speed of the time with that index; and the smallest: a kernel is as good as at its worst size.
double board_percent_at(const LabResult *result, int timed);
double board_percent(const LabResult *result);

#endif
