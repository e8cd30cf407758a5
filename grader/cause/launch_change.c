// Reads a launch as it is written, and says what in it has to be another one.
#include "grader/cause/launch_change.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/lines.h"
#include "grader/c_text/words.h"
#include "grader/cause/cut_off.h"
#include "grader/cause/kernel_choice.h"
#include "grader/cause/launch_line.h"
#include "grader/cause/torn_text.h"
#include "grader/cause/value_lines.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { WORDS = 80, FAR = 400 };

// ---- The text ---------------------------------------------------------------------------------------------------

// The <<< of the launch that the line begins, goes on or ends with; NULL: there is none.
static const char *find_launch(const char *text, int line) {
    const char *at = line > 0 ? line_begin(text, line) : NULL, *found = at ? strstr(at, "<<<") : NULL;
    if (!found || found - at >= FAR) return NULL;
    const size_t far = (size_t)(found - at); // in this line, or in the statement that goes on behind it
    return far < strcspn(at, "\n") || far < strcspn(at, ";") ? found : NULL;
}

// The parenthesis behind >>>.
static const char *find_arguments(const char *text, int line) {
    const char *at = find_launch(text, line), *end = at ? strstr(at, ">>>") : NULL;
    if (!end || end - at > FAR) return NULL;
    for (end += 3; isspace((unsigned char)*end); end++) {
    }
    return *end == '(' ? end : NULL;
}

static bool copy_argument(const char *open, int number, char words[WORDS]) {
    Span s;
    if (!find_argument(open, number, &s)) return false;
    snprintf(words, WORDS, "%.*s", (int)(s.end - s.begin), s.begin);
    return true;
}

static bool kernel_argument(const LaunchSource *source, int line, int number, char words[WORDS]) {
    const char *open = find_arguments(source->text, line);
    words[0] = 0;
    return open && copy_argument(open, number, words);
}

int count_launch_arguments(const LaunchSource *source, int line) {
    char words[WORDS];
    int count = 0;
    while (count < SPEC_PARAMS && kernel_argument(source, line, count, words)) count++;
    return count;
}

// ---- Does it fit? -----------------------------------------------------------------------------------------------

// Is it a parameter of the launch function, as it was given?
static bool is_given(const char *words, const LabEntrySpec *entry) {
    for (int i = 0; i < entry->param_count; i++)
        if (!strcmp(words, entry->params[i].name)) return true;
    return false;
}

// Does a part of a grid name an axis, as block.x or TILE_X does, and another one than its own?
static bool names_other_axis(const char *words, int axis, bool *names) {
    bool other = false;
    for (const char *at = words; *at; at++) {
        const char *found = strchr("xyzXYZ", *at);
        if (!found || at == words || !strchr("._", at[-1]) || isalnum((unsigned char)at[1]) || at[1] == '_')
            continue;
        *names = true;
        other |= (found - "xyzXYZ") % 3 != axis;
    }
    return other;
}

// The number of blocks along an axis as it is written.
static bool grid_part(const LaunchSource *source, int line, int axis, char words[WORDS]) {
    const int set = line_of_launch_size(source->path, line, axis);
    const char *at = line_begin(source->text, set), *end = at ? at + strcspn(at, ";\n") : NULL;
    const char *open = at ? strpbrk(at, "({") : NULL;
    words[0] = 0;
    if (!open || open > end) return false;
    const char *launch = set == line ? find_launch(source->text, line) : NULL; // NULL: it is no <<<...>>>
    if (set == line && (!launch || !(open = strstr(launch, "dim3(")))) return false;
    open += strcspn(open, "({");
    return copy_argument(open, axis, words);
}

// Does device code ask how many blocks there are along the axis? Then another number of them shares the work out otherwise.
static bool counts_blocks_along(const LaunchSource *source, int axis) {
    char words[20];
    snprintf(words, sizeof words, "gridDim.%c", "xyz"[axis]);
    return strstr(source->text, words) != NULL;
}

