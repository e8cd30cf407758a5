// Words of C: which characters make one, where one begins and ends, and where a given one stands by itself.
#ifndef WARPBOOK_WORDS_H
#define WARPBOOK_WORDS_H

#include <ctype.h>
#include <stdbool.h>

// Part of an identifier or of a number?
static inline bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// Behind the word that begins at `at`; `at` itself: none does.
const char *word_end(const char *at);

// Where the word begins that ends at `end`, in a text from `text` on; `end` itself: none does.
const char *word_begin(const char *text, const char *end);

// Where the path begins that ends at `end`: a word with what it is a member of, as in "a.b"; `end` itself: none does.
const char *path_begin(const char *text, const char *end);

// Behind the last character before `end` that is no blank; `text`: there is none.
const char *before_blanks(const char *text, const char *end);

// The first place in `text`, from `at` on, where `word` is not part of a longer word; NULL: there is none.
const char *find_word(const char *text, const char *at, const char *word);

// The same where it is no member of something either, as `x` is in "a.x".
const char *find_name(const char *text, const char *at, const char *name);

#endif
