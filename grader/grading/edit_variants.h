// Many small changes of a submission's device code, compiled together, for trials of each.
#ifndef WARPBOOK_EDIT_VARIANTS_H
#define WARPBOOK_EDIT_VARIANTS_H

#include <stdbool.h>

#include "grader/edits/edits.h"
#include "grader/grading/compile.h"
#include "grader/grading/trials.h"

typedef struct {
    char *own, *all;      // PTX of the file as it is written, and of all variants
    const char *own_path; // where the first one lies
} EditVariants;

// `like`: project, lab and deadline; its output is the PTX of the file as it is written. `text`: the file's. Edits that do not compile are
// dropped from `edits`. False where nothing compiles; to be freed in either case.
bool edit_variants_compile(EditVariants *v, const Compilation *like, Edits *edits, const char *text);
void edit_variants_free(EditVariants *v);

// Trials of the `count` variants, all alive. `alive` is to be freed; NULL: there is no memory. `v` must outlive them.
Trials edit_variants_trials(EditVariants *v, int count);

#endif
