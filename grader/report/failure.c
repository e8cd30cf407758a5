// One failed case in full: what happened, where, what the wrong points have in common, what to do.
#include <stdarg.h>
#include <string.h>

#include "grader/report/report.h"
#include "grader/report/source_line.h"
#include "grader/verdict/append.h"

enum { LAUNCHES_SHOWN = 4 };

static void name_thread(char *to, size_t size, const ThreadPlace *who) {
    if (!who->known) return;
    append(to, size, "%sblock (%ld,%ld,%ld) thread (%ld,%ld,%ld)", to[0] ? ", " : "", who->block[0],
           who->block[1], who->block[2], who->thread[0], who->thread[1], who->thread[2]);
}

static void name_place(char *to, size_t size, const SourcePlace *place, const LabResult *result) {
    if (place->line)
        append(to, size, "%s%s:%d", to[0] ? ", " : "", place_name(place, result->source_path), place->line);
}

static void print_other_party(const Paper *paper, const LabResult *result, const Finding *f) {
    char where[900] = "";
    name_place(where, sizeof where, &f->other_place, result);
    name_thread(where, sizeof where, &f->other_who);
    if (!where[0] && !f->other_what[0]) return;
    paper_print(paper, 2, 2, STYLE_PLAIN, "The other side: %s%s%s", f->other_what,
                f->other_what[0] && where[0] ? ": " : "", where);
    print_source_line(paper, &f->other_place, result->source_path);
}

static void print_finding(const Paper *paper, const LabResult *result, const Finding *f) {
    char where[1200] = "";
    name_place(where, sizeof where, &f->place, result);
    if (f->kernel[0]) append(where, sizeof where, "%skernel %s", where[0] ? ", " : "", f->kernel);
    name_thread(where, sizeof where, &f->who);
    if (f->count > 1) append(where, sizeof where, "; %ld times in all", f->count);
    paper_print(paper, 2, 2, STYLE_BAD, "%s: %s", f->check, f->message);
    if (where[0]) paper_words(paper, 2, 4, STYLE_PLAIN, where);
    print_source_line(paper, &f->place, result->source_path);
    print_other_party(paper, result, f);
}

// The launches behind a wrong output: their grid and block often tell the rest.
static void print_launches(const Paper *paper, const LabResult *result, const CaseResult *c) {
    for (int i = 0; i < c->records.launch_count && i < LAUNCHES_SHOWN; i++) {
        const LaunchRecord *l = &c->records.launches[i];
        char place[700] = "";
        name_place(place, sizeof place, &l->place, result);
        paper_print(paper, 2, 4, STYLE_FAINT, "Launched: %s, grid (%ld,%ld,%ld), block (%ld,%ld,%ld)%s%s",
                    l->kernel, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2],
                    place[0] ? ", " : "", place);
    }
    if (c->records.launch_count > LAUNCHES_SHOWN)
        paper_print(paper, 2, 4, STYLE_FAINT, "and %d more launches",
                    c->records.launch_count - LAUNCHES_SHOWN);
}

void print_failure(const Paper *paper, const LabResult *result, const CaseResult *c) {
    paper_print(paper, 0, 2, STYLE_BOLD, "%s with n = %d", result->spec->entries[c->entry].name, c->n);
    if (c->finding >= 0)
        print_finding(paper, result, &c->records.findings[c->finding]);
    else
        paper_words(paper, 2, 2, STYLE_BAD, c->message);
    if (c->where[0]) paper_words(paper, 2, 2, STYLE_PLAIN, c->where);
    if (c->where[0]) print_launches(paper, result, c);
    if (c->pattern[0]) paper_words(paper, 2, 2, STYLE_WARN, c->pattern);
    if (c->next[0]) paper_words(paper, 2, 2, STYLE_PLAIN, c->next);
}
