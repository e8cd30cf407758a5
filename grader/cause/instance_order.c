// Finds out whether another order of a template's arguments gives an array the sizes of the block. From the text, for a message alone.
#include "grader/cause/instance_order.h"

#include <stdlib.h>
#include <string.h>

#include "grader/host_code/host_code.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { MOST = 6 };

// The arguments of an instance, or the names of a template's parameters: tokens.
typedef struct {
    int at[MOST], count;
} Listed;

// "A, B, C >", each of one word, from `begin` on; of a declaration the last word: "int A". False: it is something else.
static bool read_list(const HostText *t, int begin, Listed *list) {
    list->count = 0;
    for (int i = begin; i < t->count; i++) {
        const bool ends = token_is(&t->token[i], ">");
        if (!ends && !token_is(&t->token[i], ",")) {
            if (t->token[i].kind == TOKEN_MARK) return false;
            continue;
        }
        if (list->count == MOST || i == begin) return false;
        list->at[list->count++] = i - 1;
        if (ends) return true;
    }
    return false;
}

// The kernel<...><<< in that line: its name. 0: there is none.
static int find_instance(const HostText *t, int line, Listed *arguments) {
    for (int i = 1; i + 1 < t->count; i++)
        if (t->token[i].line == line && token_is(&t->token[i], "<") && t->token[i - 1].kind == TOKEN_NAME &&
            read_list(t, i + 1, arguments) &&
            token_is(&t->token[arguments->at[arguments->count - 1] + 2], "<<<"))
            return i - 1;
    return 0;
}

// The template of the kernel of that name. False: there is none.
static bool find_template(const HostText *t, const char *kernel, Listed *parameters) {
    enum { NEAR = 8 };
    for (int i = 0; i + 1 < t->count; i++) {
        if (!token_is(&t->token[i], "template") || !read_list(t, i + 2, parameters)) continue;
        const int behind = parameters->at[parameters->count - 1] + 2;
        for (int k = behind; k + 1 < t->count && k < behind + NEAR; k++)
            if (token_is(&t->token[k], kernel) && token_is(&t->token[k + 1], "(")) return true;
    }
    return false;
}

// The number of a constant of the file; -1: it is not known.
static double number_of(const HostText *t, int at) {
    HostResult r;
    if (t->token[at].kind == TOKEN_NUMBER) return atof(t->token[at].text);
    for (int i = 0; i + 2 < t->count; i++) {
        if (!token_is(&t->token[i], t->token[at].text) || !token_is(&t->token[i + 1], "=")) continue;
        host_evaluate(&r, t, i + 2, NULL, 0);
        return r.good ? host_number_of(&r.value) : -1;
    }
    return -1;
}

static int find_parameter(const HostText *t, const Listed *parameters, const char *name) {
    for (int i = 0; i < parameters->count; i++)
        if (token_is(&t->token[parameters->at[i]], name)) return i;
    return -1;
}

// The parameters that the array's sizes are, the last size first. Fewer than `count`: it is declared otherwise.
static int sizes_of(const HostText *t, const char *array, const Listed *parameters, int *size, int count) {
    int found = 0;
    for (int i = 0; i + 1 < t->count && !found; i++) {
        if (!token_is(&t->token[i], array) || !token_is(&t->token[i + 1], "[")) continue;
        int end = i + 1;
        while (token_is(&t->token[end], "[")) end = host_bracket_end(t, end);
        for (int last = end - 1; found < count && last > i && token_is(&t->token[last], "]"); last -= 3) {
            size[found] = find_parameter(t, parameters, t->token[last - 1].text);
            if (size[found++] < 0 || !token_is(&t->token[last - 2], "[")) return 0;
        }
    }
    return found;
}

// Has each size an argument of its own that fits, and are these not the ones that it gets?
static bool fits_in_another_order(const HostText *t, const Listed *arguments, const int *size,
                                  const long *wanted, int count) {
    bool used[MOST] = {false}, other = false;
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < arguments->count && (used[k] || number_of(t, arguments->at[k]) != (double)wanted[i])) k++;
        if (k == arguments->count) return false;
        used[k] = true;
        other |= number_of(t, arguments->at[size[i]]) != (double)wanted[i];
    }
    return other;
}

static void list_names(char *words, size_t room, const HostText *t, const Listed *list) {
    for (int i = 0; i < list->count; i++)
        append(words, room, "%s`%s`", i ? ", " : "", t->token[list->at[i]].text);
}

static bool say(Cause *cause, const HostText *t, const char *path, const char *array, int launch,
                const long *wanted, int count) {
    Listed arguments, parameters;
    int size[MOST];
    char names[200] = "", given[200] = "";
    const int kernel = find_instance(t, launch, &arguments);
    if (!kernel || count > MOST || !find_template(t, t->token[kernel].text, &parameters) ||
        parameters.count != arguments.count || sizes_of(t, array, &parameters, size, count) != count ||
        !fits_in_another_order(t, &arguments, size, wanted, count))
        return false;
    list_names(names, sizeof names, t, &parameters);
    list_names(given, sizeof given, t, &arguments);
    cause->what[0] = cause->route[0] = cause->next[0] = 0;
    cause->other = cause->place, cause->other_what[0] = 0;
    SAY(other_what, "The array is declared here");
    append(cause->place.file, sizeof cause->place.file, "%s", cause->place.file[0] ? "" : path);
    cause->place.line = launch, cause->place.column = 0;
    SAY(what,
        "The template of `%s` has its parameters in the order %s, and this launch gives them %s, in that order: so `%s` does "
        "not get the sizes of the block.",
        t->token[kernel].text, names, given, array);
    SAY(next, "Put the arguments between < and > in the order in which the template names its parameters.");
    return cause->known = true;
}

bool say_instance_order(Cause *cause, const Explained *e, const char *name, int launch, const long *wanted,
                        int count) {
    HostText *t = calloc(1, sizeof *t);
    const bool said = t && e->root && host_text_read(t, e->source_path, e->root) &&
                      say(cause, t, e->source_path, name, launch, wanted, count);
    free(t);
    return said;
}
