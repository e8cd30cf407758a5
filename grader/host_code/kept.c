// What headers say is found once for all runs with a memory: the student's text may change, they do not.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/host_code/parts.h"

enum { NAMES = 32, ANSWERS = 8192 };

typedef struct {
    int begin; // of the function; 0: nothing is kept here
    HostValue a, b, answer;
} Answer;

struct HostKept {
    struct {
        char name[HOST_NAME];
        HostValue value;
    } constant[NAMES];
    struct {
        char name[HOST_NAME];
        int begin;
    } function[NAMES];
    int constants, functions;
    Answer answer[ANSWERS];
};

static struct HostKept *kept(Run *run) {
    if (run->memory && !run->memory->kept) run->memory->kept = calloc(1, sizeof *run->memory->kept);
    return run->memory ? run->memory->kept : NULL;
}

const HostValue *host_kept_constant(const Run *run, const char *name) {
    const struct HostKept *k = run->memory ? run->memory->kept : NULL;
    for (int i = 0; k && i < k->constants; i++)
        if (!strcmp(k->constant[i].name, name)) return &k->constant[i].value;
    return NULL;
}

void host_keep_constant(Run *run, const char *name, const HostValue *value) {
    struct HostKept *k = kept(run);
    if (!k || k->constants == NAMES) return;
    snprintf(k->constant[k->constants].name, HOST_NAME, "%s", name);
    k->constant[k->constants++].value = *value;
}

int host_kept_function(const Run *run, const char *name) {
    const struct HostKept *k = run->memory ? run->memory->kept : NULL;
    for (int i = 0; k && i < k->functions; i++)
        if (!strcmp(k->function[i].name, name)) return k->function[i].begin;
    return 0;
}

void host_keep_function(Run *run, const char *name, int begin) {
    struct HostKept *k = kept(run);
    if (!k || k->functions == NAMES) return;
    snprintf(k->function[k->functions].name, HOST_NAME, "%s", name);
    k->function[k->functions++].begin = begin;
}

static Answer *place_of(struct HostKept *k, int begin, const HostValue *arguments, int count) {
    uint64_t hash = (uint64_t)begin;
    for (int i = 0; i < count; i++) {
        if (arguments[i].type >= HOST_FLOAT) return NULL;
        hash = (hash ^ (uint64_t)arguments[i].whole) * 0x9e3779b97f4a7c15u;
    }
    return &k->answer[(hash >> 40) % ANSWERS];
}

static bool same_number(const HostValue *a, const HostValue *b) {
    return a->type == b->type && a->whole == b->whole;
}

const HostValue *host_kept_answer(const Run *run, int begin, const HostValue *arguments, int count) {
    struct HostKept *k = run->memory ? run->memory->kept : NULL;
    const Answer *a = k && count >= 1 && count <= 2 ? place_of(k, begin, arguments, count) : NULL;
    const bool same = a && a->begin == begin && same_number(&a->a, &arguments[0]) &&
                      same_number(&a->b, &arguments[count - 1]);
    return same ? &a->answer : NULL;
}

void host_keep_answer(Run *run, int begin, const HostValue *arguments, int count, const HostValue *answer) {
    struct HostKept *k = count >= 1 && count <= 2 ? kept(run) : NULL;
    Answer *a = k ? place_of(k, begin, arguments, count) : NULL;
    if (a) *a = (Answer){begin, arguments[0], arguments[count - 1], *answer};
}
