// The forms of names that course systems write.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // strptime
#endif
#include "grader/class/place.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/class/stop.h"

// Compiled once: there may be a million names.
static const regex_t *compiled(const char *pattern) {
    static struct {
        const char *pattern;
        regex_t expression;
    } known[8];
    size_t i = 0;
    while (i < sizeof known / sizeof *known && known[i].pattern && strcmp(known[i].pattern, pattern)) i++;
    if (i == sizeof known / sizeof *known ||
        (!known[i].pattern && regcomp(&known[i].expression, pattern, REG_EXTENDED)))
        stop("The pattern %s cannot be compiled.", pattern);
    known[i].pattern = pattern;
    return &known[i].expression;
}

bool name_matches(const char *pattern, const char *text, Match *match) {
    match->text = text;
    return regexec(compiled(pattern), text, MATCH_GROUPS, match->group, 0) == 0;
}

char *match_group(const Match *match, int index) {
    const regmatch_t *g = &match->group[index];
    return g->rm_so < 0 ? new_text("%s", "")
                        : new_text("%.*s", (int)(g->rm_eo - g->rm_so), match->text + g->rm_so);
}

Person new_person(char *name, char *id, char *username) {
    return (Person){.name = name,
                    .id = id,
                    .username = username,
                    .email = new_text("%s", ""),
                    .ends_in_user = new_text("%s", "")};
}

static char *empty(void) {
    return new_text("%s", "");
}

// The file's name: the rest of the first part, and the parts behind it.
static char *file_name(char *first, const char *rest) {
    char *name = new_text("%s%s%s", first, *first && *rest ? "/" : "", rest);
    free(first);
    return name;
}

static bool moodle(const char *part, const char *rest, Place *p) {
    Match m;
    // What follows the first sign of Moodle's is the student's own: a name like one of Moodle's in it is no sign.
    if (!name_matches("_([0-9]+)_assignsubmission_(file|onlinetext)_?", part, &m)) return false;
    char *id = match_group(&m, 1);
    *p = (Place){.system = "Moodle",
                 .key = new_text("moodle %s", id),
                 .person = new_person(new_text("%.*s", (int)m.group[0].rm_so, part), id, empty())};
    p->name = file_name(new_text("%s", part + m.group[0].rm_eo), rest);
    return true;
}

static bool canvas(const char *part, const char *rest, Place *p) {
    static const char file[] = "^([^_]+)(_LATE|_late)?_([0-9]+)_(question_[0-9]+_)?([0-9]+)_(.+)$",
                      no_file[] = "^([^_]+)(_LATE|_late)?_([0-9]+)_()()((text|link)\\.html)$";
    Match m;
    if (!name_matches(file, part, &m) && !name_matches(no_file, part, &m)) return false;
    char *id = match_group(&m, 3), *version = match_group(&m, 5);
    *p = (Place){.system = "Canvas",
                 .key = new_text("canvas %s", id),
                 .person = new_person(match_group(&m, 1), id, empty()),
                 .version = strtoll(version, NULL, 10),
                 .late = m.group[2].rm_so >= 0,
                 .tells_late = true};
    p->name = file_name(match_group(&m, 6), rest);
    free(version);
    return true;
}

// Local time: Blackboard writes the clock of the institution.
static int64_t read_time(const char *format, const char *text) {
    struct tm when = {.tm_isdst = -1};
    return strptime(text, format, &when) ? (int64_t)mktime(&when) : 0;
}

// The title of the assignment may have a '_', and so may the user's name: the note beside the file tells (below). What
// follows the first time of an attempt is the student's own.
static bool blackboard(const char *part, const char *rest, Place *p) {
    static const char pattern[] =
        "_attempt_([0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2})(_|\\.txt$)";
    Match m;
    if (!name_matches(pattern, part, &m) || !m.group[0].rm_so) return false;
    int length = (int)m.group[0].rm_so;
    char *when = match_group(&m, 1), *before = new_text("%.*s", length, part), *bar = strrchr(before, '_');
    *p = (Place){.system = "Blackboard",
                 .key = new_text("blackboard %s", before),
                 .person = new_person(empty(), empty(), new_text("%s", bar ? bar + 1 : before)),
                 .time = read_time("%Y-%m-%d-%H-%M-%S", when)};
    p->name = file_name(new_text("%s", part[m.group[2].rm_so] == '_' ? part + m.group[0].rm_eo : ""), rest);
    free(p->person.ends_in_user);
    p->person.ends_in_user = before; // where it starts: find_blackboard_users
    free(when);
    return true;
}

