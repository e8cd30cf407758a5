// Compiles many small changes of a wrong file together, runs each on small cases, and takes the first with which all are right.
#include "grader/grading/try_edits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/words.h"
#include "grader/cause/instance_line.h"
#include "grader/cause/lines_behind.h"
#include "grader/cause/member_line.h"
#include "grader/cause/variable_line.h"
#include "grader/edits/tried.h"
#include "grader/grading/edit_variants.h"
#include "grader/grading/replace_file.h"
#include "grader/grading/trials.h"
#include "grader/text/append.h"

enum { MOST_EDITS = 140, PARTS = 2, MOST_TEXT = 1200 << 10, EDITS_WHEN_LARGE = 12 };
// Of an index along an axis 8 bits hold 255, and of one of all points 16 bits 65535: both are enough for cases of that many cells.
enum { LARGE_CELLS = 270 * 270 * 270, HELD_CELLS = 200 * 200 * 200 };
// Grids with several blocks along each axis, where small ones have not.
enum { WIDE_CELLS = 80 * 80 * 80, EDITS_WHEN_WIDE = 48, EDITS_WHEN_MIDDLING = 96 };

// Is it in one of the lines that are known to be wrong? Macros are not: what uses them is. Nor is what an array is begun with, or the
// number of a thread.
static bool fits(const Edit *edit, const ChangedLine *found) {
    bool there = !found || edit->kind == EDIT_MACRO || edit->kind == EDIT_RING || edit->kind == EDIT_ORIGIN ||
                 edit->kind == EDIT_AGAIN || edit->kind == EDIT_FLAT || edit->at_definition;
    for (int i = 0; found && i < CHANGED_LINES; i++) there |= found->line[i] == edit->line;
    return there;
}

// Another axis, another operator or a quotient in what a condition asks for may be right in small grids alone, of one warp a
// row: there `threadIdx.x / 32 % 32` is 0 everywhere.
static bool by_luck(const CaseResult *c, const Edit *edit) {
    const bool may_be = edit->kind == EDIT_AXIS || edit->kind == EDIT_SIGN ||
                        (edit->kind == EDIT_DIGIT && !strcmp(edit->word, "%"));
    return may_be && c->cause.known && c->cause.keeps_away && edit->line != c->cause.place.line;
}

// Of a value that is known to be an old one it is said where it was to be replaced: that it is not loaded again says less.
static bool is_known(const CaseResult *c, const Edit *edit) {
    return edit->kind == EDIT_AGAIN && c->cause.known && c->cause.stale;
}

// Another comparison in a condition says more than how its parts are joined; where something was never filled so does that the
// condition keeps threads away. Where a block begins may be a multiple of an array's length by chance, so that each begins with the
// first element; that it begins with another one is no chance. What each call of a helper would have to change is the helper's to mend.
static bool says_more(const CaseResult *c, const Edit *edit, const Edit *than) {
    if (edit->kind == EDIT_RING || edit->kind == EDIT_ORIGIN)
        return than->kind != EDIT_RING && than->kind != EDIT_ORIGIN;
    if (than->places > 1 && edit->places <= 1 && edit->kind == than->kind && edit->line != than->line)
        return true;
    if (edit->kind == EDIT_LEFT_OUT) return than->kind == EDIT_CLAMPED; // both meet what the line has changed
    const bool unfilled = c->finding >= 0 && !strcmp(c->records.findings[c->finding].check, "uninitialised");
    return than->kind == EDIT_JOIN && edit->line == than->line &&
           (edit->kind == EDIT_COMPARISON ||
            (unfilled && (edit->kind == EDIT_ALWAYS || edit->kind == EDIT_STAYS)));
}

// Is the edit to be taken in place of an earlier one, though that is likelier? Where points were left out it may have blocks compute
// again what others have computed, and so cover them by chance; and without a condition all threads may load for themselves what
// only some were to load. That a loop goes on where it ended is no chance, and costs the steps that were missing.
static bool does_less(const CaseResult *c, const Edit *edit, const TriedWork *work, const Edit *other,
                      const TriedWork *than) {
    const bool by_more = other->kind == EDIT_ALWAYS && edit->kind != EDIT_ALWAYS;
    // Of two constants one may have more threads fill what was left unwritten.
    const bool unfilled = c->finding >= 0 &&
                          !strcmp(c->records.findings[c->finding].check, "uninitialised") &&
                          edit->kind == EDIT_WORD && other->kind == EDIT_WORD;
    return (unfilled || (c->finding < 0 && (c->cause.left_out || by_more))) && other->kind != EDIT_GOES_ON &&
           (work->stored_bytes < than->stored_bytes ||
            (work->stored_bytes == than->stored_bytes &&
             (double)work->instructions < 0.985 * (double)than->instructions));
}

