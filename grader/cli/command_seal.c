// grade seal: writes the seals of the quiz's right answers into lab.spec. For whoever writes a lab.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cli/commands.h"
#include "grader/lab/answers.h"

enum { LINE = 4096 };

// The seal of a question's right answer. False with one sentence in `error`.
static bool make_seal(const LabSpec *spec, const Answers *answers, int question, uint64_t *seal, char *error,
                      size_t size) {
    const LabQuestion *q = &spec->questions[question];
    if (answer_seal(spec, q, answers->text[question], seal)) return true;
    snprintf(error, size,
             "solutions/.../answers.txt has no %s for question %s%s%s. Write it there as: %s = ...",
             q->kind == ANSWER_WORD ? "word" : "number", q->id, q->unit[0] ? " in " : "", q->unit, q->id);
    return false;
}

// Copies one line, with the seal put behind "sealed" where it is the line of a sealed question.
static bool copy_line(FILE *to, char *line, const LabSpec *spec, const Answers *answers, char *error,
                      size_t size) {
    char id[16], *word = strstr(line, " sealed ");
    uint64_t seal;
    if (sscanf(line, " question %15s", id) != 1 || !word) return fputs(line, to) >= 0;
    for (int i = 0; i < spec->question_count; i++) {
        if (strcmp(spec->questions[i].id, id)) continue;
        if (!make_seal(spec, answers, i, &seal, error, size)) return false;
        word += strlen(" sealed ");
        return fprintf(to, "%.*s%016" PRIx64 "%s", (int)(word - line), line, seal,
                       word + strcspn(word, " ")) > 0;
    }
    return fputs(line, to) >= 0;
}

// Writes the new file beside the old one and then puts it in its place.
static bool rewrite(const char *path, const LabSpec *spec, const Answers *answers, char *error, size_t size) {
    char line[LINE], temporary[PATH_SIZE + 8];
    snprintf(temporary, sizeof temporary, "%s.new", path);
    error[0] = 0;
    FILE *from = fopen(path, "r"), *to = fopen(temporary, "w");
    bool good = from && to;
    while (good && fgets(line, sizeof line, from)) good = copy_line(to, line, spec, answers, error, size);
    if (from) fclose(from);
    if (to) good = !fclose(to) && good;
    good = good && rename(temporary, path) == 0;
    if (!good && !error[0]) snprintf(error, size, "%.900s cannot be written: %s.", path, strerror(errno));
    if (!good) remove(temporary);
    return good;
}

int command_seal(const Project *project, const Options *options) {
    char folder[256], answers_path[PATH_SIZE], spec_path[PATH_SIZE], error[1200];
    LabSpec *spec = malloc(sizeof *spec);
    Answers answers;
    if (!spec) return not_graded("There is no memory left.");
    bool good = project_lab_folder(project, options->lab, folder, error, sizeof error) &&
                project_load_spec(project, folder, spec, error, sizeof error);
    if (good) {
        project_path(project, answers_path, "solutions", folder, "answers.txt", NULL);
        project_path(project, spec_path, "labs", folder, "lab.spec", NULL);
        good = answers_load(&answers, spec, answers_path, error, sizeof error) &&
               rewrite(spec_path, spec, &answers, error, sizeof error);
    }
    if (good) printf("labs/%s/lab.spec: the answers are sealed.\n", folder);
    free(spec);
    return good ? EXIT_SUCCESS : not_graded(error);
}
