// Where a barrier is missing between two accesses of one block: in the same step of a march where none stands between their
// lines, before the next step where one does.
#include "grader/grading/missing_barrier.h"

#include <stdio.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/defines.h"
#include "grader/c_text/lines.h"
#include "grader/c_text/words.h"
#include "grader/grading/blamed_todo.h"
#include "grader/grading/departures.h"
#include "grader/grading/missing_syncwarp.h"
#include "grader/lab/regions.h"

enum { NAME = 64 };

bool lacks_barrier(const CaseResult *c, const char *source_path) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    return f && !strcmp(f->check, "race") && f->who.known && f->other_who.known &&
           !memcmp(f->who.block, f->other_who.block, sizeof f->who.block) &&
           f->place.line != f->other_place.line && in_student_file(&f->place, source_path) &&
           in_student_file(&f->other_place, source_path);
}

// A line that does something: no comment, no lone brace, nothing for the preprocessor.
static bool is_statement(const char *line, size_t size) {
    return size && line[0] != '#' && strncmp(line, "//", 2) && strncmp(line, "/*", 2) && line[0] != '*' &&
           strspn(line, "{};") < size;
}

// The first line from `line` on, and before `last`, that is a statement; 0: there is none.
static int statement_from(const char *text, int line, int last) {
    size_t begin, end;
    for (; line < last; line++)
        if (find_line(text, line, &begin, &end) && is_statement(text + begin, end - begin)) return line;
    return 0;
}

static bool calls(const char *line, size_t size, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = line; (at = find_word(line, at, name)) && at + length < line + size; at++)
        if (at[length] == '(') return true;
    return false;
}

// "auto name = [&](...) { ... }" around the line: its name, and where it begins. False: there is none.
static bool name_lambda(const char *text, size_t first, size_t line, char *name, size_t size,
                        size_t *defined) {
    for (const char *at = text + first;
         (at = strstr(at, "= [")) && at < text + line + strcspn(text + line, "\n"); at++) {
        const char *capture = closing_bracket(at + 2),
                   *open = capture ? capture + 1 + strspn(capture + 1, " ") : "",
                   *close = *open == '(' ? closing_bracket(open) : NULL,
                   *body = close ? strchr(close, '{') : NULL, *end = body ? closing_bracket(body) : NULL,
                   *word = word_begin(text, before_blanks(text, at));
        if (!end || end < text + line) continue;
        snprintf(name, size, "%.*s", (int)(before_blanks(text, at) - word), word);
        *defined = (size_t)(word - text);
        return true;
    }
    return false;
}

// Does line `user` call the function, of a struct for instance, whose body in braces begins in a line above `line` and holds it?
static bool calls_member(const char *text, size_t line, int user) {
    size_t begin, end;
    int depth = 0;
    for (const char *at = text + line; at > text && depth < 1; at--) {
        depth += (*at == '{') - (*at == '}');
        if (depth < 1) continue;
        const char *head = at;
        while (head > text && head[-1] != '\n') head--;
        const char *open = memchr(head, '(', (size_t)(at - head)),
                   *word = open ? word_begin(head, open) : NULL;
        char name[NAME];
        if (!open || open == word || (size_t)(open - word) >= sizeof name) return false;
        snprintf(name, sizeof name, "%.*s", (int)(open - word), word);
        return find_line(text, user, &begin, &end) && calls(text + begin, end - begin, name);
    }
    return false;
}

// A line of a helper, or of a lambda, as the function of `user` sees it: the last call of it above that line, or else below; else line
// `call`, by which it ran, where that is in the function. 0: it is not known.
static int seen_from(const char *text, int line, int user, int call) {
    size_t begin, end, there, last, defined = 0;
    char name[NAME];
    if (!find_line(text, line, &begin, &end) || !find_line(text, user, &there, &last)) return line;
    int above = 0, below = 0;
    const bool same = function_head(text, begin) == function_head(text, there);
    const int first = line_at(text, function_begin(text, there)),
              ends = line_at(text, function_end(text, there));
    if (!same && calls_member(text, begin, user)) return user;
    const bool named =
        same ? name_lambda(text, function_begin(text, there), begin, name, sizeof name, &defined)
             : name_function(text, begin, name, sizeof name); // not that of a struct's member
    if (same && !named) return line;
    for (int i = first; i <= ends && named; i++) {
        if (!find_line(text, i, &begin, &end) || !is_statement(text + begin, end - begin) ||
            !calls(text + begin, end - begin, name) || text + begin == function_head(text, begin) ||
            (same && line_at(text, defined) == i))
            continue;
        if (i < user) above = i;
        if (i > user && !below) below = i;
    }
    return above ? above : below ? below : call >= first && call <= ends ? call : line;
}

