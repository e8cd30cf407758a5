// Stretches of a text. See spans.h.
#include "grader/c_text/spans.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/c_text/words.h"

Span trimmed(const char *begin, const char *end) {
    while (begin < end && isspace((unsigned char)*begin)) begin++;
    while (end > begin && isspace((unsigned char)end[-1])) end--;
    return (Span){begin, end};
}

bool span_has(Span span, char c) {
    return memchr(span.begin, c, (size_t)(span.end - span.begin)) != NULL;
}

bool span_has_text(Span span, const char *text) {
    const char *found = strstr(span.begin, text);
    return found && found + strlen(text) <= span.end;
}

bool same_text(Span a, Span b) {
    return a.end - a.begin == b.end - b.begin && !memcmp(a.begin, b.begin, (size_t)(a.end - a.begin));
}

bool only_name(const char *at, const char *end, char name[SOURCE_NAME]) {
    const Span s = trimmed(at, end);
    if (s.begin == s.end || s.end - s.begin >= SOURCE_NAME || isdigit((unsigned char)*s.begin)) return false;
    if (word_begin(s.begin, s.end) != s.begin) return false;
    snprintf(name, SOURCE_NAME, "%.*s", (int)(s.end - s.begin), s.begin);
    return true;
}

bool find_next_name(const char **at, const char *end, char name[SOURCE_NAME]) {
    while (*at < end) {
        const char *word = *at, *behind = word_end(word);
        *at = behind > word ? behind : word + 1;
        if (only_name(word, behind, name)) return true;
    }
    return false;
}

Span word_before(const char *text, const char *end) {
    const Span s = trimmed(text, end);
    return (Span){word_begin(s.begin, s.end), s.end};
}

bool name_before(const char *text, const char *end, char name[SOURCE_NAME]) {
    const Span word = word_before(text, end);
    return only_name(word.begin, word.end, name);
}
