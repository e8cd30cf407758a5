// copies.html and copies.csv.
#include <stdlib.h>

#include "grader/class/copies.h"
#include "grader/class/markup.h"
#include "grader/class/stop.h"

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

static void write_equal(FILE *html, const Copies *c) {
    int count = 0;
    for (int i = 0; i < c->file_count; i++) {
        if (c->files[i].students < 2 || c->files[i].shared || c->files[i].untouched) continue;
        if (!count++) fputs("<h2>The same file, byte for byte</h2>\n<ul>\n", html);
        fputs("<li>", html);
        markup_text(html, c->files[i].names);
        fputs("</li>\n", html);
    }
    if (count) fputs("</ul>\n", html);
}

static void write_page(const Outputs *o, const Copies *c) {
    char *title = new_text("%s: passages in common", o->spec->name);
    OutputFile html = output_begin(o->out, "copies.html");
    page_begin(html.stream, title);
    fputs(
        "<p>These passages are alike in their tokens, whatever names, blanks and comments are. Lines of the skeleton and the handout "
        "were taken out before, and what more than a tenth of the class has in common does not count. Short kernels have few right "
        "forms: a passage here is a reason to read, and proves nothing.</p>\n",
        html.stream);
    write_equal(html.stream, c);
    if (!c->pair_count) fputs("<p>No two files have a passage in common.</p>\n", html.stream);
    for (int i = 0; i < c->pair_count; i++) write_pair(html.stream, c, &c->pairs[i]);
    page_end(html.stream);
    output_end(&html);
    free(title);
}

void write_copies(const Outputs *o, const Copies *c) {
    write_page(o, c);
    OutputFile csv = output_begin(o->out, "copies.csv");
    fputs("students,students,tokens,passages\n", csv.stream);
    for (int i = 0; i < c->pair_count; i++) {
        const Pair *pair = &c->pairs[i];
        for (int side = 0; side < 2; side++) {
            csv_write_text(csv.stream, c->files[pair->file[side]].names, ',');
            fputc(',', csv.stream);
        }
        fprintf(csv.stream, "%.0f,%d\n", pair->tokens, pair->passage_count);
    }
    output_end(&csv);
}
