// A file as a list of tokens, without comments, strings and most of the preprocessor.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/words.h"
#include "grader/host_code/parts.h"

enum { FILE_MOST = 1 << 20 };

static HostToken *add(HostText *t, TokenKind kind, const char *at, size_t length, int line) {
    int *count = t->in_macro ? &t->macro_tokens : &t->count;
    if (*count == (t->in_macro ? (int)HOST_MACRO_TOKENS : (int)HOST_TOKENS) || length >= HOST_NAME)
        return NULL;
    HostToken *token = t->in_macro ? &t->macro_token[(*count)++] : &t->token[(*count)++];
    *token = (HostToken){.kind = kind, .line = line};
    memcpy(token->text, at, length);
    return token;
}

// "x->y . z" is one name, x.y.z.
static bool add_path(HostText *t, const char **at, int line) {
    char path[HOST_NAME];
    size_t length = 0;
    for (;;) {
        while (is_word(**at) && length < sizeof path - 1) path[length++] = *(*at)++;
        if (is_word(**at)) return false;
        const size_t skip = **at == '.' ? 1 : !strncmp(*at, "->", 2) ? 2 : 0;
        if (!skip || !is_word((*at)[skip]) || length == sizeof path - 1) break;
        path[length++] = '.';
        *at += skip;
    }
    return add(t, TOKEN_NAME, path, length, line);
}

static size_t mark_length(const char *at) {
    static const char *const two[] = {
        "<<<", ">>>", "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
        "+=",  "-=",  "*=",  "/=",  "%=", "|=", "&=", "^=", "++", "--", "::"};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (!strncmp(at, two[i], strlen(two[i]))) return strlen(two[i]);
    return 1;
}

