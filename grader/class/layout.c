// The names that course systems give to what was handed in.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // timegm, memmem
#endif
#include "grader/class/layout.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/class/gradescope_people.h"
#include "grader/class/stop.h"

enum { GROUPS = 8 };

typedef struct {
    const char *text;
    regmatch_t group[GROUPS];
} Match;

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

static bool matches(const char *pattern, const char *text, Match *match) {
    match->text = text;
    return regexec(compiled(pattern), text, GROUPS, match->group, 0) == 0;
}

static char *group(const Match *match, int index) {
    const regmatch_t *g = &match->group[index];
    return g->rm_so < 0 ? new_text("%s", "")
                        : new_text("%.*s", (int)(g->rm_eo - g->rm_so), match->text + g->rm_so);
}

// ---- One path -------------------------------------------------------------------------------------------

// What a path says, before it is known which of them belong together.
typedef struct {
    const char *system;
    char *key, *place, *name; // `name`: of the file itself; "" for a folder
    Person person;
    int64_t time, version;
    bool late, tells_late;
} Place;

static Person person(char *name, char *id, char *username) {
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
    if (!matches("_([0-9]+)_assignsubmission_(file|onlinetext)_?", part, &m)) return false;
    char *id = group(&m, 1);
    *p = (Place){.system = "Moodle",
                 .key = new_text("moodle %s", id),
                 .person = person(new_text("%.*s", (int)m.group[0].rm_so, part), id, empty())};
    p->name = file_name(new_text("%s", part + m.group[0].rm_eo), rest);
    return true;
}

static bool canvas(const char *part, const char *rest, Place *p) {
    static const char file[] = "^([^_]+)(_LATE|_late)?_([0-9]+)_(question_[0-9]+_)?([0-9]+)_(.+)$",
                      no_file[] = "^([^_]+)(_LATE|_late)?_([0-9]+)_()()((text|link)\\.html)$";
    Match m;
    if (!matches(file, part, &m) && !matches(no_file, part, &m)) return false;
    char *id = group(&m, 3), *version = group(&m, 5);
    *p = (Place){.system = "Canvas",
                 .key = new_text("canvas %s", id),
                 .person = person(group(&m, 1), id, empty()),
                 .version = strtoll(version, NULL, 10),
                 .late = m.group[2].rm_so >= 0,
                 .tells_late = true};
    p->name = file_name(group(&m, 6), rest);
    free(version);
    return true;
}

static int64_t read_time(const char *format, const char *text) {
    struct tm when = {.tm_isdst = -1};
    return strptime(text, format, &when) ? (int64_t)timegm(&when) : 0;
}

// The title of the assignment may have a '_', and so may the user's name: the note beside the file tells (below). What
// follows the first time of an attempt is the student's own.
static bool blackboard(const char *part, const char *rest, Place *p) {
    static const char pattern[] =
        "_attempt_([0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2}-[0-9]{2})(_|\\.txt$)";
    Match m;
    if (!matches(pattern, part, &m) || !m.group[0].rm_so) return false;
    int length = (int)m.group[0].rm_so;
    char *when = group(&m, 1), *before = new_text("%.*s", length, part), *bar = strrchr(before, '_');
    *p = (Place){.system = "Blackboard",
                 .key = new_text("blackboard %s", before),
                 .person = person(empty(), empty(), new_text("%s", bar ? bar + 1 : before)),
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
                 .person = person(new_text("%s", prefix_length ? "" : who), empty(), who)};
    p->name = new_text("%s", *rest ? rest : part);
    if (prefix_length) {
        free(p->person.ends_in_user);
        p->person.ends_in_user = new_text("%.*s", (int)length, part);
        p->person.user_starts = (int)prefix_length;
    }
    return true;
}

typedef bool (*Reader)(const char *part, const char *rest, Place *p);
enum { SYSTEMS = 3 };

// The systems' readers, that one first whose form most names have: a student of one system may name a file as another
// system would, and would else hand in for a neighbour.
typedef struct {
    Reader readers[SYSTEMS];
} Systems;

