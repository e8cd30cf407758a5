// By the export, the roster, or the archive that holds the files.
#include "grader/class/hand_in_time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/class/stop.h"
#include "grader/text/append.h"

// Canvas writes its archive when it is downloaded, and a repository's files have the time of cloning: nothing tells when they were handed in.
static bool archive_tells(const Unit *unit) {
    return !unit->tells_late && strcmp(unit->system, "GitHub Classroom");
}

static char *local_time_words(int64_t at) {
    char text[40];
    const time_t seconds = (time_t)at;
    strftime(text, sizeof text, "%Y-%m-%d %H:%M %Z", localtime(&seconds));
    return new_text("%s", text);
}

HandInTime hand_in_time(const CollectPlan *plan, int found, const Unit *unit, const Choice *choice) {
    // A roster that has times, and none of this student that we can read, leaves it open.
    const bool on_roster = found >= 0 && plan->roster->has_times;
    const int64_t own = found >= 0 ? plan->roster->students[found].due : 0, due = own ? own : plan->due;
    const int64_t said = unit->time ? unit->time : on_roster ? plan->roster->students[found].handed_in : 0;
    HandInTime t = {.at = said || on_roster || !archive_tells(unit) ? said : choice->time,
                    .known = said != 0};
    t.late = unit->late;
    if (own && said)
        t.late = said > own;
    else if (due && !unit->tells_late)
        t.late |= t.at > due;
    char *until = own ? local_time_words(own) : new_text("%s", "");
    if (own && unit->late && !said)
        t.note = new_text(
            "%s has marked it late and does not say when it came: whether that was after the due date of their own, "
            "%s, is not known",
            unit->system, until);
    else
        t.note = own ? new_text("due date of their own: %s", until) : new_text("%s", "");
    free(until);
    return t;
}

void count_time(TimesKnown *known, const CollectPlan *plan, const Unit *unit, const HandInTime *time) {
    if (time->at) return;
    if (unit->tells_late) {
        known->untimed++;
        known->marked_late += unit->late;
    } else
        known->timeless += plan->due || plan->before;
}

void say_times(const CollectPlan *plan, const TimesKnown *known) {
    const Roster *r = plan->roster;
    if (known->untimed && (plan->before || plan->due))
        fprintf(
            stderr,
            "Canvas's export does not say when something was handed in, only what Canvas has marked late: %d of %s. "
            "%s, since that would be a guess. The column \"late\" of class.csv has what Canvas says; a column "
            "submission_timestamp of the roster would give the times.\n",
            known->marked_late, several(known->untimed, "hand-in").text,
            plan->before ? "--policy before= leaves none of them out" : "--due makes nobody else late");
    if (r && r->times_unread)
        fprintf(
            stderr,
            "Times of hand-in that cannot be read on the roster: %d, such as \"%s\". Nobody is late by them. Set the course "
            "system's language to English, and export the roster again.\n",
            r->times_unread, r->time_not_read);
    else if (known->timeless && r && r->has_times)
        fprintf(
            stderr,
            "Hand-ins without a time: %d. Neither the export nor the roster has one for them, and none of them is "
            "marked late or left out.\n",
            known->timeless);
    else if (known->timeless)
        fprintf(
            stderr,
            "Hand-ins without a time: %d. None of them is marked late or left out. A folder's files have the time of "
            "their copying, and a repository's that of cloning, which say nothing: name the archive that was exported, or with "
            "--roster a list that has times, as Moodle's worksheet.\n",
            known->timeless);
}
