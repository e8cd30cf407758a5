// Instructions first: they are many, and cost no compilation. Then the text of the lines that they name.
#include "grader/grading/explain_by_change.h"

#include <stdlib.h>
#include <string.h>

#include "grader/grading/replace_file.h"
#include "grader/grading/try_changes.h"
#include "grader/grading/try_edits.h"
#include "grader/grading/unset_variable.h"

bool explain_by_change(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *plain,
                       const char *text) {
    char path[PATH_SIZE];
    size_t size;
    ChangedLine found;
    if (c->finding >= 0 && !strcmp(c->records.findings[c->finding].check, "read-only"))
        return false; // both lines are named, and any other pointer there would be a cure
    const bool changed = !c->cause.of_wide_store && try_changes(&found, plan, result, c, plain->output);
    if (explain_by_edits(plan, result, c, plain, changed ? &found : NULL)) return true;
    if (changed) say_changed_line(&c->cause, &found, result->source_path);
    if (changed || !text) return changed;
    project_path(plain->project, path, "labs", plain->lab_folder, "skeleton", result->spec->source, NULL);
    char *skeleton = read_whole_file(path, &size);
    const bool unset = say_unset_variable(result, c, text, skeleton);
    free(skeleton);
    return unset;
}
