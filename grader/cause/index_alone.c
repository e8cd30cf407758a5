// An element of an array where its index is meant: the parity of a value for that of its place.
#include <string.h>

#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

bool try_index_alone(Trial *t, Cause *cause, int i) {
    HostToken *at = &t->text->token[i];
    if (i + 4 >= t->text->count || at->kind != TOKEN_NAME || !token_is(at + 1, "[") ||
        at[2].kind != TOKEN_NAME || !token_is(at + 3, "]") || is_assigned(at + 3))
        return false;
    const HostToken own = *at;
    memcpy(at->text, at[2].text, sizeof at->text);
    const bool good = try_less(t, i + 1, 3);
    *at = own;
    if (good)
        SAY(route,
            "`%s[%s]` in this line is the value of the element: with its index, `%s`, in its place every answer is right.",
            own.text, at[2].text, at[2].text);
    return good;
}
