// Words more, words fewer, and words around others in a text that is tried. Each change is taken back.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/cause/trial.h"

enum { MOST = 120 }; // words that are taken away

bool try_more(Trial *t, int at, const HostToken *more, int count) {
    HostText *text = t->text;
    if (text->count + count > HOST_TOKENS) return false;
    HostToken *behind = &text->token[at + 1];
    memmove(behind + count, behind, (size_t)(text->count - at - 1) * sizeof *behind);
    text->count += count;
    memcpy(behind, more, (size_t)count * sizeof *more);
    for (int i = 0; i < count; i++) behind[i].line = text->token[at].line;
    const bool good = t->all_right(t);
    memmove(behind, behind + count, (size_t)(text->count - at - 1 - count) * sizeof *behind);
    text->count -= count;
    return good;
}

bool try_less(Trial *t, int at, int tokens) {
    HostText *text = t->text;
    HostToken *token = &text->token[at], kept[MOST];
    if (tokens > MOST) return false;
    memcpy(kept, token, (size_t)tokens * sizeof *token);
    memmove(token, token + tokens, (size_t)(text->count - at - tokens) * sizeof *token);
    text->count -= tokens;
    const bool good = t->all_right(t);
    memmove(token + tokens, token, (size_t)(text->count - at) * sizeof *token);
    memcpy(token, kept, (size_t)tokens * sizeof *token);
    text->count += tokens;
    return good;
}

// Words, up to NULL, as tokens.
static int tokens_of(HostToken *token, const char *const *words) {
    int count = 0;
    for (; words[count]; count++) {
        const unsigned char first = (unsigned char)words[count][0];
        token[count] = (HostToken){.kind = isdigit(first)                   ? TOKEN_NUMBER
                                           : isalpha(first) || first == '_' ? TOKEN_NAME
                                                                            : TOKEN_MARK};
        snprintf(token[count].text, HOST_NAME, "%s", words[count]);
    }
    return count;
}

bool try_around(Trial *t, int first, int last, const char *const *before, const char *const *behind) {
    HostToken token[2 * WORDS_AROUND];
    HostText *text = t->text;
    const int count = tokens_of(token, before);
    if (text->count + count > HOST_TOKENS) return false;
    HostToken *at = &text->token[first];
    memmove(at + count, at, (size_t)(text->count - first) * sizeof *at);
    text->count += count;
    memcpy(at, token, (size_t)count * sizeof *at);
    for (int i = 0; i < count; i++) at[i].line = at[count].line;
    const int added = tokens_of(token, behind);
    const bool good = try_more(t, last + count, token, added);
    text->count -= count;
    memmove(at, at + count, (size_t)(text->count - first) * sizeof *at);
    return good;
}
