// Follows the names in a function's body to the bodies of the functions that have these names.
#include "grader/cause/reached.h"

static void reach(Reached *r, const char *name) {
    int begin, end;
    if (!host_function(r->text, name, &begin, &end)) return;
    for (int i = 0; i < r->count; i++)
        if (r->begin[i] == begin) return;
    if (r->count < REACHED_FUNCTIONS) r->begin[r->count++] = begin;
}

void reach_functions(Reached *r, const HostText *text, const char *name) {
    *r = (Reached){.text = text};
    reach(r, name);
    for (int i = 0; i < r->count; i++)
        for (int k = r->begin[i]; k < host_bracket_end(text, r->begin[i]); k++)
            if (text->token[k].kind == TOKEN_NAME) reach(r, text->token[k].text);
}
