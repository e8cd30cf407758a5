// One failed case in full: what happened, where, what the wrong points have in common, what to do.
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "grader/report/report.h"
#include "grader/text/source_line.h"
#include "grader/text/append.h"

enum { LAUNCHES_SHOWN = 4 };

static void name_thread(char *to, size_t size, const ThreadPlace *who) {
    if (!who->known) return;
    append(to, size, "%sblock (%ld,%ld,%ld), thread (%ld,%ld,%ld)", to[0] ? ", " : "", who->block[0],
           who->block[1], who->block[2], who->thread[0], who->thread[1], who->thread[2]);
}

// The launches of a kernel, when all have blocks of one size; else NULL.
static const LaunchRecord *launch_of(const Records *records, const char *kernel) {
    const LaunchRecord *found = NULL;
    for (int i = 0; i < records->launch_count; i++) {
        const LaunchRecord *l = &records->launches[i];
        if (strcmp(l->kernel, kernel)) continue;
        if (found && memcmp(found->block, l->block, sizeof l->block)) return NULL;
        found = l;
    }
    return found;
}

static bool uses_shared_memory(const Records *records, const char *kernel) {
    for (int i = 0; i < records->kernel_count; i++)
        if (!strcmp(records->kernels[i].name, kernel) && records->kernels[i].shared_bytes_per_block)
            return true;
    return false;
}

// "that is x = 33, y = 1": where the thread stands in the whole grid, along the axes that it has.
static void name_grid_position(char *to, size_t size, const Records *records, const Finding *f) {
    // Blocks of a tile overlap: there a thread's number in the grid is no point.
    const LaunchRecord *launch =
        f->who.known && !uses_shared_memory(records, f->kernel) ? launch_of(records, f->kernel) : NULL;
    for (int axis = 0, named = 0; launch && axis < 3; axis++)
        if (launch->grid[axis] > 1 || launch->block[axis] > 1)
            append(to, size, "%s%c = %ld", named++ ? ", " : ": in the whole grid ", 'x' + axis,
                   f->who.block[axis] * launch->block[axis] + f->who.thread[axis]);
}

// The file that may be opened to show a line of it: the student's; of a program that the user has run, any.
static const char *file_shown(const SourcePlace *place, const char *source_path) {
    return source_path ? source_path : place->file;
}

static void name_place(char *to, size_t size, const SourcePlace *place, const char *source_path) {
    if (!place->line) return;
    append(to, size, "%s%s:%d", to[0] ? ", " : "", place_name(place, file_shown(place, source_path)),
           place->line);
}

static bool same_thread(const Finding *f) {
    return f->who.known && f->other_who.known &&
           !memcmp(f->who.block, f->other_who.block, sizeof f->who.block) &&
           !memcmp(f->who.thread, f->other_who.thread, sizeof f->who.thread);
}

static void print_other_access(const Writer *writer, const char *source_path, const Finding *f) {
    char where[900] = "";
    bool same_line = f->other_place.line == f->place.line && !strcmp(f->other_place.file, f->place.file);
    name_thread(where, sizeof where, &f->other_who);
    if (same_line && where[0])
        append(where, sizeof where, ", at the same line");
    else
        name_place(where, sizeof where, &f->other_place, source_path);
    if (!where[0] && (!f->other_what[0] || !f->other_who.known))
        return; // host code without line numbers says nothing
    writer_print(writer, 2, 4, STYLE_PLAIN, "%s%s%s%s%s",
                 same_thread(f)                             ? "The same thread"
                 : f->other_who.known                       ? "The other thread"
                 : isupper((unsigned char)f->other_what[0]) ? ""
                                                            : "Host code",
                 f->other_what[0] && !isupper((unsigned char)f->other_what[0]) ? " " : "", f->other_what,
                 where[0] ? ": " : "", where);
    if (!same_line) print_source_line(writer, &f->other_place, file_shown(&f->other_place, source_path));
}

void print_finding(const Writer *writer, const char *source_path, const Records *records, const Finding *f) {
    char where[1200] = "";
    name_place(where, sizeof where, &f->place, source_path);
    if (f->kernel[0]) append(where, sizeof where, "%skernel %s", where[0] ? ", " : "", f->kernel);
    name_thread(where, sizeof where, &f->who);
    name_grid_position(where, sizeof where, records, f);
    if (f->count > 1) append(where, sizeof where, " (the first of %ld times)", f->count);
    writer_print(writer, 2, 4, STYLE_BAD, "%s: %s", f->check, f->message);
    print_source_line(writer, &f->place, file_shown(&f->place, source_path));
    if (where[0]) writer_words(writer, 2, 4, STYLE_PLAIN, where);
    print_other_access(writer, source_path, f);
}

