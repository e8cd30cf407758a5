// Reads the expectations of a test submission and holds the grader's answer against them.
#include "tests/submissions/submission.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/json.h"

static const char *const KIND_WORDS[] = {
    "test: ", "pass: ",  "check: ", "line: ",     "says: ",  "cause: ",
    "todo: ", "score: ", "time: ",  "withheld: ", "hides: ", "refused: "};

typedef struct {
    char *text;
    size_t size;
} Why;

__attribute__((format(printf, 2, 3))) static bool fail(Why why, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why.text, why.size, format, arguments);
    va_end(arguments);
    return false;
}

// "// EXPECT says: words"; `text` is what follows "// EXPECT ".
static bool read_expectation(Submission *s, const char *text, Why why) {
    if (s->expectation_count == SUBMISSION_EXPECTATIONS) return fail(why, "too many EXPECT lines");
    Expectation *e = &s->expectations[s->expectation_count];
    for (int kind = EXPECT_TEST; kind <= EXPECT_REFUSED; ++kind) {
        size_t length = strlen(KIND_WORDS[kind]);
        if (strncmp(text, KIND_WORDS[kind], length) != 0) continue;
        e->kind = (ExpectationKind)kind;
        snprintf(e->text, sizeof e->text, "%s", text + length);
        ++s->expectation_count;
        return e->text[0] || fail(why, "an EXPECT line says nothing");
    }
    return fail(why, "unknown EXPECT line: %s", text);
}

static bool in_attacks(const Submission *s) {
    return strncmp(s->name, "attacks/", 8) == 0;
}

static bool read_line(Submission *s, char *line, int number, bool *head, Why why) {
    line[strcspn(line, "\n")] = 0;
    if (number == 1 && in_attacks(s)) s->right = strncmp(line, "// RIGHT: ", 10) == 0;
    if (strstr(line, "// <-- HERE")) {
        if (s->marked_count == SUBMISSION_MARKS) return fail(why, "too many lines are marked");
        s->marked[s->marked_count++] = number;
    }
    if (strncmp(line, "// WRONG: ", 10) == 0) *head = !s->right;
    if (strncmp(line, "// RIGHT: ", 10) == 0) *head = s->right;
    return strncmp(line, "// EXPECT ", 10) != 0 || read_expectation(s, line + 10, why);
}

static bool expects(const Submission *s, ExpectationKind kind) {
    for (int e = 0; e < s->expectation_count; ++e)
        if (s->expectations[e].kind == kind) return true;
    return false;
}

// tests/lab3/wrong/no_guard.cu is "lab3/wrong/no_guard", of lab3. What attacks the grader is handed in as
// lab 3.
static void set_name(Submission *s, const char *path) {
    s->right = strstr(path, "right/") != NULL;
    snprintf(s->path, sizeof s->path, "%s", path);
    const char *name = strstr(path, "tests/");
    snprintf(s->name, sizeof s->name, "%s", name ? name + 6 : path);
    snprintf(s->lab, sizeof s->lab, "%.*s", (int)strcspn(s->name, "/"), s->name);
    if (in_attacks(s)) snprintf(s->lab, sizeof s->lab, "lab3");
    char *dot = strrchr(s->name, '.');
    if (dot) *dot = 0;
}

bool submission_read(Submission *s, const char *path, char *why_text, size_t why_size) {
    Why why = {why_text, why_size};
    memset(s, 0, sizeof *s);
    set_name(s, path);
    FILE *file = fopen(path, "r");
    if (!file) return fail(why, "cannot be read: %s", strerror(errno));
    char line[512];
    bool head = false, good = true;
    for (int number = 1; good && fgets(line, sizeof line, file); ++number)
        good = read_line(s, line, number, &head, why);
    fclose(file);
    if (!good) return false;
    if (!head) return fail(why, "the first line must be // WRONG: or // RIGHT: as the folder is named");
    if (!s->right && !expects(s, EXPECT_TEST) && !expects(s, EXPECT_SCORE) && !expects(s, EXPECT_REFUSED))
        return fail(why, "no // EXPECT test:, score: or refused: line, so nothing would be tested");
    if (expects(s, EXPECT_LINE) && (!s->marked_count || !expects(s, EXPECT_CHECK)))
        return fail(why, "// EXPECT line: needs // EXPECT check: and a line marked // <-- HERE");
    return true;
}

