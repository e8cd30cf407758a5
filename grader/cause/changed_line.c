// The line and the sentence for changes that make everything right. What to write there is left to the student.
#include "grader/cause/changed_line.h"

#include <stdio.h>
#include <string.h>

#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static bool names(const Cause *cause, int line) {
    return cause->known && (cause->place.line == line || (cause->other.line == line && cause->made_there));
}

// The first change that is alive, the likeliest kind of mistake first; -1: none.
static int likeliest(const PtxChanges *changes, const bool *alive) {
    for (int i = 0; i < changes->count; i++)
        if (alive[i]) return i;
    return -1;
}

// Another line where a change helps too; 0: none.
static int second_line(const PtxChanges *changes, const bool *alive, int line) {
    for (int i = 0; i < changes->count; i++)
        if (alive[i] && changes->list[i].line != line) return changes->list[i].line;
    return 0;
}

static void say_what(Cause *cause, const PtxChange *change) {
    switch (change->kind) {
    case CHANGE_AXIS:
    case CHANGE_PLACE: SAY(what, "`%s` is the wrong one in this line.", change->was); break;
    case CHANGE_COMPARISON:
        SAY(what, "A comparison in this line, `%s`, is the wrong one.", change->was);
        break;
    case CHANGE_OPERATOR: SAY(what, "An operator in this line is the wrong one: one of +, - and *."); break;
    case CHANGE_NUMBER: SAY(what, "A number that is used in this line is the wrong one."); break;
    case CHANGE_NEGATION: SAY(what, "The condition in this line is the opposite of the right one."); break;
    case CHANGE_INDEXES: SAY(what, "Two indexes of an array have changed places in this line."); break;
    case CHANGE_OFFSET: SAY(what, "This line takes the wrong element: its neighbour is right."); break;
    case CHANGE_JOINT:
        SAY(what, "The parts of the condition in this line are joined wrongly, by && or ||.");
        break;
    case CHANGE_VARIABLE: SAY(what, "A variable in this line is the wrong one."); break;
    case CHANGE_SWAP: SAY(what, "Two variables in this line have changed places."); break;
    case CHANGE_REMOVAL: SAY(what, "This line does something that should not be done there."); break;
    default: break;
    }
}

void say_changed_line(Cause *cause, const PtxChanges *changes, const bool *alive, const char *tried,
                      const char *source) {
    for (int i = 0; i < changes->count; i++)
        if (alive[i] && names(cause, changes->list[i].line)) return;
    const int found = likeliest(changes, alive);
    if (found < 0) return;
    const PtxChange *change = &changes->list[found];
    const int second = second_line(changes, alive, change->line);
    *cause = (Cause){.known = true, .todo = -1, .example = -1};
    say_what(cause, change);
    SAY(what, " With that alone changed, the results come right: tried at %s.", tried);
    snprintf(cause->place.file, sizeof cause->place.file, "%s", source);
    cause->place.line = change->line;
    if (second) {
        cause->other = cause->place;
        cause->other.line = second;
        snprintf(cause->other_what, sizeof cause->other_what,
                 "Or the mistake is here: a change in this line would do as well");
    }
    SAY(next,
        "Compute by hand what this line gives for one thread, and compare it with what the TODO asks for.");
}