static bool same_function(const char *text, int line, int other) {
    size_t begin, end, there;
    return find_line(text, line, &begin, &end) && find_line(text, other, &there, &end) &&
           function_head(text, begin) == function_head(text, there);
}

// Both lines of a race as one function sees them: where each stands in a helper of its own, as the one that calls both does.
static void find_lines(const char *text, const Finding *f, int *one, int *other) {
    *one = seen_from(text, f->place.line, f->other_place.line, f->call_line);
    *other = seen_from(text, f->other_place.line, f->place.line, 0);
    if (!f->call_line || same_function(text, *one, *other)) return;
    const int there = seen_from(text, f->other_place.line, f->call_line, 0);
    if (same_function(text, there, f->call_line)) *one = f->call_line, *other = there;
}

// Where the barrier belongs.
typedef struct {
    int line, todo; // of a statement; of the region, -1: none is clear
    bool below;     // below the statement, not above
} Spot;

// In a region that begins behind `low`, and ends before `high` where that is given: above its first statement, or below the one
// before it where it has none. False: there is no such region.
static bool spot_in_region(const LabSpec *spec, const char *text, int low, int high, Spot *spot) {
    Regions regions;
    size_t begin, end;
    if (!regions_find(&regions, spec, text) || !find_line(text, low, &begin, &end)) return false;
    const int last = high ? high : line_at(text, function_end(text, begin));
    for (int i = 0; i < regions.count; i++) {
        const int opens = line_at(text, regions.list[i].begin), closes = line_at(text, regions.list[i].end);
        if (opens <= low || closes > last) continue;
        *spot = (Spot){statement_from(text, opens, closes), regions.list[i].todo, false};
        for (int line = opens - 1; !spot->line && line >= low; line--)
            *spot = (Spot){statement_from(text, line, line + 1), regions.list[i].todo, true};
        return spot->line > 0;
    }
    return false;
}

// No region lies between the two lines: the one that holds the write, above its first statement that comes behind the other
// access, or below the write where that comes first.
static void spot_at_write(const LabSpec *spec, const char *text, int low, int high, bool writes_first,
                          Spot *spot) {
    Regions regions;
    const int write = writes_first ? low : high;
    *spot = (Spot){write, -1, writes_first};
    for (int i = 0; regions_find(&regions, spec, text) && i < regions.count; i++) {
        const int opens = line_at(text, regions.list[i].begin), closes = line_at(text, regions.list[i].end);
        if (write < opens || write >= closes) continue;
        spot->todo = regions.list[i].todo;
        if (!writes_first && opens > low) spot->line = statement_from(text, opens, high + 1);
        return;
    }
}

// Where the block in braces ends that is a statement of the loop's own and holds `at`, such as what stands behind a condition; 0:
// `at` is in none.
static size_t end_of_part(const char *text, size_t loop, size_t at) {
    const char *body = strchr(text + loop, '{');
    int depth = 0;
    if (!body) return 0;
    for (const char *c = body + 1; *c && depth >= 0; c++) {
        depth += (*c == '{') - (*c == '}');
        if (c == text + at && !depth) return 0;
        if (c > text + at && !depth && *c == '}') return (size_t)(c - text);
    }
    return 0;
}

// At the end of the loop around both accesses, or behind what the later one stands in there: no line between the accesses is a
// TODO's. False: it has no braces.
static bool spot_at_end(const char *text, size_t first, size_t access, Spot *spot) {
    const size_t loop = loop_around(text, first, access), end = loop ? loop_end(text, loop) : 0,
                 part = loop ? end_of_part(text, loop, access) : 0;
    if (end <= access) return false;
    *spot = (Spot){line_at(text, part ? part : end), -1, part > 0};
    return true;
}