// Where several make small grids right, those that do so in one of several blocks along each axis, too; all, where none does.
static void keep_wide(Trials *t, const RunPlan *plan, const LabResult *result, const CaseResult *c,
                      const TriedCases *cases) {
    enum { FEW = 24 };
    TriedCases wide = *cases;
    Trials kept = *t;
    int alive = 0;
    for (int i = 0; i < t->count; i++) alive += t->alive[i];
    if (alive < 2 || alive > FEW || !choose_larger_case(&wide, result, c, WIDE_CELLS)) return;
    kept.alive = malloc((size_t)t->count + 1);
    if (!kept.alive) return;
    memcpy(kept.alive, t->alive, (size_t)t->count);
    const bool tried = run_trials(&kept, plan, result, &wide);
    bool some = false;
    for (int i = 0; i < t->count; i++) some |= kept.alive[i];
    if (tried && some) memcpy(t->alive, kept.alive, (size_t)t->count);
    free(kept.alive);
}

// The likeliest edit with which all cases are right, and what they then do; NULL: there is none.
static const Edit *find_edit(const RunPlan *plan, const LabResult *result, const CaseResult *c,
                             const ChangedLine *lines, const Edits *edits, EditVariants *v,
                             const TriedCases *cases, TriedWork *of_found) {
    const Edit *found = NULL;
    TriedWork *work = calloc((size_t)edits->count + 1, sizeof *work);
    Trials t = edit_variants_trials(v, edits->count);
    t.work = work;
    if (!t.alive || !work) {
        free(t.alive), free(work);
        return NULL;
    }
    if (run_trials(&t, plan, result, cases)) {
        for (int i = 0; i < edits->count; i++) t.alive[i] &= !stores_over_again(result, cases, &work[i]);
        keep_wide(&t, plan, result, c, cases);
        for (int i = 0; i < edits->count; i++)
            if (t.alive[i] && fits(&edits->list[i], lines) && !by_luck(c, &edits->list[i]) &&
                !is_known(c, &edits->list[i]) &&
                (!found || says_more(c, &edits->list[i], found) ||
                 does_less(c, &edits->list[i], &work[i], found, &work[found - edits->list])))
                found = &edits->list[i];
        if (found && of_found) *of_found = work[found - edits->list];
    }
    free(t.alive), free(work);
    return found;
}

// ---- The cause --------------------------------------------------------------------------------------------------------

// What was known of the failure stays where it is a fact: which value is wrong, and where that is used. What was thought of a
// line that turned out not to be the one is forgotten.
static void take_other_line(CaseResult *c, const Edit *edit) {
    Cause *cause = &c->cause;
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    const bool used = cause->known && cause->uses_value && !f,
               macro = edit->kind == EDIT_MACRO || edit->at_definition;
    SourcePlace shown = f ? f->place : cause->place;
    if (used && cause->stored_line && cause->stored_line != edit->line) // not where it was loaded
        shown = (SourcePlace){.line = cause->stored_line};
    if (f) cause->what[0] = 0;
    cause->other = used || macro ? shown : (SourcePlace){.line = 0};
    cause->other_what[0] = cause->route[0] = cause->next[0] = 0;
    if (cause->other.line) {
        if (!cause->other.file[0]) memcpy(cause->other.file, cause->place.file, sizeof cause->other.file);
        append(cause->other_what, sizeof cause->other_what, "What follows from it shows here");
    }
    cause->made_there = macro; // outside of all TODOs: the use is in one
    cause->stale = cause->first_plane = false;
    append(cause->next, sizeof cause->next, "%s", edit_advice(edit));
}

