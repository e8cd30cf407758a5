// copies.html and copies.csv.
#include <stdlib.h>

#include "grader/class/copies_pairs.h"
#include "grader/class/markup.h"
#include "grader/class/stop.h"
#include "grader/text/append.h"

enum { PAIRS_SHOWN = 200 }; // a page of more is read by nobody

static void write_side(FILE *html, const Compared *file, int first, int last) {
    fputs("<pre>", html);
    for (int line = first; line <= last; line++) {
        fprintf(html, "%4d  ", line);
        markup_text(html, file->lines[line - 1]);
        fputc('\n', html);
    }
    fputs("</pre>\n", html);
}

static void write_pair(FILE *html, const Copies *c, const Pair *pair) {
    fputs("<h2>", html);
    markup_text(html, c->files[pair->file[0]].names);
    fputs(" &ndash; ", html);
    markup_text(html, c->files[pair->file[1]].names);
    fprintf(html, "</h2>\n<p>%.0f tokens in common.</p>\n", pair->tokens);
    for (int i = 0; i < pair->passage_count; i++) {
        const Passage *p = &c->passages[pair->first_passage + i];
        fputs("<div class=\"pair\">\n", html);
        for (int side = 0; side < 2; side++)
            write_side(html, &c->files[p->file[side]], p->first[side], p->last[side]);
        fputs("</div>\n", html);
    }
}

// How many files several students have handed in, each by themselves; the pairs of one file stand together.
static int equal_files(const Copies *c) {
    int count = 0;
    for (int i = 0; i < c->equal_count; i++) count += !i || c->equals[i].file != c->equals[i - 1].file;
    return count;
}

static void write_equal(FILE *html, const Copies *c) {
    if (c->equal_count) fputs("<h2>The same file, byte for byte</h2>\n<ul>\n", html);
    for (int i = 0; i < c->equal_count; i++) {
        const Compared *file = &c->files[c->equals[i].file];
        if (i && c->equals[i].file == c->equals[i - 1].file) continue;
        fprintf(html, "<li>%s: ", several(file->students, "student").text);
        markup_text(html, file->names);
        fputs("</li>\n", html);
    }
    if (c->equal_count) fputs("</ul>\n", html);
}

static int untouched_students(const Copies *c) {
    int count = 0;
    for (int i = 0; i < c->file_count; i++) count += c->files[i].untouched ? c->files[i].students : 0;
    return count;
}

// What was not compared or does not count, and how many have it.
static void write_left_out(FILE *html, const Copies *c) {
    const int untouched = untouched_students(c);
    if (!untouched && !c->left_out_count) return;
    fputs("<h2>What was left out</h2>\n", html);
    if (untouched)
        fprintf(html, "<p>The skeleton as it was handed out, in which nothing is compared: %s.</p>\n",
                several(untouched, "student").text);
    for (int i = 0; i < c->left_out_count; i++) {
        const LeftOut *l = &c->left_out[i];
        fprintf(html, "<p>In the files of %d", l->least);
        if (l->most > l->least) fprintf(html, " to %d", l->most);
        fprintf(html, " of %s, whatever names are in it; here as ", several(c->students, "student").text);
        markup_text(html, c->files[l->file].names);
        fputs(c->files[l->file].students > 1 ? " have it:</p>\n" : " has it:</p>\n", html);
        write_side(html, &c->files[l->file], l->first, l->last);
    }
}

static void write_no_pair(FILE *html, const Copies *c) {
    if (c->left_out_count)
        fprintf(html,
                "<p>But for what was left out, below, no two different files have %d tokens in common.</p>\n",
                PAIR_TOKENS);
    else
        fprintf(html, "<p>No two different files have %d tokens in common.</p>\n", PAIR_TOKENS);
}

static void write_page(const Outputs *o, const Copies *c) {
    char *title = new_text("%s: passages in common", o->spec->name);
    OutputFile html = output_begin(o->out, "copies.html");
    page_begin(html.stream, title);
    fprintf(
        html.stream,
        "<p>These passages are alike in their tokens, whatever names, blanks and comments are. Lines of the skeleton and the handout "
        "were taken out before. Lines that more than %d of the %s have do not count: they are listed at the end. A passage of %d tokens, as "
        "much as the body of a kernel, or of more than half of what both have written, counts always. Short kernels have few right forms: "
        "a passage here is a reason to read, and proves nothing. copies.csv has all pairs as a table.</p>\n",
        c->few, several(c->students, "student").text, LONG_TOKENS);
    write_equal(html.stream, c);
    if (!c->pair_count) write_no_pair(html.stream, c);
    for (int i = 0; i < c->pair_count && i < PAIRS_SHOWN; i++) write_pair(html.stream, c, &c->pairs[i]);
    if (c->pair_count > PAIRS_SHOWN)
        fprintf(html.stream, "<p>%s with less in common: in copies.csv.</p>\n",
                several(c->pair_count - PAIRS_SHOWN, "more pair").text);
    write_left_out(html.stream, c);
    page_end(html.stream);
    output_end(&html);
    free(title);
}

static void write_names(FILE *csv, const char *one, const char *other) {
    csv_write_text(csv, one, ',');
    fputc(',', csv);
    csv_write_text(csv, other, ',');
}

static void write_table(const Outputs *o, const Copies *c) {
    OutputFile csv = output_begin(o->out, "copies.csv");
    fputs("students,students,tokens,passages,same_file\n", csv.stream);
    for (int i = 0; i < c->equal_count; i++) {
        write_names(csv.stream, c->equals[i].names[0], c->equals[i].names[1]);
        fprintf(csv.stream, ",%d,1,yes\n", c->files[c->equals[i].file].own_tokens);
    }
    for (int i = 0; i < c->pair_count; i++) {
        const Pair *pair = &c->pairs[i];
        write_names(csv.stream, c->files[pair->file[0]].names, c->files[pair->file[1]].names);
        fprintf(csv.stream, ",%.0f,%d,\n", pair->tokens, pair->passage_count);
    }
    output_end(&csv);
}

static void say_copies(const Copies *c) {
    printf("  copies     %s with passages in common (copies.html, copies.csv)\n",
           several(c->pair_count + c->equal_count, "pair").text);
    if (c->equal_count)
        printf("             %s %s the same file, byte for byte: %s that several students have handed in\n",
               several(c->equal_count, "pair").text, c->equal_count == 1 ? "has" : "have",
               several(equal_files(c), "file").text);
    if (c->left_out_count)
        printf("             left out: what more than %d of the %s have (copies.html, at its end)\n", c->few,
               several(c->students, "student").text);
}

void write_copies(const Outputs *o, const Copies *c) {
    write_page(o, c);
    write_table(o, c);
    say_copies(c);
}
