// Inside the room: what a condition of whole numbers is worth, where all its names are known.
#ifndef WARPBOOK_CONDITION_H
#define WARPBOOK_CONDITION_H

#include <stddef.h>

// 1 or 0 of the text [text, text + size); -1: it has names, or operators, that are not known. `name`, `value`: `count` of them.
int condition_value(const char *text, size_t size, const char *const *name, const int *value, int count);

#endif
