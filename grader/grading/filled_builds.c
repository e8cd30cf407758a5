// Compiles filled files. Mostly they differ in device code alone, and that is a third of the compiler's work.
#include "grader/grading/filled_builds.h"

#include <stdlib.h>
#include <string.h>

#include "grader/grading/replace_file.h"
#include "grader/lab/bare_text.h"
#include "grader/lab/host_text.h"

static bool same(const char *a, const char *b) {
    return a && b && !strcmp(a, b);
}

static FilledBuild *add(FilledBuilds *builds, const char *bare) {
    FilledBuild *b = &builds->list[builds->count++];
    *b = (FilledBuild){.bare = bare ? strdup(bare) : NULL, .compilation = *builds->like};
    b->host = b->bare ? host_text(b->bare) : NULL;
    return b;
}

void filled_builds_add(FilledBuilds *builds, const char *bare, const char *library) {
    add(builds, bare)->library = library;
}

// Names that no other file may use have a part that the compiler makes from the file's text: then the host code of one file
// does not find the kernels of another.
static bool has_own_names(const char *ptx) {
    size_t size;
    char *text = read_whole_file(ptx, &size);
    const bool own = !text || strstr(text, "_GLOBAL__N_") || strstr(text, "_INTERNAL_");
    free(text);
    return own;
}

// Compiles the device code alone, for the host code of an earlier file. True where that has settled it: the file has been
// built, or refused.
static bool use_host_code(const FilledBuilds *builds, FilledBuild *b, const char *text) {
    char error[600];
    const FilledBuild *other = builds->list;
    while (other < b && !(other->library && !other->ptx && same(other->host, b->host))) other++;
    if (other == b) return false;
    if (compile_take_text(&b->compilation, "filled.cu", text, error, sizeof error) &&
        compile_device_code(&b->compilation) && !has_own_names(b->compilation.output)) {
        b->library = other->library;
        b->ptx = b->compilation.output;
        return true;
    }
    if (b->compilation.refused) return true;
    compile_clean_up(&b->compilation);
    b->compilation = *builds->like;
    return false;
}

const FilledBuild *filled_build(FilledBuilds *builds, const char *text, const char *bare, char *error,
                                size_t error_size) {
    for (int i = 0; i < builds->count; i++)
        if (same(builds->list[i].bare, bare)) return &builds->list[i];
    FilledBuild *b = add(builds, bare);
    if (use_host_code(builds, b, text)) return b;
    Compilation *c = &b->compilation;
    if (compile_take_text(c, "filled.cu", text, error, error_size) &&
        compile_submission(c, error, error_size))
        b->library = c->output;
    return b->library || c->refused ? b : NULL;
}

void filled_builds_end(FilledBuilds *builds) {
    for (int i = 0; i < builds->count; i++) {
        compile_clean_up(&builds->list[i].compilation);
        free(builds->list[i].bare);
        free(builds->list[i].host);
    }
    builds->count = 0;
}
