// Reads a table of students, whose columns are known by their headings.
#include "grader/class/roster.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/class/blanks.h"
#include "grader/class/names.h"
#include "grader/class/stop.h"
#include "grader/class/time_text.h"

Column roster_column(const char *heading) {
    static const struct {
        const char *heading;
        Column kind;
    } known[] = {{"student", COLUMN_NAME},
                 {"name", COLUMN_NAME},
                 {"full name", COLUMN_NAME},
                 {"student name", COLUMN_NAME},
                 {"first name", COLUMN_FIRST},
                 {"firstname", COLUMN_FIRST},
                 {"last name", COLUMN_LAST},
                 {"lastname", COLUMN_LAST},
                 {"surname", COLUMN_LAST},
                 {"email", COLUMN_EMAIL},
                 {"email address", COLUMN_EMAIL},
                 {"e-mail", COLUMN_EMAIL},
                 {"username", COLUMN_USERNAME},
                 {"user name", COLUMN_USERNAME},
                 {"sis login id", COLUMN_CANVAS_LOGIN},
                 {"github_username", COLUMN_GITHUB_USER},
                 {"github username", COLUMN_GITHUB_USER},
                 {"login", COLUMN_USERNAME},
                 {"id", COLUMN_ID},
                 {"sid", COLUMN_STUDENT_ID},
                 {"student id", COLUMN_STUDENT_ID},
                 {"sis user id", COLUMN_CANVAS_SIS},
                 {"id number", COLUMN_MOODLE_ID_NUMBER},
                 {"roster_identifier", COLUMN_GITHUB_IDENTIFIER},
                 {"identifier", COLUMN_MOODLE},
                 {"student_repository_name", COLUMN_REPOSITORY},
                 {"last modified (submission)", COLUMN_HANDED_IN},
                 {"submission_timestamp", COLUMN_HANDED_IN},
                 {"group", COLUMN_GROUP}, // Moodle's worksheet of an assignment for groups
                 {"groups", COLUMN_GROUP},
                 {"group name", COLUMN_GROUP},
                 {"group_name", COLUMN_GROUP}, // Canvas, GitHub Classroom
                 {"team", COLUMN_GROUP},
                 {"team name", COLUMN_GROUP},
                 {"due", COLUMN_DUE},
                 {"due date", COLUMN_DUE},
                 {"due_date", COLUMN_DUE},
                 {"due at", COLUMN_DUE},
                 {"due_at", COLUMN_DUE},
                 {"deadline", COLUMN_DUE},
                 {"extended until", COLUMN_DUE},
                 {"extended due date", COLUMN_DUE}};
    Column kind = COLUMN_OTHER;
    char *plain = plain_blanks(heading);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcasecmp(plain, known[i].heading)) kind = known[i].kind;
    free(plain);
    return kind;
}

static void add_key(RosterStudent *student, Column column, const char *text, bool squeezed) {
    char *key = match_key(text, squeezed);
    if (*key && student->key_count < ROSTER_KEYS)
        student->keys[student->key_count++] =
            (RosterKey){.column = column, .plain = plain_key(text), .key = key};
    else
        free(key);
}

static void keep_first(char **field, const char *text) {
    if (**field || !*text) return;
    free(*field);
    *field = new_text("%s", text);
}

// "12345" of "Participant 12345", whatever the language; else all of it.
static const char *participant(const char *cell) {
    const char *blank = strrchr(cell, ' '), *number = blank ? blank + 1 : cell;
    return *number && !number[strspn(number, "0123456789")] ? number : cell;
}

static bool is_number_column(Column column) {
    return column >= COLUMN_ID && column <= COLUMN_MOODLE;
}

static void read_cell(RosterStudent *s, Column column, const char *cell, char **first, char **last) {
    if (is_number_column(column)) cell = participant(cell);
    switch (column) {
    case COLUMN_NAME: keep_first(&s->name, cell); break;
    case COLUMN_FIRST: keep_first(first, cell); return;
    case COLUMN_LAST: keep_first(last, cell); return;
    case COLUMN_EMAIL: keep_first(&s->email, cell); break;
    case COLUMN_USERNAME:
    case COLUMN_CANVAS_LOGIN:
    case COLUMN_GITHUB_USER: keep_first(&s->username, cell); break;
    default:
        if (is_number_column(column)) keep_first(&s->id, cell);
    }
    if (column >= COLUMN_HANDED_IN) return;
    add_key(s, column, cell, column != COLUMN_NAME);
    if (column == COLUMN_NAME) add_key(s, column, cell, true);
    if (column == COLUMN_EMAIL && strchr(cell, '@')) {
        char *login = new_text("%.*s", (int)strcspn(cell, "@"), cell);
        add_key(s, COLUMN_LOGIN_OF_EMAIL, login, true);
        free(login);
    }
}

