// What one path of an export says, before it is known which of them belong together.
#ifndef WARPBOOK_CLASS_PLACE_H
#define WARPBOOK_CLASS_PLACE_H

#include <regex.h>

#include "grader/class/layout.h"

typedef struct {
    const char *system;
    char *key, *place, *name; // `name`: of the file itself; "" for a folder
    Person person;
    int64_t time, version;
    bool late, tells_late;
} Place;

typedef bool (*PlaceReader)(const char *part, const char *rest, Place *p);
enum { SYSTEMS = 3 };

// The systems' readers, that one first whose form most names have: a student of one system may name a file as another
// system would, and would else hand in for a neighbour.
typedef struct {
    PlaceReader readers[SYSTEMS];
} Systems;

// For the names at the top, `root` bytes from the beginning of each path.
Systems find_systems(const Entries *entries, size_t root);

// `prefix`: what the names of all repositories of GitHub Classroom begin with, "" where they are none.
Place find_place(const Systems *systems, const char *path, bool is_folder, const char *prefix);
void free_place(Place *p);

// By what a course system's name names its student, in any system's form; NULL where the name has none. The caller frees it.
char *student_in_name(const char *name);

// Does a name tell by itself which student's it is, or that it is a whole export's?
bool names_student(const char *name);

// Do both paths begin with the same folder or file?
bool same_part(const char *a, const char *b);

Person new_person(char *name, char *id, char *username);

enum { MATCH_GROUPS = 8 };

typedef struct {
    const char *text;
    regmatch_t group[MATCH_GROUPS];
} Match;

// A pattern is a literal, and is compiled once: there may be a million names.
bool name_matches(const char *pattern, const char *text, Match *match);

// The text of a group, "" where it has none. The caller frees it.
char *match_group(const Match *match, int index);

#endif
