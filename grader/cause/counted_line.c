// The line that a counted target is about: of a launch the one that sets its size, of memory the one that moves most for
// nothing, of branches the one that splits most warps. What is said are counts.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/launch_line.h"
#include "grader/host_code/host_code.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { WARP = 32 };

// ---- Where a launch's size comes from ---------------------------------------------------------------------------------

// The function that a token lies in: its first token, the name, and where it begins. False: it lies in none.
static bool function_of(const HostText *t, int at, int *name, int *begin) {
    for (int i = 0; i + 1 < at; i++) {
        int end;
        if (t->token[i].kind != TOKEN_NAME || !token_is(&t->token[i + 1], "(")) continue;
        if (!host_function(t, t->token[i].text, begin, &end)) continue;
        end = host_bracket_end(t, *begin);
        if (*begin < at && at < end) return *name = i, true;
    }
    return false;
}

static int set_before(const HostText *t, int at, int begin, const char *name) {
    for (int i = at - 1; i > begin; i--)
        if (token_is(&t->token[i], name) &&
            (token_is(&t->token[i + 1], "=") ||
             ((token_is(&t->token[i + 1], "(") || token_is(&t->token[i + 1], "{")) &&
              token_is(&t->token[i - 1], "dim3"))))
            return i;
    return 0;
}

static int trace(const HostText *t, int at, const char *name, int axis, int depth);
static int trace_value(const HostText *t, int begin, int end, int axis, int own, int depth);

// The function of the file, or the lambda, that is called there as a whole: its return says it, "return dim3(a, b, c);", "return
// {a, b, c};". 0: nothing of the kind is called.
static int trace_called(const HostText *t, int begin, int end, int axis, int depth) {
    enum { DEEP = 6 };
    int body, last, first, behind;
    if (depth > DEEP || t->token[begin].kind != TOKEN_NAME || !token_is(&t->token[begin + 1], "(") ||
        host_bracket_end(t, begin + 1) != end || !host_function(t, t->token[begin].text, &body, &last) ||
        !t->token[body].line)
        return 0;
    last = host_bracket_end(t, body);
    for (int i = body; i < last; i++) {
        if (!token_is(&t->token[i], "return")) continue;
        int list = i + 1 + token_is(&t->token[i + 1], "dim3");
        const bool listed =
            token_is(&t->token[list], "{") || (list > i + 1 && token_is(&t->token[list], "("));
        if (listed && host_argument(t, list, axis, &first, &behind))
            return trace_value(t, first, behind, 0, i, depth + 1);
        for (behind = i + 1; behind < last && !token_is(&t->token[behind], ";"); behind++) continue;
        return trace_value(t, i + 1, behind, axis, i, depth + 1);
    }
    return 0;
}

// What stands in these tokens is a name that was set elsewhere, or what a function returns, or `own` says it.
static int trace_value(const HostText *t, int begin, int end, int axis, int own, int depth) {
    const int called = trace_called(t, begin, end, axis, depth);
    if (called) return called;
    if (end - begin == 1 && t->token[begin].kind == TOKEN_NAME) {
        const int found = trace(t, begin, t->token[begin].text, axis, depth + 1);
        return found ? found : own;
    }
    return own;
}

// The parameter with that number: what the calls of its function in this file pass, if there is one.
static int trace_caller(const HostText *t, const char *function, int number, int axis, int depth) {
    for (int i = 0; i + 1 < t->count; i++) {
        int name, begin, first, last;
        if (!t->token[i].line || !token_is(&t->token[i], function) || !token_is(&t->token[i + 1], "(") ||
            !function_of(t, i, &name, &begin) || !host_argument(t, i + 1, number, &first, &last))
            continue;
        return trace_value(t, first, last, axis, first, depth);
    }
    return 0;
}

// A constant of the file: enum { BX = 8 }, const int BX = 8. 0: there is none.
static int constant_of(const HostText *t, const char *name) {
    for (int i = 0; i + 1 < t->count; i++) {
        int function, body;
        if (t->token[i].line && token_is(&t->token[i], name) && token_is(&t->token[i + 1], "=") &&
            !function_of(t, i, &function, &body))
            return i;
    }
    return 0;
}

