// Changes of host code are tried without compiling or running it. First each change of one word is made in the text that the
// interpreter reads, and the launch noted that comes of it in every case; many changes give the same. The recorded launch is then
// repeated with these numbers, by whoever can. Of those that make everything right the change is looked for once more.
#include "grader/cause/host_launch.h"

#include <stdlib.h>
#include <string.h>

#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { STEPS = 20 * 1000, STEPS_OF_TRIALS = 2 * 1000 * 1000 };

typedef struct {
    HostGiven given[SPEC_PARAMS];
    int count;
    HostLaunch as_it_is;
    bool none;                      // it launches nothing
    bool starts;                    // and should
    bool passed_on[HOST_ARGUMENTS]; // what the function was given, by its name: that is no wrong number
} LaunchedCase;

// What one change gives, in each case.
typedef struct {
    HostLaunch launch[HOST_LAUNCH_CASES];
    bool numbers; // for the kernel are others
} Otherwise;

struct HostLaunches {
    Trial trial;
    char function[HOST_NAME];
    HostMemory memory;
    HostLaunch noted;
    LaunchedCase cases[HOST_LAUNCH_CASES];
    int count;
    Otherwise other[HOST_LAUNCHES], now;
    int others, order[HOST_LAUNCHES];
    int wanted; // that which is looked for again; -1: all are collected
};

// ---- One run --------------------------------------------------------------------------------------------------------

static bool runs(HostLaunches *h, const LaunchedCase *c, HostLaunch *launch, long wanted) {
    HostResult r;
    h->memory.launches = 0;
    host_program(&r, h->trial.text, h->function, c->given, c->count, &h->memory, STEPS);
    host_memory_forget(&h->memory);
    h->trial.left -= 50 + r.steps;
    *launch = h->noted;
    return r.good && h->memory.launches == wanted;
}

static bool launches(HostLaunches *h, const LaunchedCase *c, HostLaunch *launch) {
    return runs(h, c, launch, 1);
}

static long threads(const HostLaunch *l) {
    long product = 1;
    for (int i = 0; i < 3; i++) product *= l->grid[i] * l->block[i];
    return product;
}

static bool can_be_launched(const HostLaunch *l) {
    enum { MOST_THREADS = 1024, MOST_IN_Z = 64, MOST_BLOCKS = 65535 };
    bool good = l->block[0] * l->block[1] * l->block[2] <= MOST_THREADS && l->block[2] <= MOST_IN_Z;
    for (int i = 0; i < 3; i++)
        good &= l->block[i] > 0 && l->block[i] <= MOST_THREADS && l->grid[i] > 0 && l->grid[i] <= MOST_BLOCKS;
    return good;
}

static bool same_grid(const HostLaunch *a, const HostLaunch *b) {
    return !memcmp(a->grid, b->grid, sizeof a->grid) && !memcmp(a->block, b->block, sizeof a->block);
}

static bool same_number(const HostLaunch *a, const HostLaunch *b, int i) {
    const bool own = a->argument[i].number, other = b->argument[i].number;
    return own == other &&
           (!own || host_number_of(&a->argument[i].value) == host_number_of(&b->argument[i].value));
}

// The number of the first argument that differs; -1: none does.
static int other_argument(const HostLaunch *a, const HostLaunch *b) {
    for (int i = 0; i < a->arguments && i < b->arguments; i++)
        if (!same_number(a, b, i)) return i;
    return -1;
}

// ---- What a change gives ---------------------------------------------------------------------------------------------

// False: the same as it is, no launch, or one that would be no answer.
static bool is_another(HostLaunches *h) {
    enum { ENOUGH = 2 };
    bool other = false;
    h->now.numbers = false;
    for (int i = 0; i < h->count; i++) {
        const LaunchedCase *c = &h->cases[i];
        HostLaunch *l = &h->now.launch[i];
        if (!launches(h, c, l) || l->arguments != c->as_it_is.arguments || !can_be_launched(l)) return false;
        for (int k = 0; k < l->arguments; k++) {
            if (same_number(l, &c->as_it_is, k)) continue;
            if (c->passed_on[k]) return false;
            h->now.numbers = other = true;
        }
        other |= !same_grid(l, &c->as_it_is);
        if (threads(l) < threads(&c->as_it_is)) return false; // fewer hide what the others do wrong
        if (!other && i + 1 == ENOUGH) return false;          // most changes change nothing
    }
    return other;
}

