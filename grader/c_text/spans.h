// A stretch of a text, and the name that one consists of.
#ifndef WARPBOOK_SPANS_H
#define WARPBOOK_SPANS_H

#include <stdbool.h>

enum { SOURCE_NAME = 64 };

// The characters [begin, end).
typedef struct {
    const char *begin, *end;
} Span;

// Without blanks at its ends.
Span trimmed(const char *begin, const char *end);

// Has it that character, or these words?
bool span_has(Span span, char c);
bool span_has_text(Span span, const char *text);

bool same_text(Span a, Span b);

// The name that [at, end) consists of, blanks aside; false where it is more than a name.
bool only_name(const char *at, const char *end, char name[SOURCE_NAME]);

// The next name before `end`, from *at on, which moves behind it. False: there is none.
bool find_next_name(const char **at, const char *end, char name[SOURCE_NAME]);

// The word that ends before `end` in a text from `text` on, blanks behind it aside; empty: something else does.
Span word_before(const char *text, const char *end);

// The same where it is a name, and fits.
bool name_before(const char *text, const char *end, char name[SOURCE_NAME]);

#endif
