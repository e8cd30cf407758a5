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

// The value behind "key: ", without quotes, printable.
static char *value(const char *text) {
    size_t length = strlen(text);
    if (length >= 2 && (*text == '\'' || *text == '"') && text[length - 1] == *text) text++, length -= 2;
    char *clean = take_memory(4 * length + 1, 1);
    clean_text(clean, 4 * length + 1, text, length);
    return clean;
}

static void replace(char **field, const char *text) {
    free(*field);
    *field = value(text);
}

static Person *next_person(Unit *unit, bool first) {
    if (!first && unit->person_count < UNIT_PEOPLE) {
        unit->people[unit->person_count++] =
            (Person){new_text("%s", ""), new_text("%s", ""), new_text("%s", ""), new_text("%s", "")};
    }
    return &unit->people[unit->person_count - 1];
}

static void read_line(Unit *unit, const char *line, Person **person) {
    const char *at = line + strspn(line, " -");
    if (strchr(line, '-') && strchr(line, '-') < at && !strncmp(at, ":name: ", 7))
        *person = next_person(unit, *person == NULL);
    if (!strncmp(line, "  :created_at: ", 15)) {
        struct tm when = {.tm_isdst = -1};
        if (strptime(line + 15, "%Y-%m-%d %H:%M:%S", &when)) unit->time = (int64_t)timegm(&when);
    } else if (*person && !strncmp(at, ":name: ", 7))
        replace(&(*person)->name, at + 7);
    else if (*person && !strncmp(at, ":sid: ", 6))
        replace(&(*person)->id, at + 6);
    else if (*person && !strncmp(at, ":email: ", 8))
        replace(&(*person)->email, at + 8);
}

void gradescope_people(Units *units, const Entry *metadata) {
    char *text = new_text("%s", metadata->data), *rest = text;
    Unit *unit = NULL;
    Person *person = NULL;
    for (char *line; (line = strsep(&rest, "\r\n"));) {
        if (*line != ' ' && strchr(line, ':')) { // the next submission; history and the like lie deeper
            line[strcspn(line, ":")] = 0;
            unit = find_unit(units, line);
            person = NULL;
            if (unit) unit->system = "Gradescope";
        } else if (unit && (line[0] != ' ' || strspn(line, " ") <= 4))
            read_line(unit, line, &person);
    }
    free(text);
}
