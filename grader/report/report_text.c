// The report for a person: one line a TODO, the first failure in full, the others in short, what to do next.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/clean.h"
#include "grader/report/report.h"
#include "grader/text/source_line.h"
#include "grader/text/append.h"

enum { OTHER_FAILURES = 6, SIZES_LISTED = 8, POINTS_WIDTH = 9 };

static void print_head(const Writer *writer, const LabResult *result) {
    writer_print(writer, 0, 2, STYLE_BOLD, "%s  %s", result->spec->name, result->spec->title);
    const char *simulated = result->device_name[0] ? result->device_name : "GPU";
    if (result->gpu_name[0])
        writer_print(writer, 0, 2, STYLE_FAINT, "%s: results on the %s, checks and counts on a simulated %s",
                     result->source, result->gpu_name, simulated);
    else
        writer_print(writer, 0, 2, STYLE_FAINT, "%s, on a simulated %s (no GPU used)", result->source,
                     simulated);
    if (result->weak_jail)
        writer_print(writer, 0, 2, STYLE_WARN,
                     "The jail is %s: strangers' files must not be graded so (./grade doctor --jails).",
                     result->jail);
    if (result->gpu_trouble[0]) writer_words(writer, 0, 2, STYLE_WARN, result->gpu_trouble);
    writer_blank(writer);
}

static bool one_size(const LabResult *result, const CaseResult *c) {
    return result->spec->entries[c->key.entry].size_count == 1 && !c->key.gpu[0];
}

// A size for a list: "33" where the entry has one size only, else "x=40,y=2".
static const char *list_name(const LabResult *result, const CaseResult *c) {
    return one_size(result, c) ? strchr(c->sizes, '=') + 1 : c->sizes;
}

// "n = " before a list of sizes of entries that have that size only, else nothing.
static const char *list_head(const LabResult *result, const CaseResult *c) {
    static char head[SPEC_SIZES * 30];
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    snprintf(head, sizeof head, "%s = ", entry->sizes[0]);
    return one_size(result, c) ? head : "";
}

// In which file a TODO has points that it lacks in the student's own.
static const char *filled_how(const LabResult *result) {
    return result->later_undone ? "with the later TODOs as the file came"
                                : "with a finished text in place of the other TODOs";
}

// "failed: n = 9, 10, 13"; "failed: all 9 tests, n = 3 to 4093" where no test of the TODO passed.
static void print_failed_sizes(const Writer *writer, const LabResult *result, int todo) {
    char failed[2000] = "";
    int tests = 0, count = 0, filled = 0, entry = -1;
    for (int i = 0; i < result->test_count; i++) {
        const TestResult *t = &result->tests[i];
        const CaseResult *c = &result->cases[t->case_index];
        if (t->todo != todo) continue;
        tests++;
        filled += t->filled;
        if (t->passed) continue;
        append(failed, sizeof failed, "%s%s%s", count ? ", " : "",
               c->key.entry != entry ? list_head(result, c) : "", list_name(result, c));
        entry = c->key.entry;
        count++;
    }
    if (count && result->waits[todo] && !result->alone.known)
        writer_print(writer, 7, 9, STYLE_FAINT, "not judged yet%s%s", count == tests ? "" : ": ",
                     count == tests ? "" : failed);
    else if (count == tests && count > 2)
        writer_print(writer, 7, 9, STYLE_BAD, "failed: all %d tests", count);
    else if (count)
        writer_print(writer, 7, 9, STYLE_BAD, "failed: %s", failed);
    if (filled)
        writer_print(writer, 7, 9, STYLE_FAINT, "%s %s.",
                     count ? "The others pass," : "Right by itself: graded", filled_how(result));
}

// Has an earlier target of its TODO the same cause?
static bool cause_is_told(const LabResult *result, const TargetResult *t) {
    for (const TargetResult *before = result->targets; before < t; before++)
        if (before->todo == t->todo && before->message[0] && before->cause.known &&
            before->cause.place.line == t->cause.place.line && !strcmp(before->cause.what, t->cause.what))
            return true;
    return false;
}