// Moodle writes "-" for who has handed in nothing.
static void read_handed_in(Roster *roster, RosterStudent *s, const char *cell) {
    roster->has_times = true;
    if (!*cell || !strcmp(cell, "-") || time_read(cell, &s->handed_in)) return;
    if (!roster->times_unread++) roster->time_not_read = new_text("%s", cell);
}

// Who is in no group, in the words of course systems.
static bool is_no_group(const char *cell) {
    static const char *const words[] = {"-", "none", "no group", "n/a", "not in a group"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(cell, words[i])) return true;
    return false;
}

// A cell as it is read: UTF-8, with plain blanks.
static char *cell_text(const Roster *roster, int row, int column) {
    char *text = csv_utf8(&roster->table, csv_cell(&roster->table, row, column));
    char *plain = plain_blanks(text);
    free(text);
    return plain;
}

// One group whatever its capitals.
static int find_group(Roster *roster, const char *name) {
    char *plain = plain_key(name);
    int found = 0;
    while (found < roster->group_count && strcmp(roster->groups[found].plain, plain)) found++;
    if (found < roster->group_count) {
        free(plain);
        return found;
    }
    roster->groups = more_memory(roster->groups, (size_t)found + 1, sizeof *roster->groups);
    roster->groups[roster->group_count++] =
        (RosterGroup){.name = new_text("%s", name), .plain = plain, .key = group_key(name)};
    return found;
}

static void read_group(Roster *roster, RosterStudent *s, int row) {
    char *cell = cell_text(roster, row, roster->group_column);
    s->group = *cell && !is_no_group(cell) ? find_group(roster, cell) : -1;
    free(cell);
}

static void find_group_column(Roster *roster, const char *given) {
    roster->group_column = -1;
    for (int i = 0; i < roster->table.rows[0].count && roster->group_column < 0; i++) {
        const char *heading = csv_cell(&roster->table, 0, i);
        if (given ? !strcasecmp(heading, given) : roster_column(heading) == COLUMN_GROUP)
            roster->group_column = i;
    }
}

static void free_student(RosterStudent *s) {
    free(s->name), free(s->email), free(s->username), free(s->id), free(s->rows);
    for (int k = 0; k < s->key_count; k++) free(s->keys[k].plain), free(s->keys[k].key);
}

// Who has that number already: with the same name it is the same student, in two sections, say. With another name a line says so.
static RosterStudent *find_same(const Roster *roster, const RosterStudent *s) {
    for (int i = 0; i < roster->count && *s->id; i++) {
        RosterStudent *other = &roster->students[i];
        if (strcmp(other->id, s->id)) continue;
        if (names_alike(other->name, s->name) && !strcasecmp(other->username, s->username) &&
            !strcasecmp(other->email, s->email))
            return other;
        fprintf(
            stderr,
            "On the roster \"%s\" and \"%s\" have the same number, %s: what is handed in under it is neither's.\n",
            other->name, s->name, s->id);
    }
    return NULL;
}

static void add_student(Roster *roster, int row) {
    RosterStudent s = {.name = new_text("%s", ""),
                       .email = new_text("%s", ""),
                       .username = new_text("%s", ""),
                       .id = new_text("%s", "")};
    char *first = new_text("%s", ""), *last = new_text("%s", "");
    for (int i = 0; i < roster->table.rows[0].count; i++) {
        char *cell = cell_text(roster, row, i);
        Column kind = roster_column(csv_cell(&roster->table, 0, i));
        if (kind == COLUMN_HANDED_IN)
            read_handed_in(roster, &s, cell);
        else
            read_cell(&s, kind, cell, &first, &last);
        free(cell);
    }
    if (!*s.name && (*first || *last)) {
        free(s.name);
        s.name = new_text("%s%s%s", first, *first && *last ? " " : "", last);
        char *reversed = new_text("%s %s", last, first);
        add_key(&s, COLUMN_NAME, s.name, false);
        add_key(&s, COLUMN_NAME, s.name, true);
        add_key(&s, COLUMN_NAME, reversed, true);
        free(reversed);
    }
    free(first);
    free(last);
    read_group(roster, &s, row);
    RosterStudent *same = find_same(roster, &s);
    if (same && same->group < 0) same->group = s.group;
    if (same)
        free_student(&s);
    else {
        roster->students = more_memory(roster->students, (size_t)roster->count + 1, sizeof s);
        same = &roster->students[roster->count++];
        *same = s;
    }
    same->rows = more_memory(same->rows, (size_t)same->row_count + 1, sizeof *same->rows);
    same->rows[same->row_count++] = row;
}

