// Whose is a hand-in? The student of the roster by number, user name, address or name.
#ifndef WARPBOOK_CLASS_FIND_STUDENT_H
#define WARPBOOK_CLASS_FIND_STUDENT_H

#include "grader/class/layout.h"
#include "grader/class/roster.h"

// The student of the roster that has handed this in, -1: none. `why` gets a clause where it is nobody's although it fits somebody:
// several students, or one by number and another one by name; else "". The caller frees it.
int find_student(const Roster *roster, const char *system, const Person *person, char **why);

#endif
