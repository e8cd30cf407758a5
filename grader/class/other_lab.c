// Reads the marks of TODOs, the comments "// TODO 3.1 ..." and "// end 3.1", and the names of functions.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem
#endif
#include "grader/class/other_lab.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// The number before the point of an id such as "3.1" that stands at `at`; -1: none does.
static int lab_of_id(const char *at, const char *end) {
    int lab = 0;
    const char *c = at;
    for (; c < end && c - at < 4 && isdigit((unsigned char)*c); c++) lab = 10 * lab + *c - '0';
    return c > at && end - c >= 2 && *c == '.' && isdigit((unsigned char)c[1]) ? lab : -1;
}

static bool is_own(const LabSpec *spec, int lab) {
    for (int i = 0; i < spec->todo_count; i++)
        if (atoi(spec->todos[i].id) == lab) return true;
    return false;
}

// Does a comment begin right before `at`?
static bool begins_comment(const char *text, const char *at) {
    while (at > text && (at[-1] == ' ' || at[-1] == '\t')) at--;
    return at - text >= 2 && at[-1] == '/' && at[-2] == '/';
}

// The lab whose marks the text has; -1: this lab's, or none at all, which *own tells apart. *marks: how many.
static int lab_of_marks(const Entry *entry, const LabSpec *spec, int *marks, bool *own) {
    static const char *const words[] = {"TODO ", "end "};
    const char *text = entry->data, *end = text + entry->size;
    int found = -1;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (const char *at = text; (at = memmem(at, (size_t)(end - at), words[w], strlen(words[w])));) {
            const char *word = at;
            at += strlen(words[w]);
            const int lab = lab_of_id(at, end);
            if (lab < 0 || (w > 0 && !begins_comment(text, word))) continue;
            *own = is_own(spec, lab);
            if (*own) return -1;
            if (found < 0) found = lab;
            *marks += lab == found && begins_comment(text, word);
        }
    return found;
}

OtherLab other_lab(const Entry *entry, const HandedOut *h) {
    int marks = 0;
    bool own = false;
    OtherLab other = {.lab = -1};
    if (!entry->data) return other;
    other.lab = lab_of_marks(entry, h->spec, &marks, &own);
    other.surely = marks > 1;
    if (own || other.surely || h->own_lab < 0) return other;
    int lab;
    other.surely = others_functions(h->functions, h->lab_count, h->own_lab, entry->data, other.functions,
                                    sizeof other.functions, &lab) > 0;
    if (other.surely) other.lab = lab;
    return other;
}