// A target that was missed, with the line that it is about.
static void print_short_target(const Writer *writer, const LabResult *result, const TargetResult *t) {
    writer_print(writer, 7, 9, STYLE_WARN, "%s: %s", t->what, t->message);
    if (!t->cause.known || cause_is_told(result, t)) return;
    writer_words(writer, 7, 9, STYLE_WARN, t->cause.what);
    print_source_line(writer, &t->cause.place, result->source_path);
}

// The failed tests and short targets of a TODO.
static void print_todo_failures(const Writer *writer, const LabResult *result, int todo, bool verbose) {
    for (int i = 0; i < result->test_count && verbose; i++) {
        const TestResult *t = &result->tests[i];
        if (t->todo != todo) continue;
        writer_print(writer, 7, 9, t->passed ? STYLE_PLAIN : STYLE_BAD, "%s %s %g/%g %s",
                     t->passed ? "ok    " : "failed", t->id, t->score, t->max_score, t->message);
    }
    if (!verbose) print_failed_sizes(writer, result, todo);
    for (int i = 0; i < result->target_count; i++) {
        const TargetResult *t = &result->targets[i];
        if (t->todo != todo || (result->waits[todo] && !t->counted && !verbose)) continue;
        if (t->message[0])
            print_short_target(writer, result, t);
        else if (t->filled)
            writer_print(writer, 7, 9, STYLE_FAINT, "%s: all points, %s.", t->what, filled_how(result));
        else
            writer_print(writer, 7, 9, STYLE_FAINT, "%s: %.3g at %s (all points at %.4g)", t->what, t->value,
                         result->cases[t->shown_index].sizes, t->full);
    }
    if (time_withheld(result, todo) > 0)
        writer_print(writer, 7, 9, STYLE_WARN, "time: %g point%s held back, see below",
                     time_withheld(result, todo), time_withheld(result, todo) == 1 ? "" : "s");
}

static void print_todos(const Writer *writer, const LabResult *result, Detail detail) {
    for (int todo = 0; todo < result->spec->todo_count; todo++) {
        double score, max_score;
        if (result->only_todo >= 0 && todo != result->only_todo) continue;
        todo_score(result, todo, &score, &max_score);
        char points[64], name[200];
        snprintf(points, sizeof points, "%g/%g", score, max_score);
        snprintf(name, sizeof name, "%-4s %s", result->spec->todos[todo].id, result->spec->todos[todo].what);
        int width = writer->width - 2 - POINTS_WIDTH;
        if (strlen(name) > first_columns(name, width - 1)) {
            size_t fits = first_columns(name, width - 4);
            snprintf(name + fits, sizeof name - fits, "...");
        }
        Style style = score >= max_score ? STYLE_GOOD : STYLE_BAD;
        fprintf(writer->stream, "  %-*.*s%s%*s%s\n", width, width - 1, name, style_begin(writer, style),
                POINTS_WIDTH, points, style_end(writer, style));
        if (result->not_started[todo] && detail != DETAIL_VERBOSE)
            writer_print(writer, 7, 9, STYLE_FAINT, "not started");
        else if (detail != DETAIL_SHORT || todo == work_todo(result))
            print_todo_failures(writer, result, todo, detail == DETAIL_VERBOSE);
    }
    writer_blank(writer);
}

// The same sentence but for its numbers?
static bool same_words(const char *a, const char *b) {
    for (;;) {
        while (isdigit((unsigned char)*a)) a++;
        while (isdigit((unsigned char)*b)) b++;
        if (*a != *b) return false;
        if (!*a) return true;
        a++;
        b++;
    }
}

// Two failures of one entry that one line can speak for.
static bool same_failure(const CaseResult *a, const CaseResult *b) {
    if (a->key.entry != b->key.entry || (a->finding >= 0) != (b->finding >= 0)) return false;
    if (a->finding >= 0)
        return same_finding(&a->records.findings[a->finding], &b->records.findings[b->finding]);
    return same_words(a->pattern, b->pattern) && (a->pattern[0] || same_words(a->message, b->message));
}

// What was put off and never run is neither right nor wrong.
static bool failed(const CaseResult *c) {
    return !c->passed && !c->put_off;
}

