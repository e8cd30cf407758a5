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
    case CHANGE_AXIS: SAY(what, "With another axis in place of `%s` in this line", change->was); break;
    case CHANGE_PLACE: SAY(what, "With something else in place of `%s` in this line", change->was); break;
    case CHANGE_COMPARISON:
        SAY(what, "With another comparison in place of `%s` in this line", change->was);
        break;
    case CHANGE_OPERATOR: SAY(what, "With another operator in place of one of this line"); break;
    case CHANGE_NUMBER: SAY(what, "With another number in place of one that is used in this line"); break;
    case CHANGE_NEGATION: SAY(what, "With the opposite condition in this line"); break;
    case CHANGE_INDEXES: SAY(what, "With two indices of an array exchanged in this line"); break;
    case CHANGE_OFFSET: SAY(what, "With a neighbour of what this line takes"); break;
    case CHANGE_JOINT:
        SAY(what, "With the parts of the condition in this line joined otherwise, by && or ||");
        break;
    case CHANGE_COMPARED:
        SAY(what, "With another variable in place of one that is compared in this line");
        break;
    case CHANGE_VARIABLE: SAY(what, "With another variable in place of one of this line"); break;
    case CHANGE_SWAP: SAY(what, "With two variables exchanged in this line"); break;
    case CHANGE_REMOVAL: SAY(what, "Without this line"); break;
    default: break;
    }
}

void say_changed_line(Cause *cause, const ChangedLine *found, const char *source) {
    for (int i = 0; i < CHANGED_LINES; i++)
        if (names(cause, found->line[i])) return;
    if (cause->known && cause->keeps_away &&
        (found->change.kind == CHANGE_AXIS || found->change.kind == CHANGE_OPERATOR))
        return; // right in small grids alone
    *cause = (Cause){.known = true, .todo = -1, .example = -1};
    say_what(cause, &found->change);
    SAY(what, ", and nothing else changed, the results come right (tried at %s): so the mistake is here.",
        found->tried);
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
