// The word of host code that a lab names for a mistake, and where a student's file uses it.
#include "grader/cause/mentioned.h"

#include <stdio.h>
#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/source_lines.h"
#include "grader/c_text/words.h"

// The mistake that the answers look like; NULL: they look like none.
static const LabMistake *mistake_of(const Explained *e) {
    const LabMistake *m = e->lab->mistakes;
    while (m && m->words && (!e->mistake || !strstr(e->mistake, m->words))) m++;
    return m && m->words ? m : NULL;
}

// The next word that the lab names for the mistake, behind `after`; NULL: there is none.
static const LabMention *next_mention(const Explained *e, const LabMistake *m, const LabMention *after) {
    const LabMention *mention = after ? after + 1 : e->lab->mentions;
    while (m && mention && mention->expect && mention->expect != m->expect) mention++;
    return m && mention && mention->expect ? mention : NULL;
}

const char *word_of_mistake(const Explained *e) {
    const LabMention *mention = next_mention(e, mistake_of(e), NULL);
    return mention ? mention->word : NULL;
}

int line_of_mistake(const Explained *e) {
    const LabMistake *m = mistake_of(e);
    int line = 0;
    for (const LabMention *x = NULL; !line && (x = next_mention(e, m, x));)
        line = line_of_word(e->source_path, x->word);
    return line;
}

// A condition alone is no use of a value: it decides, and computes nothing.
static bool makes_value(const char *line) {
    const char *begin = line + strspn(line, " \t");
    if (find_word(begin, begin, "if") == begin || find_word(begin, begin, "while") == begin) return false;
    if (find_word(begin, begin, "return") == begin) return true;
    return find_assignment(line) != NULL;
}

static int search(const SourceLines *t, const char *word) {
    int found = 0;
    bool makes = false;
    for (int i = 0; i < t->count && !makes; i++) {
        if (!find_word(t->line[i], t->line[i], word)) continue;
        makes = makes_value(t->line[i]);
        if (makes || !found) found = i + 1;
    }
    return found;
}

// The type before a name that is declared there, & and * between them left out; false: none stands there.
static bool type_before(const char *line, const char *name, char *type, size_t size) {
    const char *end = name;
    while (end > line && strchr(" \t&*", end[-1])) end--;
    const char *begin = end;
    while (begin > line && is_word(begin[-1])) begin--;
    if (begin == end || end == name || (size_t)(end - begin) >= size) return false;
    snprintf(type, size, "%.*s", (int)(end - begin), begin);
    return true;
}

// The first line that uses `member`, ".shared", of a variable of that type.
static int search_member(const SourceLines *t, const char *type, const char *member) {
    char word[80];
    for (int i = 0; i < t->count; i++) {
        for (const char *at = t->line[i]; (at = find_word(t->line[i], at, type)); at++) {
            const char *name = at + strlen(type);
            int length = 0, found;
            name += strspn(name, " \t&*");
            while (is_word(name[length])) length++;
            if (!length || (size_t)length + strlen(member) >= sizeof word) continue;
            snprintf(word, sizeof word, "%.*s%s", length, name, member);
            if ((found = search(t, word))) return found;
        }
    }
    return 0;
}

// What a helper calls otherwise: `k.shared` for "kernel.shared", where both are of one type.
static int search_other_names(const SourceLines *t, const char *word) {
    char owner[40], type[40];
    const char *member = strchr(word, '.');
    int found = 0;
    if (!member || (size_t)(member - word) >= sizeof owner) return 0;
    snprintf(owner, sizeof owner, "%.*s", (int)(member - word), word);
    for (int i = 0; i < t->count && !found; i++) {
        const char *at = find_word(t->line[i], t->line[i], owner);
        if (at && type_before(t->line[i], at, type, sizeof type)) found = search_member(t, type, member);
    }
    return found;
}

int line_of_word(const char *path, const char *word) {
    static SourceLines t;
    if (!read_lines(&t, path)) return 0;
    int found = search(&t, word);
    if (!found) found = search_other_names(&t, word);
    free_lines(&t);
    return found;
}
