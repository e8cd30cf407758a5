// What to do next, at the end of the report for a person.
#include <stdio.h>
#include <string.h>

#include "grader/report/report.h"
#include "grader/text/source_line.h"

// The failure that is shown in full; NULL where nothing is worth it.
const CaseResult *shown_failure(const LabResult *result) {
    const int first = first_failure(result);
    return first >= 0 ? &result->cases[first] : NULL;
}

// A time for which points of the TODO (-1: of any) are held back, and whose launch is to blame; NULL: there is none.
const TimedResult *slow_by_launch(const LabResult *result, int todo) {
    for (int i = 0; i < result->timed_count; i++) {
        const TimedResult *t = &result->timed[i];
        if (t->withheld > 0 && t->cause.known && (todo < 0 || result->spec->timed[t->index].todo == todo))
            return t;
    }
    return NULL;
}

// What to do: the line that the first failure names, else the TODO that comes next.
void print_next_step(const Writer *writer, const LabResult *result, int todo, const char *then) {
    char text[8600];
    const CaseResult *c = shown_failure(result);
    const TargetResult *missed = c ? NULL : missed_target(result, todo);
    if (missed) todo = todo_of_target(result, missed);
    const LabTodo *t = &result->spec->todos[todo];
    int line = find_todo_line(result->source_path, t->id);
    const bool mends = missed && mends_target(result, missed);
    const SourcePlace *place = !c                    ? (mends ? &missed->cause.place : NULL)
                               : c->cause.mend_other ? &c->cause.other
                               : c->cause.place.line ? &c->cause.place
                               : c->finding >= 0     ? &c->records.findings[c->finding].place
                                                     : NULL;
    const TimedResult *slow = c || missed ? NULL : slow_by_launch(result, todo);
    // A line of another TODO, which is right by itself, shows where it comes out and not what is to be mended.
    const bool elsewhere = result->blamed && result->blamed - 1 != todo;
    if (slow)
        snprintf(text, sizeof text, slow->cause_todo < 0 ? "mend %s:%d" : "mend %s:%d (TODO %s)",
                 result->source, slow->cause.place.line,
                 slow->cause_todo < 0 ? "" : result->spec->todos[slow->cause_todo].id);
    else if (place && !elsewhere && !(line && result->not_started[todo]) &&
             in_student_file(place, result->source_path))
        snprintf(text, sizeof text,
                 result->blamed_outside ? "mend %s:%d (in no TODO)" : "mend %s:%d (TODO %s)", result->source,
                 place->line, t->id);
    else if (line && elsewhere && place && !result->blamed_outside &&
             in_student_file(place, result->source_path))
        snprintf(text, sizeof text, "do TODO %s, %s:%d, or mend line %d (TODO %s): they must fit each other",
                 t->id, result->source, line, place->line, result->spec->todos[result->blamed - 1].id);
    else if (line)
        snprintf(text, sizeof text, "do TODO %s, %s:%d", t->id, result->source, line);
    else
        snprintf(text, sizeof text, "go on with TODO %s in %s", t->id, result->source);
    writer_entry(writer, "next", STYLE_BOLD, text);
    if (then) writer_command(writer, "then", STYLE_BOLD, then);
    // What a target asks for may have to be mended in the text of a TODO that has all of its points: its hints are of no use.
    if (missed && !todo_short(result, todo)) t = &result->spec->todos[missed->todo];
    snprintf(text, sizeof text, "./grade hint %s %s", result->spec->name, t->id);
    writer_command(writer, "stuck?", STYLE_PLAIN, text);
}

// After the last point: the lab that comes next.
void print_all_done(const Writer *writer, const LabResult *result) {
    char text[600];
    const char *folder = result->next_lab;
    if (folder[0])
        snprintf(text, sizeof text, "all done: go on with %.*s, labs/%s/README.md", (int)strcspn(folder, "_"),
                 folder, folder);
    else
        snprintf(text, sizeof text, "all done: ./grade lists the labs");
    writer_entry(writer, "next", STYLE_BOLD, text);
}
