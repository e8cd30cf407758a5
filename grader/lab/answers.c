// Reads answers.txt and holds answers against the right ones.
#include "grader/lab/answers.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/answer_forms.h"

enum { ANSWERS_FILE_MAX = 64 << 10 };

static int find_question(const LabSpec *spec, const char *id, size_t length) {
    for (int i = 0; i < spec->question_count; i++)
        if (strlen(spec->questions[i].id) == length && !memcmp(spec->questions[i].id, id, length)) return i;
    return -1;
}

static void trim(const char **text, size_t *length) {
    while (*length && isspace((unsigned char)**text)) (*text)++, (*length)--;
    while (*length && isspace((unsigned char)(*text)[*length - 1])) (*length)--;
}

static void complain(Answers *answers, int number, const char *what) {
    if (!answers->complaint[0])
        snprintf(answers->complaint, sizeof answers->complaint, "answers.txt:%d: %s", number, what);
}

// "4.a = 58 %   # comment"
static void read_line(Answers *answers, const LabSpec *spec, const char *line, size_t length, int number) {
    const char *comment = memchr(line, '#', length);
    if (comment) length = (size_t)(comment - line);
    trim(&line, &length);
    if (!length) return;
    const char *equals = memchr(line, '=', length);
    if (!equals) {
        complain(answers, number, "this line is not \"QUESTION = ANSWER\", so it is ignored.");
        return;
    }
    size_t id_length = (size_t)(equals - line);
    const char *id = line, *answer = equals + 1;
    length -= id_length + 1;
    trim(&id, &id_length);
    trim(&answer, &length);
    int question = find_question(spec, id, id_length);
    if (question < 0)
        complain(answers, number, "this lab has no such question, so the line is ignored.");
    else if (length >= sizeof answers->text[0])
        complain(answers, number, "the answer is longer than 79 characters, so it is ignored.");
    else
        snprintf(answers->text[question], sizeof answers->text[0], "%.*s", (int)length, answer);
}

void answers_parse(Answers *answers, const LabSpec *spec, const char *text) {
    memset(answers, 0, sizeof *answers);
    for (int number = 1; *text; number++) {
        size_t length = strcspn(text, "\n");
        read_line(answers, spec, text, length, number);
        text += length + (text[length] == '\n');
    }
}

bool answers_load(Answers *answers, const LabSpec *spec, const char *path, char *error, size_t error_size) {
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(error, error_size, "%s cannot be read: %s.", path, strerror(errno));
        return false;
    }
    char *text = calloc(ANSWERS_FILE_MAX + 1, 1);
    if (text && fread(text, 1, ANSWERS_FILE_MAX, file) < ANSWERS_FILE_MAX) {
        answers_parse(answers, spec, text);
    } else {
        memset(answers, 0, sizeof *answers);
        snprintf(answers->complaint, sizeof answers->complaint,
                 "answers.txt is longer than 64 KiB and was not read.");
    }
    free(text);
    fclose(file);
    return true;
}

static bool in_range(double multiples) {
    return fabs(multiples) < 1e15;
}

static AnswerVerdict check_word(const char *answer, const char *right) {
    char normal[ANSWER_WORD_SIZE], normal_right[ANSWER_WORD_SIZE];
    normal_word(answer, normal);
    normal_word(right, normal_right);
    if (!normal_right[0]) return ANSWER_NOT_KNOWN;
    return strcmp(normal, normal_right) ? ANSWER_WRONG : ANSWER_RIGHT;
}

// A number of things, not one that was rounded to be told: there are no halves of it.
static bool is_whole(const LabQuestion *question) {
    return question->resolution == 1 && (!question->unit[0] || !strcmp(question->unit, "blocks"));
}

// Half a resolution to either side is right: a number in the middle belongs to both of its neighbours.
static bool is_near(const LabQuestion *question, double value, double multiple) {
    const double slack = is_whole(question) ? 1e-6 : 0.5 + 1e-6;
    return fabs(value / question->resolution - multiple) <= slack;
}

bool answer_unit_fits(const LabQuestion *question, const char *unit) {
    return same_unit(unit, question->unit) || (!question->unit[0] && names_unit(question->text, unit));
}

AnswerVerdict answer_check(const LabQuestion *question, const char *answer, const char *right) {
    if (question->kind == ANSWER_WORD) return check_word(answer, right);
    AnswerNumber given, known;
    if (!read_answer_number(answer, &given)) return ANSWER_NO_NUMBER;
    if (!answer_unit_fits(question, given.unit)) return ANSWER_OTHER_UNIT;
    if (!read_answer_number(right, &known) || !answer_unit_fits(question, known.unit) ||
        !in_range(known.value / question->resolution))
        return ANSWER_NOT_KNOWN;
    const double multiple = round(known.value / question->resolution);
    const bool share = given.quotient && !given.unit[0] && !strcmp(question->unit, "%"); // 3/8 is 37.5 %
    return is_near(question, given.value, multiple) ||
                   (share && is_near(question, 100 * given.value, multiple))
               ? ANSWER_RIGHT
               : ANSWER_WRONG;
}