// The token that sets the variable, the axis of it where it is a dim3; 0: none.
static int trace(const HostText *t, int at, const char *name, int axis, int depth) {
    enum { DEEP = 6, PARAMETERS = 16 };
    int function, body, begin, end;
    char names[PARAMETERS][HOST_NAME];
    if (depth > DEEP || !function_of(t, at, &function, &body)) return 0;
    const int set = set_before(t, at, body, name);
    if (set && token_is(&t->token[set + 1], "=")) {
        for (end = set + 2;
             !token_is(&t->token[end], ";") && !token_is(&t->token[end], ",") && end + 1 < t->count; end++)
            continue;
        return trace_value(t, set + 2, end, axis, set, depth);
    }
    if (set)
        return host_argument(t, set + 1, axis, &begin, &end) ? trace_value(t, begin, end, 0, set, depth)
                                                             : set;
    const int count = host_parameters_of(t, body, names, PARAMETERS);
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name)) return trace_caller(t, t->token[function].text, i, axis, depth);
    return constant_of(t, name);
}

// The line that sets that argument of the launch in `line` (0: the grid, 1: the block) along an axis; the launch itself where that
// is not clear.
static int line_of_size_of(const Explained *e, int line, int number, int axis) {
    HostText *t = calloc(1, sizeof *t);
    int found = 0;
    if (t && e->root && host_text_read(t, e->source_path, e->root))
        for (int i = 0; i < t->count && !found; i++) {
            int begin, end;
            if (t->token[i].line < line || !token_is(&t->token[i], "<<<")) continue;
            if (host_argument(t, i, number, &begin, &end)) found = trace_value(t, begin, end, axis, i, 0);
            break;
        }
    const int traced = found ? t->token[found].line : 0;
    free(t);
    return traced ? traced : line;
}

// ---- What the target counts ---------------------------------------------------------------------------------------------

static const LaunchRecord *launch_of(const Explained *e) {
    const LaunchRecord *best = NULL;
    for (int i = 0; i < e->records->launch_count; i++) {
        const LaunchRecord *l = &e->records->launches[i];
        if (!best && in_student_file(&l->place, e->source_path)) best = l;
    }
    return best;
}

// The launch whose kernel counted what stands at that line; another one where it is not known.
static const LaunchRecord *launch_of_line(const Explained *e, const LineCounters *line) {
    for (int i = 0; i < e->records->launch_count; i++) {
        const LaunchRecord *l = &e->records->launches[i];
        if (!strcmp(l->kernel, line->kernel) && in_student_file(&l->place, e->source_path)) return l;
    }
    return launch_of(e);
}

static long threads_of(const LaunchRecord *l) {
    return l->block[0] * l->block[1] * l->block[2];
}

static void say_launch(Cause *cause, const Explained *e, const LaunchRecord *l, int number, int axis) {
    cause->place = l->place;
    const int line = line_of_size_of(e, l->place.line, number, axis);
    if (line != l->place.line) {
        cause->other = l->place;
        cause->place.line = line;
        cause->place.column = 0;
        SAY(other_what, "It is launched here");
    }
    cause->known = true;
}

static bool say_occupancy(Cause *cause, const Explained *e) {
    const LaunchRecord *l = launch_of(e);
    if (!l) return false;
    SAY(what, "The launch has blocks of %ld x %ld x %ld, %s or %s each.", l->block[0], l->block[1],
        l->block[2], several((double)threads_of(l), "thread").text,
        several((double)((threads_of(l) + WARP - 1) / WARP), "warp").text);
    // Where a row is one warp the rows are how many there are.
    say_launch(cause, e, l, 1, l->block[0] == WARP && l->block[1] > 1);
    return true;
}

static bool say_threads(Cause *cause, const Explained *e) {
    const LaunchRecord *l = launch_of(e);
    if (!l) return false;
    const long blocks = l->grid[0] * l->grid[1] * l->grid[2];
    SAY(what, "The launch has %s of %s, %s in all for %s.", several((double)blocks, "block").text,
        several((double)threads_of(l), "thread").text,
        several((double)(blocks * threads_of(l)), "thread").text,
        several((double)e->data->cells, "element").text);
    int most = 0;
    for (int axis = 1; axis < 3; axis++)
        if (l->grid[axis] > l->grid[most]) most = axis;
    say_launch(cause, e, l, 0, most);
    const int computed = e->source_path ? line_that_computes_size(e->source_path, l->place.line, most) : 0;
    if (cause->other.line && computed && computed < cause->place.line) cause->place.line = computed;
    return true;
}

