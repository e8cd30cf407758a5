// Which TODO is to blame for a failure whose cause, or finding, names a line.
#include "grader/grading/blame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/lines.h"
#include "grader/edits/edits.h"
#include "grader/grading/blamed_todo.h"
#include "grader/grading/replace_file.h"
#include "grader/grading/todo_by_part.h"
#include "grader/lab/regions.h"
#include "grader/text/append.h"
#include "grader/text/source_line.h"

static const SourcePlace *blamed_place(const CaseResult *c) {
    if (c->cause.known && c->cause.place.line) return &c->cause.place;
    return c->finding >= 0 ? &c->records.findings[c->finding].place : NULL;
}

// The region of the line; where it lies in none, that of the line where what it uses was computed.
static void blame_region(LabResult *result, CaseResult *c, const char *text, const char *skeleton, int line) {
    bool outside;
    result->blamed = 1 + todo_of_line(result->spec, text, skeleton, line, &result->blamed_outside);
    const bool own = is_skeleton_line(text, skeleton, line);
    if ((!result->blamed_outside && !own) || !c->cause.known || !c->cause.made_there) return;
    const int todo = todo_of_line(result->spec, text, skeleton, c->cause.other.line, &outside);
    if (todo < 0) return;
    c->cause.mend_other = own && !is_skeleton_line(text, skeleton, c->cause.other.line);
    result->blamed = 1 + todo;
    result->blamed_outside = false;
}

// What happens in a function that the skeleton gives is the doing of the line that calls it.
static void name_call(CaseResult *c, const char *text, const char *skeleton) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    Cause *cause = &c->cause;
    if (!f || !f->call_line || f->call_line == f->place.line ||
        (cause->known && !cause->symptom && cause->place.line != f->place.line) ||
        !is_skeleton_line(text, skeleton, f->place.line) || is_skeleton_line(text, skeleton, f->call_line))
        return;
    const Cause before = *cause;
    *cause = (Cause){.known = true, .todo = -1, .example = -1, .place = f->place, .other = f->place};
    if (before.known && !strcmp(f->check, "misaligned")) { // which element it is, and why, holds for any line
        append(cause->route, sizeof cause->route, "%s", before.what);
        append(
            cause->next, sizeof cause->next, "%s",
            "Compare this call, and what stands between its < and >, with the other ones of the function: when may it be "
            "used as it is here?");
    }
    cause->place.line = f->call_line;
    cause->place.column = 0;
    snprintf(
        cause->what, sizeof cause->what,
        "That line belongs to a function which is given. It is called here, with what goes wrong there.");
    snprintf(cause->other_what, sizeof cause->other_what, "The access");
}

static bool has_marks(const LabSpec *spec, const char *text) {
    Regions regions;
    return !regions_find(&regions, spec, text) || regions.count;
}

// A file without the marks of the TODOs, written from nothing: by the function's name, where the skeleton has one that belongs to
// one TODO, or by what the line does.
static void blame_part(LabResult *result, const CaseResult *c, const char *text, const char *skeleton,
                       int line) {
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    unsigned parts = parts_of_line(text, entry->params[entry->output].name, line);
    if (!parts && c->cause.known && c->cause.made_there && c->cause.other.line) // a macro, a declaration
        parts = parts_of_line(text, entry->params[entry->output].name, c->cause.other.line);
    if (c->cause.stale) parts = PART_MARCH | (parts & PART_PLAIN);
    if (c->cause.first_plane) parts = PART_LOAD | (parts & PART_PLAIN);
    if (c->cause.lacks) parts = c->cause.lacks;
    const int todo = todo_of_function(result->spec, text, skeleton, line);
    result->blamed = 1 + (todo >= 0 ? todo : todo_of_parts(result->spec, c->key.entry, parts));
}

// A line in none of the marks that there are: it may belong to a TODO whose marks are not there.
static void blame_unmarked(LabResult *result, const CaseResult *c, const char *text, const char *skeleton,
                           int line) {
    Regions regions;
    blame_part(result, c, text, skeleton, line);
    for (int i = 0; regions_find(&regions, result->spec, text) && i < regions.count; i++)
        if (regions.list[i].todo == result->blamed - 1) result->blamed = 0;
    result->blamed_outside = !result->blamed;
}

// A value from before a TODO in which it should have got another one: that is where a line is missing.
static int blame_before_loop(const LabSpec *spec, CaseResult *c, const char *text) {
    int first;
    Cause *cause = &c->cause;
    const int todo = todo_before_loop(spec, text, blamed_place(c)->line, &first);
    if (cause->known && first > cause->place.line) {
        cause->other = cause->place;
        cause->other_what[0] = 0;
        append(cause->other_what, sizeof cause->other_what, "It keeps the value that it has from here");
        cause->place.line = first;
        cause->place.column = 0;
    }
    return todo;
}

void blame_target(const LabResult *result, TargetResult *target, const char *skeleton_path) {
    size_t size;
    bool outside;
    Cause *cause = &target->cause;
    char *text = cause->known ? read_whole_file(result->source_path, &size) : NULL;
    char *skeleton = text ? read_whole_file(skeleton_path, &size) : NULL;
    cause->todo = text && has_marks(result->spec, text) && in_student_file(&cause->place, result->source_path)
                      ? todo_of_line(result->spec, text, skeleton, cause->place.line, &outside)
                      : -1;
    free(text), free(skeleton);
}