static bool is_equal(const HostLaunches *h, const Otherwise *a, const Otherwise *b) {
    for (int i = 0; i < h->count; i++)
        if (!same_grid(&a->launch[i], &b->launch[i]) || other_argument(&a->launch[i], &b->launch[i]) >= 0)
            return false;
    return true;
}

static bool all_right(Trial *trial) {
    HostLaunches *h = (HostLaunches *)trial;
    if (!is_another(h)) return false;
    if (h->wanted >= 0) return is_equal(h, &h->now, &h->other[h->wanted]);
    for (int i = 0; i < h->others; i++)
        if (is_equal(h, &h->now, &h->other[i])) return false;
    if (h->others < HOST_LAUNCHES) h->other[h->others++] = h->now;
    return false;
}

// Those with other numbers first.
static void sort(HostLaunches *h) {
    int count = 0;
    for (int pass = 1; pass >= 0; pass--)
        for (int i = 0; i < h->others; i++)
            if (h->other[i].numbers == pass) h->order[count++] = i;
}

// ---- Reading -----------------------------------------------------------------------------------------------------------

static double number_at(const void *bytes, ElementType type) {
    return type == TYPE_FLOAT    ? (double)*(const float *)bytes
           : type == TYPE_DOUBLE ? *(const double *)bytes
                                 : (double)*(const int *)bytes;
}

// The numbers that the function is given, by the names that it has for them.
static void take_given(LaunchedCase *c, const CaseData *data, char names[][HOST_NAME], int parameters) {
    for (int i = 0; i < data->entry->param_count && i < parameters; i++) {
        const LabParam *p = &data->entry->params[i];
        const CaseArg *arg = &data->args[i];
        if (arg->buffer || (p->kind != PARAM_SCALAR && p->kind != PARAM_VALUES) ||
            arg->bytes != element_size(p->type) || !arg->before[0])
            continue;
        append(c->given[c->count].name, HOST_NAME, "%s", names[i]);
        c->given[c->count++].value = number_at(arg->before[0], p->type);
    }
}

static void note_passed_on(LaunchedCase *c, const HostText *text) {
    for (int k = 0; k < c->as_it_is.arguments; k++) {
        const char *name = text->token[c->as_it_is.argument[k].at].text;
        const double value = host_number_of(&c->as_it_is.argument[k].value);
        for (int i = 0; i < c->count && c->as_it_is.argument[k].named; i++)
            c->passed_on[k] |= !strcmp(name, c->given[i].name) && value == c->given[i].value;
    }
}

static bool is_recorded(const HostLaunch *l, const LaunchRecord *record) {
    for (int i = 0; record && i < 3; i++)
        if (l->grid[i] != record->grid[i] || l->block[i] != record->block[i]) return false;
    return true;
}

// The function, those of the file that it has called, and what may stand in the place of a variable.
static void add_parts(HostLaunches *h) {
    Trial *t = &h->trial;
    char names[SPEC_PARAMS][HOST_NAME];
    for (int i = 0; i < h->memory.reached_count && t->parts < TRIAL_PARTS; i++) {
        const int begin = h->memory.reached[i];
        const int count = host_parameters_of(t->text, begin, names, SPEC_PARAMS);
        t->part[t->parts].begin = begin;
        t->part[t->parts++].end = host_bracket_end(t->text, begin);
        for (int k = 0; k < count; k++) trial_add_name(t, names[k]);
    }
    trial_add_constants(t);
}

static bool read_all(HostLaunches *h, const CaseData *data, const LaunchRecord *const *launch) {
    char names[SPEC_PARAMS][HOST_NAME];
    int begin, end;
    if (!host_text_read(h->trial.text, h->trial.path, h->trial.root) ||
        !host_function(h->trial.text, h->function, &begin, &end))
        return false;
    const int parameters = host_parameters_of(h->trial.text, begin, names, SPEC_PARAMS);
    for (int i = 0; i < parameters; i++) {
        const int number = host_new_array(&h->memory, HOST_FLOAT, 1);
        if (number >= 0) append(h->memory.array[number].name, HOST_NAME, "%s", names[i]);
    }
    h->memory.given = h->memory.arrays;
    for (int i = 0; i < h->count; i++) {
        LaunchedCase *c = &h->cases[i];
        take_given(c, &data[i], names, parameters);
        if (c->none && runs(h, c, &c->as_it_is, 0)) continue;
        if (!launches(h, c, &c->as_it_is) || !is_recorded(&c->as_it_is, launch[i])) return false;
        note_passed_on(c, h->trial.text);
    }
    return true;
}

