// Sizes at which a file begins to do another thing, by the numbers in its own text: "if (n >= 192)", "const int SLAB = 300".
//
// A size between those that are tested may have a launch, or a loop, of its own. The file itself says where that begins.
#ifndef WARPBOOK_NAMED_SIZES_H
#define WARPBOOK_NAMED_SIZES_H

#include <stdbool.h>

enum { NAMED_SIZES = 4, LARGEST_NAMED = 320 }; // a case of that size needs 0.7 GB

typedef struct {
    int number;
    bool equal; // the file asks for just that one
} NamedSize;

// The largest numbers from 9 to LARGEST_NAMED that something in the file is compared with, and those beyond `past` that it has for
// something else and are not threads of whole warps; ascending. Returns their number; 0 too where the file cannot be read.
int named_sizes(const char *path, int past, NamedSize list[NAMED_SIZES]);

// Has the file a variable of a type that holds 15 bits: short, int16_t? False too where it cannot be read.
bool has_narrow_numbers(const char *path);

#endif
