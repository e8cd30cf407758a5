// One compilation for many variants of a text, and PTX for each.
#include "grader/grading/edit_variants.h"

#include <stdlib.h>
#include <string.h>

#include "grader/edits/variants.h"
#include "grader/grading/replace_file.h"

enum { COMPILATIONS = 3 };

// Those that do not compile are dropped. The PTX of all, to be freed; NULL: it cannot be had.
static char *compile_variants(Compilation *c, Edits *edits, const char *text) {
    char *ptx = NULL, *messages = NULL;
    size_t size;
    for (int i = 0; i < COMPILATIONS && !ptx && edits->count; i++) {
        Variants v;
        if (!variants_make(&v, text, edits)) return NULL;
        const bool compiled = compile_plain_text(c, VARIANTS_FILE, v.text, &messages, &size);
        if (compiled) ptx = read_whole_file(c->output, &size);
        const bool dropped = !compiled && messages && drop_complaints(edits, &v, messages, size);
        free(messages);
        variants_free(&v);
        if (!compiled && !dropped) break;
        if (!compiled) compile_clean_up(c);
    }
    return ptx;
}

static char *variant_text(void *context, int which, size_t *size) {
    const EditVariants *v = context;
    char *text = variant_ptx(v->all, v->own, which);
    *size = text ? strlen(text) : 0;
    return text;
}

bool edit_variants_compile(EditVariants *v, const Compilation *like, Edits *edits, const char *text) {
    Compilation compilation = {.project = like->project,
                               .lab_folder = like->lab_folder,
                               .origin = like->origin,
                               .shown = like->shown,
                               .quiet = true,
                               .deadline = like->deadline};
    size_t size;
    *v = (EditVariants){.own = read_whole_file(like->output, &size), .own_path = like->output};
    v->all = v->own ? compile_variants(&compilation, edits, text) : NULL;
    compile_clean_up(&compilation);
    return v->all;
}

void edit_variants_free(EditVariants *v) {
    free(v->own), free(v->all);
    *v = (EditVariants){0};
}

Trials edit_variants_trials(EditVariants *v, int count) {
    Trials t = {.ptx_path = v->own_path,
                .ptx = v->own,
                .size = strlen(v->own),
                .count = count,
                .text = variant_text,
                .context = v,
                .alive = malloc((size_t)count + 1)};
    if (t.alive) memset(t.alive, 1, (size_t)count);
    return t;
}