static HostLaunches *new_launches(const char *path, const char *root, const CaseData *data, int count) {
    HostLaunches *h = count ? calloc(1, sizeof *h) : NULL;
    if (!h) return NULL;
    h->trial = (Trial){.text = calloc(1, sizeof *h->trial.text),
                       .path = path,
                       .root = root,
                       .left = STEPS_OF_TRIALS,
                       .all_right = all_right};
    h->memory.launch = &h->noted;
    h->wanted = -1;
    h->count = count < HOST_LAUNCH_CASES ? count : HOST_LAUNCH_CASES;
    append(h->function, sizeof h->function, "%s", data[0].entry->name);
    return h;
}

HostLaunches *host_launches_read(const char *path, const char *root, const CaseData *data,
                                 const LaunchRecord *const *launch, int count) {
    HostLaunches *h = new_launches(path, root, data, count);
    Cause none = {.known = false};
    if (!h) return NULL;
    if (!h->trial.text || !read_all(h, data, launch)) {
        host_launches_free(h);
        return NULL;
    }
    add_parts(h);
    changed_token(&h->trial, &none);
    sort(h);
    return h;
}

void host_launches_free(HostLaunches *h) {
    if (!h) return;
    host_memory_free(&h->memory);
    free(h->trial.text);
    free(h);
}

int host_launches_count(const HostLaunches *h, int *with_numbers) {
    *with_numbers = 0;
    for (int i = 0; h && i < h->others; i++) *with_numbers += h->other[i].numbers;
    return h ? h->others : 0;
}

// ---- One of them -------------------------------------------------------------------------------------------------------

static uint64_t bytes_of(const HostValue *v) {
    uint64_t bytes = 0;
    const float single = (float)v->real;
    if (v->type == HOST_FLOAT)
        memcpy(&bytes, &single, sizeof single);
    else if (v->type == HOST_DOUBLE)
        memcpy(&bytes, &v->real, sizeof v->real);
    else
        bytes = (uint64_t)v->whole;
    return bytes;
}

ChangedLaunch host_launch_otherwise(const HostLaunches *h, int which, int number_of_case) {
    const HostLaunch *l = &h->other[h->order[which]].launch[number_of_case],
                     *own = &h->cases[number_of_case].as_it_is;
    ChangedLaunch change = {.kind = LAUNCH_GIVEN};
    for (int i = 0; i < 3; i++) {
        change.grid[i] = (uint32_t)l->grid[i];
        change.block[i] = (uint32_t)l->block[i];
    }
    for (int i = 0; i < l->arguments && i < CHANGED_NUMBERS; i++) {
        if (!l->argument[i].number || same_number(l, own, i)) continue;
        change.given |= 1u << i;
        change.numbers[i] = bytes_of(&l->argument[i].value);
    }
    return change;
}

// The text of an argument, without blanks but around operators.
static void argument_text(const HostText *text, int at, char *words, size_t size) {
    int depth = 0;
    for (int i = at; i < text->count; i++) {
        const HostToken *t = &text->token[i];
        const bool opens = !strcmp(t->text, "("), closes = !strcmp(t->text, ")");
        if (!depth && (closes || !strcmp(t->text, ","))) return;
        depth += opens - closes;
        const bool operates = t->kind == TOKEN_MARK && !opens && !closes && strcmp(t->text, ",") && i > at;
        append(words, size, operates ? " %s " : "%s", t->text);
    }
}

// Where the kernel uses its parameter of that number first, if its name is `words`; else 0.
static int line_of_parameter(const HostText *text, const char *kernel, int number, const char *words) {
    const size_t length = strcspn(kernel, "<(");
    for (int i = 1; i + 1 < text->count; i++) {
        const HostToken *t = &text->token[i];
        if (strncmp(t->text, kernel, length) || t->text[length] || !token_is(t - 1, "void") ||
            !token_is(t + 1, "("))
            continue;
        int argument = 0;
        for (int k = i + 2; k < host_bracket_end(text, i + 1); k++) {
            const bool ends = token_is(&text->token[k], ",") || token_is(&text->token[k], ")");
            if (ends && argument++ != number) continue;
            if (ends && !token_is(&text->token[k - 1], words)) return 0;
            for (int use = k; ends && use < text->count; use++)
                if (use > host_bracket_end(text, i + 1) && token_is(&text->token[use], words))
                    return text->token[use].line;
        }
    }
    return 0;
}

