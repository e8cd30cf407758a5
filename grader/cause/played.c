// Wrong times of a played device: in which order the host code launched, waited and read the clock.
#include <math.h>
#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/source_lines.h"
#include "grader/cause/chosen_line.h"
#include "grader/cause/clock_kept.h"
#include "grader/cause/explain.h"
#include "grader/cause/how_often.h"
#include "grader/cause/only_call.h"
#include "grader/cause/used_up.h"
#include "grader/cause/variable_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

typedef struct {
    const MoveRecord *first_clock, *last_clock, *launch; // the last of the launches between the two
    const MoveRecord *warm_up;                           // the last launch before the first reading
    long before, between; // launches before the first reading, and between the two
    long clocks;
    const MoveRecord *closing; // the last reading behind launches that came after another one
    long timed;                // stretches between two readings that have launches
    bool one_by_one;           // each of these has one launch, which is over at the second reading
    bool under_way[2];         // at the first reading, at the last one
} Game;

static void read_clock(Game *g, const MoveRecord *m, long launches, bool under_way) {
    if (!g->clocks++) g->first_clock = m, g->under_way[0] = under_way, g->one_by_one = true;
    g->last_clock = m, g->under_way[1] = under_way;
    if (g->clocks == 1 || !launches) return;
    g->closing = m;
    g->timed++;
    g->one_by_one &= launches == 1 && !under_way;
}

// Of the first game. `warm_up_timed`: readings before the first launch do not count, since its time was left out again.
static Game game_of(const Records *r, bool warm_up_timed) {
    Game g = {0};
    bool under_way = false;
    long launches = 0; // since the last reading
    for (int i = 0; i < r->move_count; i++) {
        const MoveRecord *m = &r->moves[i];
        if (!strcmp(m->kind, "played launch")) {
            under_way = true;
            launches += m->times;
            *(g.clocks ? &g.between : &g.before) += m->times;
            if (g.clocks || !g.launch) g.launch = m;
            if (!g.clocks) g.warm_up = m;
        } else if (!strcmp(m->kind, "played wait")) {
            under_way = false;
        } else if (!strcmp(m->kind, "played clock") && (g.before || !warm_up_timed)) {
            read_clock(&g, m, launches, under_way);
            launches = 0;
        }
    }
    // Only so many steps are noted one by one.
    if (r->move_count == RECORD_MOVES && r->played_count) g.between = r->played[0].launches - g.before;
    return g;
}

static void blame(Cause *cause, const MoveRecord *m) {
    cause->place = m->place;
}

static void also(Cause *cause, const MoveRecord *m, const char *what) {
    if (!m || !m->place.line) return;
    cause->other = m->place;
    SAY(other_what, "%s", what);
}

static const char *const whole_types[] = {"int",      "long",  "unsigned", "size_t", "int64_t",
                                          "uint64_t", "short", "char",     NULL};

// A reading that is kept in one of the types, and the line that says so; NULL: none is.
static const MoveRecord *kept_in(const Game *g, const char *path, const char *const *types, int *line) {
    const MoveRecord *readings[] = {g->first_clock, g->last_clock};
    for (int i = 0; i < 2; i++) {
        *line = line_of_kept_type(path, readings[i]->place.line, types);
        // "auto begin = (int)now();"
        if (!*line && types == whole_types && declares_whole(path, readings[i]->place.line))
            *line = readings[i]->place.line;
        if (*line) return readings[i];
    }
    return NULL;
}

static void blame_kept(Cause *cause, const MoveRecord *reading, int line) {
    blame(cause, reading);
    if (line == reading->place.line) return;
    also(cause, reading, "The clock is read here");
    cause->place.line = line;
    cause->place.column = 0;
}

// Keeps a reading in a whole number, and says so.
static bool say_whole(Cause *cause, const Game *g, const char *path) {
    int line;
    const MoveRecord *reading = kept_in(g, path, whole_types, &line);
    if (!reading) return false;
    blame_kept(cause, reading, line);
    SAY(what,
        "What the clock shows is kept in a whole number here: what stands behind the point is lost, and the clock "
        "counts milliseconds.");
    SAY(next, "now() gives a double: keep it in one.");
    return true;
}

// Keeps a reading in a float, and says so.
static bool say_float(Cause *cause, const Game *g, const char *path) {
    static const char *const types[] = {"float", NULL};
    int line;
    const MoveRecord *reading = kept_in(g, path, types, &line);
    if (!reading) return false;
    blame_kept(cause, reading, line);
    SAY(what,
        "What the clock shows is kept in a float here, which has 24 bits: after some days its clock shows "
        "hundreds of millions of milliseconds, and then a float knows only every 16th, 32nd or 64th of them.");
    SAY(next, "now() gives a double: keep it in one.");
    return true;
}

