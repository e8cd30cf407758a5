// Memory for the data of a case, which may be gigabytes.
#ifndef WARPBOOK_LARGE_MEMORY_H
#define WARPBOOK_LARGE_MEMORY_H

#include <stddef.h>

// Zeros at first. NULL where there is none.
void *large_alloc(size_t bytes);

// The same, with zeros. What is not written to takes no room.
void *large_zeros(size_t bytes);

// `bytes` as it was asked for; NULL is left alone.
void large_free(void *memory, size_t bytes);

// What was freed and kept for the next case goes back to the system.
void large_give_back(void);

#endif
