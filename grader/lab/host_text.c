// Leaves out of CUDA text the bodies of __global__ and __device__ functions.
//
// What is in doubt is no such body: then two files differ, and each is compiled as a whole.
#include "grader/lab/host_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    bool unclear; // a literal or a comment that does not end, a raw string, a directive where it matters
} Scan;

static void skip_literal(Scan *s) {
    const char quote = *s->at++;
    while (*s->at && *s->at != quote && *s->at != '\n') s->at += *s->at == '\\' && s->at[1] ? 2 : 1;
    s->unclear |= *s->at != quote;
    if (*s->at == quote) s->at++;
}

static void skip_comment(Scan *s) {
    const char *end = strstr(s->at + 2, "*/");
    s->unclear |= !end;
    s->at = end ? end + 2 : s->at + strlen(s->at);
}

// A directive, with the lines that continue it.
static void skip_directive(Scan *s) {
    while (*s->at && !(*s->at == '\n' && s->at[-1] != '\\')) s->at++;
}

// One character, or more where they belong together.
static void step(Scan *s, const char *text) {
    const char at = *s->at, before = s->at > text ? s->at[-1] : '\n';
    if (at == '"')
        s->unclear |= before == 'R', skip_literal(s);
    else if (at == '\'' && !isalnum((unsigned char)before))
        skip_literal(s);
    else if (at == '/' && s->at[1] == '*')
        skip_comment(s);
    else if (at == '#' && before == '\n')
        skip_directive(s);
    else
        s->at++;
}

static bool has_word(const char *begin, const char *end, const char *word) {
    const size_t size = strlen(word);
    for (const char *at = begin; at + size <= end; at++)
        if (!memcmp(at, word, size)) return true;
    return false;
}

// Does a body that begins behind these words run on the GPU alone?
static bool heads_device_body(const char *begin, const char *end) {
    while (end > begin && isspace((unsigned char)end[-1])) end--;
    return end > begin && end[-1] == ')' && !has_word(begin, end, "__host__") &&
           (has_word(begin, end, "__global__") || has_word(begin, end, "__device__"));
}

// From an opening brace to behind the one that closes it.
static void skip_braces(Scan *s, const char *text, bool device) {
    int depth = 0;
    do {
        depth += (*s->at == '{') - (*s->at == '}');
        // A macro that is defined in a body is there behind it, too.
        s->unclear |= device && *s->at == '#' && s->at[-1] == '\n' && strncmp(s->at, "#pragma", 7);
        step(s, text);
    } while (depth > 0 && *s->at);
    s->unclear |= depth != 0;
}

char *host_text(const char *bare) {
    Scan s = {.at = bare};
    const char *head = bare;
    size_t size = 0;
    char *host = malloc(strlen(bare) + 1);
    while (host && *s.at) {
        const char *from = s.at;
        const bool device = *s.at == '{' && heads_device_body(head, s.at);
        if (*s.at == '{')
            skip_braces(&s, bare, device);
        else
            step(&s, bare);
        if (*from == '{' || *from == ';' || *from == '#') head = s.at;
        if (device) continue;
        memcpy(host + size, from, (size_t)(s.at - from));
        size += (size_t)(s.at - from);
    }
    if (host && !s.unclear) {
        host[size] = 0;
        return host;
    }
    free(host);
    return NULL;
}
