// Finds what is to be graded or modelled.
#include "grader/grading/submission.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/grading/compiler.h"
#include "grader/text/clean.h"

__attribute__((format(printf, 3, 4))) static bool fail(char *error, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, size, format, arguments);
    va_end(arguments);
    return false;
}

// The student's own file or the solution, as make builds it.
static bool find_built(Submission *s, char *error, size_t size) {
    const char *name = s->spec->name, *top = s->solution ? "solutions" : "labs";
    char built[80];
    snprintf(built, sizeof built, "%.*s.so", (int)strcspn(s->spec->source, "."), s->spec->source);
    project_path(s->project, s->path, "build", name, s->solution ? "solution.so" : built, NULL);
    project_path(s->project, s->source_path, top, s->folder, s->spec->source, NULL);
    snprintf(s->origin_path, sizeof s->origin_path, "%s", s->source_path);
    snprintf(s->source, sizeof s->source, "%s", s->source_path + strlen(s->project->root) + 1);
    const char *choice = s->solution ? " SOLUTION=1" : "", *flag = s->solution ? " --solution" : "";
    snprintf(s->rebuild, sizeof s->rebuild, "make %s%s && ./grade %s%s%s", name, choice, s->command, name,
             flag);
    if (!file_exists(s->source_path)) return fail(error, size, "%s is not there.", s->source);
    if (!file_exists(s->path))
        return fail(error, size, "%s is not built yet. Type: %s", s->source, s->rebuild);
    if (file_older(s->path, s->source_path))
        return fail(error, size, "%s has changed since it was built. Type: %s", s->source, s->rebuild);
    return true;
}

// A word of a command that is copied into a shell: quoted where it has to be. `word` is printable.
static void shell_word(char *to, size_t size, const char *word) {
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+,/@%";
    const char *quote = !word[strspn(word, plain)] ? "" : strchr(word, '\'') ? "\"" : "'";
    snprintf(to, size, "%s%.140s%s", quote, word, quote);
}

// A file named on the command line: built for this run.
static bool build_file(Submission *s, char *error, size_t size) {
    const char *file = s->file;
    struct stat info;
    if (stat(file, &info) && spec_find_todo(s->spec, file) >= 0)
        return fail(error, size, "%s is a TODO. To grade it alone: ./grade %s --todo %s", file, s->spec->name,
                    file);
    if (stat(file, &info))
        return fail(error, size, "There is no file %s. Without a file's name, ./grade %s%s %s labs/%s/%s.",
                    file, s->command, s->spec->name, s->command[0] ? "looks at" : "grades", s->folder,
                    s->spec->source);
    char word[160], *absolute = s->origin_path;
    clean_text(s->source, sizeof s->source, file, strlen(file));
    if (!S_ISREG(info.st_mode)) return fail(error, size, "%s is not a file. Name a .cu file.", s->source);
    if (!realpath(file, absolute)) // PATH_MAX bytes, as PATH_SIZE
        return fail(error, size, "%s cannot be read: %s.", s->source, strerror(errno));
    size_t length = strlen(absolute);
    if (length < 4 || strcmp(absolute + length - 3, ".cu"))
        return fail(error, size, "%s is not a .cu file. Name a .cu file.", s->source);
    shell_word(word, sizeof word, s->source);
    snprintf(s->rebuild, sizeof s->rebuild, "./grade %s%s %s", s->command, s->spec->name, word);
    s->compilation = (Compilation){.project = s->project,
                                   .lab_folder = s->folder,
                                   .origin = absolute,
                                   .shown = s->source,
                                   .deadline = s->deadline};
    bool good =
        compile_take_file(&s->compilation, error, size) && compile_submission(&s->compilation, error, size);
    snprintf(s->source_path, sizeof s->source_path, "%s", s->compilation.source);
    s->compiled_name = compiler_name_of(s->project, s->source_path);
    snprintf(s->path, sizeof s->path, "%s", s->compilation.output);
    return good;
}

bool submission_find(Submission *s, char *error, size_t error_size) {
    return s->file ? build_file(s, error, error_size) : find_built(s, error, error_size);
}

void submission_end(Submission *s) {
    compile_clean_up(&s->compilation);
}