// From one place to the other, a barrier that stands behind an `if` in the same line or the one above: its line; 0: there is none.
static int line_of_barrier_under_if(const char *text, size_t from, size_t to) {
    for (const char *at = text + from; (at = strstr(at, "__syncthreads(")) && at < text + to; at++) {
        const char *line = at;
        while (line > text && line[-1] != '\n') line--;
        const bool alone = (size_t)(at - line) == strspn(line, " \t");
        const char *above = line > text ? line - 1 : line;
        while (alone && above > text && above[-1] != '\n') above--;
        const char *if_at = strstr(alone ? above : line, "if ("), *comment = strstr(line, "//");
        if (comment && comment < at) continue;
        const char *end = alone ? line : at;
        if (if_at && if_at < end && !memchr(if_at, ';', (size_t)(end - if_at)) &&
            !memchr(if_at, '{', (size_t)(end - if_at)))
            return line_at(text, (size_t)(at - text));
    }
    return 0;
}

// What is no barrier of the block, though it may be taken for one, and why.
typedef struct {
    const char *call, *why;
} NoBarrier;
static const NoBarrier no_barriers[] = {
    {"__syncwarp(", "The __syncwarp() between them waits for the threads of one warp alone."},
    {"__threadfence_block(",
     "The __threadfence_block() between them waits for nobody: it orders what the thread itself reads and writes."},
    {"__threadfence(",
     "The __threadfence() between them waits for nobody: it orders what the thread itself reads and writes."}};

static int line_of_call(const char *text, size_t begin, size_t end, const char *call) {
    const char *found = strstr(text + begin, call), *line = found;
    if (!found || found >= text + end) return 0;
    while (line > text && line[-1] != '\n') line--;
    const char *comment = strstr(line, "//");
    return !comment || comment > found ? line_at(text, (size_t)(found - text)) : 0;
}

// What a function of the file, or a macro, stands for: the bytes behind its head. False: it is none of the file's.
static bool body_of(const char *text, const char *name, size_t *begin, size_t *end) {
    for (const char *at = text; (at = find_word(text, at, name)); at += strlen(name)) {
        const char *line = at, *open = at + strlen(name),
                   *close = *open == '(' ? closing_bracket(open) : NULL;
        while (line > text && line[-1] != '\n') line--;
        Define macro;
        if (read_define(line, &macro) && macro.name.begin == at) {
            *begin = (size_t)(macro.body.begin - text), *end = (size_t)(macro.body.end - text);
            return true;
        }
        const char *body = close ? close + 1 + strspn(close + 1, " \t\r\n") : "";
        if (*body != '{' || !closing_bracket(body)) continue;
        *begin = (size_t)(body - text), *end = (size_t)(closing_bracket(body) - text);
        return true;
    }
    return false;
}

static bool is_statement_word(const char *name) {
    static const char *const words[] = {"if", "for", "while", "switch"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i])) return true;
    return false;
}

// The line that calls it between two places, in a function or a macro that is called there, too; 0: none does.
static int line_of_wrapped_call(const char *text, size_t begin, size_t end, const char *call) {
    char name[SOURCE_NAME];
    size_t body, behind;
    int line = line_of_call(text, begin, end, call);
    for (const char *at = text + begin; !line && find_next_name(&at, text + end, name);)
        if (*at == '(' && !is_statement_word(name) && body_of(text, name, &body, &behind))
            line = line_of_call(text, body, behind, call);
    return line;
}

// The line that calls one of them between two places; 0: none does.
static int line_of_no_barrier(const char *text, size_t begin, size_t end, const char **why) {
    for (size_t i = 0; i < sizeof no_barriers / sizeof *no_barriers; i++) {
        const int line = line_of_wrapped_call(text, begin, end, no_barriers[i].call);
        *why = no_barriers[i].why;
        if (line) return line;
    }
    return 0;
}

// The same from the later line to the end of the loop around both, and from its begin to the earlier one: between two steps.
static int line_between_steps(const char *text, size_t first, size_t last, const char **why) {
    const size_t loop = loop_around(text, first, last), end = loop ? loop_end(text, loop) : 0;
    const int behind = end > last ? line_of_no_barrier(text, last, end, why) : 0;
    return behind ? behind : end > last && loop < first ? line_of_no_barrier(text, loop, first, why) : 0;
}

