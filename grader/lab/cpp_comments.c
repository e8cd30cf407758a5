// Reads C++ token by token, as far as it takes to tell comments from what only looks like one.
#include "grader/lab/cpp_comments.h"

#include <ctype.h>
#include <string.h>

static char here(const CommentCursor *c, size_t ahead) {
    return c->text[c->at + ahead];
}

static bool starts(const CommentCursor *c, const char *word) {
    return !strncmp(c->text + c->at, word, strlen(word));
}

// Bytes of the line splice at `at`: a backslash, blanks (as gcc has it), a newline. 0 where there is none.
static size_t splice_at(const char *text, size_t at) {
    size_t end = at + 1;
    if (text[at] != '\\') return 0;
    while (text[end] == ' ' || text[end] == '\t' || text[end] == '\r' || text[end] == '\v') end++;
    return text[end] == '\n' ? end + 1 - at : 0;
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

// To the newline that ends the line, or the end of the text; past splices.
static bool skip_line(CommentCursor *c) {
    bool spliced = false;
    while (here(c, 0) && here(c, 0) != '\n') {
        const size_t splice = splice_at(c->text, c->at);
        spliced |= splice > 0;
        c->at += splice ? splice : 1;
    }
    return spliced;
}

static void skip_block_comment(CommentCursor *c) {
    const char *end = strstr(c->text + c->at + 2, "*/");
    c->at = end ? (size_t)(end + 2 - c->text) : strlen(c->text);
}

// A string or character; one that is not closed ends with its line.
static void skip_literal(CommentCursor *c) {
    const char quote = here(c, 0);
    for (c->at++; here(c, 0) && here(c, 0) != '\n' && here(c, 0) != quote;) {
        const size_t splice = splice_at(c->text, c->at);
        c->at += splice ? splice : here(c, 0) == '\\' && here(c, 1) ? 2 : 1;
    }
    if (here(c, 0) == quote) c->at++;
}

// R"mark( ... )mark", from its quote on.
static void skip_raw_string(CommentCursor *c) {
    enum { MARK_MAX = 16 };
    char closing[MARK_MAX + 3] = ")";
    const size_t mark = strcspn(c->text + c->at + 1, "( \\\t\n)\"");
    if (mark > MARK_MAX || here(c, 1 + mark) != '(') {
        c->unclear = true;
        skip_literal(c);
        return;
    }
    memcpy(closing + 1, c->text + c->at + 1, mark);
    closing[1 + mark] = '"';
    const char *end = strstr(c->text + c->at + 2 + mark, closing);
    c->at = end ? (size_t)(end - c->text) + strlen(closing) : strlen(c->text);
}

// An identifier, or a number with its separators: 1'000. A raw string begins with an identifier.
static void skip_word(CommentCursor *c) {
    static const char *const raw[] = {"R", "LR", "uR", "UR", "u8R"};
    const size_t begin = c->at;
    const bool number = isdigit((unsigned char)here(c, 0));
    while (is_word(here(c, 0)) || (number && here(c, 0) == '\'' && is_word(here(c, 1)))) c->at++;
    for (size_t i = 0; here(c, 0) == '"' && i < sizeof raw / sizeof *raw; i++)
        if (c->at - begin == strlen(raw[i]) && !memcmp(c->text + begin, raw[i], c->at - begin)) {
            skip_raw_string(c);
            return;
        }
}

// Does a line that may name a header name one with signs that begin a comment or a string elsewhere?
static bool strange_header_name(const CommentCursor *c) {
    const char *line = c->text + c->at, *end = line + strcspn(line, "\n");
    const char *open = memchr(line, '<', (size_t)(end - line));
    if (memchr(line, '\\', (size_t)(end - line))) return true;
    for (; open && open < end && *open != '>'; open++)
        if (*open == '"' || *open == '\'' || (*open == '/' && (open[1] == '*' || open[1] == '/')))
            return true;
    return false;
}

static bool names_header(const CommentCursor *c) {
    const char *line = c->text + c->at, *end = line + strcspn(line, "\n");
    const char *has = strstr(line, "__has_");
    return starts(c, "include") || starts(c, "import") || (has && has < end);
}

// `at` comes after the # of a directive.
static void begin_directive(CommentCursor *c) {
    c->in_directive = true;
    while (here(c, 0) == ' ' || here(c, 0) == '\t') c->at++;
    if (starts(c, "if")) c->conditionals++;
    if (starts(c, "endif")) c->conditionals--;
    c->unclear |= here(c, 0) == '/' || here(c, 0) == '\\' || c->conditionals < 0;
    if (names_header(c)) c->unclear |= strange_header_name(c);
}

// A line splice joins tokens where it stands inside of one; code outside of macros needs none.
static void skip_splice(CommentCursor *c, size_t size) {
    const char before = c->at ? c->text[c->at - 1] : ' ', after = here(c, size);
    const bool joins =
        (is_word(before) || strchr("/%?#", before)) && (is_word(after) || strchr("\"'/*:?=", after));
    c->unclear |= !c->in_directive || joins;
    c->at += size;
}

static void end_line(CommentCursor *c) {
    c->at++;
    c->in_line = c->in_directive = false;
}

// Counts a parenthesis. Those of a directive must pair in it: it may be a macro, whose use shows none.
static void count_parenthesis(CommentCursor *c, int *in_directive) {
    int *open = c->in_directive ? in_directive : &c->parentheses;
    *open += here(c, 0) == '(' ? 1 : -1;
    c->unclear |= *open < 0;
    c->at++;
}

static void take_comment(CommentCursor *c, LineComment *comment) {
    const bool plain = !c->in_line && !c->in_directive && !c->parentheses && !c->conditionals;
    comment->line = c->at;
    while (comment->line && c->text[comment->line - 1] != '\n') comment->line--;
    c->at += 2;
    comment->begin = c->at;
    const bool spliced = skip_line(c);
    comment->end = c->at;
    comment->plain = plain && !spliced;
}

// One token that is no `//` comment.
static void skip_token(CommentCursor *c, int *in_directive) {
    const char first = here(c, 0);
    const bool begins_line = !c->in_line;
    if (starts(c, "/*")) {
        skip_block_comment(c); // a directive may follow on its line
        return;
    }
    c->in_line = true;
    if (begins_line && (first == '#' || starts(c, "%:") || starts(c, "?\?="))) {
        c->at += first == '#' ? 1 : first == '%' ? 2 : 3;
        *in_directive = 0;
        begin_directive(c);
    } else if (first == '"' || first == '\'')
        skip_literal(c);
    else if (is_word(first))
        skip_word(c);
    else if (first == '(' || first == ')')
        count_parenthesis(c, in_directive);
    else
        c->at++;
}

bool next_comment(CommentCursor *c, LineComment *comment) {
    int in_directive = 0;
    while (here(c, 0)) {
        const size_t splice = splice_at(c->text, c->at);
        if (splice) {
            skip_splice(c, splice);
        } else if (here(c, 0) == '\n') {
            c->unclear |= in_directive != 0;
            in_directive = 0;
            end_line(c);
        } else if (isspace((unsigned char)here(c, 0))) {
            c->at++;
        } else if (starts(c, "//")) {
            c->unclear |= in_directive != 0;
            take_comment(c, comment);
            return true;
        } else {
            skip_token(c, &in_directive);
        }
    }
    c->unclear |= c->parentheses != 0 || in_directive != 0;
    return false;
}
