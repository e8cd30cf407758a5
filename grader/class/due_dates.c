// Reads due dates out of the roster's cells.
#include "grader/class/due_dates.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/class/blanks.h"
#include "grader/class/stop.h"
#include "grader/class/time_text.h"
#include "grader/text/clean.h"

// "Submitted for grading - Extension granted until: Tuesday, 3 November 2026, 11:59 PM - Graded": the time alone, "" where there is none.
static char *extension_of_status(const char *status) {
    static const char words[] = "Extension granted until: ";
    const char *found = strstr(status, words), *from = found ? found + strlen(words) : "";
    const char *end = strstr(from, " - ");
    return new_text("%.*s", (int)(end ? (size_t)(end - from) : strlen(from)), from);
}

static bool read_cell(Roster *roster, RosterStudent *s, int row, int column, const char *path, char *error,
                      size_t error_size) {
    const char *heading = csv_cell(&roster->table, 0, column);
    char *cell = csv_utf8(&roster->table, csv_cell(&roster->table, row, column));
    char *plain = plain_blanks(cell);
    char *text = strcasecmp(heading, "Status") ? new_text("%s", plain) : extension_of_status(plain);
    int64_t due = 0;
    const bool good = !*text || !strcmp(text, "-") || time_read_until(text, &due);
    if (good && due > s->due) s->due = due;
    if (!good) {
        char shown[200];
        clean_text(shown, sizeof shown, text, strlen(text) < 60 ? strlen(text) : 60);
        snprintf(
            error, error_size,
            "%s:%d: \"%s\" in the column \"%.60s\" is no time. Write it as in 2026-03-04 23:59, or 2026-03-04 for the whole "
            "day; leave the cell empty where the student has no due date of their own.",
            path, roster->table.rows[row].line, shown, heading);
    }
    free(text), free(plain), free(cell);
    return good;
}

bool due_dates_read(Roster *roster, const char *path, char *error, size_t error_size) {
    for (int i = 0; i < roster->table.rows[0].count; i++) {
        const char *heading = csv_cell(&roster->table, 0, i);
        if (roster_column(heading) != COLUMN_DUE && strcasecmp(heading, "Status")) continue;
        for (int k = 0; k < roster->count; k++)
            for (int row = 0; row < roster->students[k].row_count; row++)
                if (!read_cell(roster, &roster->students[k], roster->students[k].rows[row], i, path, error,
                               error_size))
                    return false;
    }
    return true;
}