// The name that a comparison compares with. False where that is more than a name.
static bool bound_name(const char *text, const Edit *edit, char *name, size_t size) {
    const char *at = text + edit->at + strlen(edit->word);
    at += strspn(at, " ");
    const size_t length = (size_t)(word_end(at) - at);
    const bool alone = length && strchr(";)&| ", at[length]);
    if (alone) snprintf(name, size, "%.*s", (int)length, at);
    return alone;
}

// Where the variable in question gets its value: that may be what is wrong.
static void name_definition(Cause *cause, const Edit *edit, const char *source, const char *text) {
    char name[sizeof edit->word] = "";
    if (cause->other.line) return;
    if (edit->kind == EDIT_WORD || edit->kind == EDIT_SHIFT)
        snprintf(name, sizeof name, "%s", edit->word);
    else if (edit->kind != EDIT_COMPARISON || !bound_name(text, edit, name, sizeof name))
        return;
    const int member = line_of_member_value(source, edit->line, name),
              line = member ? member : line_of_value(source, edit->line, name);
    if (!line) return;
    cause->other = (SourcePlace){.line = line};
    append(cause->other.file, sizeof cause->other.file, "%s", source);
    cause->other_what[0] = 0;
    append(cause->other_what, sizeof cause->other_what, "`%s` gets its value here", name);
}

// A number of the kernel's template, where another constant belongs, which `launch` has chosen.
static void blame_instance(Cause *cause, const Edit *edit, int launch) {
    cause->other = cause->place;
    cause->other_what[0] = cause->next[0] = 0;
    append(cause->other_what, sizeof cause->other_what, "The kernel uses `%s` here", edit->word);
    cause->place.line = launch, cause->place.column = 0;
    append(
        cause->next, sizeof cause->next,
        "`%s` is a parameter of the kernel's template, and this launch sets it: by which number are its blocks counted?",
        edit->word);
}

static void say_instance(const Edit *edit, char *words, size_t size) {
    append(
        words, size,
        "This launch gives the kernel's template the wrong number for `%s`: with another one, every result that was tried is right.",
        edit->word);
}

static void take_edit(const LabResult *result, CaseResult *c, const Edit *edit, const char *text) {
    Cause *cause = &c->cause;
    const bool elsewhere = cause->place.line != edit->line || edit->kind == EDIT_CHAINED ||
                           // Which threads a condition is to let through depends on it.
                           (cause->keeps_away && (edit->kind == EDIT_PACE || edit->kind == EDIT_WORD));
    if (!cause->known || elsewhere) take_other_line(c, edit);
    cause->place = (SourcePlace){.line = edit->line, .column = edit->column};
    append(cause->place.file, sizeof cause->place.file, "%s", result->source_path);
    if (edit->kind == EDIT_JOIN && c->finding >= 0)
        cause->what[0] = 0; // what a condition looks at depends on it
    const int launch =
        edit->kind == EDIT_WORD ? line_of_instance(result->source_path, edit->line, edit->word) : 0;
    void (*const say)(const Edit *, char *, size_t) = launch ? say_instance : say_edit;
    if (cause->what[0]) {
        append(cause->route, sizeof cause->route, "%s", cause->route[0] ? " " : "");
        say(edit, cause->route, sizeof cause->route);
    } else {
        say(edit, cause->what, sizeof cause->what);
    }
    if (launch)
        blame_instance(cause, edit, launch);
    else
        name_definition(cause, edit, result->source_path, text);
    cause->known = true;
    cause->todo = -1;
}

// The lines of a changed instruction alone where `only`; else they come behind the others.
static void suspect(const LabResult *result, const CaseResult *c, const ChangedLine *found, bool only,
                    int lines[SUSPECTED_LINES]) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    const SourcePlace *places[] = {c->cause.known ? &c->cause.place : NULL,
                                   c->cause.known ? &c->cause.other : NULL, f ? &f->place : NULL,
                                   f ? &f->other_place : NULL};
    int count = 0;
    const int stored = c->cause.uses_value && !f ? c->cause.stored_line : 0;
    memset(lines, 0, SUSPECTED_LINES * sizeof *lines);
    for (int i = 0; i < 4 && !only; i++)
        if (places[i] && places[i]->line && in_student_file(places[i], result->source_path))
            lines[count++] = places[i]->line;
    if (!only && count < SUSPECTED_LINES && stored) lines[count++] = stored;
    for (int i = 0; found && i < CHANGED_LINES && count < SUSPECTED_LINES; i++)
        lines[count++] = found->line[i];
}