// Behind a comment, a string or a line of the preprocessor that begins at `at`; `at` itself: none does.
static const char *skip(const char *at, bool line_begins) {
    if (!strncmp(at, "//", 2)) return at + strcspn(at, "\n");
    if (*at == '#' && line_begins) {
        const char *end = at + strcspn(at, "\n");
        while (*end && end[-1] == '\\') end += 1 + strcspn(end + 1, "\n");
        return end;
    }
    if (!strncmp(at, "/*", 2)) {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    return at;
}

// "#define NAME 32": as "const int NAME = 32;".
static bool add_define(HostText *t, const char *at, int line, int column) {
    char name[HOST_NAME], value[HOST_NAME];
    int length = 0;
    const bool number = sscanf(at, "#define %47[A-Za-z0-9_] %47[0-9.]%n", name, value, &length) == 2;
    at += number ? length : 0;
    if (!number || (at[strspn(at, " \t")] != '\n' && strncmp(at + strspn(at, " \t"), "//", 2)))
        return !line || host_add_macro(t, at - (number ? length : 0), line, column);
    const char *const words[] = {"const", "int", name, "=", value, ";"};
    for (int i = 0; i < 6; i++)
        add(t, i == 4 ? TOKEN_NUMBER : i < 3 ? TOKEN_NAME : TOKEN_MARK, words[i], strlen(words[i]), line);
    return true;
}

// Behind 'x' or '\\n'; NULL: something else begins at the quote.
static const char *character_end(const char *quote) {
    const char *character = quote + 1 + (quote[1] == '\\');
    return quote[1] && *character && character[1] == '\'' ? character + 2 : NULL;
}

static int character_of(const char *quote) {
    static const char escapes[] = "a\ab\bf\fn\nr\rt\tv\v0"; // a letter, and what it stands for
    const char *escape = quote[1] == '\\' ? strchr(escapes, quote[2]) : NULL;
    return escape ? escape[1] : quote[1] == '\\' ? quote[2] : quote[1];
}

// The token that begins at *at, which moves behind it.
static bool add_token(HostText *t, const char **at, int line) {
    const char *from = *at;
    if (isalpha((unsigned char)**at) || **at == '_') return add_path(t, at, line);
    if (isdigit((unsigned char)**at) || (**at == '.' && isdigit((unsigned char)(*at)[1]))) {
        while (is_word(**at) || **at == '.' ||
               ((**at == '+' || **at == '-') && ((*at)[-1] == 'e' || (*at)[-1] == 'E')))
            ++*at;
        return add(t, TOKEN_NUMBER, from, (size_t)(*at - from), line);
    }
    if (**at == '\'' && character_end(*at)) {
        char number[8];
        snprintf(number, sizeof number, "%d", character_of(*at));
        *at = character_end(*at);
        return add(t, TOKEN_NUMBER, number, strlen(number), line);
    }
    if (**at == '"' || **at == '\'') {
        const char quote = *(*at)++;
        while (**at && **at != quote) *at += **at == '\\' && (*at)[1] ? 2 : 1;
        *at += **at != 0;
        return add(t, TOKEN_MARK, "\"", 1, line);
    }
    const size_t length = mark_length(*at);
    *at += length;
    return add(t, TOKEN_MARK, from, length, line);
}

static bool add_token_at(HostText *t, const char **at, int line, int column) {
    const int before = t->in_macro ? t->macro_tokens : t->count;
    if (!add_token(t, at, line)) return false;
    (t->in_macro ? t->macro_token : t->token)[before].column = column;
    return true;
}

bool host_tokenize_line(HostText *t, const char *at, int line, int column) {
    for (const char *begin = at; *at && *at != '\n' && strncmp(at, "//", 2);) {
        if (isspace((unsigned char)*at) || *at == '\\')
            at++;
        else if (!add_token_at(t, &at, line, column + (int)(at - begin)))
            return false;
    }
    return true;
}

static bool tokenize(HostText *t, const char *at, bool header) {
    bool line_begins = true;
    const char *begin = at;
    for (int line = 1; *at;) {
        const int shown = header ? 0 : line;
        const char *behind = skip(at, line_begins);
        if (behind > at) {
            if (*at == '#' && !add_define(t, at, shown, 1)) return false;
            for (; at < behind; at++)
                if (*at == '\n') line++, begin = at + 1;
        } else if (isspace((unsigned char)*at)) {
            if (*at == '\n') line++, line_begins = true, begin = at + 1;
            at++;
        } else {
            line_begins = false;
            if (!add_token_at(t, &at, shown, 1 + (int)(at - begin))) return false;
        }
    }
    return true;
}

static char *read_file(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(FILE_MOST + 1, 1) : NULL;
    const bool whole = text && fread(text, 1, FILE_MOST, file) < FILE_MOST;
    if (file) fclose(file);
    if (whole) return text;
    free(text);
    return NULL;
}

// Behind the value of a field that begins there: , or ;
static int behind_value(const HostText *t, int at, int end) {
    while (at < end && !token_is(&t->token[at], ",") && !token_is(&t->token[at], ";"))
        at = token_is(&t->token[at], "(") || token_is(&t->token[at], "{") ? host_bracket_end(t, at) : at + 1;
    return at;
}

// "int a, b = 1;": names behind a type, and in front of , = or ; .
static void add_field_names(HostText *t, int at, int end, const char *structure, HostType type) {
    while (at + 2 < t->count && at < end && t->token[at].kind == TOKEN_NAME && t->fields < HOST_FIELDS) {
        const bool given = token_is(&t->token[at + 1], "=") || token_is(&t->token[at + 1], "{");
        const int behind = given ? behind_value(t, at + 1, end) : at + 1;
        memcpy(t->field[t->fields].structure, structure, HOST_NAME);
        memcpy(t->field[t->fields].name, t->token[at].text, HOST_NAME);
        t->field[t->fields].value_at = given && !token_is(&t->token[at + 2], "}") ? at + 2 : 0;
        t->field[t->fields++].type = (int)type;
        if (behind >= end || !token_is(&t->token[behind], ",")) break;
        at = behind + 1;
    }
}

// From one declaration to the next one: functions have none that are fields.
static void add_fields(HostText *t, int at, int end, const char *structure) {
    for (HostType type; at < end; at++) {
        if (t->token[at].kind == TOKEN_NAME && token_is(&t->token[at + 1], ":")) at += 2; // private:
        if (at >= end) break;
        int names = at, next = at;
        const bool number = host_type_named(t, &names, &type);
        while (next < end && !token_is(&t->token[next], ";") && !token_is(&t->token[next], "(")) next++;
        if (next < end && token_is(&t->token[next], "(")) {
            const int behind = host_bracket_end(t, next);
            next = behind;
            while (next < end && !token_is(&t->token[next], "{") && !token_is(&t->token[next], ";")) next++;
            at = next < end && token_is(&t->token[next], "{") ? host_bracket_end(t, next) - 1 : next;
            if (!number || names + 1 >= end || token_is(&t->token[names + 1], "(")) continue;
        }
        if (number && names + 2 < t->count) add_field_names(t, names, end, structure, type);
        if (at < next) at = next;
    }
}

// "struct Name { ... }", "class Name { ... }", "typedef struct { ... } Name;"
static void find_fields(HostText *t) {
    for (int i = 0; i + 2 < t->count; i++) {
        if (!token_is(&t->token[i], "struct") && !token_is(&t->token[i], "class")) continue;
        const bool named = t->token[i + 1].kind == TOKEN_NAME;
        const int begin = i + 1 + named;
        if (strcmp(t->token[begin].text, "{")) continue;
        const int end = host_bracket_end(t, begin) - 1;
        const bool typed = end + 1 < t->count && t->token[end + 1].kind == TOKEN_NAME && end + 2 < t->count &&
                           token_is(&t->token[end + 2], ";");
        add_fields(t, begin + 1, end, t->token[typed ? end + 1 : i + 1].text);
        i = end;
    }
}

// CUDA's own structure: x, y and z, each of them 1 where it is left out. Its tokens stand before all others, where no change moves them.
static void add_dim3(HostText *t) {
    static const char *const words[] = {"dim3", "1", ";"};
    static const TokenKind kinds[] = {TOKEN_NAME, TOKEN_NUMBER, TOKEN_MARK};
    for (int i = 0; i < 3; i++) {
        t->token[i] = (HostToken){.kind = kinds[i]};
        snprintf(t->token[i].text, HOST_NAME, "%s", words[i]);
    }
    for (int i = 0; i < 3; i++) {
        t->field[i].type = HOST_UNSIGNED, t->field[i].value_at = 1;
        snprintf(t->field[i].structure, HOST_NAME, "dim3");
        snprintf(t->field[i].name, HOST_NAME, "%c", 'x' + i);
    }
    t->count = t->fields = 3;
}

bool host_text_read(HostText *text, const char *path, const char *root) {
    char *file = read_file(path);
    bool good = file != NULL;
    text->macros = text->macro_tokens = 0;
    add_dim3(text);
    text->in_macro = false;
    text->changed_at = -1;
    for (char *at = file; good && (at = strstr(at, "#include \"common/")); at++) {
        char name[200], full[5000];
        if (sscanf(at, "#include \"%199[a-z0-9_/.]\"", name) != 1 || strstr(name, "..")) continue;
        snprintf(full, sizeof full, "%s/%s", root, name);
        char *header = read_file(full);
        if (header) good = tokenize(text, header, true);
        free(header);
    }
    good = good && tokenize(text, file, false) && host_expand_macros(text);
    free(file);
    if (good) find_fields(text);
    return good;
}

// "while (...) {" looks like one.
static bool heads_statement(const char *name) {
    return !strcmp(name, "if") || !strcmp(name, "for") || !strcmp(name, "while") || !strcmp(name, "switch");
}

bool host_function(const HostText *t, const char *name, int *begin, int *end) {
    if (heads_statement(name)) return false;
    for (int i = 0; i + 1 < t->count; i++) {
        if (t->token[i].kind != TOKEN_NAME || strcmp(t->token[i].text, name) ||
            !token_is(&t->token[i + 1], "("))
            continue;
        int behind = host_bracket_end(t, i + 1);
        while (behind < t->count && token_is(&t->token[behind], "const")) behind++;
        if (behind >= t->count || !token_is(&t->token[behind], "{")) continue;
        *begin = behind;
        *end = host_bracket_end(t, behind);
        return true;
    }
    return false;
}
