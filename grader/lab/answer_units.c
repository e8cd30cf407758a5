// The units of answers: their names, how many of one make another, and the nouns of what can be counted.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "grader/lab/answer_forms.h"

// One is as many of the others of its kind as the scales say.
typedef struct {
    enum { SHARE, BYTES, TIME, OPERATIONS, BLOCKS } kind;
    double scale;
    const char *names[6]; // an s may follow
} Unit;

static const Unit units[] = {
    {SHARE, 1, {"%", "percent", "per cent", "pct"}},
    {BYTES, 1, {"B", "byte"}},
    {BYTES, 1024, {"KiB", "KB", "kibibyte", "kilobyte", "k"}},
    {BYTES, 1048576, {"MiB", "MB", "mebibyte", "megabyte"}},
    {BYTES, 1073741824, {"GiB", "gibibyte"}},
    {BYTES, 1e9, {"GB", "gigabyte"}},
    {BYTES, 1e12, {"TB", "terabyte"}},
    {TIME, 1, {"s", "sec", "second"}},
    {TIME, 1e-3, {"ms", "msec", "millisecond"}},
    {TIME, 1e-6, {"us", "\u00b5s", "microsecond"}},
    {TIME, 1e-9, {"ns", "nanosecond"}},
    {OPERATIONS, 1, {"OP", "operation", "flop"}},
    {BLOCKS, 1, {"block"}},
};

// What a question may count: it has asked for it, so the noun behind the number decides nothing.
static const char *const things[] = {
    "access", "addition",    "bank",    "barrier", "call",           "cell",        "coefficient", "column",
    "cycle",  "double",      "element", "float",   "index",          "instruction", "int",         "kernel",
    "lane",   "launch",      "layer",   "load",    "multiplication", "neighbor",    "neighbour",   "number",
    "pixel",  "plane",       "point",   "read",    "register",       "request",     "row",         "sample",
    "sector", "shuffle",     "SM",      "step",    "store",          "thread",      "tid",         "tile",
    "time",   "transaction", "value",   "warp",    "weight",         "word",        "write"};

// Is it this name, or its plural?
static bool is_name(const char *text, size_t length, const char *name) {
    const size_t size = strlen(name);
    if (length < size || strncasecmp(text, name, size)) return false;
    return length == size || (length == size + 1 && tolower((unsigned char)text[size]) == 's') ||
           (length == size + 2 && !strncasecmp(text + size, "es", 2));
}

static const Unit *find_unit(const char *text) {
    for (size_t row = 0; row < sizeof units / sizeof *units; row++)
        for (int i = 0; i < 6 && units[row].names[i]; i++)
            if (is_name(text, strlen(text), units[row].names[i])) return &units[row];
    return NULL;
}

static bool is_thing(const char *text) {
    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        if (is_name(text, strlen(text), things[i])) return true;
    return false;
}

// Does the text have this word, in the singular or the plural?
static bool has_word(const char *text, const char *word) {
    char name[ANSWER_UNIT_SIZE];
    size_t length = strlen(word);
    if (length > 2 && tolower((unsigned char)word[length - 1]) == 's') length--;
    if (!length) return false;
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    while (*text) {
        const size_t here = strcspn(text, " .,:;?!()=/\"");
        if (is_name(text, here, name)) return true;
        text += here + (text[here] != 0);
    }
    return false;
}

// "bytes a cycle": what is counted, and for each of what. Either may be empty.
typedef struct {
    char top[ANSWER_UNIT_SIZE + 2], bottom[ANSWER_UNIT_SIZE + 2];
} Ratio;

static void trim(char *text) {
    const size_t front = strspn(text, " \t");
    memmove(text, text + front, strlen(text + front) + 1);
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) text[--length] = 0;
}

// What a number of them is of, or lies in, says nothing of the unit: "values of the grid", "% of the points".
static Ratio split(const char *unit) {
    static const char *const signs[] = {"/",       " per ",  " for each ", " for every ",
                                        " for a ", " each ", " an ",       " a "};
    static const char *const of[] = {" of ", " in "};
    Ratio r = {.bottom = ""};
    if (find_unit(unit)) { // "per cent"
        snprintf(r.top, sizeof r.top, "%s", unit);
        return r;
    }
    snprintf(r.top, sizeof r.top, " %.*s ", ANSWER_UNIT_SIZE - 1, unit);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        char *sign = strstr(r.top, signs[i]);
        if (!sign) continue;
        snprintf(r.bottom, sizeof r.bottom, "%s", sign + strlen(signs[i]));
        *sign = 0;
        break;
    }
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char *sign = strstr(r.top, of[i]);
        if (sign) *sign = 0;
    }
    trim(r.top);
    trim(r.bottom);
    return r;
}

// "load requests" are requests.
static const char *last_word(const char *text) {
    const char *blank = strrchr(text, ' ');
    return blank ? blank + 1 : text;
}

static bool is_measure(const Unit *unit) {
    return unit && (unit->kind == SHARE || unit->kind == BYTES || unit->kind == TIME);
}

// Is what is divided by right? It may be left out, and said where the question says it.
static bool bottom_fits(const char *answered, const char *asked, const char *question) {
    const Unit *a = find_unit(answered), *q = find_unit(asked);
    return !*answered || !strcasecmp(answered, asked) || (a && a == q) || has_word(question, answered);
}

double unit_factor(const char *answered, const char *asked, const char *question) {
    if (!*answered || !strcasecmp(answered, asked)) return 1;
    const Ratio a = split(answered), q = split(asked);
    if (!bottom_fits(a.bottom, q.bottom, question)) return 0;
    if (!*a.top || !strcasecmp(a.top, q.top)) return 1;
    const Unit *unit = find_unit(a.top), *wanted = find_unit(q.top);
    if (unit && wanted && unit->kind == wanted->kind) return unit->scale / wanted->scale;
    if (is_measure(unit) || is_measure(wanted)) return 0;
    const char *noun = last_word(a.top);
    if (is_measure(find_unit(noun))) return 0;
    if (*q.top) return wanted ? find_unit(noun) == wanted : is_name(noun, strlen(noun), q.top);
    return find_unit(noun) || is_thing(noun) || has_word(question, noun);
}
