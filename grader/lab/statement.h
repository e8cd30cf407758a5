// One line of lab.spec, cut into words and taken one after the other.
#ifndef WARPBOOK_STATEMENT_H
#define WARPBOOK_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

enum { WORDS_MAX = 96 };

typedef struct {
    const char *file; // for messages
    int line;
    char *word[WORDS_MAX];
    bool quoted[WORDS_MAX];
    int count, next; // `next` is the word to be read
    char *error;
    size_t error_size;
} Statement;

// All of these return false after writing "FILE:LINE: what is wrong" to the statement's error; `what` names
// the thing that is missing or malformed.

__attribute__((format(printf, 2, 3))) bool statement_fail(Statement *s, const char *format, ...);

// Cuts a line into words, in place. A quoted string is one word, with \" and \\ inside; # starts a comment.
bool cut_words(Statement *s, char *line);

bool at_end(const Statement *s);

// Is the next word this one? Does not take it.
bool next_is(const Statement *s, const char *word);

bool take_word(Statement *s, char *to, size_t size, const char *what); // copies 1 to size - 1 characters
bool take_text(Statement *s, char *to, size_t size, const char *what); // the same, in double quotes
bool take_number(Statement *s, double *value, const char *what);
bool take_keyword(Statement *s, const char *keyword);

#endif