void print_remark(const Writer *writer, const LabResult *result) {
    char where[700] = "";
    const Finding *f = &result->remark;
    if (!f->check[0]) return;
    writer_print(writer, 0, 2, STYLE_BOLD, "A remark, which costs no points");
    writer_words(writer, 2, 4, STYLE_PLAIN, f->message);
    print_source_line(writer, &f->place, file_shown(&f->place, result->source_path));
    name_place(where, sizeof where, &f->place, result->source_path);
    if (where[0]) writer_words(writer, 2, 4, STYLE_PLAIN, where);
    print_other_access(writer, result->source_path, f);
    writer_words(writer, 2, 2, STYLE_PLAIN, f->next);
    writer_blank(writer);
}

// The launches behind a wrong output: their grid and block often tell the rest.
static void print_launches(const Writer *writer, const LabResult *result, const CaseResult *c) {
    for (int i = 0; i < c->records.launch_count && i < LAUNCHES_SHOWN; i++) {
        const LaunchRecord *l = &c->records.launches[i];
        char place[700] = "";
        name_place(place, sizeof place, &l->place, result->source_path);
        writer_print(writer, 2, 4, STYLE_FAINT, "Launched: %s, grid (%ld,%ld,%ld), block (%ld,%ld,%ld)%s%s",
                     l->kernel, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2],
                     place[0] ? ", " : "", place);
    }
    if (c->records.launch_count > LAUNCHES_SHOWN)
        writer_print(writer, 2, 4, STYLE_FAINT, "and %s",
                     several(c->records.launch_count - LAUNCHES_SHOWN, "more launch").text);
}

// The same line? A compiler may have named the student's file in two ways.
static bool same_line(const SourcePlace *a, const SourcePlace *b, const char *source_path) {
    return a->line == b->line && (!strcmp(a->file, b->file) ||
                                  (in_student_file(a, source_path) && in_student_file(b, source_path)));
}

// Has the report of the finding shown this line already?
static bool is_shown(const Finding *f, const SourcePlace *place, const char *source_path) {
    return same_line(&f->place, place, source_path) || same_line(&f->other_place, place, source_path);
}

// Why it is wrong, with the line to blame in place of patterns and guesses.
static void print_cause(const Writer *writer, const LabResult *result, const CaseResult *c) {
    const Cause *cause = &c->cause;
    char where[700] = "";
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    const bool shown = f && is_shown(f, &cause->place, result->source_path);
    if (cause->what[0]) writer_words(writer, 2, 2, STYLE_WARN, cause->what);
    if (!shown) print_source_line(writer, &cause->place, result->source_path);
    name_place(where, sizeof where, &cause->place, result->source_path);
    if (where[0] && !shown) writer_words(writer, 2, 4, STYLE_PLAIN, where);
    if (result->blamed_outside)
        writer_words(writer, 2, 2, STYLE_PLAIN,
                     "This line is in no TODO: the text around the TODOs was changed here.");
    if (cause->route[0]) writer_words(writer, 2, 2, STYLE_PLAIN, cause->route);
    if (cause->other.line && !(f && is_shown(f, &cause->other, result->source_path))) {
        where[0] = 0;
        name_place(where, sizeof where, &cause->other, result->source_path);
        writer_print(writer, 2, 4, STYLE_PLAIN, "%s: %s", cause->other_what, where);
        if (!same_line(&cause->other, &cause->place, result->source_path))
            print_source_line(writer, &cause->other, result->source_path);
    }
}

void print_failure(const Writer *writer, const LabResult *result, const CaseResult *c) {
    if (c->finding >= 0)
        print_finding(writer, result->source_path, &c->records, &c->records.findings[c->finding]);
    else
        writer_words(writer, 2, 4, STYLE_BAD, c->message);
    if (c->cause.known)
        print_cause(writer, result, c);
    else if (c->pattern[0])
        writer_words(writer, 2, 2, STYLE_WARN, c->pattern);
    if (c->where[0]) writer_words(writer, 2, 2, STYLE_PLAIN, c->where);
    if (c->where[0]) print_launches(writer, result, c);
    const char *next = c->cause.known && c->cause.next[0] ? c->cause.next : c->next;
    if (next[0]) writer_words(writer, 2, 2, STYLE_PLAIN, next);
}
