// Compiles many small changes of a wrong file together, runs each on small cases, and takes the first with which all are right.
#include "grader/grading/try_edits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/edits/variants.h"
#include "grader/grading/replace_file.h"
#include "grader/lab/slices.h"
#include "grader/text/append.h"
#include "grader/verdict/compare.h"

enum {
    MOST_EDITS = 130,
    MOST_TEXT = 1200 << 10,
    CASES = 7,
    SMALL_CELLS = 20 * 20 * 20,
    COMPILATIONS = 3,
    MOST_LATE = 2
};

typedef struct {
    const RunPlan *plan;
    LabResult *result;
    CaseData data[CASES];
    int cases, late;
    const char *folder; // where the device code of a change is written
} Trying;

// ---- Running one change ---------------------------------------------------------------------------------------------

static bool never_repeated(void *context, const CaseData *data, const Records *records) {
    (void)context, (void)data, (void)records;
    return false;
}

static bool is_right(Trying *t, CaseData *data, const char *ptx) {
    SessionSetup setup = t->plan->session;
    SessionResult session;
    Comparison compared;
    const LabEntry *lab = lab_library_find(t->plan->library, data->entry->name);
    setup.ptx = ptx;
    setup.workers = 1;
    setup.worth_repeating = never_repeated;
    session_run(&setup, data, &session);
    t->late += session.late;
    bool right = session.state == SESSION_RAN && session.outcome == OUTCOME_RETURNED &&
                 failing_finding(&session.records, data->entry) < 0 &&
                 compare(&compared, data, lab, 0, slice_threads()) && !compared.wrong_count;
    session_result_free(&session);
    return right;
}

static bool makes_all_right(Trying *t, const char *ptx) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%.3900s/variant.ptx", t->folder);
    FILE *file = fopen(path, "w");
    bool right = file && fputs(ptx, file) >= 0;
    if (file && fclose(file) != 0) right = false;
    for (int i = 0; i < t->cases && right; i++) right = is_right(t, &t->data[i], path);
    return right;
}

// ---- Which cases ----------------------------------------------------------------------------------------------------

static bool is_usable(const LabResult *result, const CaseResult *c, const CaseResult *shown) {
    return c->judged && !c->hung && !c->trivial && !c->put_off && !c->key.gpu[0] && c->cells <= SMALL_CELLS &&
           c->key.entry == shown->key.entry && !failure_expected(result, (int)(c - result->cases));
}

// The smallest one behind `least` cells that has passed, or has failed.
static const CaseResult *next_case(const LabResult *result, const CaseResult *shown, bool passed,
                                   size_t least) {
    const CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (is_usable(result, c, shown) && c->passed == passed && c->cells > least &&
            (!best || c->cells < best->cells))
            best = c;
    }
    return best;
}

static void add_cases(Trying *t, const CaseResult *shown, bool passed, int most) {
    size_t least = 0;
    const CaseResult *c;
    for (int i = 0; i < most && t->cases < CASES && (c = next_case(t->result, shown, passed, least)); i++) {
        t->cases += case_data_make(&t->data[t->cases], t->result->spec, &c->key, t->plan->data_seed);
        least = c->cells;
    }
}

// ---- The compilation ------------------------------------------------------------------------------------------------

// Compiles the variants; those that do not compile are dropped. The PTX of all, to be freed; NULL: it cannot be had.
static char *compile_variants(Compilation *c, Edits *edits, const char *text) {
    char *ptx = NULL, *messages = NULL;
    size_t size;
    for (int i = 0; i < COMPILATIONS && !ptx && edits->count; i++) {
        Variants v;
        if (!variants_make(&v, text, edits)) return NULL;
        const bool compiled = compile_plain_text(c, "variants.cu", v.text, &messages, &size);
        if (compiled) ptx = read_whole_file(c->output, &size);
        const bool dropped = !compiled && messages && drop_complaints(edits, &v, messages, size);
        free(messages);
        variants_free(&v);
        if (!compiled && !dropped) break;
        if (!compiled) compile_clean_up(c);
    }
    return ptx;
}

static const Edit *find_edit(Trying *t, const Edits *edits, const char *all, const char *own) {
    for (int i = 0; i < edits->count && t->late < MOST_LATE && !plan_is_over(t->plan); i++) {
        char *ptx = variant_ptx(all, own, i);
        const bool right = ptx && makes_all_right(t, ptx);
        free(ptx);
        if (right) return &edits->list[i];
    }
    return NULL;
}

// ---- The cause --------------------------------------------------------------------------------------------------------

