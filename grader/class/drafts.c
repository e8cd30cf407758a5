// Reads the column "Status" of Moodle's grading worksheet: "Draft (not submitted)", and more behind it.
#include "grader/class/drafts.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "grader/text/append.h"

const char draft_note[] = "a draft, not handed in";

bool is_draft(const Roster *roster, int student) {
    static const char draft[] = "Draft (not submitted)";
    const RosterStudent *s = &roster->students[student];
    for (int i = 0; i < roster->table.rows[0].count; i++) {
        if (strcasecmp(csv_cell(&roster->table, 0, i), "Status")) continue;
        for (int row = 0; row < s->row_count; row++)
            if (!strncasecmp(csv_cell(&roster->table, s->rows[row], i), draft, strlen(draft))) return true;
    }
    return false;
}

void say_drafts(Journal *j) {
    const int64_t drafts = journal_number(
        j, "t", "SELECT count(DISTINCT student) FROM hand_ins WHERE instr(note, ?1) = 1", draft_note);
    if (drafts)
        fprintf(
            stderr,
            "%s %s saved a draft and not handed it in, by the roster's column Status: graded like the others, with a note in class.csv. "
            "Whether to count %s is up to you.\n",
            several((double)drafts, "student").text, drafts == 1 ? "has" : "have",
            drafts == 1 ? "it" : "them");
}
