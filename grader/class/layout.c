// Groups the paths of an export by hand-in.
#include "grader/class/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/gradescope_people.h"
#include "grader/class/place.h"
#include "grader/class/several_exports.h"
#include "grader/class/stop.h"

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
    if (name_matches("(^|\n)Name: ([^\n]*) \\(([^()\n]*)\\)", text, &m)) {
        free(unit->people[0].name);
        free(unit->people[0].username);
        free(unit->people[0].ends_in_user);
        unit->people[0].name = match_group(&m, 2);
        unit->people[0].username = match_group(&m, 3);
        unit->people[0].ends_in_user = new_text("%s", "");
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
    refuse_several_exports(entries, root);
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
    refuse_several_titles(units);
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
                   .person = new_person(new_text("%s", ""), new_text("%s", ""), new_text("submission"))};
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
