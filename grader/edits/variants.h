// Many variants of one text as one text, each in a namespace of its own: so they are compiled together.
#ifndef WARPBOOK_VARIANTS_H
#define WARPBOOK_VARIANTS_H

#include "grader/edits/edits.h"

typedef struct {
    char *text;
    int *first_line; // of each variant in it
    int count;
} Variants;

// The variant of each edit. False without memory.
bool variants_make(Variants *v, const char *text, const Edits *edits);
void variants_free(Variants *v);

// The file that they are compiled as: its messages begin with this name, or a path that ends with it.
#define VARIANTS_FILE "variants.cu"

// Drops the edits whose variants the compiler's messages complain of. False: it complains of none of them.
bool drop_complaints(Edits *edits, const Variants *v, const char *messages, size_t size);

// The device code of one variant, cut out of the PTX of all, with the names that `own` has: the PTX of the text itself. To be
// freed. NULL: it does not fit.
char *variant_ptx(const char *all, const char *own, int number);

#endif