static bool same_loop(const char *text, size_t one, size_t other) {
    return loop_begin(text, one) && loop_begin(text, one) == loop_begin(text, other);
}

// No statement ends from one place to the other, up to the end of the line there.
static bool is_one_statement(const char *text, size_t begin, size_t end) {
    const size_t length = strcspn(text + begin, ";{}#");
    return begin + length >= end && text[begin + length] == ';';
}

// The store comes after the thread's own reads and before those of its neighbours: no place between them is left for a barrier.
static void say_one_statement(Cause *cause, const Finding *f, int low, int high) {
    cause->known = true;
    cause->place = f->place;
    cause->place.line = low;
    cause->place.column = 0;
    cause->todo = -1;
    char lines[40];
    snprintf(lines, sizeof lines, low == high ? "line %d" : "lines %d to %d", low, high);
    snprintf(
        cause->what, sizeof cause->what,
        "The statement in %s stores into an array that it reads itself: a thread replaces its element while others still read "
        "the one that was there.",
        lines);
    snprintf(
        cause->next, sizeof cause->next,
        "Keep the result in a variable of the thread, and store it where it belongs. Into the same array it may go "
        "only behind a __syncthreads() that comes after all reads.");
}

// A barrier holds up the threads that still come to it, and no others.
static bool say_unequal(CaseResult *c, const char *source_path, const char *text) {
    int loop;
    Cause *cause = &c->cause;
    const Finding *found = unequal_barrier(&c->records, source_path, text, &loop);
    if (!found) return false;
    cause->known = true;
    cause->place = found->place;
    cause->todo = -1;
    if (loop) {
        snprintf(
            cause->what, sizeof cause->what,
            "Not all threads of the block pass this barrier equally often: it stands in the loop of line %d, which some "
            "of them leave earlier. Those go on while the others are still in it.",
            loop);
    } else {
        snprintf(
            cause->what, sizeof cause->what,
            "Some threads of the block wait at this barrier while others wait at the one in line %d. Each counts for the "
            "other, and all go on, as if all had come to the same one.",
            found->other_place.line);
    }
    snprintf(
        cause->next, sizeof cause->next,
        "Let every thread of the block pass the same barriers equally often: put the barrier behind the loop, or behind the "
        "branch.");
    return true;
}

// In a round of a loop threads use what others fill in another round, and a barrier stands between the two.
static bool say_other_round(CaseResult *c, const Finding *f, const char *text, size_t begin, size_t last) {
    Cause *cause = &c->cause;
    const size_t loop = same_loop(text, begin, last) ? loop_begin(text, last) : 0;
    if (!loop || !has_barrier(text, begin, last)) return false;
    cause->known = true;
    cause->place = f->place;
    cause->place.line = line_at(text, loop);
    cause->place.column = 0;
    cause->todo = -1;
    snprintf(
        cause->what, sizeof cause->what,
        "In a round of this loop threads use elements that others fill in another round of it: line %d and line %d. One barrier "
        "more mends nothing, wherever it stands.",
        f->place.line, f->other_place.line);
    snprintf(
        cause->next, sizeof cause->next,
        "Fill all that is used in a loop of its own, put a __syncthreads() behind that, and use it in a second loop. If each thread "
        "should use only its own element, check the index.");
    return true;
}

// Two lines put values into one element, and one barrier more was tried in vain: which of the two stays there does not matter, for
// another element stays without its own.
static bool say_both_fill(Cause *cause, const Finding *f) {
    if (!tells(f, FOUND_SHARED | FOUND_WRITES | FOUND_OTHER_WRITES)) return false;
    const long *a = f->who.thread, *b = f->other_who.thread;
    cause->known = true;
    cause->place = f->place;
    cause->place.column = 0;
    cause->todo = -1;
    snprintf(
        cause->what, sizeof cause->what,
        "Thread (%ld,%ld,%ld) in line %d and thread (%ld,%ld,%ld) in line %d put their values into the same element. A barrier "
        "between them does not help: it was tried, and the results stay wrong. Most likely the index of one of the two lines is, or the condition over it.",
        a[0], a[1], a[2], f->place.line, b[0], b[1], b[2], f->other_place.line);
    snprintf(
        cause->next, sizeof cause->next,
        "Put the numbers of both threads into the two indices: which element does each of them mean to fill? Where a halo is filled "
        "beside the inner points, both count from the beginning of the array, the halo included.");
    return true;
}