// ---- Right by itself ------------------------------------------------------------------------------------------------

static bool was_filled(const LabResult *result, int todo) {
    for (int i = 0; i < result->test_count; i++)
        if (result->tests[i].todo == todo && result->tests[i].filled) return true;
    return false;
}

// The one TODO of the function that is short of its points; -1: there are several, or none.
static int only_short_one(const LabResult *result, int entry) {
    int found = -1;
    for (int todo = 0; todo < result->spec->todo_count; todo++) {
        if (!todo_short(result, todo) || !spec_todo_calls(result->spec, todo, entry)) continue;
        if (found >= 0) return -1;
        found = todo;
    }
    return found;
}

// The line of the first statement between the marks of a TODO; 0: there is none.
static int first_line_of(const LabSpec *spec, const char *text, int todo) {
    Regions regions;
    if (!regions_find(&regions, spec, text)) return 0;
    for (int i = 0; i < regions.count; i++) {
        const Region *r = &regions.list[i];
        if (r->todo != todo) continue;
        for (int line = line_at(text, r->begin);; line++) {
            size_t begin, end;
            const bool code = find_line(text, line, &begin, &end) && begin >= r->begin;
            if (begin >= r->end || line > line_at(text, r->end)) break;
            if (code && strncmp(text + begin, "//", 2)) return line;
        }
    }
    return 0;
}

// Does the one work with the other by nothing but calls of functions that are given? Regions of one function share variables, and a
// launch and its kernel which thread does what: there a file may have its own way, which finished text does not have.
static bool are_apart(const LabSpec *spec, const char *text, int todo, int other) {
    Regions regions;
    if (!regions_find(&regions, spec, text)) return false;
    for (int i = 0; i < regions.count; i++) {
        const Region *r = &regions.list[i];
        if (r->todo == todo && !is_device_line(text, line_at(text, r->begin))) return false;
        for (int k = 0; k < regions.count && r->todo == todo; k++)
            if (regions.list[k].todo == other &&
                function_head(text, r->begin) == function_head(text, regions.list[k].begin))
                return false;
    }
    return true;
}

// What was blamed is right with finished text around it, and one other TODO is not, even so: then what is wrong stands there,
// whatever line it shows at.
static bool blame_wrong_one(LabResult *result, CaseResult *c, const char *text) {
    const int wrong = result->alone.known ? result->alone.todo : -1, blamed = result->blamed - 1;
    if (wrong < 0 || blamed < 0 || blamed == wrong || todo_short(result, blamed) ||
        !was_filled(result, blamed) || only_short_one(result, c->key.entry) != wrong ||
        !has_marks(result->spec, text) || !are_apart(result->spec, text, wrong, blamed))
        return false;
    Cause *cause = &c->cause, fact = *cause;
    const int stored = fact.known ? fact.stored_line : 0;
    bool outside;
    const bool shows = stored && todo_of_line(result->spec, text, NULL, stored, &outside) == wrong;
    const int line = shows ? stored : first_line_of(result->spec, text, wrong);
    if (!line) return false;
    *cause = (Cause){.known = true, .todo = wrong, .example = fact.example, .place.line = line};
    append(cause->place.file, sizeof cause->place.file, "%s", result->source_path);
    if (fact.known && c->finding < 0 && !fact.of_launch)
        append(cause->what, sizeof cause->what, "%s ", fact.what);
    append(
        cause->what, sizeof cause->what,
        "What is wrong stands between the marks of TODO %s, %s: with a finished text in place of the others it is "
        "still wrong, and each of these is right by itself.",
        result->spec->todos[wrong].id, shows ? "where it shows in this line" : "which begins here");
    append(cause->next, sizeof cause->next,
           "Hold each line of this TODO against what the handout asks of it: who computes, and who stores?");
    result->blamed = 1 + wrong;
    result->blamed_outside = false;
    return true;
}

bool blame_todo(LabResult *result, CaseResult *c, const char *skeleton_path, const char *text) {
    size_t size;
    const SourcePlace *place = blamed_place(c);
    if (!place || !in_student_file(place, result->source_path)) return false;
    char *skeleton = read_whole_file(skeleton_path, &size);
    name_call(c, text, skeleton);
    place = blamed_place(c);
    if (c->cause.known && c->cause.todo >= 0)
        result->blamed = 1 + c->cause.todo;
    else if (!has_marks(result->spec, text))
        blame_part(result, c, text, skeleton, place->line);
    else if (c->cause.stale)
        result->blamed = 1 + todo_behind(result->spec, text, place->line);
    else if (c->cause.first_plane)
        result->blamed = 1 + blame_before_loop(result->spec, c, text);
    else
        blame_region(result, c, text, skeleton, place->line);
    if (result->blamed_outside) blame_unmarked(result, c, text, skeleton, place->line);
    const bool region_alone = blame_wrong_one(result, c, text);
    free(skeleton);
    return region_alone;
}
