// Reads a text as a preprocessor does, as far as it takes to find directives. See line_directives.h.
#include "grader/c_text/line_directives.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "grader/c_text/words.h"

enum { WORD = 16, RAW_MARK_MAX = 16 };

typedef struct {
    char *at, *end;
    bool in_directive;
    bool header_names; // <a/*b> is one, and no backslash takes a quote its meaning
} Cursor;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' || c == '\0';
}

static bool is_part_of_word(char c) {
    return is_word(c) || c == '$' || (unsigned char)c >= 0x80;
}

// Behind the backslashes with a newline that begin at `at`. gcc allows blanks between the two.
static char *behind_splices(const Cursor *c, char *at) {
    while (at < c->end && *at == '\\') {
        char *newline = at + 1;
        while (newline < c->end && is_blank(*newline)) newline++;
        if (newline == c->end || *newline != '\n') break;
        at = newline + 1;
    }
    return at;
}

// Behind `first` and `second`, which a splice may part; NULL: they do not stand at `at`.
static char *behind_pair(const Cursor *c, char *at, char first, char second) {
    if (at >= c->end || *at != first) return NULL;
    at = behind_splices(c, at + 1);
    return at < c->end && *at == second ? at + 1 : NULL;
}

static char *behind_hash(const Cursor *c) {
    return c->at < c->end && *c->at == '#' ? c->at + 1 : behind_pair(c, c->at, '%', ':');
}

static void skip_block_comment(Cursor *c) {
    for (char *behind; c->at < c->end; c->at++)
        if ((behind = behind_pair(c, c->at, '*', '/'))) {
            c->at = behind;
            return;
        }
}

// To the newline that ends the line.
static void skip_line(Cursor *c) {
    while (c->at < c->end && *c->at != '\n') {
        char *const behind = behind_splices(c, c->at);
        c->at = behind > c->at ? behind : c->at + 1;
    }
}

static bool skip_comment(Cursor *c) {
    char *const block = behind_pair(c, c->at, '/', '*'), *const line = behind_pair(c, c->at, '/', '/');
    if (!block && !line) return false;
    c->at = block ? block : line;
    if (block)
        skip_block_comment(c);
    else
        skip_line(c);
    return true;
}

// Blanks, splices and comments, within the line as the preprocessor has it.
static void skip_blanks(Cursor *c) {
    while (c->at < c->end) {
        char *const behind = behind_splices(c, c->at);
        if (behind > c->at)
            c->at = behind;
        else if (is_blank(*c->at))
            c->at++;
        else if (!skip_comment(c))
            return;
    }
}

// To `quote`, or the newline.
static void skip_quoted(Cursor *c, char quote) {
    while (c->at < c->end && *c->at != '\n' && *c->at != quote) {
        char *const behind = behind_splices(c, c->at);
        if (behind > c->at)
            c->at = behind;
        else if (*c->at == '\\' && !c->header_names)
            c->at = behind_splices(c, c->at + 1) + 1;
        else
            c->at++;
    }
    if (c->at > c->end) c->at = c->end;
    if (c->at < c->end && *c->at == quote) c->at++;
}

// R"mark( ... )mark": `at` is behind the quote. No splice counts within. A directive ends with its line all the same.
static void skip_raw_string(Cursor *c) {
    char closing[RAW_MARK_MAX + 2] = ")", *at = c->at;
    size_t mark = 0;
    while (at + mark < c->end && at[mark] != '(' && mark <= RAW_MARK_MAX) mark++;
    if (c->in_directive || mark > RAW_MARK_MAX || at + mark == c->end) {
        skip_quoted(c, '"');
        return;
    }
    memcpy(closing + 1, at, mark);
    for (at += mark; (size_t)(c->end - at) > mark + 1; at++)
        if (!memcmp(at, closing, mark + 1) && at[mark + 1] == '"') {
            c->at = at + mark + 2;
            return;
        }
    c->at = c->end;
}

static bool begins_raw_string(const char *word) {
    static const char *const raw[] = {"R", "LR", "uR", "UR", "u8R"};
    for (size_t i = 0; i < sizeof raw / sizeof *raw; i++)
        if (!strcmp(word, raw[i])) return true;
    return false;
}

static bool begins_number(const Cursor *c) {
    const char *at = c->at;
    if (at < c->end && *at == '.') at = behind_splices(c, c->at + 1);
    return at < c->end && isdigit((unsigned char)*at);
}