static bool is_worth_it(const LabResult *result, const CaseResult *c) {
    static const char *const checks[] = {"out-of-bounds", "uninitialised", "race", "misaligned"};
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    if ((!entry->term_count && !c->records.launch_count) || entry->file[0] || c->hung || c->key.gpu[0] ||
        (c->cause.known && c->cause.sure))
        return false;
    bool found = c->finding < 0 && c->where[0];
    for (size_t i = 0; i < sizeof checks / sizeof *checks && c->finding >= 0; i++)
        found |= !strcmp(c->records.findings[c->finding].check, checks[i]);
    // Of threads that share memory without order a barrier is said to be missing.
    return found && !(c->finding >= 0 && !strcmp(c->records.findings[c->finding].check, "race") &&
                      tells(&c->records.findings[c->finding], FOUND_SHARED));
}

// The likeliest of them with which all is right; NULL: none.
static const Edit *try_all(const RunPlan *plan, const LabResult *result, const CaseResult *c,
                           const Compilation *like, const ChangedLine *lines, const char *text, Edits *edits,
                           const TriedCases *cases, TriedWork *work) {
    EditVariants v;
    const bool good = edit_variants_compile(&v, like, edits, text);
    const Edit *edit = good ? find_edit(plan, result, c, lines, edits, &v, cases, work) : NULL;
    edit_variants_free(&v);
    return edit;
}

// Some of them after the others, in their order: the texts of the part become its own.
static bool take_part(Edits *part, Edits *edits, int from, int most) {
    const int left = edits->count - from, count = left < most ? left : most;
    *part = (Edits){.list = calloc((size_t)count + 1, sizeof *part->list)};
    if (!part->list) return false;
    part->count = count;
    for (int i = 0; i < count; i++) {
        part->list[i] = edits->list[from + i];
        edits->list[from + i].text = NULL;
    }
    return true;
}

// Two conditions with names of their own, "row_ok && column_ok": what one of them asks may be what is wrong.
static bool joins_names(const Edit *edit, const char *text) {
    if (edit->kind != EDIT_JOIN) return false;
    const char *begin = text + edit->at, *end = begin + strlen(edit->word);
    while (begin > text && begin[-1] == ' ') begin--;
    end += strspn(end, " ");
    const char *before = begin;
    while (before > text && is_word(before[-1])) before--;
    return before < begin && word_end(end) > end;
}

// Of the edit that was taken.
typedef struct {
    bool indirect;  // it may mend by what it does elsewhere what is wrong in one place
    TriedWork work; // with it
} Taken;

// True: one of them makes everything right, and the cause says so.
static bool try_parts(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                      const ChangedLine *found, const char *text, Edits *edits, int most,
                      const TriedCases *cases, Taken *taken, Edits *tried) {
    bool good = false;
    for (int from = 0; from < edits->count && !good && !plan_is_over(plan); from += most) {
        Edits part;
        if (!take_part(&part, edits, from, most)) return false;
        edits_remember(tried, &part);
        const Edit *edit = try_all(plan, result, c, like, found, text, &part, cases, &taken->work);
        if (edit) take_edit(result, c, edit, text);
        if (edit) taken->indirect = edit->at_definition || joins_names(edit, text);
        good = edit != NULL;
        edits_free(&part);
    }
    return good;
}

// In place of the lines: those that give the variables in them their values, but for the lines themselves.
static void suspect_behind(const LabResult *result, int lines[SUSPECTED_LINES]) {
    int all[2 * SUSPECTED_LINES] = {0}, own = 0;
    while (own < SUSPECTED_LINES && lines[own]) all[own] = lines[own], own++;
    int count = own;
    for (int i = 0; i < own; i++)
        count = add_lines_behind(result->source_path, lines[i], all, count, own + SUSPECTED_LINES);
    memset(lines, 0, SUSPECTED_LINES * sizeof *lines);
    memcpy(lines, all + own, (size_t)(count - own) * sizeof *lines);
}