static bool axes_may_be_exchanged(const LaunchSource *source, int line, const ChangedLaunch *change) {
    const int axes[] = {(int)change->first, (int)change->second};
    if (counts_blocks_along(source, axes[0]) || counts_blocks_along(source, axes[1])) return false;
    bool names = false, other = false;
    for (int i = 0; i < 2; i++) {
        char words[WORDS];
        if (grid_part(source, line, axes[i], words)) other |= names_other_axis(words, axes[i], &names);
    }
    return other || !names;
}

// The parameter of the launch function that an argument is, by its name; -1: none.
static int given_as(const LaunchSource *source, int line, int number, const LabEntrySpec *entry) {
    char words[WORDS];
    if (!kernel_argument(source, line, number, words)) return -1;
    for (int i = 0; i < entry->param_count; i++)
        if (!strcmp(words, entry->params[i].name)) return i;
    return -1;
}

static bool is_number(const LabParam *p) {
    return (p->kind == PARAM_SCALAR ||
            (p->kind == PARAM_VALUES && p->size.count == 1 && p->size.factor[0] == 1)) &&
           p->type != TYPE_DOUBLE;
}

bool numbers_may_be_exchanged(const LaunchSource *source, int line, const LabEntrySpec *entry, int a, int b,
                              int meant[2]) {
    const int own = given_as(source, line, a, entry), other = given_as(source, line, b, entry);
    if (own < 0 || other < 0 || !is_number(&entry->params[own]) || !is_number(&entry->params[other]))
        return false;
    meant[0] = other, meant[1] = own;
    return entry->params[own].type != entry->params[other].type;
}

bool launch_change_fits(const LaunchSource *source, int line, const ChangedLaunch *change,
                        const LabEntrySpec *entry) {
    char words[WORDS];
    switch (change->kind) {
    case LAUNCH_AXES: // blocks along an axis that the data has not do the same work once more
        return entry->params[entry->output].axes > (int)change->first &&
               entry->params[entry->output].axes > (int)change->second &&
               axes_may_be_exchanged(source, line, change);
    case LAUNCH_ADDED:
    case LAUNCH_NUMBER:
        return kernel_argument(source, line, (int)change->first, words) && !is_given(words, entry);
    default: return true;
    }
}

// ---- The sentence -----------------------------------------------------------------------------------------------

// The last line above the launch, of its function, that sets a member of the variable; 0: none.
static int line_that_changes(const char *text, int launch, const char *name) {
    const size_t length = strlen(name);
    for (int line = launch - 1; line > 0; line--) {
        const char *at = line_begin(text, line), *end = at ? at + strcspn(at, "\n") : NULL;
        if (!at || *at == '}') break;
        for (const char *found = at; (found = find_word(at, found, name)) && found < end; found += length) {
            const char *mark = found + length + strcspn(found + length, "=;\n");
            if (strchr(".[", found[length]) && *mark == '=' && mark[1] != '=') return line;
        }
    }
    return 0;
}

static void say_argument(Cause *cause, const LaunchSource *source, const ChangedLaunch *c, int line) {
    char words[WORDS];
    kernel_argument(source, line, (int)c->first, words);
    if (c->kind == LAUNCH_VALUES) {
        const int changed = line_that_changes(source->text, line, words);
        if (changed) cause->place.line = changed, cause->place.column = 0;
        SAY(what, "The kernel gets other values in `%s` than the function was given: with those", words);
        SAY(next,
            "What is said of each of these values in the handout? Which of them does the host change, and why?");
        return;
    }
    const int dropped = c->kind == LAUNCH_ADDRESS ? 0 : line_of_dropped_rest(source->path, line, words);
    if (dropped) {
        cause->place.line = dropped, cause->place.column = 0;
        SAY(what,
            "The division in this line drops what is left over, on the way to `%s`, argument %u of the launch: with another number there",
            words, c->first + 1);
        SAY(next,
            "Who computes what is left over? Round up, (a + b - 1) / b, and end at the last point; or give the rest to one of the parts.");
        return;
    }
    if (c->kind == LAUNCH_ADDRESS)
        SAY(what,
            "`%s`, argument %u of this launch, is not the array that the kernel needs there: with another one",
            words, c->first + 1);
    else
        SAY(what,
            "`%s`, argument %u of this launch, is not the number that the kernel needs there: with another one",
            words, c->first + 1);
    SAY(next, "Compare the arguments with the parameters of the kernel, one by one.");
}

