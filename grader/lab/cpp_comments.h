// Finds the `//` comments of C++ text as a compiler does: not in strings, other comments or directives.
#ifndef WARPBOOK_CPP_COMMENTS_H
#define WARPBOOK_CPP_COMMENTS_H

#include <stdbool.h>
#include <stddef.h>

// A place in the text. Zeroed but for `text` at the start.
typedef struct {
    const char *text;
    size_t at;
    int parentheses;  // open ones: inside of them stand, among others, the arguments of macros
    int conditionals; // open #if, #ifdef, #ifndef
    bool in_line;     // something other than blanks and comments stands before `at` on its line
    bool in_directive;
    bool unclear; // see next_comment
} CommentCursor;

typedef struct {
    size_t line;       // where its line begins
    size_t begin, end; // what comes after its slashes, without the newline
    bool plain;        // on a line of its own, in no parentheses, directive or conditional, on one line
} LineComment;

// The next `//` comment. False at the end of the text. `unclear` is set, and stays so, where this reading may
// differ from a compiler's: parentheses that do not pair, in the text or in a macro, header names with signs of
// comments or strings, tokens that lie on two lines.
bool next_comment(CommentCursor *cursor, LineComment *comment);

#endif