// How many can be tried depends on how large the smallest case is that fails.
static int edits_for(const TriedCases *cases, size_t cells) {
    if (cells <= TRIED_CELLS) return MOST_EDITS;
    return cases->failing && cases->list[0]->cells <= WIDE_CELLS / 2 ? EDITS_WHEN_MIDDLING : EDITS_WHEN_WIDE;
}

// `behind`: not the suspected lines, but those that their values come from. `tried`: is left out, where an edit of any line would have
// been taken; gets those that are tried now, too.
static bool try_lines(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                      const ChangedLine *found, size_t cells, bool behind, Taken *taken, Edits *tried) {
    Edits edits;
    int lines[SUSPECTED_LINES];
    size_t size, skeleton_size;
    bool good = false;
    TriedCases cases;
    // Where points were left out, another number in one line may have blocks cover them by computing more than their own.
    const ChangedLine *only = c->cause.left_out || behind ? NULL : found;
    choose_tried_cases(&cases, result, c, cells);
    suspect(result, c, found, only, lines);
    if (behind) suspect_behind(result, lines);
    char path[PATH_SIZE], *text = read_whole_file(result->source_path, &size);
    project_path(like->project, path, "labs", like->lab_folder, "skeleton", result->spec->source, NULL);
    char *skeleton = read_whole_file(path, &skeleton_size);
    const int room = text && size ? (int)(MOST_TEXT / size) : 0;
    const int usual = edits_for(&cases, cells), most = room < usual ? room : usual;
    // A launch that is to blame is none of these; but of a store that leaves shared memory the block's shape is a guess.
    const bool by_device = lines[0] && (is_device_line(text, lines[0]) || c->finding >= 0);
    const int parts = only || cells > TRIED_CELLS ? 1 : PARTS; // of lines that are known there are few
    if (most && by_device && edits_of(&edits, text, skeleton, lines, parts * most)) {
        // Elsewhere a change may see to it that no such store is used at all.
        if (c->cause.of_wide_store) edits_keep_in_function(&edits, text, c->cause.place.line);
        edits_leave_out(&edits, tried);
        good = try_parts(plan, result, c, like, only, text, &edits, most, &cases, taken, tried);
        if (only) edits_free(tried); // of other lines none was taken
        edits_free(&edits);
    }
    free(text), free(skeleton);
    return good;
}

bool explain_by_handed_number(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                              const char *text, const Cause *before) {
    TriedCases cases;
    Edits edits;
    char kernel[sizeof c->records.launches[0].kernel] = "";
    if (c->records.launch_count != 1) return false;
    append(kernel, sizeof kernel, "%s", c->records.launches[0].kernel);
    kernel[strcspn(kernel, "<(")] = 0;
    choose_tried_cases(&cases, result, c, TRIED_CELLS);
    if (!cases.failing || !handed_numbers_of(&edits, text, kernel, EDITS_WHEN_WIDE)) return false;
    const Edit *edit = try_all(plan, result, c, like, NULL, text, &edits, &cases, NULL);
    if (edit) {
        c->cause = *before;
        take_edit(result, c, edit, text);
    }
    edits_free(&edits);
    return edit;
}

bool explain_by_macros(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                       const char *text) {
    TriedCases cases;
    Edits edits;
    choose_tried_cases(&cases, result, c, TRIED_CELLS);
    if (!cases.failing) choose_tried_cases(&cases, result, c, WIDE_CELLS);
    if (!cases.failing || !open_macros_of(&edits, text, EDITS_WHEN_WIDE)) return false;
    const Edit *edit = try_all(plan, result, c, like, NULL, text, &edits, &cases, NULL);
    const bool known = edit && c->cause.known && c->cause.place.line == edit->line;
    if (edit && !known) take_edit(result, c, edit, text);
    edits_free(&edits);
    return edit;
}

bool explain_by_late_guard(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                           const char *text) {
    TriedCases cases;
    Edits edits;
    const Finding *f = &c->records.findings[c->finding];
    const int lines[LATE_GUARD_LINES] = {in_student_file(&f->place, result->source_path) ? f->place.line : 0,
                                         f->call_line};
    choose_tried_cases(&cases, result, c, TRIED_CELLS);
    if (!cases.failing || !late_guards_of(&edits, text, lines, EDITS_WHEN_WIDE)) return false;
    const Edit *edit = try_all(plan, result, c, like, NULL, text, &edits, &cases, NULL);
    if (edit) {
        Cause *cause = &c->cause;
        *cause = (Cause){.todo = -1, .example = -1};
        take_edit(result, c, edit, text);
        cause->other = cause->place;
        cause->other.line = edit->last_line == edit->line ? 0 : edit->last_line;
        cause->other.column = 0;
        append(cause->other_what, sizeof cause->other_what, "The condition that comes too late");
    }
    edits_free(&edits);
    return edit;
}

