// grade quiz: which answers of a file are right. For instructors: it needs the solutions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cli/commands.h"
#include "grader/lab/answers.h"
#include "grader/text/clean.h"

static const char *word_of(AnswerVerdict verdict) {
    static const char *const words[] = {[ANSWER_RIGHT] = "right",
                                        [ANSWER_WRONG] = "wrong",
                                        [ANSWER_NOT_KNOWN] =
                                            "not known: solutions/ has no answer of this kind",
                                        [ANSWER_NO_NUMBER] = "wrong: not a number",
                                        [ANSWER_OTHER_UNIT] = "wrong: another unit"};
    return words[verdict];
}

// One line a question. Returns whether all are right that a file alone can answer.
static bool show(const LabSpec *spec, const Answers *given, const Answers *right) {
    int asked = 0, good = 0;
    for (int i = 0; i < spec->question_count; i++) {
        const LabQuestion *q = &spec->questions[i];
        char answer[4 * sizeof given->text[i] + 1];
        clean_text(answer, sizeof answer, given->text[i], strlen(given->text[i]));
        if (q->kind == ANSWER_COUNTED) {
            printf("%-5s %-24s counted by the student's own run: ./grade %s\n", q->id, answer, spec->name);
            continue;
        }
        const AnswerVerdict verdict = answer_check(q, given->text[i], right->text[i], NULL);
        printf("%-5s %-24s %s\n", q->id, answer, given->text[i][0] ? word_of(verdict) : "not answered");
        asked++;
        good += given->text[i][0] && verdict == ANSWER_RIGHT;
    }
    printf("%s quiz %d/%d\n", spec->name, good, asked);
    return good == asked;
}

// The tree that students get has no right answers.
static bool answers_are_known(const LabSpec *spec, const char *right_path, char *error, size_t error_size) {
    if (spec->question_count && file_exists(right_path)) return true;
    snprintf(
        error, error_size,
        spec->question_count
            ? "The right answers of %s are not in this tree: ./grade quiz is for whoever has the solutions."
            : "%s asks no questions.",
        spec->name);
    return false;
}

int command_quiz(const Project *project, const Options *options) {
    char folder[256], given_path[PATH_SIZE], right_path[PATH_SIZE], error[1200] = "";
    Answers given, right;
    LabSpec *spec = malloc(sizeof *spec);
    bool good = spec && project_lab_folder(project, options->lab, folder, error, sizeof error) &&
                project_load_spec(project, folder, spec, error, sizeof error);
    if (good) {
        project_path(project, right_path, "solutions", folder, "answers.txt", NULL);
        project_path(project, given_path, "labs", folder, "answers.txt", NULL);
        good = answers_are_known(spec, right_path, error, sizeof error) &&
               answers_load(&right, spec, right_path, error, sizeof error) &&
               answers_load(&given, spec, options->file ? options->file : given_path, error, sizeof error);
    }
    if (good && given.complaint[0]) fprintf(stderr, "grade: %s\n", given.complaint);
    const int status = good ? (show(spec, &given, &right) ? EXIT_FULL_MARKS : EXIT_SHORT) : not_graded(error);
    free(spec);
    return status;
}
