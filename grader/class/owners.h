// Whose is a hand-in: one student's, or a whole group's?
#ifndef WARPBOOK_CLASS_OWNERS_H
#define WARPBOOK_CLASS_OWNERS_H

#include "grader/class/layout.h"
#include "grader/class/roster.h"

typedef struct {
    int *students;     // of the roster
    int count;         // 0: nobody's that is on it
    char *why;         // as find_student has it
    const char *group; // the one that handed this in, as the roster writes it; "" where it is one student's
} Owners;

// Of a group are: a hand-in under the group's name, be it with the number of one of its members; a repository that the roster has for
// several students; and, where students hand in `together`, what any one of the group has handed in.
Owners find_owners(const Roster *roster, bool together, const char *system, const Person *person);
void owners_free(Owners *owners);

// Where the roster has groups and they do not hand in together: in how many groups has one member handed in and another one nothing,
// if these are most of those that have more than one member? `handed_in` has a place for each student.
int groups_with_one_hand_in(const Roster *roster, const bool *handed_in);

#endif