// Was a failure like that of case `index` already told, by case `shown` or by an earlier one?
static bool told_before(const LabResult *result, int index, int shown) {
    const CaseResult *c = &result->cases[index];
    if (shown >= 0 && (index == shown || same_failure(c, &result->cases[shown]))) return true;
    for (int i = 0; i < index; i++)
        if (failed(&result->cases[i]) && same_failure(c, &result->cases[i])) return true;
    return false;
}

static const LabResult *sorted_result; // of by_size

static int by_size(const void *a, const void *b) {
    const CaseResult *one = &sorted_result->cases[*(const int *)a],
                     *other = &sorted_result->cases[*(const int *)b];
    for (int i = 0; i < SPEC_SIZES; i++)
        if (one->key.size[i] != other->key.size[i]) return one->key.size[i] < other->key.size[i] ? -1 : 1;
    return 0;
}

// "n = 3, 4, 5": the sizes of the cases from `from` on that fail as case `index` does, itself left out, smallest first.
static void list_same(const LabResult *result, int from, int index, char *list, size_t size) {
    int alike[SPEC_TESTS], count = 0, others = 0;
    for (int i = from; i < result->graded_count && count < SPEC_TESTS; i++) {
        const CaseResult *c = &result->cases[i];
        if (i == index || c->key.entry != result->cases[index].key.entry || c->put_off) continue;
        if (failed(c) && !failure_expected(result, i) && same_failure(c, &result->cases[index]))
            alike[count++] = i;
        else
            others++;
    }
    sorted_result = result;
    qsort(alike, (size_t)count, sizeof *alike, by_size);
    if (!from && !others && count >= SIZES_LISTED) {
        append(list, size, "all other sizes");
        return;
    }
    for (int i = 0; i < count && i < SIZES_LISTED; i++) {
        const CaseResult *c = &result->cases[alike[i]];
        append(list, size, "%s%s", list[0] ? ", " : list_head(result, c), list_name(result, c));
    }
    if (count > SIZES_LISTED) append(list, size, " and %d more", count - SIZES_LISTED);
}

// "launch_stencil, n = 3"
void name_case(const LabResult *result, const CaseResult *c, char *name, size_t size) {
    char sizes[160];
    case_words(result->spec, &c->key, " = ", ", ", sizes, sizeof sizes);
    append(name, size, "%s, %s", result->spec->entries[c->key.entry].name, sizes);
}

static void print_short_failure(const Writer *writer, const LabResult *result, int index) {
    const CaseResult *c = &result->cases[index];
    char text[REPORT_FIELD_MAX + 2000] = "", same[1000] = "";
    name_case(result, c, text, sizeof text);
    append(text, sizeof text, ": ");
    if (c->finding >= 0) {
        const Finding *f = &c->records.findings[c->finding];
        append(text, sizeof text, "%s", f->check);
        if (f->place.line)
            append(text, sizeof text, " (%s:%d)", place_name(&f->place, result->source_path), f->place.line);
        append(text, sizeof text, ": ");
    }
    append(text, sizeof text, "%s%s%s", c->message, c->pattern[0] ? " " : "", c->pattern);
    list_same(result, index, index, same, sizeof same);
    if (same[0]) append(text, sizeof text, " The same with %s.", same);
    writer_words(writer, 2, 4, STYLE_PLAIN, text);
}

// "First failure: launch_stencil, n = 3", and the failure below it.
static void print_whole_failure(const Writer *writer, const LabResult *result, const char *what,
                                const CaseResult *c) {
    char name[300] = "";
    name_case(result, c, name, sizeof name);
    writer_print(writer, 0, 2, STYLE_BOLD, "%s: %s", what, name);
    print_failure(writer, result, c);
}

// What is wrong with a TODO even among finished ones.
static void print_alone(const Writer *writer, const LabResult *result) {
    const FilledFailure *alone = &result->alone;
    char sizes[160];
    if (!alone->known) return;
    case_words(result->spec, &alone->key, " = ", ", ", sizes, sizeof sizes);
    writer_print(writer, 0, 2, STYLE_BOLD, "TODO %s, with a finished text in place of the other TODOs",
                 result->spec->todos[alone->todo].id);
    writer_print(writer, 2, 4, STYLE_BAD, "%s, %s: %s", result->spec->entries[alone->key.entry].name, sizes,
                 alone->sentence);
    const bool elsewhere = result->blamed_outside || (result->blamed && result->blamed - 1 != alone->todo);
    writer_words(
        writer, 2, 2, STYLE_FAINT,
        elsewhere
            ? "What the finished text of the others does not mend is in this TODO, or in lines that belong to "
              "none. Of a run with finished text no more is told."
            : "So this TODO is wrong whatever becomes of the others. Of a run with finished text no more is "
              "told.");
    writer_blank(writer);
}

