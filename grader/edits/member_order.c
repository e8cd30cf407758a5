// Members of a struct that are declared in another order than those who fill them, or lie over them in a union, go by:
// "struct { unsigned char alpha, red, green, blue; }". Two of them exchanged, and all of them the other way round.
#include <string.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { MOST = 4, LONGEST_LIST = 200 };

// The names of "int a, b, c;" from the first one on. How many there are; 0: something else stands there, or only one.
static int names_of_list(const Editing *e, int first, int name[MOST]) {
    int count = 0, at = first;
    while (count < MOST && e->x.list[at].kind == LEX_NAME) {
        name[count++] = at;
        if (!lexeme_is(&e->x, at + 1, ",")) return lexeme_is(&e->x, at + 1, ";") && count > 1 ? count : 0;
        at += 2;
    }
    return 0;
}

static void add_order(Editing *e, const int *name, int count, const int *order) {
    char text[LONGEST_LIST] = "";
    for (int i = 0; i < count; i++)
        append(text, sizeof text, "%s%.*s", i ? ", " : "", WORDS(e, name[order[i]], name[order[i]] + 1));
    // Of structs no word is near to a suspected line: they stand outside of functions.
    const Lexeme *own = &e->x.list[name[0]];
    const int length = words_length(e, name[0], name[count - 1] + 1);
    if (strlen(text) + 1 < sizeof text)
        add_text(e, EDIT_MEMBERS, own->at, (size_t)length, text, own->line, own->column, e->x.text + own->at,
                 length);
}

static void edit_list(Editing *e, const int *name, int count) {
    int order[MOST];
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            for (int i = 0; i < count; i++) order[i] = i == a ? b : i == b ? a : i;
            add_order(e, name, count, order);
        }
    for (int i = 0; i < count && count > 2; i++) order[i] = count - 1 - i;
    if (count > 2) add_order(e, name, count, order);
}

void edit_member_orders(Editing *e) {
    int name[MOST];
    for (int i = 0; i < e->x.count; i++) {
        int open = i;
        if (!lexeme_is(&e->x, i, "struct")) continue;
        while (open < e->x.count && !lexeme_is(&e->x, open, "{") && !lexeme_is(&e->x, open, ";")) open++;
        for (int at = open + 1; lexeme_is(&e->x, open, "{") && at < e->x.list[open].mate; at++) {
            const int before = e->edits->count;
            const bool begins = lexeme_is(&e->x, at - 2, "{") || lexeme_is(&e->x, at - 2, ";") ||
                                lexeme_is(&e->x, at - 2, "unsigned");
            const int count = begins && e->x.list[at - 1].kind == LEX_NAME ? names_of_list(e, at, name) : 0;
            if (count) edit_list(e, name, count);
            for (int k = before; k < e->edits->count; k++)
                e->edits->list[k].rank = 4, e->edits->list[k].at_definition = true;
        }
    }
}
