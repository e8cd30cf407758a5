// A launch that CUDA refuses: the line that sets its block or its grid, and sizes at which nothing is to be launched.
#include "grader/grading/refused_launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/comments.h"
#include "grader/c_text/lexemes.h"
#include "grader/cause/launch_line.h"
#include "grader/cause/torn_text.h"
#include "grader/grading/blamed_todo.h"
#include "grader/grading/replace_file.h"

static bool same_size(const long a[3], const long b[3]) {
    return !memcmp(a, b, 3 * sizeof *a);
}

static bool may_be_block(const long size[3]) {
    enum { THREADS_MAX = 1024, Z_MAX = 64 };
    const long threads = size[0] * size[1] * size[2];
    return threads > 1 && size[0] <= THREADS_MAX && size[1] <= THREADS_MAX && size[2] <= Z_MAX &&
           threads <= THREADS_MAX;
}

// Does the same line launch the same grid in other blocks in another case?
static bool block_follows_data(const LabResult *result, int entry, const RefusedLaunch *refused) {
    for (int i = 0; i < result->case_count; i++) {
        const CaseResult *x = &result->cases[i];
        if (x->key.entry != entry) continue;
        for (int k = 0; k < x->records.launch_count; k++) {
            const LaunchRecord *l = &x->records.launches[k];
            if (l->place.line == refused->place.line && same_size(l->grid, refused->grid) &&
                !same_size(l->block, refused->block))
                return true;
        }
    }
    return false;
}

static bool say_exchanged(Cause *cause, const LabResult *result, int entry, const Records *records,
                          const Finding *f) {
    const RefusedLaunch *refused = records->refused_count ? &records->refused[0] : NULL;
    if (!refused || !refused->place.line || refused->place.line != f->place.line ||
        !may_be_block(refused->grid) || !block_follows_data(result, entry, refused))
        return false;
    memset(cause, 0, sizeof *cause);
    cause->todo = cause->example = -1;
    cause->known = true;
    cause->place = f->place;
    snprintf(
        cause->what, sizeof cause->what,
        "Grid and block stand in each other's place: the grid is %ld x %ld x %ld blocks at every size, and the block "
        "grows with the data.",
        refused->grid[0], refused->grid[1], refused->grid[2]);
    snprintf(cause->next, sizeof cause->next,
             "In <<<grid, block>>> the number of blocks comes first, then the threads of a block.");
    return true;
}

// Along which the size is refused; -1: along none alone.
static int axis_of(const Finding *f) {
    for (int axis = 0; axis < 3; axis++)
        if (tells(f, FOUND_ALONG_X << axis)) return axis;
    return -1;
}

// More blocks along y or z than a grid may have: the line that puts so many there, not the one that counts them.
static void blame_axis(Cause *cause, const char *source_path, const RefusedLaunch *refused, int axis,
                       int launch) {
    enum { MOST_ALONG_Y_OR_Z = 65535 };
    if (axis < 1 || refused->grid[axis] <= MOST_ALONG_Y_OR_Z) return;
    const int made = line_of_launch_size(source_path, launch, -1), counted = cause->place.line;
    if (made > counted && made < launch) {
        cause->other = cause->place;
        cause->place.line = made;
        snprintf(cause->other_what, sizeof cause->other_what, "The number comes from here");
    }
    snprintf(
        cause->what, sizeof cause->what,
        "%ld blocks along %c are set here: a grid may have 65535 along y and along z, and 2^31 - 1 along x.",
        refused->grid[axis], 'x' + axis);
    snprintf(cause->next, sizeof cause->next,
             "Put the number that grows with the data along x, or divide it between the axes.");
}

void explain_refusal_of(Cause *cause, const LabResult *result, int entry, const Records *records,
                        const Finding *f) {
    const char *source_path = result->source_path;
    const bool grid = tells(f, FOUND_GRID), block = tells(f, FOUND_BLOCK);
    if (strcmp(f->check, "launch") || !in_student_file(&f->place, source_path) || (!block && !grid) ||
        (block && say_exchanged(cause, result, entry, records, f)) || cause->known)
        return;
    const int line = block ? line_of_block_size(source_path, f->place.line)
                           : line_of_launch_size(source_path, f->place.line, axis_of(f));
    cause->known = true;
    cause->place = f->place;
    if (line && line != f->place.line) cause->place.line = line, cause->place.column = 0;
    snprintf(cause->what, sizeof cause->what, "The size of the %s is set here.", block ? "block" : "grid");
    if (grid && records->refused_count)
        blame_axis(cause, source_path, &records->refused[0], axis_of(f), f->place.line);
    if (cause->next[0]) return;
    blame_torn_text(cause, source_path, f->place.line);
    if (cause->other.line)
        snprintf(cause->what, sizeof cause->what, "The size of the %s comes from here.",
                 block ? "block" : "grid");
}