static const Json *find_id(const Json *list, const char *id) {
    for (const Json *t = json_first(list); t; t = t->next)
        if (strcmp(json_text(t, "id"), id) == 0) return t;
    return NULL;
}

// A test, or a counted target.
static const Json *find_test(const Json *result, const char *id) {
    const Json *test = find_id(json_get(result, "tests"), id);
    return test ? test : find_id(json_get(json_get(result, "performance"), "targets"), id);
}

static bool judge_test(const Json *result, const char *id, bool expected, Why why) {
    const Json *test = find_test(result, id);
    if (!test) return fail(why, "there is no test %s", id);
    if (json_is_true(test, "passed") == expected) return true;
    return fail(why, "%s %s: %s", id, expected ? "should pass" : "should fail", json_text(test, "message"));
}

static bool judge_check(const Submission *s, const Json *result, const char *check, Why why) {
    int line = 0, found = 0;
    for (const Json *f = json_first(json_get(result, "findings")); f; f = f->next) {
        if (strcmp(json_text(f, "check"), check) != 0) continue;
        ++found;
        line = (int)json_number_of(f, "line");
        if (!expects(s, EXPECT_LINE)) return true;
        for (int m = 0; m < s->marked_count; ++m)
            if (s->marked[m] == line) return true;
    }
    if (!found) return fail(why, "no finding of the check %s", check);
    return fail(why, "the check %s reports line %d, expected line %d", check, line, s->marked[0]);
}

static const Json *first_time(const Json *result) {
    return json_first(json_get(json_get(result, "performance"), "times"));
}

// Points for time that are held back.
static double withheld(const Json *result) {
    double points = 0;
    for (const Json *t = first_time(result); t; t = t->next) points += json_number_of(t, "withheld");
    return points;
}

// Points of tests and counted targets, before any are held back for the time.
static double earned(const Json *result) {
    const Json *targets = json_get(json_get(result, "performance"), "targets");
    double points = 0;
    for (const Json *t = json_first(json_get(result, "tests")); t; t = t->next)
        points += json_number_of(t, "score");
    for (const Json *t = json_first(targets); t; t = t->next) points += json_number_of(t, "score");
    return points;
}

static bool judge_score(const Json *result, const char *expected, Why why) {
    const double score = earned(result);
    return fabs(score - atof(expected)) < 1e-6 || fail(why, "the score is %g, expected %s", score, expected);
}

static bool on_gpu(const Json *result) {
    return strcmp(json_text(json_get(result, "device"), "kind"), "gpu") == 0;
}

// Without a GPU nothing is measured, and there is nothing to judge. `expected`: "missed", for the first time, or
// "launch_fourth missed".
static bool judge_time(const Json *result, const char *expected, Why why) {
    const Json *timed = first_time(result);
    if (!on_gpu(result)) return true;
    for (const Json *t = timed; t; t = t->next) {
        const char *entry = json_text(t, "entry");
        const size_t length = strlen(entry);
        if (!length || strncmp(expected, entry, length) != 0 || expected[length] != ' ') continue;
        timed = t;
        expected += length + 1;
        break;
    }
    if (!timed) return fail(why, "there is no time");
    if (strcmp(json_text(timed, "time"), expected) == 0) return true;
    return fail(why, "the time is %s, expected %s: %g %% of the copy's speed. %s", json_text(timed, "time"),
                expected, json_number_of(timed, "percent_of_copy"), json_text(timed, "message"));
}

static bool judge_withheld(const Json *result, const char *expected, Why why) {
    const double points = withheld(result);
    return fabs(points - atof(expected)) < 1e-6 ||
           fail(why, "%g points are held back, expected %s", points, expected);
}

static bool says(const Json *object, const char *words) {
    return strstr(json_text(object, "message"), words) || strstr(json_text(object, "pattern"), words) ||
           strstr(json_text(object, "where"), words);
}