// Canvas: "    Points Possible" in the second row, sometimes "Manual Posting" before it; and a test student.
static bool is_student_row(const Csv *table, int row) {
    const char *first = csv_cell(table, row, 0);
    first += strspn(first, " ");
    if (!strncmp(first, "Points Possible", 15) || !strncmp(first, "Student, Test", 13)) return false;
    static const char *const sums[] = {"Total", "Sum", "Average", "Mean",
                                       "Class average"}; // below the list, by hand
    int filled = 0;
    for (int i = 0; i < table->rows[0].count; i++)
        filled += roster_column(csv_cell(table, 0, i)) < COLUMN_HANDED_IN && *csv_cell(table, row, i);
    for (size_t i = 0; i < sizeof sums / sizeof *sums && filled == 1; i++)
        if (!strcasecmp(first, sums[i])) return false;
    for (int i = 0; i < table->rows[0].count; i++)
        if (roster_column(csv_cell(table, 0, i)) < COLUMN_HANDED_IN && *csv_cell(table, row, i)) return true;
    return false;
}

// Moodle's worksheets begin with "Participant 12345" in the words of a language, under a heading in it that may be "ID" all the same, and
// no heading behind that is known.
static bool is_foreign_worksheet(const Csv *table) {
    enum { COLUMNS_AT_LEAST = 6 };
    size_t word = 0;
    const Column first = roster_column(csv_cell(table, 0, 0));
    if (table->count < 2 || table->rows[0].count < COLUMNS_AT_LEAST ||
        (first != COLUMN_ID && first != COLUMN_OTHER))
        return false;
    for (int i = 1; i < table->rows[0].count; i++)
        if (roster_column(csv_cell(table, 0, i)) != COLUMN_OTHER) return false;
    for (int row = 1; row < table->count; row++) {
        const char *cell = csv_cell(table, row, 0);
        const size_t length = strcspn(cell, "0123456789");
        const bool numbered = length && cell[length] && !cell[length + strspn(cell + length, "0123456789")];
        if (!numbered || (row > 1 && (length != word || strncmp(cell, csv_cell(table, 1, 0), length))))
            return false;
        word = length;
    }
    return true;
}

bool roster_read(Roster *roster, const char *path, const char *group_column, char *error, size_t error_size) {
    *roster = (Roster){0};
    if (!csv_read(&roster->table, path, error, error_size)) return false;
    bool known = false;
    for (int i = 0; roster->table.count && i < roster->table.rows[0].count; i++)
        known |= roster_column(csv_cell(&roster->table, 0, i)) < COLUMN_HANDED_IN;
    if (!known) {
        snprintf(
            error, error_size,
            "%s: its first line names no column such as Student, Full name, Email address, Username or ID. Export "
            "the gradebook again, or add a first line with such names.",
            path);
        roster_free(roster);
        return false;
    }
    if (is_foreign_worksheet(&roster->table)) {
        snprintf(
            error, error_size,
            "%s looks like a grading worksheet of Moodle's in another language than English (\"%s\"). Set Moodle's "
            "language to English, and export it again: its columns are known by their English names.",
            path, csv_cell(&roster->table, 0, 0));
        roster_free(roster);
        return false;
    }
    find_group_column(roster, group_column);
    for (int row = 1; row < roster->table.count; row++)
        if (is_student_row(&roster->table, row)) add_student(roster, row);
    return true;
}

void roster_free(Roster *roster) {
    for (int i = 0; i < roster->count; i++) free_student(&roster->students[i]);
    for (int i = 0; i < roster->group_count; i++)
        free(roster->groups[i].name), free(roster->groups[i].plain), free(roster->groups[i].key);
    free(roster->students);
    free(roster->groups);
    free(roster->time_not_read);
    csv_free(&roster->table);
    *roster = (Roster){0};
}
