// When something was handed in, as far as anybody knows, and who is late.
#ifndef WARPBOOK_CLASS_HAND_IN_TIME_H
#define WARPBOOK_CLASS_HAND_IN_TIME_H

#include "grader/class/choose_file.h"
#include "grader/class/collect.h"

typedef struct {
    int64_t at; // seconds since 1970; 0: not known
    bool known; // false where `at` is the time of a file in an archive
    bool late;  // for this student, by their own due date where they have one
    char *note; // what cannot be known of it, "" mostly; the caller frees it
} HandInTime;

// `found`: the student of the roster whose hand-in it is, -1: nobody on it.
HandInTime hand_in_time(const CollectPlan *plan, int found, const Unit *unit, const Choice *choice);

// What is not known of times, in a line each on standard error.
typedef struct {
    int timeless;             // hand-ins without a time that the plan asks for
    int untimed, marked_late; // those of Canvas, which has no times: all, and the late ones
} TimesKnown;

void count_time(TimesKnown *known, const CollectPlan *plan, const Unit *unit, const HandInTime *time);
void say_times(const CollectPlan *plan, const TimesKnown *known);

#endif