// Is the launch that takes long in no time that is returned? It makes up 6 % of the sum at least, and so of the mean.
static bool leaves_first_out(const Explained *e, long repeats) {
    const double of_all = e->of_right / (double)repeats;
    return (e->of_right > 0 && e->of_right < 1.05) || fabs(of_all - 1) < 0.05;
}

// Is what comes out no farther from the mean than most launches are, where each is timed by itself?
static bool is_one_of_many(const Game *g, const Explained *e) {
    enum { PERCENT = 9 }; // grader/device/play.c: by 7.5, and some of them by 12
    return g->one_by_one && g->timed > 1 && fabs(e->of_right - 1) * 100 < PERCENT;
}

// Where each launch is timed by itself, the line that makes one time of all of them.
static void blame_sum(Cause *cause, const Game *g, const Explained *e) {
    const int line = line_of_choice(e->source_path, e->data->entry->name);
    blame(cause, g->closing);
    if (!line || line == cause->place.line) return;
    also(cause, g->closing, "Each launch is timed by itself, up to this reading");
    cause->place.line = line;
}

static void say_one_of_many(Cause *cause, const Game *g, const Explained *e) {
    blame_sum(cause, g, e);
    if (e->mistake)
        SAY(what, "%s", e->mistake);
    else
        SAY(what,
            "What comes out is as far from the mean as a single launch may be: it looks like the time of one "
            "launch, not like the mean of them.");
    SAY(next, "Add up the times of all `repeats` launches, and divide the sum by `repeats`.");
}

static bool makes_value(const char *line) {
    return find_assignment(line) || find_word(line, line, "return");
}

// Where the two readings are subtracted, or what was made of them is divided: behind the last reading, in its function.
static int line_of_mean(const Game *g, const char *path) {
    static SourceLines t;
    int difference = 0, division = 0;
    if (!in_student_file(&g->last_clock->place, path) || !read_lines(&t, path)) return 0;
    const int last = g->last_clock->place.line;
    for (int line = last; line <= t.count && !division; line++) {
        const char *text = line_text(&t, line);
        if (*text == '}') break;
        const char *slash = strchr(text, '/');
        if (slash && slash[1] != '/' && makes_value(text)) division = line;
        if (!difference && strstr(text, " - ") && makes_value(text)) difference = line;
    }
    free_lines(&t);
    return division ? division : difference;
}

static void blame_mean(Cause *cause, const Game *g, const char *path) {
    const int line = line_of_mean(g, path);
    blame(cause, g->last_clock);
    if (line && line != cause->place.line) {
        also(cause, g->last_clock, "The clock is read for the last time here");
        cause->place.line = line;
        cause->place.column = 0;
    }
    say_used_up(cause, path, line);
}

// Nothing is wrong but what is computed from the readings.
static void say_computed(Cause *cause, const Game *g, const Explained *e) {
    const bool each = g->one_by_one && g->timed > 1;
    if (each)
        blame_sum(cause, g, e);
    else
        blame_mean(cause, g, e->source_path);
    if (e->mistake) SAY(what, "%s ", e->mistake);
    SAY(what,
        "Launches, waits and readings of the clock are in the right order: what is computed from the "
        "%sreadings is wrong.",
        each ? "" : "two ");
    SAY(next,
        each
            ? "The mean is the sum of the times of all launches, divided by how many they are."
            : "The mean is the time between the two readings divided by the number of launches between them.");
}

// The launches are made by a function, or a lambda, that stands above both readings: the line between these that calls something, as
// long as it is the only one. 0: the launches stand between them.
static int line_between(const char *path, const Game *g) {
    static SourceLines t;
    const int first = g->first_clock->place.line, last = g->last_clock->place.line,
              own = g->launch ? g->launch->place.line : first;
    int found = 0, calls = 0;
    if ((own >= first && own <= last) || !read_lines(&t, path)) return 0;
    for (int line = first + 1; line < last; line++) {
        const char *text = line_text(&t, line), *begin = text + strspn(text, " \t");
        if (!strncmp(begin, "//", 2) || !strchr(begin, '(') || strstr(begin, "wait(")) continue;
        found = line;
        calls++;
    }
    free_lines(&t);
    return calls == 1 ? found : 0;
}

