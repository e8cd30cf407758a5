// The lines and the sentence for changes that make everything right. What to write there is left to the student.
#include "grader/cause/changed_line.h"

#include <string.h>

#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static bool names(const Cause *cause, int line) {
    return line && cause->known &&
           (cause->place.line == line || (cause->other.line == line && cause->made_there));
}

bool find_changed_line(ChangedLine *found, const PtxChanges *changes, const bool *alive) {
    int count = 0;
    *found = (ChangedLine){.change.line = 0};
    for (int i = 0; i < changes->count && count < CHANGED_LINES; i++) {
        bool known = !alive[i];
        for (int k = 0; k < count; k++) known |= found->line[k] == changes->list[i].line;
        if (known) continue;
        if (!count) found->change = changes->list[i];
        found->line[count++] = changes->list[i].line;
    }
    return count > 0;
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

void say_changed_line(Cause *cause, const ChangedLine *found, const char *source) {
    for (int i = 0; i < CHANGED_LINES; i++)
        if (names(cause, found->line[i])) return;
    *cause = (Cause){.known = true, .todo = -1, .example = -1};
    say_what(cause, &found->change);
    SAY(what, " With that alone changed, the results come right: tried at %s.", found->tried);
    append(cause->place.file, sizeof cause->place.file, "%s", source);
    cause->place.line = found->line[0];
    if (found->line[1]) {
        cause->other = cause->place;
        cause->other.line = found->line[1];
        SAY(other_what, "Or the mistake is here: a change in this line would do as well");
    }
    SAY(next,
        "Compute by hand what this line gives for one thread, and compare it with what the TODO asks for.");
}