// The line of the student's file with the largest number; NULL: it is 0 everywhere.
static const LineCounters *worst_line(const Explained *e, double (*number)(const Counters *)) {
    const LineCounters *worst = NULL;
    for (int i = 0; i < e->records->line_count; i++) {
        const LineCounters *l = &e->records->lines[i];
        if (number(&l->counters) > (worst ? number(&worst->counters) : 0) &&
            in_student_file(&l->place, e->source_path))
            worst = l;
    }
    return worst;
}

enum { SECTOR = 32 };

static double wasted_loads(const Counters *c) {
    return (double)c->global_load_sectors - (double)c->global_load_bytes / SECTOR;
}

static double wasted_stores(const Counters *c) {
    return (double)c->global_store_sectors - (double)c->global_store_bytes / SECTOR;
}

// Sectors beyond those that the bytes would fill.
static double wasted_sectors(const Counters *c) {
    return wasted_loads(c) > wasted_stores(c) ? wasted_loads(c) : wasted_stores(c);
}

static double split_branches(const Counters *c) {
    return (double)c->divergent_branches;
}

static double stored(const Counters *c) {
    return (double)c->global_store_requests;
}

static double loaded(const Counters *c) {
    return (double)c->global_load_requests;
}

// Rows of the block that are no whole number of warps: a warp takes the end of one and the beginning of the next.
static bool has_torn_rows(const LaunchRecord *l) {
    return l->block[0] % WARP && l->block[1] * l->block[2] > 1 && threads_of(l) >= WARP;
}

// No more sectors than two pieces of rows can come to, wherever each of them begins? `whole_lines`: the GPU loads 4 at a time. Else it is not
// the two rows alone that make so many of them.
static bool fits_two_rows(double sectors, double asked, bool whole_lines) {
    return sectors <= asked + 2 * (whole_lines ? 4 : 1);
}

static void blame_width(Cause *cause, const Explained *e, const LaunchRecord *launch, const LineCounters *l) {
    say_launch(cause, e, launch, 1, 0);
    cause->other = l->place;
    cause->other_what[0] = 0;
    SAY(other_what, "The sectors are those of this line");
    SAY(next, "Let the width of the block be a multiple of %d, the threads of a warp.", WARP);
}

// What a launch's block makes of the warps: which sectors they ask for.
static void say_warps(Cause *cause, const Explained *e, const LaunchRecord *launch, const LineCounters *l,
                      bool fits) {
    const long width = launch->block[0];
    if (width < WARP && threads_of(launch) >= WARP) {
        SAY(what, " The blocks are %s wide, so that a warp reaches over %ld rows%s.",
            several((double)width, "thread").text, (WARP + width - 1) / width,
            WARP % width ? " or more" : "");
        blame_width(cause, e, launch, l);
    } else if (has_torn_rows(launch) && fits) {
        SAY(what,
            " The blocks are %ld threads wide, which is %.4g warps: there are warps that take the end of one row of the block "
            "and the beginning of the next.",
            width, (double)width / WARP);
        blame_width(cause, e, launch, l);
    } else if (width >= WARP && !has_torn_rows(launch)) {
        SAY(what, " The 32 threads of a warp are neighbours along x, and their elements are not.");
    }
}

// `stores`: the target counts those alone.
static bool say_sectors(Cause *cause, const Explained *e, bool stores_alone) {
    const LineCounters *l = worst_line(e, stores_alone ? wasted_stores : wasted_sectors);
    const LaunchRecord *launch = l ? launch_of_line(e, l) : NULL;
    if (!l) return false;
    const Counters *c = &l->counters;
    const bool loads = !stores_alone && wasted_loads(c) > wasted_stores(c);
    const double requests = (double)(loads ? c->global_load_requests : c->global_store_requests),
                 sectors = (double)(loads ? c->global_load_sectors : c->global_store_sectors),
                 bytes = (double)(loads ? c->global_load_bytes : c->global_store_bytes);
    SAY(what, "This line %s %.3g sectors for each request of a warp; what its lanes ask for would fill %.3g.",
        loads ? "loads" : "stores to", sectors / requests, bytes / SECTOR / requests);
    cause->place = l->place;
    if (launch)
        say_warps(
            cause, e, launch, l,
            fits_two_rows(sectors / requests, bytes / SECTOR / requests, loads && fmod(sectors, 4) == 0));
    return cause->known = true;
}

