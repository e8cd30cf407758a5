// Looks one level below the top: a folder or archive with the hand-ins of several students is an export.
#include "grader/class/several_exports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/place.h"
#include "grader/class/stop.h"

bool is_loose(const Entry *entry, size_t root) {
    static const char *const endings[] = {".csv", ".tsv", ".xlsx", ".md", ".html", ".json", ".yml"};
    const char *name = entry->path + root;
    bool ending = *name == '.';
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) ending |= ends_with(name, endings[i]);
    return ending && entry->kind != ENTRY_FOLDER && !strchr(name, '/') && !names_student(name) &&
           !ends_with(name, ".cu");
}

// By what a path below the top names its student: a course system's name, or the project's folder in a clone of GitHub Classroom.
static char *student_below(const char *path) {
    const char *below = strchr(path, '/');
    if (!below) return NULL;
    char *part = new_text("%.*s", (int)strcspn(below + 1, "/"), below + 1), *student = student_in_name(part);
    const bool project = !strncmp(below + 1 + strlen(part), "/labs/", strlen("/labs/"));
    if (!student && project && strchr(part, '-')) student = new_text("%s", part);
    free(part);
    return student;
}

// Are these two students of one export? Names of repositories have the assignment's before a '-'.
static bool side_by_side(const char *student, const char *other) {
    const size_t length = strcspn(student, " -");
    return strcmp(student, other) != 0 && strcspn(other, " -") == length && !strncmp(student, other, length);
}

// Has it the hand-ins of two students at least, or Gradescope's list of them? `from` is the first entry whose path begins with its name.
static bool is_export(const Entries *entries, int from, size_t root) {
    const char *top = entries->items[from].path + root;
    char *first = NULL;
    bool several = false;
    for (int i = from; i < entries->count && !several; i++) {
        const char *path = entries->items[i].path;
        if (strlen(path) <= root || !same_part(path + root, top)) break;
        char *student = student_below(path + root);
        several =
            (student && first && side_by_side(student, first)) ||
            (strchr(path + root, '/') && !strcmp(strchr(path + root, '/') + 1, "submission_metadata.yml"));
        if (!first)
            first = student;
        else
            free(student);
    }
    free(first);
    return several;
}

void refuse_several_exports(const Entries *entries, size_t root) {
    int exports = 0, others = 0, first = -1, second = -1;
    const char *last = "";
    for (int i = 0; i < entries->count; i++) {
        const Entry *entry = &entries->items[i];
        if (strlen(entry->path) <= root || same_part(last, entry->path + root) || is_loose(entry, root))
            continue;
        last = entry->path + root;
        char *part = new_text("%.*s", (int)strcspn(last, "/"), last);
        const bool whole = !names_student(part) && is_export(entries, i, root);
        free(part);
        others += !whole;
        if (whole && exports++)
            second = second < 0 ? i : second;
        else if (whole)
            first = i;
    }
    if (!exports || (exports < 2 && !others)) return;
    const char *one = entries->items[first].path, *two = second < 0 ? "" : entries->items[second].path;
    const int one_size = (int)(root + strcspn(one + root, "/")),
              two_size = (int)(*two ? root + strcspn(two + root, "/") : 0);
    if (!others)
        stop(
            "%d exports lie side by side, \"%.*s\" and \"%.*s\"%s: one command grades one assignment. Name the one that was handed in for "
            "this lab. If all are of this assignment, unpack them into one folder, and name that.",
            exports, one_size, one, two_size, two, exports > 2 ? " among them" : "");
    fprintf(
        stderr,
        "\"%.*s\" looks like an export of several students' hand-ins, and others lie beside it: it is taken for one student's. If it "
        "is an export, name it by itself, or unpack it there.\n",
        one_size, one);
}

void refuse_several_titles(const Units *units) {
    const Unit *first = NULL;
    int title = 0; // how long it is, with the system's word before it
    for (int i = 0; i < units->count; i++) {
        const Unit *unit = &units->items[i];
        const Person *p = &unit->people[0];
        if (strcmp(unit->system, "Blackboard") || *p->ends_in_user || !ends_with(unit->key, p->username))
            continue;
        const int length = (int)(strlen(unit->key) - strlen(p->username)) - 1;
        if (!first) first = unit, title = length;
        if (title == length && !strncmp(first->key, unit->key, (size_t)length)) continue;
        const int from = (int)strlen("blackboard ");
        stop(
            "These are attempts of two assignments, \"%.*s\" (%s) and \"%.*s\" (%s): one command grades one. Export the one that was handed in "
            "for this lab by itself, and name that.",
            title - from, first->key + from, first->place, length - from, unit->key + from, unit->place);
    }
}