// Where a folder or file of a student's own is named by hand.
static bool plain(const char *part, const char *rest, bool is_folder, const char *prefix, Place *p) {
    static const char *const endings[] = {".cu.txt", ".cu", ".tar.gz", ".tar.xz", ".tar.bz2", ".tar.zst"};
    size_t prefix_length = strlen(prefix), length = strlen(part);
    const bool archive = is_archive_name(part),
               is_file = (!*rest && !is_folder) || archive; // "jane.doe/" is none
    for (size_t i = 0; i < sizeof endings / sizeof *endings && is_file; i++)
        if (ends_with(part, endings[i]) && length > strlen(endings[i])) {
            length -= strlen(endings[i]);
            break;
        }
    const char *dot = strrchr(part, '.');
    if (is_file && length == strlen(part) && dot > part && strlen(dot) < 6) length = (size_t)(dot - part);
    if (prefix_length >= length || strncmp(part, prefix, prefix_length)) prefix_length = 0;
    char *who = new_text("%.*s", (int)(length - prefix_length), part + prefix_length);
    *p = (Place){.system = prefix_length ? "GitHub Classroom" : "folder",
                 .key = new_text("folder %.*s", (int)length, part),
                 .person = new_person(new_text("%s", prefix_length ? "" : who), empty(), who)};
    p->name = new_text("%s", *rest ? rest : part);
    if (prefix_length) {
        free(p->person.ends_in_user);
        p->person.ends_in_user = new_text("%.*s", (int)length, part);
        p->person.user_starts = (int)prefix_length;
    }
    return true;
}

Place find_place(const Systems *systems, const char *path, bool is_folder, const char *prefix) {
    Place p;
    size_t length = strcspn(path, "/");
    char *part = new_text("%.*s", (int)length, path);
    const char *rest = path[length] ? path + length + 1 : "";
    bool found = false;
    for (int i = 0; i < SYSTEMS && !found; i++) found = systems->readers[i](part, rest, &p);
    if (!found) plain(part, rest, is_folder, prefix, &p);
    p.place = part;
    return p;
}

void free_place(Place *p) {
    free(p->key), free(p->place), free(p->name);
    free(p->person.name), free(p->person.id), free(p->person.username), free(p->person.email);
    free(p->person.ends_in_user);
}

bool same_part(const char *a, const char *b) {
    size_t length = strcspn(a, "/");
    return strcspn(b, "/") == length && !strncmp(a, b, length);
}

// How many folders or files at the top have names of this system's form.
static int names_of(PlaceReader reader, const Entries *entries, size_t root) {
    const char *last = "";
    int count = 0;
    for (int i = 0; i < entries->count; i++) {
        const char *path = entries->items[i].path;
        if (strlen(path) <= root || same_part(last, path + root)) continue;
        last = path + root;
        Place p;
        char *part = new_text("%.*s", (int)strcspn(last, "/"), last);
        if (reader(part, "", &p)) {
            p.place = empty();
            free_place(&p);
            count++;
        }
        free(part);
    }
    return count;
}

Systems find_systems(const Entries *entries, size_t root) {
    Systems systems = {{moodle, blackboard, canvas}};
    int best = 0, most = 0;
    for (int i = 0; i < SYSTEMS; i++) {
        int count = names_of(systems.readers[i], entries, root);
        if (count > most) best = i, most = count;
    }
    PlaceReader first = systems.readers[best];
    for (int i = best; i > 0; i--) systems.readers[i] = systems.readers[i - 1];
    systems.readers[0] = first;
    return systems;
}

bool names_student(const char *name) {
    Match m;
    return strstr(name, "_attempt_") || strstr(name, "_assignsubmission_") ||
           !strcmp(name, "submission_metadata.yml") ||
           name_matches("^[^_/]+(_LATE|_late)?_[0-9]+_([0-9]+_|question_|text\\.|link\\.)", name, &m);
}

char *student_in_name(const char *name) {
    static const PlaceReader readers[SYSTEMS] = {moodle, blackboard, canvas};
    for (int i = 0; i < SYSTEMS; i++) {
        Place p;
        if (!readers[i](name, "", &p)) continue;
        p.place = empty();
        char *key = new_text("%s", p.key);
        free_place(&p);
        return key;
    }
    return NULL;
}