// Goes a number on that has `before` last? 1'000, 1.5e-3f; what no compiler takes, such as 1.R, is one for the preprocessor.
static bool number_goes_on(const Cursor *c, char before) {
    const char *next = behind_splices(c, c->at + 1);
    if (*c->at == '.') return true;
    if (*c->at == '\'') return next < c->end && is_part_of_word(*next);
    return (*c->at == '+' || *c->at == '-') && before && strchr("eEpP", before);
}

// A name or a number: its beginning is `word`.
static void read_word(Cursor *c, char word[WORD]) {
    const bool number = begins_number(c);
    size_t length = 0;
    for (char before = '\0'; c->at < c->end; c->at = behind_splices(c, c->at + 1)) {
        if (!is_part_of_word(*c->at) && !(number && number_goes_on(c, before))) break;
        before = *c->at;
        if (length + 1 < WORD) word[length++] = before;
    }
    word[length] = '\0';
}

// A string, a character or a word with the raw string that it begins; false where none stands here.
static bool skip_text(Cursor *c, char word[WORD]) {
    word[0] = '\0';
    if (*c->at == '"' || *c->at == '\'') {
        skip_quoted(c, *c->at++);
        return true;
    }
    if (!is_part_of_word(*c->at) && !begins_number(c)) return false;
    read_word(c, word);
    if (c->at < c->end && *c->at == '"' && begins_raw_string(word)) c->at++, skip_raw_string(c);
    return true;
}

static void blank(char *from, const char *to) {
    for (; from < to; from++)
        if (*from != '\n') *from = ' ';
}

// <a/*b>: no comment begins there. A < that no > follows in its line is one.
static void skip_header_name(Cursor *c) {
    char *const begin = c->at++;
    skip_quoted(c, *begin == '<' ? '>' : '"');
    if (*begin == '<' && c->at[-1] != '>') c->at = begin + 1;
}

// Behind __has_include.
static void skip_asked_header(Cursor *c) {
    skip_blanks(c);
    if (c->at < c->end && *c->at == '(') c->at++, skip_blanks(c);
    c->header_names = true;
    if (c->at < c->end && (*c->at == '<' || *c->at == '"')) skip_header_name(c);
    c->header_names = false;
}

// The body of #define NAME: a # in it would begin a directive wherever the macro stands. `##` joins, and stays.
static void skip_hash(Cursor *c, bool of_object) {
    char *const begin = c->at, *const behind = behind_hash(c);
    c->at = behind_splices(c, behind);
    char *const second = behind_hash(c);
    c->at = second ? second : behind;
    if (of_object && !second) blank(begin, behind);
}

static void skip_directive_text(Cursor *c, bool of_object) {
    char word[WORD];
    while (c->at < c->end && *c->at != '\n') {
        skip_blanks(c);
        if (c->at == c->end || *c->at == '\n') return;
        if (behind_hash(c))
            skip_hash(c, of_object);
        else if (c->header_names && *c->at == '<')
            skip_header_name(c);
        else if (!skip_text(c, word))
            c->at++;
        else if (!strncmp(word, "__has_", 6))
            skip_asked_header(c);
    }
}

// `at`: behind the # that begins at `begin`.
static void pass_directive(Cursor *c, char *begin) {
    char word[WORD], name[WORD];
    c->in_directive = true;
    skip_blanks(c);
    read_word(c, word);
    bool of_object = false;
    if (!strcmp(word, "define")) {
        skip_blanks(c);
        read_word(c, name);
        of_object = c->at == c->end || *c->at != '(';
    }
    c->header_names = !strncmp(word, "include", 7) || !strcmp(word, "import");
    skip_directive_text(c, of_object);
    if (!strcmp(word, "line") || isdigit((unsigned char)word[0])) blank(begin, c->at);
    c->in_directive = c->header_names = false;
}

// Behind the mark of UTF-8 with which a file may begin.
static char *behind_byte_order(char *text, size_t size) {
    return size >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? text + 3 : text;
}

void blank_line_directives(char *text, size_t size) {
    Cursor c = {.at = behind_byte_order(text, size), .end = text + size};
    char word[WORD];
    for (bool begins_line = true; c.at < c.end;) {
        skip_blanks(&c);
        if (c.at == c.end) return;
        char *const begin = c.at, *const behind = behind_hash(&c);
        if (behind) {
            c.at = behind;
            if (begins_line)
                pass_directive(&c, begin);
            else
                blank(begin, behind);
        } else if (*c.at == '\n' || !skip_text(&c, word)) {
            c.at++;
        }
        begins_line = *begin == '\n' || (begins_line && behind);
    }
}