static Place find_place(const Systems *systems, const char *path, bool is_folder, const char *prefix) {
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

static void free_place(Place *p) {
    free(p->key), free(p->place), free(p->name);
    free(p->person.name), free(p->person.id), free(p->person.username), free(p->person.email);
    free(p->person.ends_in_user);
}

// Do both paths begin with the same folder or file?
static bool same_part(const char *a, const char *b) {
    size_t length = strcspn(a, "/");
    return strcspn(b, "/") == length && !strncmp(a, b, length);
}

// How many folders or files at the top have names of this system's form.
static int names_of(Reader reader, const Entries *entries, size_t root) {
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

static Systems find_systems(const Entries *entries, size_t root) {
    Systems systems = {{moodle, blackboard, canvas}};
    int best = 0, most = 0;
    for (int i = 0; i < SYSTEMS; i++) {
        int count = names_of(systems.readers[i], entries, root);
        if (count > most) best = i, most = count;
    }
    Reader first = systems.readers[best];
    for (int i = best; i > 0; i--) systems.readers[i] = systems.readers[i - 1];
    systems.readers[0] = first;
    return systems;
}

// ---- The whole tree -------------------------------------------------------------------------------------

// Does a name tell by itself which student's it is, or that it is a whole export's?
static bool names_student(const char *name) {
    Match m;
    return strstr(name, "_attempt_") || strstr(name, "_assignsubmission_") ||
           !strcmp(name, "submission_metadata.yml") ||
           matches("^[^_/]+(_LATE|_late)?_[0-9]+_([0-9]+_|question_|text\\.|link\\.)", name, &m);
}

// The first parts of all paths behind `from` are one and the same: its length, else 0.
static size_t same_first_part(const Entries *entries, size_t from) {
    const char *first = entries->count ? entries->items[0].path + from : "";
    size_t length = strcspn(first, "/");
    for (int i = 0; i < entries->count; i++) {
        const char *path = entries->items[i].path + from;
        bool container = entries->items[i].kind == ENTRY_FOLDER || is_archive_name(path);
        if (strncmp(path, first, length) || (path[length] && path[length] != '/')) return 0;
        if (!path[length] && !container) return 0;
    }
    return length;
}

// Does this project lie in the first part of all paths, or is it that itself? Then that is one student's.
static bool is_project(const Entries *entries, size_t from, const char *lab_folder) {
    char *inside = new_text("labs/%s/", lab_folder);
    bool found = false;
    for (int i = 0; i < entries->count && !found; i++) {
        const char *path = entries->items[i].path + from;
        size_t length = strcspn(path, "/");
        found = path[length] && !strncmp(path + length + 1, inside, strlen(inside));
    }
    free(inside);
    return found;
}

// Do all paths lie in one folder or archive that is no student's? Then its name's length with the '/' behind it: it
// holds several folders or archives, or names of a course system's.
static size_t common_root(const Entries *entries, size_t from, const char *lab_folder) {
    size_t length = same_first_part(entries, from);
    if (length && is_project(entries, from, lab_folder)) return 0;
    const char *below = NULL;
    for (int i = 0; length && i < entries->count; i++) {
        const char *path = entries->items[i].path + from;
        if (!path[length]) continue;
        const char *next = path + length + 1;
        size_t next_length = strcspn(next, "/");
        bool container = next[next_length] || entries->items[i].kind == ENTRY_FOLDER || is_archive_name(next);
        if (names_student(next)) return length + 1;
        if (container && below &&
            (strncmp(below, next, next_length) || (below[next_length] && below[next_length] != '/')))
            return length + 1;
        if (container) below = next;
    }
    return 0;
}

// "lab-3-" where all folders are repositories of one assignment in GitHub Classroom; else "".
static char *repository_prefix(const Entries *entries, size_t root, const char *lab_folder) {
    char *prefix = NULL, *inside = new_text("/labs/%s/", lab_folder);
    bool repositories = false;
    for (int i = 0; i < entries->count; i++) {
        const char *path = entries->items[i].path;
        if (strlen(path) <= root || !strchr(path + root, '/')) continue;
        path += root;
        repositories |= strstr(path, inside) != NULL;
        size_t length = strcspn(path, "/");
        if (!prefix) prefix = new_text("%.*s", (int)length, path);
        if (!strncmp(prefix, path, length + 1) ||
            (strlen(prefix) == length && !strncmp(prefix, path, length)))
            continue;
        size_t same = 0;
        while (same < length && prefix[same] && prefix[same] == path[same]) same++;
        prefix[same] = 0;
    }
    free(inside);
    char *dash = prefix ? strrchr(prefix, '-') : NULL;
    if (!dash || !repositories) {
        free(prefix);
        return new_text("%s", "");
    }
    dash[1] = 0;
    return prefix;
}

static Unit *find_unit(Units *units, const Place *p) {
    for (int i = units->count; i-- > 0;)
        if (!strcmp(units->items[i].key, p->key) && units->items[i].time == p->time) return &units->items[i];
    units->items = more_memory(units->items, (size_t)units->count + 1, sizeof *units->items);
    Unit *unit = &units->items[units->count++];
    *unit = (Unit){.system = p->system,
                   .key = new_text("%s", p->key),
                   .place = new_text("%s", p->place),
                   .time = p->time,
                   .tells_late = p->tells_late,
                   .person_count = 1};
    unit->people[0] = (Person){.name = new_text("%s", p->person.name),
                               .id = new_text("%s", p->person.id),
                               .username = new_text("%s", p->person.username),
                               .email = new_text("%s", p->person.email),
                               .ends_in_user = new_text("%s", p->person.ends_in_user),
                               .user_starts = p->person.user_starts};
    return unit;
}

static void add_to_unit(Unit *unit, const Entry *entry, const Place *p) {
    unit->late |= p->late;
    if (entry->kind == ENTRY_FOLDER) return;
    size_t count = (size_t)unit->file_count + 1;
    unit->files = more_memory(unit->files, count, sizeof *unit->files);
    unit->names = more_memory(unit->names, count, sizeof *unit->names);
    unit->versions = more_memory(unit->versions, count, sizeof *unit->versions);
    unit->files[unit->file_count] = entry;
    unit->names[unit->file_count] = new_text("%s", p->name);
    unit->versions[unit->file_count++] = p->version;
}

// "Name: Jane Doe (jdoe)" in Blackboard's note: the file's name alone does not tell where the user's begins.
static void read_blackboard_note(Unit *unit, const Entry *note) {
    Match m;
    char *text = new_text("%.*s", (int)(note->size < 4096 ? note->size : 4096), note->data);
    if (matches("(^|\n)Name: ([^\n]*) \\(([^()\n]*)\\)", text, &m)) {
        free(unit->people[0].name);
        free(unit->people[0].username);
        free(unit->people[0].ends_in_user);
        unit->people[0].name = group(&m, 2);
        unit->people[0].username = group(&m, 3);
        unit->people[0].ends_in_user = empty();
    }
    free(text);
}

// How long the title is, with its '_': a note beside any of the names tells. Else as long as what all names begin with, or shorter:
// "Lab 1_a_b" and "Lab 1_kim" leave a_b, or a title of which a user's name has a part. 0: there are several titles.
static int blackboard_title(const Units *units, bool *certain) {
    const char *first = NULL;
    int same = 0;
    *certain = false;
    for (int i = 0; i < units->count; i++) {
        const Unit *unit = &units->items[i];
        const char *name = unit->key + strlen("blackboard ");
        const char *user = unit->people[0].username;
        if (strcmp(unit->system, "Blackboard")) continue;
        if (!first) first = name, same = (int)strlen(name);
        for (int k = 0; k < same; k++)
            if (name[k] != first[k]) same = k;
        if (!*certain && !*unit->people[0].ends_in_user && *user && ends_with(name, user)) {
            *certain = true;
            first = name, same = (int)(strlen(name) - strlen(user));
            i = -1; // do all names begin with it?
        }
    }
    int title = same;
    while (title && first[title - 1] != '_') title--;
    *certain &= title == same;
    return title;
}

static void find_blackboard_users(Units *units) {
    bool certain;
    const int title = blackboard_title(units, &certain);
    for (int i = 0; i < units->count; i++) {
        Person *p = &units->items[i].people[0];
        if (strcmp(units->items[i].system, "Blackboard") || !*p->ends_in_user) continue;
        p->user_starts = title ? title : (int)strlen(p->ends_in_user);
        if (!title) continue; // of several titles: the name is behind the last '_'
        free(p->username);
        p->username = new_text("%s", p->ends_in_user + title);
        if (certain) p->ends_in_user[0] = 0;
    }
}

// A file at the top such as instructors and programs leave there, and no student hands in.
static bool is_loose(const Entry *entry, size_t root) {
    static const char *const endings[] = {".csv", ".tsv", ".xlsx", ".md", ".html", ".json", ".yml"};
    const char *name = entry->path + root;
    bool ending = *name == '.';
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) ending |= ends_with(name, endings[i]);
    return ending && entry->kind != ENTRY_FOLDER && !strchr(name, '/') && !names_student(name) &&
           !ends_with(name, ".cu");
}

// Has a student a folder? Then what lies beside it is nobody's: a list of grades, a README.
static bool has_folders(const Entries *entries, size_t root) {
    for (int i = 0; i < entries->count; i++) {
        const char *path = entries->items[i].path;
        if (strlen(path) > root && (strchr(path + root, '/') || entries->items[i].kind == ENTRY_FOLDER))
            return true;
    }
    return false;
}

// Its folders would be taken for students.
static void refuse_one_project(const Entries *entries, size_t root, const char *lab_folder) {
    char *inside = new_text("labs/%s/", lab_folder);
    for (int i = 0; i < entries->count; i++)
        if (strlen(entries->items[i].path) > root &&
            !strncmp(entries->items[i].path + root, inside, strlen(inside)))
            stop(
                "This is one student's project: %s lies at its top. Name the folder that holds all students' projects, "
                "or, where one student is all there is, add --one.",
                inside);
    free(inside);
}

void units_find(Units *units, const Entries *entries, const char *lab_folder) {
    size_t root = common_root(entries, 0, lab_folder);
    if (root) root += common_root(entries, root, lab_folder);
    const Systems systems = find_systems(entries, root);
    const bool folders = has_folders(entries, root);
    refuse_one_project(entries, root, lab_folder);
    char *prefix = repository_prefix(entries, root, lab_folder);
    const Entry *metadata = NULL;
    *units = (Units){0};
    for (int i = 0; i < entries->count; i++) {
        const Entry *entry = &entries->items[i];
        if (strlen(entry->path) <= root) continue;
        if (!strcmp(entry->path + root, "submission_metadata.yml") && entry->data) {
            metadata = entry;
            continue;
        }
        if (folders && is_loose(entry, root)) {
            fprintf(stderr, "%s lies beside the students' folders and is nobody's: it is left aside.\n",
                    entry->path + root);
            continue;
        }
        Place p = find_place(&systems, entry->path + root, entry->kind == ENTRY_FOLDER, prefix);
        Unit *unit = find_unit(units, &p);
        if (!strcmp(p.system, "Blackboard") && !*p.name && entry->data)
            read_blackboard_note(unit, entry);
        else
            add_to_unit(unit, entry, &p);
        free_place(&p);
    }
    free(prefix);
    find_blackboard_users(units);
    if (metadata) gradescope_people(units, metadata);
}

void units_one(Units *units, const Entries *entries) {
    *units = (Units){0};
    for (int i = 0; i < entries->count; i++) {
        Place p = {.system = "folder",
                   .key = new_text("one"),
                   .place = new_text("%s", entries->items[i].path),
                   .name = new_text("%s", entries->items[i].path),
                   .person = person(empty(), empty(), new_text("submission"))};
        add_to_unit(find_unit(units, &p), &entries->items[i], &p);
        free_place(&p);
    }
}

void units_free(Units *units) {
    for (int i = 0; i < units->count; i++) {
        Unit *u = &units->items[i];
        for (int k = 0; k < u->person_count; k++)
            free(u->people[k].name), free(u->people[k].id), free(u->people[k].username),
                free(u->people[k].email), free(u->people[k].ends_in_user);
        for (int k = 0; k < u->file_count; k++) free(u->names[k]);
        free(u->files), free(u->names), free(u->versions), free(u->key), free(u->place);
    }
    free(units->items);
    *units = (Units){0};
}