// Between the two steps there is a barrier, which some steps leave out.
static bool say_skipped_barrier(Cause *cause, const Finding *f, const char *text, size_t begin, size_t last,
                                int low, int high) {
    const size_t loop = loop_around(text, begin, last), end = loop ? loop_end(text, loop) : 0;
    const int line = end > last ? line_of_barrier_under_if(text, last, end) : 0;
    if (!line) return false;
    cause->known = true;
    cause->place = f->place;
    cause->place.line = line;
    cause->place.column = 0;
    cause->todo = -1;
    cause->lacks = PART_MARCH;
    snprintf(
        cause->what, sizeof cause->what,
        "Line %d can run again before all threads of the block have finished line %d: this barrier stands between the two, "
        "but under a condition, and a step that does not meet it goes on without waiting.",
        low, high);
    snprintf(
        cause->next, sizeof cause->next,
        "Take the condition away: every thread must come to this barrier in every step, in the last one too where "
        "something follows that uses the same elements.");
    return true;
}

void say_barrier(const LabResult *result, CaseResult *c, const char *text, bool helps_not) {
    const Finding *f = &c->records.findings[c->finding];
    int one, other;
    find_lines(text, f, &one, &other);
    const int low = one < other ? one : other, high = one < other ? other : one;
    size_t begin, last, end;
    if (!find_line(text, low, &begin, &end) || !find_line(text, high, &last, &end)) return;
    Cause *cause = &c->cause;
    if (say_unequal(c, result->source_path, text)) return;
    if (is_one_statement(text, begin, last)) {
        say_one_statement(cause, f, low, high);
        return;
    }
    if (helps_not && say_both_fill(cause, f)) return;
    if (helps_not && say_other_round(c, f, text, begin, last)) return;
    if (say_missing_syncwarp(c, f, text, low, high)) return;
    const bool around =
        has_barrier(text, begin, last); // of one step; else it is between two steps that one is missing
    if (around && say_skipped_barrier(cause, f, text, begin, last, low, high)) return;
    const bool writes_first = (tells(f, FOUND_OTHER_WRITES) ? other : one) == low;
    Spot spot = {high, -1, true};
    const bool in_region = spot_in_region(result->spec, text, around ? high : low, around ? 0 : high, &spot),
               at_end = around && !in_region && spot_at_end(text, begin, last, &spot);
    if (!in_region && !around) spot_at_write(result->spec, text, low, high, writes_first, &spot);
    cause->known = true;
    cause->place = f->place;
    cause->place.line = spot.line;
    cause->place.column = 0;
    cause->todo = spot.todo;
    cause->lacks = around ? PART_MARCH : PART_WAIT;
    const char *why = "";
    const int instead =
        around ? line_between_steps(text, begin, last, &why) : line_of_no_barrier(text, begin, last, &why);
    if (around && instead)
        snprintf(cause->what, sizeof cause->what,
                 "In the next step, line %d can run before all threads of the block have finished line %d: "
                 "put a __syncthreads() in place of line %d.",
                 low, high, instead);
    else if (around)
        snprintf(cause->what, sizeof cause->what,
                 "In the next step, line %d can run before all threads of the block have finished line %d: "
                 "put a __syncthreads() %s line %d. If each thread should use only its own element "
                 "there, check the index instead.",
                 low, high, at_end && !spot.below ? "at the end of the loop, above" : "after",
                 at_end ? spot.line : high);
    else
        snprintf(
            cause->what, sizeof cause->what,
            "%sine %d can run before all threads of the block have finished line %d: put a __syncthreads() "
            "between them, %s line %d.",
            same_loop(text, begin, last) ? "In the same step, l" : "L", high, low,
            instead      ? "in place of"
            : spot.below ? "below"
                         : "above",
            instead ? instead : spot.line);
    if (instead) {
        cause->place.line = instead;
        snprintf(cause->route, sizeof cause->route, "%s", why);
    }
    // The two threads may be of one warp; the lab's block has more of them.
    snprintf(cause->next, sizeof cause->next, "Put it where every thread of the block reaches it.");
}
