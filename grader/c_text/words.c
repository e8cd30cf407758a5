// Where a word stands by itself. See words.h.
#include "grader/c_text/words.h"

#include <string.h>

const char *word_end(const char *at) {
    while (is_word(*at)) at++;
    return at;
}

const char *word_begin(const char *text, const char *end) {
    while (end > text && is_word(end[-1])) end--;
    return end;
}

const char *path_begin(const char *text, const char *end) {
    while (end > text && (is_word(end[-1]) || end[-1] == '.')) end--;
    return end;
}

const char *before_blanks(const char *text, const char *end) {
    while (end > text && isspace((unsigned char)end[-1])) end--;
    return end;
}

const char *find_word(const char *text, const char *at, const char *word) {
    const size_t length = strlen(word);
    for (; (at = strstr(at, word)); at++)
        if ((at == text || !is_word(at[-1])) && !is_word(at[length])) return at;
    return NULL;
}

const char *find_name(const char *text, const char *at, const char *name) {
    for (; (at = find_word(text, at, name)); at++)
        if (at == text || at[-1] != '.') return at;
    return NULL;
}
