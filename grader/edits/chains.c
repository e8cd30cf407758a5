// Conditions one behind the other, joined by `else`, of which several may hold for a thread: each does its part only without `else`.
#include <stdio.h>
#include <stdlib.h>

#include "grader/edits/editing.h"

enum { LINKS = 12 };

// Behind the statement at i, a block or one without a statement in it; -1: it is another one.
static int behind_statement(const Editing *e, int i) {
    static const char *const heads[] = {"if", "for", "while", "do", "switch", NULL};
    if (lexeme_is(&e->x, i, "{")) return e->x.list[i].mate + 1;
    if (lexeme_is_any(&e->x, i, heads)) return -1;
    while (i < e->end && !lexeme_is(&e->x, i, ";")) i++;
    return i + 1;
}

// The `else`s of the chain that begins with the `if` at i.
static int find_links(const Editing *e, int i, int *link) {
    int count = 0;
    while (count < LINKS && lexeme_is(&e->x, i, "if") && lexeme_is(&e->x, i + 1, "(")) {
        const int behind = behind_statement(e, e->x.list[i + 1].mate + 1);
        if (behind < 0 || behind >= e->end || !lexeme_is(&e->x, behind, "else") ||
            !(lexeme_is(&e->x, behind + 1, "if") || lexeme_is(&e->x, behind + 1, "{")))
            break;
        link[count++] = behind;
        i = behind + 1;
    }
    return count;
}

// The text from the first of these words up to the last of them, without them. malloc'ed.
static char *text_without(const Editing *e, const int *link, int count) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to) return NULL;
    for (int i = 0; i + 1 < count; i++) {
        const Lexeme *own = &e->x.list[link[i]], *next = &e->x.list[link[i + 1]];
        const size_t from = own->at + (size_t)own->length;
        fwrite(e->x.text + from, 1, next->at - from, to);
    }
    fputc(' ', to);
    if (fclose(to) == 0) return text;
    free(text);
    return NULL;
}

void edit_chain(Editing *e, int i) {
    int link[LINKS];
    const int before = e->edits->count;
    if (!lexeme_is(&e->x, i, "if") || lexeme_is(&e->x, i - 1, "else")) return;
    const int count = find_links(e, i, link);
    for (int k = 0; k < count && count > 1; k++)
        add_edit(e, EDIT_APART, link[k], link[k] + 1, text_without(e, link + k, 1), link[k]);
    make_likely(e, before, 4);
    if (count) add_edit(e, EDIT_APART, link[0], link[count - 1] + 1, text_without(e, link, count), link[0]);
    make_likely(e, before, 5); // where one `else` less is enough, that is the one
}

// "do {...} while (c);": its body is done once where the condition does not hold from the start.
void edit_done_once(Editing *e, int i) {
    const int close = lexeme_is(&e->x, i, "do") && lexeme_is(&e->x, i + 1, "{") ? e->x.list[i + 1].mate : -1;
    const int open = close > 0 && lexeme_is(&e->x, close + 1, "while") ? close + 2 : -1;
    if (open < 0 || !lexeme_is(&e->x, open, "(") || !lexeme_is(&e->x, e->x.list[open].mate + 1, ";")) return;
    const int end = e->x.list[open].mate + 1, before = e->edits->count;
    const bool counts = lexeme_is(&e->x, open + 1, "++"); // "while (++z < end)": before that, of z as it is
    if (counts)
        add_words(e, EDIT_DONE_ONCE, i, end + 1, i, "if (%.*s %.*s", WORDS(e, open + 2, end),
                  WORDS(e, i, end + 1));
    else
        add_words(e, EDIT_DONE_ONCE, i, end + 1, i, "while %.*s %.*s", WORDS(e, open, end),
                  WORDS(e, i + 1, close + 1));
    make_likely(e, before, 1 + e->suspicion[i - e->begin]); // there are few
}

// "if (...);", and a statement behind it that was meant to be its own.
void edit_empty(Editing *e, int i) {
    const bool loop = lexeme_is(&e->x, i, "for") || lexeme_is(&e->x, i, "while");
    if ((!loop && !lexeme_is(&e->x, i, "if")) || !lexeme_is(&e->x, i + 1, "(")) return;
    const int last = e->x.list[i + 1].mate;
    const bool ends_do = lexeme_is(&e->x, i, "while") && lexeme_is(&e->x, i - 1, "}");
    if (last < 0 || !lexeme_is(&e->x, last + 1, ";") || ends_do) return;
    const int before = e->edits->count;
    add_words(e, EDIT_EMPTY, last + 1, last + 2, i, " ");
    make_likely(e, before, 0);
}