// A function of the lab's headers that is called at that token.
static bool calls_header(const HostText *t, int i) {
    int begin, end;
    return t->token[i].line && t->token[i].kind == TOKEN_NAME && token_is(&t->token[i + 1], "(") &&
           host_function(t, t->token[i].text, &begin, &end) && !t->token[begin].line;
}

// Two different functions of the lab's headers that are called one after the other, with nothing between them that decides: what each of
// them costs is paid by every thread. The token of the first call; 0: there is none.
static int both_called(const HostText *t) {
    static const char *const decides[] = {"if", "else", "?", "switch", "for", "while", "}", "return", NULL};
    int first = 0;
    for (int i = 0; i + 1 < t->count; i++) {
        if (token_is_one_of(&t->token[i], decides)) first = 0;
        if (!calls_header(t, i)) continue;
        if (first && strcmp(t->token[first].text, t->token[i].text)) return first;
        first = i;
    }
    return 0;
}

static bool say_both_called(Cause *cause, const Explained *e) {
    HostText *t = calloc(1, sizeof *t);
    const int first = t && e->root && host_text_read(t, e->source_path, e->root) ? both_called(t) : 0;
    const HostToken call = first ? t->token[first] : (HostToken){0};
    free(t);
    if (!first) return false;
    SAY(what,
        "`%s` and the other function are both called here, whichever is needed: every thread runs both, and throws one result "
        "away.",
        call.text);
    append(cause->place.file, sizeof cause->place.file, "%s", e->source_path);
    cause->place.line = call.line, cause->place.column = 0;
    return cause->known = true;
}

static bool say_line(Cause *cause, const LineCounters *l, const char *what) {
    if (!l) return false;
    SAY(what, "%s", what);
    cause->place = l->place;
    return cause->known = true;
}

static bool names_any(const char *expression, const char *const *names) {
    for (; *names; names++)
        if (strstr(expression, *names)) return true;
    return false;
}

static bool say_count(Cause *cause, const Explained *e, const char *expression) {
    static const char *const
        sectors[] = {"sectors", NULL},
        *const written[] = {"written_sectors", "store_sectors", NULL},
        *const occupancy[] = {"occupancy", NULL}, *const branches[] = {"branch", "thread_instructions", NULL},
        *const stores[] = {"store_bytes", "store_requests", NULL},
        *const loads[] = {"load_bytes", "load_requests", NULL}, *const threads[] = {"storing_threads", NULL},
        *const launched[] = {"threads", "blocks", NULL}, *const headers[] = {"header_", NULL};
    if (names_any(expression, occupancy)) return say_occupancy(cause, e);
    if (names_any(expression, sectors)) return say_sectors(cause, e, names_any(expression, written));
    if (names_any(expression, branches) && worst_line(e, split_branches))
        return say_line(
            cause, worst_line(e, split_branches),
            "Most warps that are split are split at this line: a part of their lanes goes on here, the "
            "others elsewhere.");
    if (names_any(expression, headers) && say_both_called(cause, e)) return true;
    if (names_any(expression, stores) && !names_any(expression, branches))
        return say_line(cause, worst_line(e, stored), "Most stores are those of this line.");
    if (names_any(expression, loads) && !names_any(expression, branches))
        return say_line(cause, worst_line(e, loaded), "Most loads are those of this line.");
    if (names_any(expression, threads) || !names_any(expression, launched)) return false;
    return !names_any(expression, branches) && say_threads(cause, e);
}

void explain_count(Cause *cause, const Explained *e, const char *expression) {
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    cause->known =
        e->source_path && say_count(cause, e, expression) && in_student_file(&cause->place, e->source_path);
}
