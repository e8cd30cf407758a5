// What host code says about its own failure: what it asked CUDA for, and what it computes.
#include "grader/grading/explain_host.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/cause/pointer_copy.h"
#include "grader/cause/program_trial.h"
#include "grader/text/append.h"

enum { OTHERS = 8 };

// The data of other cases of host code that computes with numbers alone, those that fail first: what mends one of them may leave
// another one wrong.
static int make_others(CaseData other[OTHERS], const RunPlan *plan, const LabResult *result,
                       const CaseResult *c) {
    int count = 0;
    for (int passed = 0; passed < 2; passed++)
        for (int i = 0; i < result->graded_count && count < OTHERS; i++) {
            const CaseResult *o = &result->cases[i];
            const LabEntry *lab = lab_library_find(plan->library, result->spec->entries[o->key.entry].name);
            if (o == c || o->passed != passed || !lab || !lab->given) continue;
            count += case_data_make(&other[count], result->spec, &o->key, plan->data_seed);
        }
    return count;
}

void explain_answers(const RunPlan *plan, const LabResult *result, CaseResult *c, Explained e) {
    CaseData other[OTHERS];
    e.other = other;
    e.library = plan->library;
    e.mistake = c->mistake ? c->pattern : NULL;
    e.others = make_others(other, plan, result, c);
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *o = &result->cases[i];
        e.right_elsewhere += o->key.entry == c->key.entry && o->passed && o->cells == c->cells &&
                             strcmp(o->key.gpu, c->key.gpu);
    }
    explain_field(&c->cause, &e);
    for (int i = 0; i < e.others; i++) case_data_free(&other[i]);
}

// How many times the right value the first wrong one is, as the report has them; NAN: they are not numbers.
static double share_of_right(const CaseResult *c) {
    const char *words = strstr(c->where, "Got ");
    double got, value;
    return words && sscanf(words, "Got %lf, expected %lf", &got, &value) == 2 && value != 0 ? got / value
                                                                                            : NAN;
}

// "39 of 40 values", of which the first wrong one is the second?
static bool is_first_alone_right(const CaseResult *c) {
    long wrong, all;
    return sscanf(c->message, "%ld of %ld", &wrong, &all) == 2 && all > 2 && wrong + 1 == all &&
           strstr(c->where, "[1]");
}

void explain_host(const RunPlan *plan, const LabResult *result, CaseResult *c, const char *root) {
    CaseData data;
    if (!case_data_make(&data, result->spec, &c->key, plan->data_seed)) return;
    const Explained e = {.data = &data,
                         .lab = lab_library_find(plan->library, data.entry->name),
                         .records = &c->records,
                         .source_path = result->source_path,
                         .root = root,
                         .of_right = share_of_right(c),
                         .first_alone_right = is_first_alone_right(c),
                         .mistake = c->mistake ? c->pattern : NULL};
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    if (!explain_pointer_copy(&c->cause, &e, f)) explain_launch(&c->cause, &e, f, c->where[0] != 0);
    if (!c->cause.known && data.entry->moves_data) explain_moves(&c->cause, &e, f);
    if (!c->cause.known && data.entry->plays[0]) explain_played(&c->cause, &e);
    case_data_free(&data);
}

// ---- Programs that are simple enough to be tried ---------------------------------------------------------------------

enum { PROGRAM_CELLS = 4200, MOST_THREADS = 1024, MOST_REGISTERS = 65536 };

static bool is_of(const CaseResult *c, const char *check) {
    return c->finding >= 0 && !strcmp(c->records.findings[c->finding].check, check);
}

// What became of a case, as far as it can be compared. False: it ended otherwise.
static bool describe_case(const CaseResult *c, ProgramCase *p) {
    p->outside = is_of(c, "out-of-bounds");
    p->twice = is_of(c, "race") || c->stored_twice;
    p->got = NAN;
    if (c->passed || p->outside || p->twice) return true;
    const char *got = strstr(c->where, "Got ");
    if (c->finding >= 0 || sscanf(c->message, "%ld of", &p->wrong) != 1) return false;
    if (!got || sscanf(got, "Got %lf", &p->got) != 1) p->got = NAN;
    return true;
}

static bool is_simple(const LabResult *result, const CaseResult *c) {
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    return c->judged && !c->hung && !c->trivial && !c->put_off && !c->only_again && !c->key.gpu[0] &&
           c->cells <= PROGRAM_CELLS && !entry->file[0] && !entry->plays[0] &&
           entry->params[entry->output].axes < 3;
}

