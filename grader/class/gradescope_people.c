// submission_metadata.yml, as Gradescope writes it: Ruby's YAML of symbols, a level of two blanks.
//
//   submission_67890:
//     :submitters:
//     - :name: Jane Doe
//       :sid: '1001'
//       :email: jane@example.edu
//     :created_at: 2026-03-04 20:52:46.417943000 Z
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // strptime, timegm
#endif
#include "grader/class/gradescope_people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/class/stop.h"
#include "grader/text/clean.h"

static Unit *find_unit(Units *units, const char *name) {
    for (int i = 0; i < units->count; i++)
        if (!strcmp(units->items[i].place, name)) return &units->items[i];
    return NULL;
}

// The character that YAML writes as \uXXXX, as UTF-8 to `to`; its bytes.
static size_t put_character(char *to, unsigned code) {
    if (code < 0x80) return to[0] = (char)code, 1;
    if (code < 0x800) return to[0] = (char)(0xc0 | code >> 6), to[1] = (char)(0x80 | (code & 0x3f)), 2;
    to[0] = (char)(0xe0 | code >> 12), to[1] = (char)(0x80 | (code >> 6 & 0x3f)),
    to[2] = (char)(0x80 | (code & 0x3f));
    return 3;
}

// What stands between quotes, as YAML means it: '' in single ones; \", \xE9 and \u00e9 in double ones.
static size_t unquote(char *to, const char *text, size_t length, char quote) {
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned code = 0;
        bool escape = text[i] == (quote == '\'' ? '\'' : '\\') && i + 1 < length;
        if (escape) i++;
        if (escape && quote == '"' && text[i] == 'u' && i + 4 < length &&
            sscanf(text + i + 1, "%4x", &code) == 1)
            size += put_character(to + size, code), i += 4;
        else if (escape && quote == '"' && text[i] == 'x' && i + 2 < length &&
                 sscanf(text + i + 1, "%2x", &code) == 1)
            size += put_character(to + size, code), i += 2;
        else
            to[size++] = text[i];
    }
    return size;
}

// The value behind "key: ", without quotes, printable.
static char *value(const char *text) {
    size_t length = strlen(text);
    bool quoted = length >= 2 && (*text == '\'' || *text == '"') && text[length - 1] == *text;
    char *plain = take_memory(length + 1, 1), *clean = take_memory(4 * length + 1, 1);
    if (quoted)
        length = unquote(plain, text + 1, length - 2, *text);
    else
        memcpy(plain, text, length);
    clean_text(clean, 4 * length + 1, plain, length);
    free(plain);
    return clean;
}

static void replace(char **field, const char *text) {
    free(*field);
    *field = value(text);
}

static Person *next_person(Unit *unit, bool first) {
    if (!first && unit->person_count < UNIT_PEOPLE) {
        unit->people[unit->person_count++] =
            (Person){new_text("%s", ""), new_text("%s", ""), new_text("%s", ""),
                     new_text("%s", ""), new_text("%s", ""), 0};
    }
    return &unit->people[unit->person_count - 1];
}

// Where in a submission the lines are.
typedef struct {
    Unit *unit;     // NULL: of none that was handed in here
    Person *person; // the last one that was named
    bool submitters;
} Position;

// Only what stands under :submitters: names people: in results and the history lies deeper what a student has printed,
// and it may look alike.
static void read_line(Position *at, const char *line) {
    static const char submitters[] = "  :submitters:", created[] = "  :created_at: ";
    size_t blanks = strspn(line, " ");
    if (blanks == 2 && line[2] == ':') at->submitters = !strncmp(line, submitters, strlen(submitters));
    if (!strncmp(line, created, strlen(created))) {
        struct tm when = {.tm_isdst = -1}, zone = {0};
        const char *end = strptime(line + strlen(created), "%Y-%m-%d %H:%M:%S", &when);
        if (!end) return;
        end += strspn(end, ".0123456789 ");
        at->unit->time = (int64_t)timegm(&when) - (strptime(end, "%z", &zone) ? zone.tm_gmtoff : 0);
        return;
    }
    if (!at->submitters) return;
    const char *field = line + strspn(line, " -");
    if (blanks < (size_t)(field - line) && !strncmp(field, ":name: ", 7))
        at->person = next_person(at->unit, !at->person);
    if (!at->person) return;
    if (!strncmp(field, ":name: ", 7)) replace(&at->person->name, field + 7);
    if (!strncmp(field, ":sid: ", 6)) replace(&at->person->id, field + 6);
    if (!strncmp(field, ":email: ", 8)) replace(&at->person->email, field + 8);
}

void gradescope_people(Units *units, const Entry *metadata) {
    char *text = new_text("%s", metadata->data), *rest = text;
    Position at = {0};
    for (char *line; (line = strsep(&rest, "\r\n"));) {
        if (*line != ' ' && strchr(line, ':')) { // the next submission
            line[strcspn(line, ":")] = 0;
            at = (Position){.unit = find_unit(units, line)};
            if (!at.unit) continue;
            at.unit->system = "Gradescope";
            replace(&at.unit->people[0].username, ""); // a number is nobody's name
        } else if (at.unit)
            read_line(&at, line);
    }
    free(text);
}