// "4.3, 4.4": the TODOs that are missing in a case.
static void list_missing(const LabResult *result, const CaseResult *c, char *list, size_t size) {
    for (int todo = 0; todo < result->spec->todo_count; todo++)
        if (missing_in(result, c->key.entry, todo))
            append(list, size, "%s%s", list[0] ? ", " : "", result->spec->todos[todo].id);
}

// Where nothing was filled in, a wrong output may only say that another TODO is missing: that one comes
// first.
static int todo_to_do(const LabResult *result) {
    const CaseResult *c = shown_failure(result);
    int work = work_todo(result);
    if (!c || c->finding >= 0 || result->alone.known || work < 0 || result->not_started[work] ||
        result->blamed - 1 == work)
        return work;
    for (int todo = 0; todo < result->spec->todo_count; todo++)
        if (missing_in(result, c->key.entry, todo)) return todo;
    return work;
}

// Every failure in full.
static void print_all_failures(const Writer *writer, const LabResult *result, int first) {
    for (int i = 0; i < result->graded_count; i++) {
        if (i == first || !failed(&result->cases[i])) continue;
        if (result->cases[i].judged) {
            print_whole_failure(writer, result, "Failure", &result->cases[i]);
        } else {
            print_short_failure(writer, result, i);
        }
        writer_blank(writer);
    }
}

// A wrong output of a function whose wrong outputs have a cause already: what its points look like is a guess beside that.
static bool may_follow(const LabResult *result, int index, int first) {
    const CaseResult *c = &result->cases[index], *shown = first >= 0 ? &result->cases[first] : NULL;
    return shown && index != first && shown->cause.known && c->key.entry == shown->key.entry && failed(c) &&
           c->judged && c->finding < 0 && c->where[0] && shown->finding < 0 && !same_failure(c, shown);
}

// Is there nothing new in this failure?
static bool not_worth_telling(const LabResult *result, int index, int first) {
    return !failed(&result->cases[index]) || failure_expected(result, index) ||
           told_before(result, index, first) || may_follow(result, index, first);
}

static void print_other_failures(const Writer *writer, const LabResult *result, int first) {
    int others = 0;
    for (int i = 0; i < result->graded_count; i++) {
        if (not_worth_telling(result, i, first)) continue;
        if (!others) writer_words(writer, 0, 0, STYLE_BOLD, "Other failures");
        if (others++ < OTHER_FAILURES) print_short_failure(writer, result, i);
    }
    if (others > OTHER_FAILURES)
        writer_print(writer, 2, 4, STYLE_FAINT, "and %d more: --verbose shows all", others - OTHER_FAILURES);
    if (others) writer_blank(writer);
}

// What the file itself shows of its first failure.
static void print_first_failure(const Writer *writer, const LabResult *result, int first, bool verbose) {
    const CaseResult *c = &result->cases[first];
    char same[1000] = "", also[1000] = "", missing[400] = "";
    print_whole_failure(writer, result, "First failure", c);
    list_same(result, 0, first, same, sizeof same);
    list_missing(result, c, missing, sizeof missing);
    if (same[0] && !verbose) writer_print(writer, 2, 4, STYLE_FAINT, "The same with %s.", same);
    for (int i = 0; i < result->graded_count; i++)
        if (may_follow(result, i, first))
            append(also, sizeof also, "%s%s", also[0] ? ", " : list_head(result, &result->cases[i]),
                   list_name(result, &result->cases[i]));
    if (also[0] && !verbose) writer_print(writer, 2, 4, STYLE_FAINT, "Wrong in another way: %s.", also);
    if (missing[0] && !result->blamed)
        writer_print(writer, 2, 2, STYLE_FAINT, "It runs through TODOs that are not started, too: %s.",
                     missing);
}

