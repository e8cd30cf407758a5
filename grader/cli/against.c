// --against: the last result, the solution's, or one in a file.
#include "grader/cli/against.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/grading/captured.h"
#include "grader/grading/kept_result.h"
#include "grader/grading/parts.h"

static bool is(const Options *options, const char *word) {
    return options->against && !strcmp(options->against, word);
}

bool against_check(const Project *project, const Options *options, const char *folder, const LabSpec *spec,
                   char *error, size_t error_size) {
    LabResult none = {0};
    char path[PATH_SIZE];
    if (!options->against) return true;
    if (is(options, "last")) {
        if (kept_result_exists(project, spec)) return true;
        snprintf(
            error, error_size,
            "No earlier result of %s is kept. Each ./grade %s keeps one: grade, change your file, and grade "
            "again with --against last.",
            spec->name, spec->name);
        return false;
    }
    if (is(options, "solution")) {
        project_path(project, path, "solutions", folder, spec->source, NULL);
        if (file_exists(path)) return true;
        snprintf(error, error_size,
                 "The finished file of %s is not here: --against solution needs solutions/%s/%s.", spec->name,
                 folder, spec->source);
        return false;
    }
    const bool good = result_file_load(options->against, options->against, &none, error, error_size);
    free(none.against);
    return good;
}

// ---- The solution's -----------------------------------------------------------------------------------------

typedef struct {
    const Project *project;
    Options options;
} Other;

static int grade_other(const void *argument) {
    const Other *other = argument;
    return command_lab(other->project, &other->options);
}

// In a process of its own: a grading holds jails, processes and limits for itself.
static bool grade_solution(const Project *project, const Options *options, LabResult *result, char *error,
                           size_t error_size) {
    static volatile sig_atomic_t never;
    char path[PATH_SIZE], built[PATH_SIZE];
    sigset_t mask;
    Parts *parts = calloc(1, sizeof *parts);
    if (!parts) return false;
    project_path(project, built, "build", result->spec->name, "solution.so", NULL);
    parts_build(parts, project, result->spec, built, true);
    free(parts);
    project_path(project, path, "build", result->spec->name, "against.XXXXXX", NULL);
    const int fd = mkstemp(path);
    if (fd < 0) {
        snprintf(error, error_size, "%.1000s cannot be written.", path);
        return false;
    }
    close(fd);
    Other other = {project, *options};
    Options *o = &other.options;
    o->command = COMMAND_LAB, o->solution = true, o->detail = DETAIL_QUIET;
    o->file = o->page = o->against = o->todo = NULL;
    o->json = path, o->seed_given = true, o->seed = result->seed;
    o->strangers = o->ncu = false;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    Captured graded = run_captured(grade_other, &other, &mask, &never);
    const bool good = graded.status >= 0 && graded.status < EXIT_NOT_GRADED &&
                      result_file_load(path, "The finished file's result", result, error, error_size);
    if (!good)
        snprintf(error, error_size, "The finished file could not be graded: %.900s",
                 graded.text ? graded.text : "there is no memory left.");
    unlink(path);
    free(graded.text);
    result->against_what = "solution", result->against_file = NULL;
    return good;
}

bool against_take(const Project *project, const Options *options, LabResult *result, char *error,
                  size_t error_size) {
    if (!options->against) return true;
    if (is(options, "last")) return kept_result_load(project, result, error, error_size);
    if (is(options, "solution")) return grade_solution(project, options, result, error, error_size);
    return result_file_load(options->against, options->against, result, error, error_size);
}