// What was known of the failure stays where it is a fact: which value is wrong, and where that is used. What was thought of a
// line that turned out not to be the one is forgotten.
static void take_other_line(CaseResult *c, const Edit *edit) {
    Cause *cause = &c->cause;
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    const bool used = cause->known && cause->uses_value && !f, macro = edit->kind == EDIT_MACRO;
    const SourcePlace shown = f ? f->place : cause->place;
    if (f) cause->what[0] = 0;
    cause->other = used || macro ? shown : (SourcePlace){.line = 0};
    cause->other_what[0] = cause->route[0] = cause->next[0] = 0;
    if (cause->other.line)
        append(cause->other_what, sizeof cause->other_what, "What follows from it shows here");
    cause->made_there = macro; // outside of all TODOs: the use is in one
    cause->stale = cause->first_plane = false;
    append(cause->next, sizeof cause->next, "%s", edit_advice(edit));
}

static void take_edit(const LabResult *result, CaseResult *c, const Edit *edit) {
    Cause *cause = &c->cause;
    if (!cause->known || cause->place.line != edit->line) take_other_line(c, edit);
    cause->place = (SourcePlace){.line = edit->line, .column = edit->column};
    append(cause->place.file, sizeof cause->place.file, "%s", result->source_path);
    if (cause->what[0]) {
        append(cause->route, sizeof cause->route, "%s", cause->route[0] ? " " : "");
        say_edit(edit, cause->route, sizeof cause->route);
    } else {
        say_edit(edit, cause->what, sizeof cause->what);
    }
    cause->known = true;
    cause->todo = -1;
}

static void suspect(const LabResult *result, const CaseResult *c, int lines[SUSPECTED_LINES]) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    const SourcePlace *places[] = {c->cause.known ? &c->cause.place : NULL,
                                   c->cause.known ? &c->cause.other : NULL, f ? &f->place : NULL,
                                   f ? &f->other_place : NULL};
    int count = 0;
    memset(lines, 0, SUSPECTED_LINES * sizeof *lines);
    for (int i = 0; i < 4; i++)
        if (places[i] && places[i]->line && in_student_file(places[i], result->source_path))
            lines[count++] = places[i]->line;
}

static bool is_worth_it(const LabResult *result, const CaseResult *c) {
    static const char *const checks[] = {"out-of-bounds", "uninitialised", "race"};
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    if (!entry->term_count || entry->file[0] || c->hung || c->key.gpu[0] || (c->cause.known && c->cause.sure))
        return false;
    bool found = c->finding < 0 && c->where[0];
    for (size_t i = 0; i < sizeof checks / sizeof *checks && c->finding >= 0; i++)
        found |= !strcmp(c->records.findings[c->finding].check, checks[i]);
    // Of threads that share memory without order a barrier is said to be missing.
    return found && !(c->finding >= 0 && !strcmp(c->records.findings[c->finding].check, "race") &&
                      strstr(c->records.findings[c->finding].message, "shared memory"));
}

static void try_all(Trying *t, CaseResult *c, const Compilation *like, const char *text, Edits *edits) {
    Compilation compilation = {.project = like->project,
                               .lab_folder = like->lab_folder,
                               .origin = like->origin,
                               .shown = like->shown,
                               .quiet = true,
                               .deadline = like->deadline};
    size_t size;
    char *own = read_whole_file(like->output, &size),
         *all = own ? compile_variants(&compilation, edits, text) : NULL;
    t->folder = compilation.folder.path;
    const Edit *edit = all ? find_edit(t, edits, all, own) : NULL;
    if (edit) take_edit(t->result, c, edit);
    free(own), free(all);
    compile_clean_up(&compilation);
}

void explain_by_edits(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like) {
    Trying t = {.plan = plan, .result = result};
    Edits edits;
    int lines[SUSPECTED_LINES];
    size_t size;
    if (!is_worth_it(result, c)) return;
    suspect(result, c, lines);
    char path[PATH_SIZE], *text = read_whole_file(result->source_path, &size);
    project_path(like->project, path, "labs", like->lab_folder, "skeleton", result->spec->source, NULL);
    size_t skeleton_size;
    char *skeleton = read_whole_file(path, &skeleton_size);
    const size_t most = text && size ? MOST_TEXT / size : 0;
    // A launch that is to blame is none of these; but of a store that leaves shared memory the block's shape is a guess.
    const bool by_device = lines[0] && (is_device_line(text, lines[0]) || c->finding >= 0);
    if (most && by_device &&
        edits_of(&edits, text, skeleton, lines, most < MOST_EDITS ? (int)most : MOST_EDITS)) {
        add_cases(&t, c, false, 4);
        add_cases(&t, c, true, 3);
        if (t.cases) try_all(&t, c, like, text, &edits);
        for (int i = 0; i < t.cases; i++) case_data_free(&t.data[i]);
        edits_free(&edits);
    }
    free(text), free(skeleton);
}
