// Edits that are left out: those that were tried already, and those of other functions.
#include "grader/edits/tried.h"

#include <stdlib.h>
#include <string.h>

#include "grader/c_text/lexemes.h"

static bool is_among(const Edit *edit, const Edits *tried) {
    for (int i = 0; i < tried->count; i++) {
        const Edit *other = &tried->list[i];
        if (other->at == edit->at && other->length == edit->length && !strcmp(other->text, edit->text))
            return true;
    }
    return false;
}

void edits_leave_out(Edits *edits, const Edits *tried) {
    int kept = 0;
    for (int i = 0; i < edits->count; i++) {
        if (is_among(&edits->list[i], tried))
            free(edits->list[i].text);
        else
            edits->list[kept++] = edits->list[i];
    }
    edits->count = kept;
}

void edits_remember(Edits *all, const Edits *part) {
    Edit *list = realloc(all->list, ((size_t)all->count + (size_t)part->count + 1) * sizeof *list);
    if (!list) return;
    all->list = list;
    for (int i = 0; i < part->count; i++) {
        list[all->count] = part->list[i];
        list[all->count].text = strdup(part->list[i].text);
        all->count += list[all->count].text != NULL;
    }
}

void edits_keep_in_function(Edits *edits, const char *text, int line) {
    Lexemes x;
    int begin, end, kept = 0;
    size_t first = 0, last = 0;
    if (!lexemes_read(&x, text)) return;
    for (int at = 0; next_device_function(&x, at, &begin, &end) && !last; at = end)
        if (line >= x.list[begin].line && line <= x.list[end].line)
            first = x.list[begin].at, last = x.list[end].at;
    lexemes_free(&x);
    for (int i = 0; i < edits->count && last; i++) {
        if (edits->list[i].at >= first && edits->list[i].at < last)
            edits->list[kept++] = edits->list[i];
        else
            free(edits->list[i].text);
    }
    if (last) edits->count = kept;
}