// The warm-up is under way when the clock is read. Where one line launches it and what is timed, the reading says which of both is meant.
static void say_warm_up(Cause *cause, const Game *g, const Explained *e) {
    const bool alike = g->warm_up->place.line == g->launch->place.line;
    if (alike) {
        blame(cause, g->first_clock);
        SAY(what, "The clock is read here while the warm-up is still under way: its time is counted, too.");
        also(cause, g->warm_up, "It was launched here");
    } else {
        blame(cause, g->warm_up);
        const int call = line_of_only_call(e->source_path, cause->place.line, e->data->entry->name);
        if (call) cause->place.line = call, cause->place.column = 0;
        SAY(what,
            "Nothing waits for the device behind this launch, the warm-up: a launch returns before its work is done, so that it is "
            "still under way when the clock is read, and its time is counted, too.");
        also(cause, g->first_clock, "The clock is read here");
    }
    SAY(next, "Wait for the device between the warm-up and the first reading of the clock.");
}

// The launches between the readings, where one line made them all; NULL: several did. Where there was no room to note each of them
// the last one that was noted stands for all.
static const MoveRecord *launches_of_one_line(const Game *g, const Records *r) {
    const MoveRecord *found = NULL;
    if (r->move_count == RECORD_MOVES) return g->launch;
    for (int i = 0; i < r->move_count; i++) {
        const MoveRecord *m = &r->moves[i];
        if (strcmp(m->kind, "played launch") || m < g->first_clock || m > g->last_clock) continue;
        if (found && found->place.line != m->place.line) return NULL;
        found = m;
    }
    return found;
}

// Not as many launches as were asked for: the loop's head decides how many, or who calls the helper that holds it.
static void say_number(Cause *cause, const Game *g, long repeats, const Explained *e) {
    const char *path = e->source_path;
    const int first = g->first_clock->place.line, last = g->last_clock->place.line;
    const HowOften h = launches_of_one_line(g, e->records)
                           ? find_how_often(path, g->launch->place.line, first, last, e->data->entry->name)
                           : (HowOften){0};
    const int line = h.line ? h.line : line_between(path, g);
    blame(cause, g->launch);
    if (line && line != cause->place.line) cause->place.line = line, cause->place.column = 0;
    SAY(what, "Between the first and the last reading of the clock there %s %s, and %ld %s asked for.",
        g->between == 1 ? "is" : "are", several((double)g->between, "launch").text, repeats,
        repeats == 1 ? "was" : "were");
    if (h.line && !h.called)
        SAY(what, " How many there are is decided by this loop: by where it begins and ends.");
    if (h.called) SAY(what, " How many there are is decided by this call, by what it hands on.");
    also(cause, g->first_clock, "The first reading");
    if (h.set && h.set != cause->place.line) {
        cause->other.line = h.set;
        cause->other.column = 0;
        cause->other_what[0] = 0;
        SAY(other_what, "`%s` is set here", h.name);
    }
    SAY(next, "Launch `repeats` times between the two readings, and nothing else.");
}

static void say_game(Cause *cause, const Game *g, long repeats, const Explained *e) {
    const char *path = e->source_path;
    if (!g->clocks) return;
    if (g->clocks > 1 && g->under_way[1]) {
        blame(cause, g->last_clock);
        SAY(what,
            "The clock is read here while launches are still under way: a launch returns before its work is "
            "done.");
        also(cause, g->launch, "They were launched here");
        SAY(next, "Wait for the device between the last launch and this reading.");
    } else if (is_one_of_many(g, e)) {
        say_one_of_many(cause, g, e);
    } else if (!g->before) {
        blame(cause, g->first_clock);
        SAY(what,
            "The clock is read here before anything was launched: the first launch, which takes long, is "
            "timed with the others.");
        SAY(next, "Launch once and wait, the warm-up, before the clock is read for the first time.");
    } else if (g->under_way[0]) {
        say_warm_up(cause, g, e);
    } else if (g->clocks > 1 && g->between != repeats) {
        say_number(cause, g, repeats, e);
    } else if (g->clocks > 1 && !say_whole(cause, g, path) && !say_float(cause, g, path)) {
        say_computed(cause, g, e);
    }
}

void explain_played(Cause *cause, const Explained *e) {
    const CaseArg *repeats = &e->data->args[e->data->entry->plays[3] - 1];
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (!e->source_path || repeats->bytes < sizeof(int)) return;
    const int asked = *(const int *)repeats->before[0];
    if (e->first_alone_right) explain_kept_value(cause, e, e->data->entry->name);
    if (cause->known) return;
    Game g = game_of(e->records, false);
    if (!g.before && leaves_first_out(e, asked)) g = game_of(e->records, true);
    say_game(cause, &g, asked, e);
    cause->known = in_student_file(&cause->place, e->source_path);
}