static void print_failures(const Writer *writer, const LabResult *result, bool verbose) {
    int first = first_failure(result);
    print_waiting(writer, result);
    if (first >= 0) {
        print_first_failure(writer, result, first, verbose);
        writer_blank(writer);
    }
    print_alone(writer, result);
    if (verbose)
        print_all_failures(writer, result, first);
    else
        print_other_failures(writer, result, first);
}

// Leaks cost nothing, but are said once each.
static void print_warnings(const Writer *writer, const LabResult *result) {
    const Finding *said[RECORD_FINDINGS];
    int count = 0;
    for (int i = 0; i < result->case_count; i++)
        for (int k = 0; k < result->cases[i].records.finding_count && count < RECORD_FINDINGS; k++) {
            const Finding *f = &result->cases[i].records.findings[k];
            bool again = strcmp(f->check, "leak") != 0;
            for (int j = 0; j < count && !again; j++) again = same_finding(said[j], f);
            if (again) continue;
            said[count++] = f;
            char place[600] = "";
            if (f->place.line)
                append(place, sizeof place, " (%s:%d)", place_name(&f->place, result->source_path),
                       f->place.line);
            writer_print(writer, 0, 2, STYLE_WARN, "Warning, no points lost: %s%s", f->message, place);
        }
    if (count) writer_blank(writer);
}

static void print_end(const Writer *writer, const LabResult *result, bool verbose) {
    char text[200];
    unsigned long long seed = (unsigned long long)result->seed;
    if (result->seed_repeats)
        snprintf(text, sizeof text, "%llu (--seed %llu repeats these inputs here)", seed, seed);
    else
        snprintf(text, sizeof text, "%llu (no secret can be kept here, so nothing repeats these inputs)",
                 seed);
    writer_entry(writer, "seed", STYLE_FAINT, text);
    if (verbose || result->passed) writer_entry(writer, "jail", STYLE_FAINT, result->jail);
    if (result->out_of_time)
        writer_entry(
            writer, "note", STYLE_WARN,
            "the time of a grading was over: not every TODO was graded with a finished text in place of "
            "the others");
    snprintf(text, sizeof text, "%g / %g", result->score, result->max_score);
    writer_entry(writer, "score", result->passed ? STYLE_GOOD : STYLE_BAD, text);
    int todo = todo_to_do(result);
    if (todo >= 0)
        print_next_step(writer, result, todo, result->rebuild);
    else if (result->only_todo >= 0)
        writer_entry(writer, "next", STYLE_BOLD, "this TODO is done: grade the whole lab, without --todo");
    else
        print_all_done(writer, result);
}

// What matters most stands first: a small terminal cuts the end off.
static void report_short(const Writer *writer, const LabResult *result) {
    int todo = todo_to_do(result);
    const CaseResult *c = shown_failure(result);
    writer_print(writer, 0, 2, STYLE_BOLD, "%s  %s: %g / %g", result->spec->name, result->spec->title,
                 result->score, result->max_score);
    print_todos(writer, result, DETAIL_SHORT);
    if (todo >= 0)
        print_next_step(writer, result, todo, NULL);
    else
        print_all_done(writer, result);
    if (!c) return;
    writer_blank(writer);
    print_whole_failure(writer, result, "First failure", c);
}

void report_text(const Writer *writer, const LabResult *result, Detail detail) {
    if (detail == DETAIL_QUIET) {
        fprintf(writer->stream, "%s %g/%g\n", result->spec->name, result->score, result->max_score);
        return;
    }
    if (detail == DETAIL_SHORT) {
        report_short(writer, result);
        return;
    }
    print_head(writer, result);
    print_todos(writer, result, detail);
    print_failures(writer, result, detail == DETAIL_VERBOSE);
    print_comparison(writer, result);
    print_times(writer, result);
    print_remark(writer, result);
    print_warnings(writer, result);
    print_counters(writer, result, detail == DETAIL_VERBOSE);
    print_hardware(writer, result);
    print_drawing(writer, result);
    print_output(writer, result);
    print_quiz(writer, result, detail == DETAIL_VERBOSE);
    print_end(writer, result, detail == DETAIL_VERBOSE);
}
