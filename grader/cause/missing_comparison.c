// A condition that asks too little: one comparison more, of an index that a thread's place makes with a number that is given.
#include <stdio.h>
#include <string.h>

#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { MOST_INDICES = 6 };

// The names between two tokens that get a value made of threadIdx.
static int find_indices(const HostText *t, int begin, int end, const char *name[MOST_INDICES]) {
    int count = 0;
    for (int i = begin; i + 1 < end && count < MOST_INDICES; i++) {
        bool own = false;
        if (t->token[i].kind != TOKEN_NAME || !token_is(&t->token[i + 1], "=")) continue;
        for (int k = i + 2; k < end && !token_is(&t->token[k], ";") && !token_is(&t->token[k], ","); k++)
            own |= !strncmp(t->token[k].text, "threadIdx", 9);
        if (own) name[count++] = t->token[i].text;
    }
    return count;
}

// Behind the condition whose bracket closes at `close`, is the statement one that leaves?
static bool leaves(const HostText *t, int close) {
    const HostToken *at = &t->token[close + 1];
    return token_is(token_is(at, "{") ? at + 1 : at, "return");
}

bool try_comparison(Trial *t, Cause *cause, int begin, int i) {
    const HostText *text = t->text;
    const char *index[MOST_INDICES];
    if (!token_is(&text->token[i], "if") || !token_is(&text->token[i + 1], "(")) return false;
    const int close = host_bracket_end(text, i + 1) - 1;
    const bool out = leaves(text, close);
    const int count = find_indices(text, begin, i, index);
    for (int a = 0; a < count; a++)
        for (int b = 0; b < t->names; b++) {
            HostToken more[4] = {
                {.kind = TOKEN_MARK}, {.kind = TOKEN_NAME}, {.kind = TOKEN_MARK}, {.kind = TOKEN_NAME}};
            const char *const words[] = {out ? "||" : "&&", index[a], out ? ">=" : "<", t->name[b]};
            for (int k = 0; k < 4; k++) snprintf(more[k].text, HOST_NAME, "%s", words[k]);
            if (!try_more(t, close - 1, more, 4)) continue;
            SAY(route,
                "This condition does not look at `%s`: with a comparison of it as well every answer is right.",
                index[a]);
            SAY(next,
                "Which threads must pass this condition, and which must not? Try the first and the last one along "
                "each axis.");
            return true;
        }
    return false;
}