// Where a name that the line uses is given a number above it, another one than in the skeleton; 0: nowhere, or at several places.
static int line_of_changed_number(const char *text, const char *skeleton, int line) {
    Lexemes x;
    int changed = 0;
    if (!lexemes_read(&x, text)) return 0;
    for (int i = 0; i < x.count; i++) {
        if (x.list[i].line != line || x.list[i].kind != LEX_NAME) continue;
        for (int k = 0; k < i; k++) {
            if (!lexemes_equal(&x, i, k) || !lexeme_is(&x, k + 1, "=") || x.list[k].line == changed ||
                is_skeleton_line(text, skeleton, x.list[k].line))
                continue;
            if (changed) return lexemes_free(&x), 0;
            changed = x.list[k].line;
        }
    }
    lexemes_free(&x);
    return changed;
}

// The size is set by a line of the skeleton: then by a number in it that is another than the skeleton's.
static void blame_changed_number(Cause *cause, const char *source_path, const char *skeleton_path) {
    size_t size;
    char *own = read_whole_file(source_path, &size), *given = read_whole_file(skeleton_path, &size);
    char *text = own ? without_comments(own) : NULL, *skeleton = given ? without_comments(given) : NULL;
    const int changed = text && skeleton && is_skeleton_line(text, skeleton, cause->place.line)
                            ? line_of_changed_number(text, skeleton, cause->place.line)
                            : 0;
    free(text), free(skeleton), free(own), free(given);
    if (!changed) return;
    cause->other = cause->place;
    snprintf(cause->other_what, sizeof cause->other_what, "The size is set here");
    cause->place.line = changed, cause->place.column = 0;
    snprintf(cause->what, sizeof cause->what,
             "The size comes from this number, which is another one than the skeleton's.");
}

// Above that line in its function: the last condition that leaves the function at once, "if (n < 2) return;". 0: there is none.
static int line_that_leaves(const char *text, int launch) {
    Lexemes x;
    int found = 0;
    if (!lexemes_read(&x, text)) return 0;
    for (int name, end, from = 0; next_host_function(&x, from, &name, &end); from = end)
        for (int i = name; i < end && x.list[i].line < launch; i++) {
            const int behind =
                lexeme_is(&x, i, "if") && lexeme_is(&x, i + 1, "(") ? x.list[i + 1].mate + 1 : 0;
            const bool leaves =
                behind && (lexeme_is(&x, behind, "return") ||
                           (lexeme_is(&x, behind, "{") && lexeme_is(&x, behind + 1, "return")));
            if (leaves && x.list[end - 1].line >= launch) found = x.list[i].line;
        }
    lexemes_free(&x);
    return found;
}

// The name that the condition in that line compares is declared as an unsigned number: where. 0: it is not.
static int line_of_unsigned(const char *text, int line, char *name, size_t size) {
    static const char *const types[] = {"unsigned", "size_t", "uint32_t", "uint64_t", NULL};
    Lexemes x;
    int found = 0;
    if (!lexemes_read(&x, text)) return 0;
    for (int i = 0; i + 1 < x.count && !found; i++) {
        if (x.list[i].line != line || x.list[i].kind != LEX_NAME) continue;
        for (int k = 1; k < i && !found; k++) {
            const int type = lexeme_is(&x, k - 1, "int") ? k - 2 : k - 1;
            if (lexemes_equal(&x, k, i) && lexeme_is(&x, k + 1, "=") && lexeme_is_any(&x, type, types)) {
                found = x.list[k].line;
                snprintf(name, size, "%.*s", x.list[k].length, x.text + x.list[k].at);
            }
        }
    }
    lexemes_free(&x);
    return found;
}

// A size without anything to compute, which a condition above should have sent back.
static void blame_early_return(Cause *cause, const char *source_path, int launch) {
    size_t size;
    char *text = read_whole_file(source_path, &size);
    char name[48];
    const int line = text ? line_that_leaves(text, launch) : 0,
              declared = line ? line_of_unsigned(text, line, name, sizeof name) : 0;
    free(text);
    if (!line) return;
    cause->other = cause->place;
    cause->other_what[0] = cause->route[0] = 0;
    if (declared) {
        snprintf(cause->other_what, sizeof cause->other_what, "This condition is to send it back");
        cause->other.line = line, cause->other.column = 0;
        cause->place.line = declared, cause->place.column = 0;
        snprintf(
            cause->route, sizeof cause->route,
            "`%s` is an unsigned number: what is below 0 becomes a very large one in it, and no condition that asks for less than 0 "
            "holds.",
            name);
        return;
    }
    snprintf(cause->other_what, sizeof cause->other_what, "The number of blocks follows from this line");
    cause->place.line = line, cause->place.column = 0;
    snprintf(cause->route, sizeof cause->route,
             "There is nothing to compute at this size, and this condition goes on with it.");
}

void say_refused_launch(const LabResult *result, CaseResult *c, const char *skeleton_path) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    Cause *cause = &c->cause;
    if (!f) return;
    explain_refusal_of(cause, result, c->key.entry, &c->records, f);
    if (!strcmp(f->check, "launch") && tells(f, FOUND_BLOCK) && cause->known && !cause->other.line)
        blame_changed_number(cause, result->source_path, skeleton_path);
    if (!strcmp(f->check, "launch") && in_student_file(&f->place, result->source_path) && c->trivial &&
        tells(f, FOUND_GRID | FOUND_EMPTY)) {
        blame_early_return(cause, result->source_path, f->place.line);
        snprintf(cause->next, sizeof cause->next,
                 "There is nothing to compute at this size: return before the launch, or launch one block.");
    }
}