static bool judge_words(const Submission *s, const Json *result, const char *words, Why why) {
    const Json *test = NULL;
    for (int e = 0; e < s->expectation_count; ++e) {
        if (s->expectations[e].kind != EXPECT_TEST) continue;
        test = find_test(result, s->expectations[e].text);
        if (says(test, words)) return true;
    }
    for (const Json *f = json_first(json_get(result, "findings")); f; f = f->next)
        if (says(f, words)) return true;
    for (const Json *t = first_time(result); t; t = t->next)
        if (says(t, words) || strstr(json_text(t, "cause"), words)) return true;
    if (strstr(json_text(json_get(result, "cause"), "next"), words)) return true;
    return fail(why, "\"%s\" is said nowhere; %s says: %s %s", words, json_text(test, "id"),
                json_text(test, "message"), json_text(test, "pattern"));
}

static bool is_marked(const Submission *s, int line) {
    for (int i = 0; i < s->marked_count; ++i)
        if (s->marked[i] == line) return true;
    return s->marked_count == 0;
}

static bool judge_cause(const Submission *s, const Json *result, const char *words, Why why) {
    const Json *cause = json_get(result, "cause");
    const int line = (int)json_number_of(cause, "line"), other = (int)json_number_of(cause, "other_line");
    if (!strstr(json_text(cause, "what"), words) && !strstr(json_text(cause, "route"), words))
        return fail(why, "\"%s\" is not the cause: %s %s", words, json_text(cause, "what"),
                    json_text(cause, "route"));
    return is_marked(s, line) || is_marked(s, other) || fail(why, "line %d is blamed", line);
}

// "none": the line is in no TODO.
static bool judge_todo(const Json *result, const char *id, Why why) {
    const char *blamed = json_text(json_get(result, "cause"), "todo"), *named = *blamed ? blamed : "none";
    return !strcmp(named, id) || fail(why, "TODO %s is blamed, not %s", named, id);
}

static bool judge_expectation(const Submission *s, const Expectation *e, const Json *result, Why why) {
    switch (e->kind) {
    case EXPECT_TEST: return judge_test(result, e->text, false, why);
    case EXPECT_PASS: return judge_test(result, e->text, true, why);
    case EXPECT_CHECK: return judge_check(s, result, e->text, why);
    case EXPECT_CAUSE: return judge_cause(s, result, e->text, why);
    case EXPECT_TODO: return judge_todo(result, e->text, why);
    case EXPECT_SAYS: return judge_words(s, result, e->text, why);
    case EXPECT_SCORE: return judge_score(result, e->text, why);
    case EXPECT_TIME: return judge_time(result, e->text, why);
    case EXPECT_WITHHELD: return judge_withheld(result, e->text, why);
    case EXPECT_HIDES: return true;   // judged with the report
    case EXPECT_LINE: return true;    // judged with its check
    case EXPECT_REFUSED: return true; // judged before there is a result
    }
    return false;
}

static bool expected_check(const Submission *s, const char *check) {
    for (int e = 0; e < s->expectation_count; ++e)
        if (s->expectations[e].kind == EXPECT_CHECK && strcmp(s->expectations[e].text, check) == 0)
            return true;
    return false;
}

// A right submission has full marks and no finding that it does not announce.
static bool judge_right(const Submission *s, const Json *result, Why why) {
    for (const Json *t = json_first(json_get(result, "tests")); t; t = t->next)
        if (!judge_test(result, json_text(t, "id"), true, why)) return false;
    for (const Json *f = json_first(json_get(result, "findings")); f; f = f->next)
        if (!expected_check(s, json_text(f, "check")))
            return fail(why, "a right submission is accused: %s, line %d: %s", json_text(f, "check"),
                        (int)json_number_of(f, "line"), json_text(f, "message"));
    return true;
}

static bool judge_refusal(const Submission *s, int exit_status, const char *errors, Why why) {
    if (exit_status != 2) return fail(why, "exit status %d, expected 2: nothing to grade", exit_status);
    for (int e = 0; e < s->expectation_count; ++e)
        if (s->expectations[e].kind == EXPECT_REFUSED && !strstr(errors, s->expectations[e].text))
            return fail(why, "\"%s\" is not said: %.300s", s->expectations[e].text, errors);
    return true;
}

