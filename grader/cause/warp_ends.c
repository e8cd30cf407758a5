// Neighbours along x at the ends of warps: a shuffle knows no lane before the first and none behind the last one.
#include <stdio.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/sentences.h"
#include "grader/cause/warp_ends.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

int side_along_x(const Study *s) {
    const LabTerm *t = s->main.term < 0 ? NULL : &s->entry->terms[s->main.term];
    for (int i = 0; t && i < t->factor_count; i++) {
        const int *offset = t->factor[i].offset;
        if (t->factor[i].of_cell) return offset[1] || offset[2] ? 0 : (offset[0] > 0) - (offset[0] < 0);
    }
    return 0;
}

bool came_by_shuffle(const Study *s) {
    const WTerm *t = s->main.got < 0 ? NULL : &s->w.term[s->main.got];
    for (int i = 0; t && i < t->steps; i++)
        if (s->w.step[t->step + i].kind == STEP_SHUFFLE) return true;
    return false;
}

static bool has_shuffle(const Study *s) {
    for (int i = 0; i < s->w.steps; i++)
        if (s->w.step[i].kind == STEP_SHUFFLE) return true;
    return false;
}

// Do all cells with the difference belong to that lane?
static bool all_of_lane(const Study *s, int lane) {
    for (int i = 0; i < s->count; i++)
        if (s->cell[i].has && (!s->cell[i].written || s->cell[i].cell->who.thread[0] % WARP_LANES != lane))
            return false;
    return true;
}

bool lost_at_warp_end(const Study *s) {
    const int side = side_along_x(s);
    return side && came_by_shuffle(s) && s->w.launches &&
           s->w.launch[s->w.launches - 1].block[0] % WARP_LANES == 0 &&
           all_of_lane(s, side > 0 ? WARP_LANES - 1 : 0);
}

// ---- The line that asks for the ends of the block --------------------------------------------------------------------

int names_of_values(const SourceLines *t, bool (*fits)(const char *value, const char *end),
                    char name[LANE_NAMES][SOURCE_NAME]) {
    int count = 1;
    snprintf(name[0], SOURCE_NAME, "threadIdx.x");
    for (int i = 0; i < t->count; i++)
        for (const char *at = strchr(t->line[i], '='); at && count < LANE_NAMES; at = strchr(at + 1, '='))
            if (fits(at + 1, at + 1 + strcspn(at + 1, ",;")) && name_before(t->line[i], at, name[count]))
                count++;
    return count;
}

// Is it threadIdx.x itself?
static bool is_place(const char *value, const char *end) {
    const Span s = trimmed(value, end);
    return (!*end || strchr(",;", *end)) && s.end - s.begin == 11 && !strncmp(s.begin, "threadIdx.x", 11);
}

// "NAME == 0", or "NAME == ... - 1" where `side` asks for the last one.
static bool asks_for_end(const char *line, const char *name, int side) {
    for (const char *at = line; (at = find_name(line, at, name)); at++) {
        const char *mark = at + strlen(name);
        mark += strspn(mark, " ");
        if (strncmp(mark, "==", 2)) continue;
        const char *value = mark + 2 + strspn(mark + 2, " ");
        const size_t size = strcspn(value, "&|;?:,)");
        char words[SOURCE_NAME];
        snprintf(words, sizeof words, "%.*s", (int)(size < sizeof words ? size : 0), value);
        if (side < 0 ? words[0] == '0' && !is_word(words[1]) : strstr(words, "- 1") != NULL) return true;
    }
    return false;
}

static int line_of_block_end(const char *path, int side) {
    static SourceLines t;
    char name[LANE_NAMES][SOURCE_NAME];
    int found = 0;
    if (!path || !read_lines(&t, path)) return 0;
    const int count = names_of_values(&t, is_place, name);
    for (int i = 0; i < t.count && !found; i++)
        for (int k = 0; k < count && !found; k++)
            if (asks_for_end(t.line[i], name[k], side)) found = i + 1;
    free_lines(&t);
    return found;
}

bool is_warp_size(const char *value) {
    const size_t size = strcspn(value, ");,");
    char words[SOURCE_NAME];
    snprintf(words, sizeof words, "%.*s", (int)(size < sizeof words ? size : 0), value);
    return strstr(words, "32") || strstr(words, "31") || strstr(words, "WARP") || strstr(words, "warp") ||
           strstr(words, "Warp") || strstr(words, "LANE");
}

// "lane = threadIdx.x;"
// "#define LANE threadIdx.x": where the macro's name ends; NULL: the line defines none.
static const char *end_of_macro_name(const char *line) {
    const char *word = find_word(line, line, "define"), *name = word ? word + strlen("define") : NULL;
    if (!name || *(line + strspn(line, " \t")) != '#') return NULL;
    name = word_end(name + strspn(name, " \t"));
    return *name == ' ' ? name : NULL;
}

static bool calls_place_a_lane(const char *line) {
    const char *set = end_of_macro_name(line);
    char name[SOURCE_NAME];
    if (!set) set = strchr(line, '=');
    if (!set || !name_before(line, set, name) || !is_place(set + 1, set + 1 + strcspn(set + 1, ",;")))
        return false;
    return strstr(name, "lane") || strstr(name, "Lane") || strstr(name, "LANE");
}

// "threadIdx.x % BLOCK_X", "threadIdx.x & (BLOCK_X - 1)", and a helper that returns threadIdx.x, or a macro that stands for it: a lane that
// is none.
static bool counts_lanes_wrongly(const char *line) {
    const char *at = strstr(line, "threadIdx.x"), *mark = at ? at + strlen("threadIdx.x") : NULL;
    if (!mark) return false;
    mark += strspn(mark, " )");
    if (*mark == '%' || (*mark == '&' && mark[1] != '&'))
        return !is_warp_size(mark + 1 + strspn(mark + 1, " ("));
    const char *returned = find_word(line, line, "return");
    if (line[0] == '#' && !mark[strspn(mark, " \t\r\n")])
        return strstr(line, "LANE") || strstr(line, "lane") || strstr(line, "Lane");
    return returned && returned < at && *mark == ';';
}

