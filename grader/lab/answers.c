// Reads answers.txt and checks answers against their seals.
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
        complain(answers, number, "this is no \"QUESTION = ANSWER\"; it is passed over.");
        return;
    }
    size_t id_length = (size_t)(equals - line);
    const char *id = line, *answer = equals + 1;
    length -= id_length + 1;
    trim(&id, &id_length);
    trim(&answer, &length);
    int question = find_question(spec, id, id_length);
    if (question < 0)
        complain(answers, number, "this lab has no such question; the line is passed over.");
    else if (length >= sizeof answers->text[0])
        complain(answers, number, "the answer is longer than 79 characters; it is passed over.");
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

bool answer_number(const char *answer, double *value, char unit[24]) {
    char *end;
    *value = strtod(answer, &end);
    if (end == answer || !isfinite(*value)) return false;
    size_t length = strlen(end);
    const char *rest = end;
    trim(&rest, &length);
    if (length >= 24) return false;
    snprintf(unit, 24, "%.*s", (int)length, rest);
    return true;
}

// FNV-1a, 64 bits (Fowler, Noll, Vo).
static uint64_t hash(const LabSpec *spec, const LabQuestion *question, const char *normal) {
    const char *const parts[] = {spec->name, question->id, normal};
    uint64_t h = 0xcbf29ce484222325ull;
    for (int i = 0; i < 3; i++)
        for (const char *c = parts[i];; c++) {
            h = (h ^ (unsigned char)*c) * 0x100000001b3ull;
            if (!*c) break;
        }
    return h;
}

static uint64_t number_seal(const LabSpec *spec, const LabQuestion *question, long long multiple) {
    char normal[40];
    snprintf(normal, sizeof normal, "%lld", multiple);
    return hash(spec, question, normal);
}

// Lower case, one blank where there were several, no full stop at the end.
static void normal_word(const char *answer, char *normal, size_t size) {
    size_t length = 0;
    for (; *answer && length + 1 < size; answer++) {
        bool blank = isspace((unsigned char)*answer);
        if (blank && (!length || normal[length - 1] == ' ')) continue;
        normal[length++] = blank ? ' ' : (char)tolower((unsigned char)*answer);
    }
    while (length && (normal[length - 1] == ' ' || normal[length - 1] == '.')) length--;
    normal[length] = 0;
}

// The unit may be left out; "KB" and "kb" are one unit.
static bool same_unit(const char *a, const char *b) {
    if (!*a) return true;
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
    return !*a && !*b;
}

static bool in_range(double multiples) {
    return fabs(multiples) < 1e15;
}

AnswerVerdict answer_check(const LabSpec *spec, const LabQuestion *question, const char *answer) {
    if (question->kind == ANSWER_WORD) {
        char normal[80];
        normal_word(answer, normal, sizeof normal);
        return hash(spec, question, normal) == question->seal ? ANSWER_RIGHT : ANSWER_WRONG;
    }
    double value;
    char unit[24];
    if (!answer_number(answer, &value, unit)) return ANSWER_NO_NUMBER;
    if (!same_unit(unit, question->unit)) return ANSWER_OTHER_UNIT;
    double multiples = value / question->resolution;
    if (!in_range(multiples)) return ANSWER_WRONG;
    // Half a resolution to either side is right: a number in the middle belongs to both of its neighbours.
    const double slack = 0.5 + 1e-6;
    for (double m = ceil(multiples - slack); m <= multiples + slack; m++)
        if (number_seal(spec, question, (long long)m) == question->seal) return ANSWER_RIGHT;
    return ANSWER_WRONG;
}

bool answer_seal(const LabSpec *spec, const LabQuestion *question, const char *answer, uint64_t *seal) {
    double value;
    char unit[24], normal[80];
    if (question->kind == ANSWER_COUNTED || !*answer) return false;
    if (question->kind == ANSWER_WORD) {
        normal_word(answer, normal, sizeof normal);
        *seal = hash(spec, question, normal);
        return true;
    }
    if (!answer_number(answer, &value, unit) || !same_unit(unit, question->unit) ||
        !in_range(value / question->resolution))
        return false;
    *seal = number_seal(spec, question, llround(value / question->resolution));
    return true;
}
