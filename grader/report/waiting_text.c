// TODOs that cannot be judged yet, and what their tests need.
#include <string.h>

#include "grader/report/report.h"
#include "grader/text/append.h"

// Was the finding of case `index` that of an earlier one?
static bool listed(const LabResult *result, int index) {
    const CaseResult *c = &result->cases[index];
    for (int i = 0; i < index; i++) {
        const CaseResult *before = &result->cases[i];
        if (before->finding >= 0 &&
            same_finding(&before->records.findings[before->finding], &c->records.findings[c->finding]))
            return true;
    }
    return false;
}

// What was found in cases whose failures are not told: "out-of-bounds (stencil.cu:36)". False: nothing.
static bool list_found(const LabResult *result, char *list, size_t size) {
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (c->passed || c->finding < 0 || listed(result, i)) continue;
        const Finding *f = &c->records.findings[c->finding];
        append(list, size, "%s%s", list[0] ? ", " : "", f->check);
        if (f->place.line)
            append(list, size, " (%s:%d)", place_name(&f->place, result->source_path), f->place.line);
    }
    return list[0] != 0;
}

// Does a test of a TODO that waits for others pass all the same?
static bool some_passed(const LabResult *result) {
    for (int i = 0; i < result->test_count; i++)
        if (result->waits[result->tests[i].todo] && result->tests[i].passed) return true;
    return false;
}

// TODOs that were started, and what keeps their tests from saying anything of them.
void print_waiting(const Writer *writer, const LabResult *result) {
    char waiting[200] = "", missing[200] = "", found[600] = "";
    const bool several = name_waiting(result, waiting, sizeof waiting) > 1;
    if (!waiting[0] || result->alone.known) return;
    name_missing(result, missing, sizeof missing);
    const bool many = strpbrk(missing, ", ") != NULL;
    writer_print(writer, 0, 2, STYLE_BOLD, "TODO%s %s cannot be judged %s", several ? "s" : "", waiting,
                 some_passed(result) ? "at every size yet" : "yet");
    writer_print(writer, 2, 2, STYLE_PLAIN, "%s tests need TODO%s %s, which %s not started.",
                 several ? "Their" : "Its", many ? "s" : "", missing, many ? "are" : "is");
    if (list_found(result, found, sizeof found))
        writer_print(writer, 2, 2, STYLE_PLAIN, "So far they find, perhaps because of what is missing: %s.",
                     found);
    else if (result->as_written)
        writer_words(writer, 2, 2, STYLE_PLAIN, "So far: no access outside the memory and no race.");
    writer_blank(writer);
}
