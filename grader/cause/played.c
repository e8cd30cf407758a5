// Wrong times of a played device: in which order the host code launched, waited and read the clock.
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/variable_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

typedef struct {
    const MoveRecord *first_clock, *last_clock, *launch; // the last of the launches between the two
    long before, between; // launches before the first reading, and between the two
    long clocks;
    bool under_way[2]; // at the first reading, at the last one
} Game;

static Game game_of(const Records *r) {
    Game g = {0};
    bool under_way = false;
    for (int i = 0; i < r->move_count; i++) {
        const MoveRecord *m = &r->moves[i];
        if (!strcmp(m->kind, "played launch")) {
            under_way = true;
            *(g.clocks ? &g.between : &g.before) += m->times;
            if (g.clocks || !g.launch) g.launch = m;
        } else if (!strcmp(m->kind, "played wait")) {
            under_way = false;
        } else if (!strcmp(m->kind, "played clock")) {
            if (!g.clocks++) g.first_clock = m, g.under_way[0] = under_way;
            g.last_clock = m, g.under_way[1] = under_way;
        }
    }
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

// The reading that is kept in a variable of a whole type; NULL: none is.
static const MoveRecord *whole_number(const Game *g, const char *path) {
    if (declares_whole(path, g->first_clock->place.line)) return g->first_clock;
    return declares_whole(path, g->last_clock->place.line) ? g->last_clock : NULL;
}

static void say_game(Cause *cause, const Game *g, long repeats, const char *path) {
    if (!g->clocks) return;
    if (g->clocks > 1 && g->under_way[1]) {
        blame(cause, g->last_clock);
        SAY(what,
            "The clock is read here while launches are still under way: a launch returns before its work is "
            "done.");
        also(cause, g->launch, "They were launched here");
        SAY(next, "Wait for the device between the last launch and this reading.");
    } else if (!g->before) {
        blame(cause, g->first_clock);
        SAY(what,
            "The clock is read here before anything was launched: the first launch, which takes long, is "
            "timed with the others.");
        SAY(next, "Launch once and wait, the warm-up, before the clock is read for the first time.");
    } else if (g->under_way[0]) {
        blame(cause, g->first_clock);
        SAY(what, "The clock is read here while the warm-up is still under way: its time is counted, too.");
        also(cause, g->launch, "It was launched here");
        SAY(next, "Wait for the device between the warm-up and this reading.");
    } else if (g->clocks > 1 && g->between != repeats) {
        blame(cause, g->launch);
        SAY(what, "Between the first and the last reading of the clock there %s %s, and %ld %s asked for.",
            g->between == 1 ? "is" : "are", several((double)g->between, "launch").text, repeats,
            repeats == 1 ? "was" : "were");
        also(cause, g->first_clock, "The first reading");
        SAY(next, "Launch `repeats` times between the two readings, and nothing else.");
    } else if (g->clocks > 1 && whole_number(g, path)) {
        blame(cause, whole_number(g, path));
        SAY(what,
            "What the clock shows is kept in a whole number here: what stands behind the point is lost, and the clock "
            "counts milliseconds.");
        SAY(next, "now() gives a double: keep it in one.");
    } else if (g->clocks > 1) {
        blame(cause, g->last_clock);
        SAY(what,
            "Launches, waits and readings of the clock are in the right order: what is computed from the "
            "two readings is wrong.");
        SAY(next,
            "The mean is the time between the two readings divided by the number of launches between them.");
    }
}

void explain_played(Cause *cause, const Explained *e) {
    const Game g = game_of(e->records);
    const CaseArg *repeats = &e->data->args[e->data->entry->plays[3] - 1];
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (!e->source_path || repeats->bytes < sizeof(int)) return;
    say_game(cause, &g, *(const int *)repeats->before[0], e->source_path);
    cause->known = in_student_file(&cause->place, e->source_path);
}