static int first_line(const char *path, bool (*fits)(const char *line)) {
    static SourceLines t;
    int found = 0;
    if (!path || !read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count && !found; i++)
        if (fits(t.line[i])) found = i + 1;
    free_lines(&t);
    return found;
}

// ---- What is said -----------------------------------------------------------------------------------------------------

void blame_line_of_ends(Cause *cause, int line) {
    cause->other = cause->place;
    cause->other_what[0] = 0;
    SAY(other_what, "It comes into the result here");
    cause->place.line = line;
    cause->place.column = 0;
}

static void take_block_end(Cause *cause, int line) {
    blame_line_of_ends(cause, line);
    SAY(route,
        " This line asks for the end of the block, but every 32 threads of a row are a warp of their own.");
    SAY(next, "Compare the lane, threadIdx.x %% 32, not the place in the block.");
}

static void take_lane(Cause *cause, int line, long width) {
    blame_line_of_ends(cause, line);
    SAY(route,
        " This line gives each thread a place from 0 to %ld, but a warp has 32 lanes, 0 to 31, and the block two "
        "warps or more in a row.",
        width - 1);
    SAY(next, "The lane is threadIdx.x %% 32.");
}

// Where the value came from that the lane has in place of its neighbour: a load that was to bring it. False: it was none.
static bool say_loaded(Cause *cause, const Study *s) {
    const int site =
        s->main.kind == DIFFERS_ELEMENT && !came_by_shuffle(s) ? loading_site(s, s->main.got) : -1;
    const SourcePlace *load = site_place(&s->w, site);
    if (!load || !in_student_file(load, s->source_path)) return false;
    SAY(route, "and its own load brings another element.");
    const int caller = site_caller(&s->w, site);
    // A function that looks for a neighbour along x is told the row and the plane.
    if (caller && caller != load->line && (s->main.at[1] || s->main.at[2])) {
        cause->other = *load;
        cause->other_what[0] = 0;
        SAY(other_what, "It was loaded here");
        cause->place = *load;
        cause->place.line = caller;
        cause->place.column = 0;
        SAY(route, " The arguments of this call say which.");
        SAY(next, "Compute by hand, for one thread and each of its points, what this call is given.");
        return true;
    }
    if (load->line != cause->place.line) blame_line_of_ends(cause, load->line);
    SAY(next, "Compute by hand, for that lane, which element this load asks for.");
    return true;
}

// What the shuffle gives the lane in place of it, where the wrong value came by one.
static void say_shuffled(Cause *cause, const Study *s) {
    const WTerm *t = came_by_shuffle(s) ? &s->w.term[s->main.got] : NULL;
    const WThread *own = &s->cell[s->example].cell->who, *from = own;
    for (int i = 0; t && i < t->steps; i++)
        if (s->w.step[t->step + i].kind == STEP_LOAD) from = &s->w.step[t->step + i].who;
    if (!t)
        SAY(route, "and it must get that by a load of its own.");
    else if (memcmp(own, from, sizeof *own))
        SAY(route, "and the shuffle gives it that of lane %d.", from->thread[0] % WARP_LANES);
    else
        SAY(route, "and a shuffle gives it its own value back.");
}

// It has the right x, and is of another row or plane: it came by no shuffle alone.
static bool comes_from_elsewhere(const Study *s) {
    const int *at = s->main.at;
    return s->main.kind == DIFFERS_ELEMENT && s->main.source == SOURCE_ELEMENT && at[0] == side_along_x(s) &&
           (at[1] || at[2]);
}

void say_warp_ends(Cause *cause, const Study *s) {
    const int side = side_along_x(s), end = side > 0 ? WARP_LANES - 1 : 0;
    const bool possible = s->main.kind == DIFFERS_ELEMENT || s->main.kind == DIFFERS_MISSING;
    if (!side || !possible || cause->route[0] || !s->w.launches || !has_shuffle(s) ||
        !in_student_file(&cause->place, s->source_path))
        return;
    const long width = s->w.launch[s->w.launches - 1].block[0];
    if (width % WARP_LANES) {
        say_warp_rows(cause, s);
        return;
    }
    if (!all_of_lane(s, end) || comes_from_elsewhere(s)) return;
    cause->next[0] = 0;
    SAY(route, "These are the points of lane %d: no lane of its warp has the value %s it, ", end,
        side > 0 ? "behind" : "before");
    if (say_loaded(cause, s)) return;
    const int nobody = came_by_shuffle(s) ? 0 : line_of_no_lane(s->source_path);
    if (nobody) {
        blame_line_of_ends(cause, nobody);
        SAY(route,
            "and it must get that by a load of its own. But no thread executes this line: the lanes of a warp are numbered 0 to 31.");
        SAY(next, "The last lane is 31.");
        return;
    }
    say_shuffled(cause, s);
    const bool wide = width > WARP_LANES;
    const int named = wide ? first_line(s->source_path, calls_place_a_lane) : 0;
    const int line = wide && !named ? line_of_block_end(s->source_path, side) : 0;
    const int lane = wide && !line && !named ? first_line(s->source_path, counts_lanes_wrongly) : named;
    if (line)
        take_block_end(cause, line);
    else if (lane)
        take_lane(cause, lane, width);
    else
        SAY(next, "Where does lane %d get this value from, and what puts it in the place of the shuffle's?",
            end);
}
