// Words of C: which characters make one, and where one stands by itself.
#ifndef WARPBOOK_TEXT_WORDS_H
#define WARPBOOK_TEXT_WORDS_H

#include <ctype.h>
#include <stdbool.h>

// Part of an identifier or of a number?
static inline bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// The first place in `text`, from `at` on, where `word` is not part of a longer word; NULL: there is none.
const char *find_word(const char *text, const char *at, const char *word);

#endif
