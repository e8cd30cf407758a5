// The line of a function that chooses one value among several, and the one that its answer comes from.
#ifndef WARPBOOK_CHOSEN_LINE_H
#define WARPBOOK_CHOSEN_LINE_H

// The first line of the function that asks for the least or the greatest value, sorts, or lets a comparison decide; where there is
// none, the last one that sets what it returns; 0: neither. A guess from the text, for a message alone.
int line_of_choice(const char *path, const char *function);

#endif
