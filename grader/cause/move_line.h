// The lines of a march by which its planes move on: "previous = current; current = next;". Guesses from the text, for a message alone.
#ifndef WARPBOOK_MOVE_LINE_H
#define WARPBOOK_MOVE_LINE_H

#include <stdbool.h>
#include <stddef.h>

// "to = from;" where both are names, or elements with the same subscripts.
typedef struct {
    int line;
    char to[64], from[64];
} MoveLine;

// In the function of `line`: a move from what another move above it has overwritten already. `round`: what it moves to is moved on,
// too, so that no order of the moves is right. False: there is none.
bool find_late_move(const char *path, int line, MoveLine *late, MoveLine *before, bool *round);

// In the function of `line`: a pointer, or the number of a plane, that takes another one's place, while that other one never gets a
// new value. False: there is none.
bool find_shared_move(const char *path, int line, MoveLine *move);

// The line stores to where a pointer points, "*to = ...;", and nothing in its function moves that on: its name. False: it is not so.
bool stores_to_one_place(const char *path, int line, char *name, size_t size);

#endif
