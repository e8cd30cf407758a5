// Small arrays that a function has for itself: each element is a variable of its own. "name[", a variable in front of them, has their
// type and number; a pointer knows in which call of a function, and where there, that variable lies.
#include <stdio.h>
#include <string.h>

#include "grader/host_code/call.h"

bool host_is_local(const HostValue *pointer) {
    return pointer->type == HOST_POINTER && pointer->real >= HOST_ARRAYS;
}

// The variable in front of the elements; NULL: the array is no more.
static HostValue *head_of(const Run *run, const HostValue *pointer, HostResult **of) {
    const int place = (int)pointer->real - HOST_ARRAYS, depth = place / HOST_VARIABLES,
              at = place % HOST_VARIABLES;
    while (run && run->depth > depth) run = run->caller;
    if (!run || run->depth != depth || at >= run->r->count || !strchr(run->r->variable[at].name, '['))
        return NULL;
    *of = run->r;
    return &run->r->variable[at].value;
}

static HostValue *element(Run *run, const HostValue *pointer, int64_t index, HostType *type) {
    HostResult *of;
    const HostValue *head = head_of(run, pointer, &of);
    if (!head || index < 0 || index >= head->whole) {
        host_fail(run);
        return NULL;
    }
    *type = head->type;
    return &of->variable[((int)pointer->real - HOST_ARRAYS) % HOST_VARIABLES + 1 + (int)index].value;
}

HostType host_local_type(const Run *run, const HostValue *pointer) {
    HostResult *of;
    const HostValue *head = head_of(run, pointer, &of);
    return head ? head->type : HOST_POINTER;
}

HostValue host_load_local(Run *run, const HostValue *pointer, int64_t index) {
    HostType type;
    const HostValue *e = element(run, pointer, pointer->whole + index, &type);
    if (e && e->type != HOST_POINTER) return *e;
    host_fail(run); // outside, or nobody has set it
    return (HostValue){HOST_INT, 0, 0};
}

void host_store_local(Run *run, const HostValue *pointer, int64_t index, HostValue value) {
    HostType type;
    HostValue *e = element(run, pointer, pointer->whole + index, &type);
    if (e) *e = host_convert(value, type);
}

long host_local_count(const Run *run, const HostValue *pointer) {
    HostResult *of;
    const HostValue *head = head_of(run, pointer, &of);
    return head ? (long)head->whole : 0;
}

// "{a, b}", as many as there are, for `count` elements, or for as many where that is -1: the others are 0. Returns how many there are.
static int read_list(Run *run, HostType type, HostValue *value, int count) {
    int given = 0;
    if (!host_take(run, "{")) return host_fail(run), 0;
    while (!host_is(run, "}") && run->r->good) {
        if (given == (count < 0 ? HOST_VARIABLES : count)) return host_fail(run), 0;
        value[given++] = host_convert(host_expression(run), type);
        if (!host_take(run, ",")) break;
    }
    if (!host_take(run, "}")) host_fail(run);
    for (int i = given; i < count; i++) value[i] = host_convert((HostValue){HOST_INT, 0, 0}, type);
    return count < 0 ? given : count;
}

void host_declare_array(Run *run, HostType type, const char *name) {
    char path[HOST_NAME + 16];
    HostValue value[HOST_VARIABLES], count = {HOST_INT, -1, 0};
    host_take(run, "[");
    if (!host_is(run, "]")) count = host_expression(run);
    const bool fits = count.type < HOST_FLOAT && count.whole < HOST_VARIABLES && count.whole != 0;
    if (!host_take(run, "]") || host_is(run, "[") || !fits || !run->r->good) return host_fail(run);
    for (int i = 0; i < count.whole; i++) value[i] = host_null(type); // nobody has set it
    const bool list = host_take(run, "=") || host_is(run, "{");
    if (list) count.whole = read_list(run, type, value, (int)count.whole);
    if (count.whole < 1 || run->r->count + count.whole + 2 > HOST_VARIABLES ||
        snprintf(path, sizeof path, "%s[", name) >= HOST_NAME)
        return host_fail(run);
    const int at = run->r->count;
    host_set(run, path, (HostValue){type, count.whole, 0}, true);
    for (int i = 0; i < count.whole; i++) host_set(run, "[]", value[i], true);
    host_set(run, name, (HostValue){HOST_POINTER, 0, HOST_ARRAYS + run->depth * HOST_VARIABLES + at}, true);
}

bool host_extreme_element(Run *run, const char *name, const HostArguments *a, HostValue *value) {
    const bool least = !strcmp(name, "min_element");
    if ((!least && strcmp(name, "max_element")) || a->count != 2 || !host_is_local(&a->value[0]) ||
        !host_is_local(&a->value[1]) || a->value[0].real != a->value[1].real)
        return false;
    *value = a->value[0];
    HostValue best = host_load_local(run, value, 0);
    for (int64_t i = 1; i < a->value[1].whole - a->value[0].whole && run->r->good; i++) {
        const HostValue own = host_load_local(run, &a->value[0], i);
        const double x = host_number_of(&own), y = host_number_of(&best);
        if (least ? x >= y : x <= y) continue;
        best = own;
        value->whole = a->value[0].whole + i;
    }
    return run->r->good;
}
