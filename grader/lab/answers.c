// Reads answers.txt and holds answers against the right ones.
#include "grader/lab/answers.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// Does the question ask for something of this name? One that has a value there is given: "n = 64, ...".
static bool asks_for(const char *question, const char *name, size_t length) {
    for (const char *at = question; (at = strstr(at, name)); at++) {
        const char *behind = at + length + strspn(at + length, " ");
        const bool whole =
            (at == question || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length]);
        if (whole && *behind != '=') return true;
    }
    return false;
}

// What stands before a =: a name that the question asks for, or a number.
static bool may_stand_before(const LabQuestion *question, const char *text, size_t length) {
    char part[sizeof((Answers *)0)->text[0]];
    AnswerNumber number;
    trim(&text, &length);
    snprintf(part, sizeof part, "%.*s", (int)length, text);
    return (length && asks_for(question->text, part, length)) || read_answer_number(part, &number);
}

// The answer behind "n =" and "5 + 4 ="; NULL where something else stands before a =.
static const char *behind_equals(const LabQuestion *question, const char *answer) {
    for (const char *equals; (equals = strchr(answer, '=')); answer = equals + 1)
        if (!may_stand_before(question, answer, (size_t)(equals - answer))) return NULL;
    return answer;
}

AnswerVerdict answer_read(const LabQuestion *question, const char *answer, AnswerNumber *number) {
    const char *text = behind_equals(question, answer);
    if (!text || !read_answer_number(text, number)) return ANSWER_NO_NUMBER;
    const double factor = unit_factor(number->unit, question->unit, question->text);
    if (factor == 0 && number->word) return ANSWER_NO_NUMBER; // "no idea"
    if (factor == 0 || number->hexadecimal) return ANSWER_OTHER_UNIT;
    number->value *= factor;
    return ANSWER_NOT_KNOWN;
}

double answer_value(const LabQuestion *question, const AnswerNumber *number, double right) {
    const bool share = !strcmp(question->unit, "%") && !number->unit[0] && number->value > 0 &&
                       (number->value < 1 || (number->value == 1 && number->arithmetic));
    return share && right > 1 ? 100 * number->value : number->value;
}

AnswerVerdict answer_check(const LabQuestion *question, const char *answer, const char *right,
                           double *value) {
    if (question->kind == ANSWER_WORD) return check_word(answer, right);
    AnswerNumber given, known;
    const AnswerVerdict form = answer_read(question, answer, &given);
    if (form != ANSWER_NOT_KNOWN || answer_read(question, right, &known) != ANSWER_NOT_KNOWN ||
        !in_range(known.value / question->resolution))
        return form;
    const double answered = answer_value(question, &given, known.value);
    const double multiple = round(known.value / question->resolution);
    if (value) *value = answered;
    return is_near(question, answered, multiple) ? ANSWER_RIGHT : ANSWER_WRONG;
}