bool submission_judge(const Submission *s, int exit_status, const char *text, const char *errors,
                      char *why_text, size_t why_size) {
    Why why = {why_text, why_size};
    if (expects(s, EXPECT_REFUSED)) return judge_refusal(s, exit_status, errors, why);
    if (exit_status != 0 && exit_status != 1)
        return fail(why, "grade exited with %d: %.400s", exit_status, errors);
    const Json *result = json_parse(text);
    if (!result) return fail(why, "grade's output is no JSON: %.200s", text);
    if (!json_first(json_get(result, "tests"))) return fail(why, "the result has no tests");
    for (int e = 0; e < s->expectation_count; ++e)
        if (!judge_expectation(s, &s->expectations[e], result, why)) return false;
    if (s->right && !judge_right(s, result, why)) return false;

    const double slow = expects(s, EXPECT_TIME) && s->right ? withheld(result) : 0;
    bool full = json_number_of(result, "score") == json_number_of(result, "max_score") - slow;
    if (full != s->right) return fail(why, "the score is %g", json_number_of(result, "score"));
    if (json_is_true(result, "passed") != (s->right && slow == 0)) return fail(why, "\"passed\" is wrong");
    int expected_status = s->right && slow == 0 ? 0 : 1;
    if (exit_status != expected_status)
        return fail(why, "exit status %d, expected %d", exit_status, expected_status);
    return true;
}

// The result without the student's own text, which it repeats under "sources". The caller's; NULL without memory.
static char *without_sources(const char *json) {
    char *text = strdup(json), *begin = text ? strstr(text, ",\"sources\":[") : NULL;
    if (!begin) return text;
    char *p = strchr(begin, '[') + 1;
    for (bool quoted = false; *p && (quoted || *p != ']'); p++) {
        if (*p == '\\' && p[1])
            p++;
        else if (*p == '"')
            quoted = !quoted;
    }
    memmove(begin, p, strlen(p) + 1);
    return text;
}

bool submission_hides(const Submission *s, const char *json, const char *report, char *why_text,
                      size_t why_size) {
    const Why why = {why_text, why_size};
    char *text = without_sources(json);
    if (!text) return fail(why, "there is no memory left");
    bool hidden = true;
    for (int e = 0; hidden && e < s->expectation_count; ++e) {
        const char *words = s->expectations[e].text;
        if (s->expectations[e].kind == EXPECT_HIDES && (strstr(text, words) || strstr(report, words)))
            hidden = fail(why, "\"%s\" is told", words);
    }
    free(text);
    return hidden;
}

// Adds the points of what passed, and sees that nothing has them all without passing.
static bool add_scores(const Json *list, double *sum, Why why) {
    for (const Json *t = json_first(list); t; t = t->next) {
        const double score = json_number_of(t, "score");
        *sum += score;
        if (json_is_true(t, "passed") != (score == json_number_of(t, "max_score")))
            return fail(why, "%s has %g points and its \"passed\" is %s", json_text(t, "id"), score,
                        json_is_true(t, "passed") ? "true" : "false");
    }
    return true;
}

bool submission_agrees(int exit_status, const char *json, const char *report, char *why_text,
                       size_t why_size) {
    Why why = {why_text, why_size};
    const Json *result = json_parse(json);
    if (!result) return fail(why, "the result is no JSON: %.200s", json);
    const double score = json_number_of(result, "score"), max_score = json_number_of(result, "max_score");
    const bool passed = json_is_true(result, "passed");
    double sum = 0;
    char line[100];
    if (!add_scores(json_get(result, "tests"), &sum, why) ||
        !add_scores(json_get(json_get(result, "performance"), "targets"), &sum, why))
        return false;
    // What is held back for time takes a TODO's points to 0 at most.
    if (score - sum > 1e-6 || sum - withheld(result) - score > 1e-6)
        return fail(why, "the points add up to %g, not %g", sum, score);
    if (passed != (score == max_score))
        return fail(why, "%g of %g points and \"passed\" is %s", score, max_score, passed ? "true" : "false");
    if (passed != (exit_status == 0))
        return fail(why, "%g of %g points and exit status %d", score, max_score, exit_status);
    if (passed != (strstr(report, "next    all done: ") != NULL))
        return fail(why, "%g of %g points, and the next step is %s", score, max_score,
                    passed ? "another one" : "none");
    snprintf(line, sizeof line, "score   %g / %g\n", score, max_score);
    return strstr(report, line) || fail(why, "the report does not say %s", line);
}