static void say_exchanged(Cause *cause, const LaunchSource *source, const ChangedLaunch *c, int line) {
    char one[WORDS], other[WORDS];
    kernel_argument(source, line, (int)c->first, one);
    kernel_argument(source, line, (int)c->second, other);
    SAY(what, "Arguments %u and %u of this launch, `%s` and `%s`, stand in each other's place: exchanged",
        c->first + 1, c->second + 1, one, other);
    SAY(next, "Compare the arguments with the parameters of the kernel, one by one.");
}

static void say_grid(Cause *cause, const LaunchSource *source, const ChangedLaunch *c,
                     const LaunchRecord *l) {
    const char *axes = "xyz";
    const int axis = c->kind == LAUNCH_AXES ? -1 : (int)c->first; // where all numbers stand together
    const int set = line_of_launch_size(source->path, l->place.line, axis);
    if (set && set != l->place.line) cause->place.line = set, cause->place.column = 0;
    if (c->kind == LAUNCH_AXES) {
        SAY(what, "The numbers of blocks along %c and %c stand in each other's place here: exchanged",
            axes[c->first], axes[c->second]);
        SAY(next, "Which axis of the block does each axis of the grid belong to?");
        return;
    }
    SAY(what,
        "The launch, grid (%ld,%ld,%ld) of blocks (%ld,%ld,%ld), has too few blocks along %c: with more of them",
        l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2], axes[c->first]);
    if (say_cut_off(cause, source->path, l->place.line, axis, l->grid[axis])) return;
    const int rounded = line_of_rounding(source->path, cause->place.line);
    const bool almost = adds_almost_one(source->path, rounded);
    if (almost)
        cause->place.line = rounded;
    else if (rounded == cause->place.line && axis >= 0)
        cause->place.line = line_that_computes_size_alone(source->path, l->place.line, axis);
    if (cause->place.line != l->place.line) cause->place.column = 0;
    if (almost) SAY(route, "%s", ADDED_ALMOST_ONE);
    if (rounds_too_late(source->path, cause->place.line)) SAY(route, "%s", ROUNDED_TOO_LATE);
    if (divides_integers_for_fraction(source->path, rounded)) {
        cause->place.line = rounded;
        SAY(route, "%s", DIVIDED_TOO_EARLY);
    }
    SAY(next,
        "Compute the number of blocks along %c from the number of points that one block computes along %c, rounded up.",
        axes[c->first], axes[c->first]);
}

static void say_what(Cause *cause, const LaunchSource *source, const ChangedLaunch *c,
                     const LaunchRecord *l) {
    switch (c->kind) {
    case LAUNCH_EXCHANGED:
        SAY(what, "The grid and the block stand in each other's place in this launch: exchanged");
        SAY(next, "Behind <<< comes the number of blocks, then the number of threads in a block.");
        break;
    case LAUNCH_NUMBERS:
    case LAUNCH_PARAMETERS: say_exchanged(cause, source, c, l->place.line); break;
    case LAUNCH_KERNEL:
        cause->place.line = line_of_kernel_choice(source->path, source->text, l->place.line);
        cause->place.column = 0;
        SAY(what, "Another kernel belongs here at these sizes: with one that is launched at other sizes");
        SAY(next, "Check by hand at which sizes this line lets each kernel be launched.");
        break;
    case LAUNCH_AXES:
    case LAUNCH_MORE: say_grid(cause, source, c, l); break;
    default: say_argument(cause, source, c, l->place.line);
    }
}

void say_launch_change(Cause *cause, const LaunchSource *source, const ChangedLaunch *change,
                       const LaunchRecord *l, const char *tried) {
    *cause =
        (Cause){.known = true, .todo = -1, .example = -1, .sure = true, .of_launch = true, .place = l->place};
    say_what(cause, source, change, l);
    SAY(what, ", every result that was tried is right (%s).", tried);
    blame_torn_text(cause, source->path, l->place.line);
    if (cause->place.line == l->place.line || cause->other.line) return;
    cause->other = l->place;
    SAY(other_what, "It is launched here");
}