static void say_numbers(Cause *cause, const HostLaunches *h, int which, const char *kernel) {
    char words[80] = "";
    int argument = -1;
    which = h->order[which];
    for (int i = 0; i < h->count && argument < 0; i++)
        argument = other_argument(&h->other[which].launch[i], &h->cases[i].as_it_is);
    if (argument < 0) return;
    argument_text(h->trial.text, h->cases[0].as_it_is.argument[argument].at, words, sizeof words);
    cause->parameter_line = line_of_parameter(h->trial.text, kernel, argument, words);
    SAY(what,
        "Argument %d of the launch, `%s`, is not the number that the kernel needs there: with this line changed",
        argument + 1, words);
    SAY(next,
        "Compute by hand what the kernel is to be given here, for one case, and compare it with what this line gives.");
}

static void say_grid(Cause *cause, const LaunchRecord *l) {
    SAY(what,
        "The launch, grid (%ld,%ld,%ld) of blocks (%ld,%ld,%ld), has not the threads that the kernel needs: with this line "
        "changed",
        l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2]);
    SAY(next, "How many threads must a block have, and how many blocks are needed, along each axis?");
}

bool say_host_launch(Cause *cause, HostLaunches *h, int which, const LaunchRecord *l, const char *tried) {
    Cause changed = {.known = false};
    h->wanted = h->order[which];
    h->trial.last_line = l->place.line; // what an argument is computed from says more than the launch
    h->trial.left = STEPS_OF_TRIALS;
    const int token = changed_token(&h->trial, &changed);
    h->wanted = -1;
    if (token <= 0 || !changed.place.line) return false;
    *cause = (Cause){
        .known = true, .todo = -1, .example = -1, .sure = true, .of_launch = true, .place = changed.place};
    append(cause->place.file, sizeof cause->place.file, "%s", l->place.file);
    if (h->other[h->order[which]].numbers)
        say_numbers(cause, h, which, l->kernel);
    else
        say_grid(cause, l);
    SAY(what, ", every result that was tried is right (%s).", tried);
    SAY(route, "%s", changed.route);
    if (cause->place.line == l->place.line) return true;
    cause->other = l->place;
    SAY(other_what, "It is launched here");
    return true;
}

// ---- No launch at all --------------------------------------------------------------------------------------------------

// Does it launch in the cases where it should, and in the others as it did?
static bool starts(Trial *trial) {
    HostLaunches *h = (HostLaunches *)trial;
    for (int i = 0; i < h->count; i++) {
        const LaunchedCase *c = &h->cases[i];
        HostLaunch now;
        if (!runs(h, c, &now, c->none && !c->starts ? 0 : 1)) return false;
        if (c->starts && !can_be_launched(&now)) return false;
        if (!c->none && (!same_grid(&now, &c->as_it_is) || other_argument(&now, &c->as_it_is) >= 0))
            return false;
    }
    return true;
}

bool say_started(Cause *cause, const char *path, const char *root, const CaseData *data,
                 const LaunchRecord *const *launch, const bool *should, int count) {
    Cause changed = {.known = false};
    HostLaunches *h = new_launches(path, root, data, count);
    for (int i = 0; h && i < h->count; i++) h->cases[i].none = !launch[i], h->cases[i].starts = should[i];
    int token = 0;
    if (h && h->trial.text && read_all(h, data, launch)) {
        add_parts(h);
        h->trial.all_right = starts;
        token = changed_token(&h->trial, &changed);
    }
    host_launches_free(h);
    if (token <= 0 || !changed.place.line) return false;
    const bool own = cause->place.line == changed.place.line; // of which it has been said what it does
    if (!cause->place.file[0]) append(cause->place.file, sizeof cause->place.file, "%s", path);
    if (!own) {
        cause->other = cause->place;
        cause->route[0] = 0;
        SAY(other_what, "Nothing is launched: this line keeps the launch away");
    }
    cause->place.line = changed.place.line, cause->place.column = changed.place.column;
    cause->next[0] = 0;
    SAY(route, "%s%s With it changed the kernel is launched in this case, and as before in the others.",
        own ? " " : "", changed.route);
    SAY(next, "%s",
        changed.next[0] ? changed.next : "Work out by hand what this line gives for the sizes of this case.");
    cause->sure = true;
    return true;
}
