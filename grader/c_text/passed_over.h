// What a compiler reads no words in: comments, strings and lines of the preprocessor.
#ifndef WARPBOOK_PASSED_OVER_H
#define WARPBOOK_PASSED_OVER_H

// Behind the comment that begins at `at`, before the newline of one that ends with its line; `at` itself: none does.
const char *behind_comment(const char *at);

// Behind the string or the character that begins at `at`, in a text from `text` on; one that is not closed ends with its line. `at`
// itself: none does. A ' within a number, 1'000, begins none.
const char *behind_quoted(const char *text, const char *at);

// The end of the directive whose # stands at `at`, with the lines that continue it: a newline, or the end of the text.
const char *behind_directive(const char *at);

// Behind a comment, a string or a character that begins at `at`; `at` itself: none does.
const char *behind_silent(const char *text, const char *at);

#endif
