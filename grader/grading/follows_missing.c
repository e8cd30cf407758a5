// Does a failure follow from TODOs that are not started? What has not been written before a line, or in the march around it,
// makes that line look wrong.
#include "grader/grading/follows_missing.h"

#include <string.h>

#include "grader/c_text/lines.h"
#include "grader/grading/blamed_todo.h"
#include "grader/lab/regions.h"

static bool head_has(const char *head, const char *word) {
    const char *found = strstr(head, word);
    return found && found < head + strcspn(head, "\n");
}

static bool on_device(const char *text, size_t at) {
    const char *head = function_head(text, at);
    return head_has(head, "__global__") || head_has(head, "__device__");
}

// Can what a region lacks come into the function of a line: its own text, or that of a function that it may call?
static bool reaches(const char *text, size_t region, size_t line) {
    const char *head = function_head(text, region);
    return head == function_head(text, line) ||
           (!head_has(head, "__global__") && on_device(text, region) && on_device(text, line));
}

// Is the text of one TODO that is missing in this case the reason why the line at `line` looks wrong?
static bool spoils(const CaseResult *c, const char *text, const Region *missing, size_t line) {
    if (c->cause.nothing_stored) return on_device(text, missing->begin);
    if (!reaches(text, missing->begin, line)) return false;
    const size_t loop = loop_begin(text, line);
    return missing->end <= line || (c->finding < 0 && loop && loop_begin(text, missing->begin) == loop);
}

static const SourcePlace *blamed_place(const CaseResult *c) {
    return c->cause.known && c->cause.place.line ? &c->cause.place
           : c->finding >= 0                     ? &c->records.findings[c->finding].place
                                                 : NULL;
}

bool follows_from_missing(const LabResult *result, const CaseResult *c, const char *text) {
    Regions regions;
    size_t line, end;
    const int entry = c->key.entry, todo = result->blamed - 1;
    if (result->blamed_outside || (c->finding < 0 && !c->where[0]) || !some_missing(result, entry))
        return false;
    if (todo >= 0 && missing_in(result, entry, todo)) return true;
    const SourcePlace *place = blamed_place(c);
    if (todo < 0 || !place || !regions_find(&regions, result->spec, text) ||
        !find_line(text, place->line, &line, &end))
        return c->finding < 0;
    for (int i = 0; i < regions.count; i++)
        if (regions.list[i].todo != todo && missing_in(result, entry, regions.list[i].todo) &&
            spoils(c, text, &regions.list[i], line))
            return true;
    return false;
}
