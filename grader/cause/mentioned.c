// The word of host code that a lab names for a mistake, and where a student's file uses it.
#include "grader/cause/mentioned.h"

#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/source_lines.h"

const char *word_of_mistake(const Explained *e) {
    const LabMistake *m = e->lab->mistakes;
    const LabMention *mention = e->lab->mentions;
    while (m && m->words && (!e->mistake || !strstr(e->mistake, m->words))) m++;
    while (m && m->words && mention && mention->expect && mention->expect != m->expect) mention++;
    return m && m->words && mention ? mention->word : NULL;
}

// A condition alone is no use of a value: it decides, and computes nothing.
static bool makes_value(const char *line) {
    const char *begin = line + strspn(line, " \t");
    if (find_word(begin, begin, "if") == begin || find_word(begin, begin, "while") == begin) return false;
    if (find_word(begin, begin, "return") == begin) return true;
    return find_assignment(line) != NULL;
}

int line_of_word(const char *path, const char *word) {
    static SourceLines t;
    int found = 0;
    bool makes = false;
    if (!read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count && !makes; i++) {
        if (!find_word(t.line[i], t.line[i], word)) continue;
        makes = makes_value(t.line[i]);
        if (makes || !found) found = i + 1;
    }
    free_lines(&t);
    return found;
}