static bool is_type(EditKind kind) {
    return kind == EDIT_TYPE;
}

// What is too small: of types and numbers where all smaller sizes come right, else of types alone.
static bool try_larger(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                       size_t cells) {
    TriedCases cases;
    Edits edits;
    size_t size;
    char *text = read_whole_file(result->source_path, &size);
    const Edit *edit = NULL;
    choose_tried_cases(&cases, result, c, cells);
    if (cells == LARGE_CELLS && cases.count > cases.failing) cases.count = cases.failing + 1;
    if (text && cases.failing && too_small_of(&edits, text, EDITS_WHEN_LARGE)) {
        if (cells < LARGE_CELLS) edits_keep(&edits, is_type, edits.count);
        edit = edits.count ? try_all(plan, result, c, like, NULL, text, &edits, &cases, NULL) : NULL;
        if (edit) take_edit(result, c, edit, text);
        edits_free(&edits);
    }
    free(text);
    return edit;
}

static bool fails_up_to(const LabResult *result, const CaseResult *c, size_t cells) {
    TriedCases cases;
    choose_tried_cases(&cases, result, c, cells);
    return cases.failing;
}

// The suspected lines, then those behind them. Another size for a constant may mend by what it does in many places what is wrong in
// one, and so may conditions that are joined in another way: a line behind is taken in its place, unless blocks then do more.
static bool try_near(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                     const ChangedLine *found, size_t cells) {
    const Cause before = c->cause;
    Taken taken = {.indirect = false}, other;
    Edits tried = {.count = 0};
    const bool good = try_lines(plan, result, c, like, found, cells, false, &taken, &tried);
    // Why a value is an old one, or which condition is wrong, says more than what else would mend it.
    const bool explained = before.stale || before.lets_through || before.keeps_away;
    bool any = good;
    if (good ? taken.indirect : !explained) {
        const Cause first = c->cause;
        if (good) edits_free(&tried); // one behind that is as good is taken in place of it
        c->cause = before;
        any = try_lines(plan, result, c, like, found, cells, true, &other, &tried) &&
              (!good || (!other.indirect && other.work.stored_bytes <= taken.work.stored_bytes));
        if (!any) c->cause = first;
        any |= good;
    }
    edits_free(&tried);
    return any;
}

bool explain_by_edits(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like,
                      const ChangedLine *found) {
    if (!is_worth_it(result, c)) return false;
    const int sizes[] = {TRIED_CELLS, WIDE_CELLS};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (fails_up_to(result, c, (size_t)sizes[i]))
            return try_near(plan, result, c, like, found, (size_t)sizes[i]) ||
                   try_larger(plan, result, c, like, (size_t)sizes[i]);
    return !fails_up_to(result, c, HELD_CELLS) && try_larger(plan, result, c, like, LARGE_CELLS);
}

BarrierTrial try_barrier(const RunPlan *plan, const LabResult *result, const CaseResult *c,
                         const Compilation *like, const char *text) {
    Edits edits;
    TriedCases cases;
    choose_tried_cases(&cases, result, c, TRIED_CELLS);
    const Finding *f = &c->records.findings[c->finding];
    const int lines[BARRIER_LINES] = {f->place.line, f->other_place.line, f->call_line};
    if (!cases.failing || !barriers_of(&edits, text, lines)) return BARRIER_UNTRIED;
    const bool helps = try_all(plan, result, c, like, NULL, text, &edits, &cases, NULL);
    edits_free(&edits);
    return helps ? BARRIER_HELPS : BARRIER_HELPS_NOT;
}

bool explain_race_by_edits(const RunPlan *plan, LabResult *result, CaseResult *c, const Compilation *like) {
    return fails_up_to(result, c, TRIED_CELLS) && try_near(plan, result, c, like, NULL, TRIED_CELLS);
}