static bool add_program(ProgramCase *p, CaseData *data, const RunPlan *plan, const LabResult *result,
                        const CaseResult *c) {
    *p = (ProgramCase){.data = data};
    if (!is_simple(result, c) || !describe_case(c, p) ||
        !case_data_make(data, result->spec, &c->key, plan->data_seed))
        return false;
    data->gpu.threads_per_block_max = MOST_THREADS; // of every GPU that there is
    data->gpu.registers_per_block = MOST_REGISTERS;
    p->lab = lab_library_find(plan->library, data->entry->name);
    return true;
}

// The line that one change of makes all cases right is the one to mend; what was known of the failure remains.
static void take_line(const LabResult *result, CaseResult *c, const Cause *tried) {
    Cause *cause = &c->cause;
    const bool same = cause->known && cause->place.line == tried->place.line;
    if (!same && cause->known) {
        cause->other = cause->place;
        snprintf(cause->other_what, sizeof cause->other_what, "What follows from it shows here");
    } else if (!same) {
        cause->other.line = 0;
    }
    if (!cause->known && c->mistake) append(cause->what, sizeof cause->what, "%s", c->pattern);
    if (!same || c->finding >= 0) cause->next[0] = 0;
    if (!same) cause->made_there = cause->stale = cause->first_plane = false;
    cause->place = tried->place;
    append(cause->place.file, sizeof cause->place.file, "%s", result->source_path);
    const bool shown = c->finding >= 0 && cause->other.line == c->records.findings[c->finding].place.line;
    if (tried->other.line && (!cause->other.line || shown)) {
        cause->other = (SourcePlace){.line = tried->other.line};
        append(cause->other.file, sizeof cause->other.file, "%s", result->source_path);
        snprintf(cause->other_what, sizeof cause->other_what, "%s", tried->other_what);
    }
    if (!same) cause->route[0] = 0;
    append(cause->route, sizeof cause->route, "%s%s", cause->route[0] ? " " : "", tried->route);
    if (tried->next[0]) snprintf(cause->next, sizeof cause->next, "%s", tried->next);
    if (c->finding >= 0 && !tried->next[0])
        append(
            cause->next, sizeof cause->next,
            "Compute by hand what this line gives for that thread, and compare it with what the TODO asks for.");
    cause->known = true;
    cause->todo = -1;
}

// The line that one change of makes right all cases of an entry that are simple: `first` and others, wrong ones before right
// ones, as many as there is room for. With a right one first: no element is to be stored by two threads.
static bool try_program(Cause *tried, const RunPlan *plan, const LabResult *result, const CaseResult *first,
                        const char *root, int suspected) {
    ProgramCase program[PROGRAM_CASES];
    CaseData data[PROGRAM_CASES];
    int count = 0;
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < result->graded_count && count < PROGRAM_CASES; i++) {
            const CaseResult *other = &result->cases[i];
            const int turn = other == first ? 0 : other->passed ? 2 : 1;
            if (turn == pass && other->key.entry == first->key.entry)
                count += add_program(&program[count], &data[count], plan, result, other);
        }
    const bool found = count && !program[0].lab->given &&
                       explain_by_program(tried, program, count, result->source_path, root, suspected);
    for (int i = 0; i < count; i++) case_data_free(&data[i]);
    return found;
}

// The access that is out of bounds, with another index: that hides what the condition before it has let through.
static bool hides_condition(const CaseResult *c, const Cause *tried) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    return f && c->cause.known && !strcmp(f->check, "out-of-bounds") && c->cause.lets_through &&
           tried->place.line == f->place.line && c->cause.place.line < f->place.line;
}

bool explain_program(const RunPlan *plan, const LabResult *result, CaseResult *c, const char *root) {
    Cause tried = {.known = false};
    const bool found = try_program(&tried, plan, result, c, root, c->cause.known ? c->cause.place.line : 0);
    if (!found || hides_condition(c, &tried)) return false;
    take_line(result, c, &tried);
    return true;
}

void explain_repeated_work(const RunPlan *plan, const LabResult *result, TargetResult *t, const char *root) {
    Cause tried = {.known = false};
    if (!try_program(&tried, plan, result, &result->cases[t->case_index], root, 0)) return;
    t->cause = (Cause){.known = true, .todo = -1, .example = -1, .place = tried.place};
    append(t->cause.place.file, sizeof t->cause.place.file, "%s", result->source_path);
    append(t->cause.what, sizeof t->cause.what, "Some elements are stored by two threads or more. %s",
           tried.route);
}
