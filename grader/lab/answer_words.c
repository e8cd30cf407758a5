// The words of answers, brought to one form.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/lab/answer_forms.h"

// Takes `word` and a blank off the front, as often as it stands there.
static bool drop_front(char *text, const char *word) {
    const size_t length = strlen(word);
    if (strncmp(text, word, length) || text[length] != ' ') return false;
    memmove(text, text + length + 1, strlen(text + length + 1) + 1);
    return true;
}

static bool drop_end(char *text, const char *end) {
    const size_t length = strlen(text), size = strlen(end);
    if (length <= size || strcmp(text + length - size, end)) return false;
    text[length - size] = 0;
    return true;
}

// PTX's name, with a type or without, and those of the machine code.
static bool is_select(const char *word) {
    return !strcmp(word, "selp") || !strncmp(word, "selp.", 5) || !strcmp(word, "sel") ||
           !strcmp(word, "fsel");
}

void normal_word(const char *answer, char normal[ANSWER_WORD_SIZE]) {
    static const char *const fronts[] = {"the", "a", "an", "it is", "index", "variable", "plane"};
    static const char *const ends[] = {".",      ";",  " ", "()", " condition", " instruction",
                                       " plane", "\"", "'", "`"};
    static const char *const quotes = "\"'`";
    size_t length = 0;
    for (; *answer && length + 1 < ANSWER_WORD_SIZE; answer++) {
        const bool blank = isspace((unsigned char)*answer);
        if ((blank && (!length || normal[length - 1] == ' ')) || (!length && strchr(quotes, *answer)))
            continue;
        normal[length++] = blank ? ' ' : (char)tolower((unsigned char)*answer);
    }
    normal[length] = 0;
    bool again = true;
    while (again) {
        again = false;
        for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) again |= drop_front(normal, fronts[i]);
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) again |= drop_end(normal, ends[i]);
    }
    if (is_select(normal)) strcpy(normal, "select");
    length = strlen(normal);
    if (length > 3 && normal[length - 1] == 's' && normal[length - 2] != 's') normal[length - 1] = 0;
}
