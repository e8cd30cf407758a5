// Finds the columns of a table of students, and the student a hand-in belongs to.
#include "grader/class/roster.h"

#include <ctype.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/class/stop.h"
#include "grader/class/time_text.h"

// ---- Names ----------------------------------------------------------------------------------------------

// The text with plain letters; as it is where a letter has no plain one.
static char *plain_letters(const char *text) {
    size_t in_left = strlen(text), out_left = 4 * in_left + 4;
    char *to = take_memory(out_left + 1, 1), *in = (char *)text, *out = to;
    iconv_t converter = iconv_open("ASCII//TRANSLIT", "UTF-8");
    bool good = converter != (iconv_t)-1 && iconv(converter, &in, &in_left, &out, &out_left) == 0;
    if (converter != (iconv_t)-1) iconv_close(converter);
    if ((!good && in_left) || strchr(to, '?')) strcpy(to, text);
    return to;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *match_key(const char *name, bool squeezed) {
    enum { WORDS = 24 };
    char *letters = plain_letters(name), *words[WORDS], *rest = letters;
    int count = 0;
    for (char *c = letters; *c; c++)
        *c = isalnum((unsigned char)*c) || (unsigned char)*c >= 0x80 || *c == '@' || *c == '\''
                 ? (char)tolower(*c)
                 : ' ';
    for (char *word; count < WORDS && (word = strsep(&rest, " "));)
        if (*word) words[count++] = word;
    if (!squeezed) qsort(words, (size_t)count, sizeof *words, by_text);
    char *key = new_text("%s", "");
    for (int i = 0; i < count; i++) {
        char *longer = new_text("%s%s%s", key, i && !squeezed ? " " : "", words[i]);
        free(key);
        key = longer;
    }
    free(letters);
    return key;
}

// ---- The table ------------------------------------------------------------------------------------------

typedef enum {
    COLUMN_NAME,
    COLUMN_FIRST,
    COLUMN_LAST,
    COLUMN_EMAIL,
    COLUMN_USERNAME,
    COLUMN_ID,
    COLUMN_MOODLE,
    COLUMN_REPOSITORY,
    COLUMN_HANDED_IN, // this one and the next tell nothing of who it is
    COLUMN_OTHER
} Column;

static Column column_kind(const char *heading) {
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
                 {"sis login id", COLUMN_USERNAME},
                 {"github_username", COLUMN_USERNAME},
                 {"github username", COLUMN_USERNAME},
                 {"login", COLUMN_USERNAME},
                 {"id", COLUMN_ID},
                 {"sid", COLUMN_ID},
                 {"student id", COLUMN_ID},
                 {"sis user id", COLUMN_ID},
                 {"id number", COLUMN_ID},
                 {"roster_identifier", COLUMN_ID},
                 {"identifier", COLUMN_MOODLE},
                 {"student_repository_name", COLUMN_REPOSITORY},
                 {"last modified (submission)", COLUMN_HANDED_IN},
                 {"submission_timestamp", COLUMN_HANDED_IN}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcasecmp(heading, known[i].heading)) return known[i].kind;
    return COLUMN_OTHER;
}

bool roster_column_is_known(const char *heading) {
    return column_kind(heading) != COLUMN_OTHER;
}

static void add_key(RosterStudent *student, const char *text, bool squeezed) {
    char *key = match_key(text, squeezed);
    if (*key && student->key_count < ROSTER_COLUMNS)
        student->keys[student->key_count++] = key;
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

static void read_cell(RosterStudent *s, Column kind, const char *cell, char **first, char **last) {
    if (kind == COLUMN_MOODLE || kind == COLUMN_ID) cell = participant(cell);
    switch (kind) {
    case COLUMN_NAME: keep_first(&s->name, cell); break;
    case COLUMN_FIRST: keep_first(first, cell); break;
    case COLUMN_LAST: keep_first(last, cell); break;
    case COLUMN_EMAIL: keep_first(&s->email, cell); break;
    case COLUMN_USERNAME: keep_first(&s->username, cell); break;
    case COLUMN_MOODLE:
    case COLUMN_ID: keep_first(&s->id, cell); break;
    case COLUMN_REPOSITORY: break;
    case COLUMN_HANDED_IN:
    case COLUMN_OTHER: return;
    }
    if (kind == COLUMN_FIRST || kind == COLUMN_LAST) return;
    add_key(s, cell, kind != COLUMN_NAME);
    if (kind == COLUMN_NAME) add_key(s, cell, true);
    if (kind == COLUMN_EMAIL && strchr(cell, '@')) { // what stands before the @ is often the login
        char *login = new_text("%.*s", (int)strcspn(cell, "@"), cell);
        add_key(s, login, true);
        free(login);
    }
}

// Moodle writes "-" for who has handed in nothing.
static void read_handed_in(Roster *roster, RosterStudent *s, const char *cell) {
    roster->has_times = true;
    if (!*cell || !strcmp(cell, "-") || time_read(cell, &s->handed_in)) return;
    if (!roster->times_unread++) roster->time_not_read = new_text("%s", cell);
}

static void free_student(RosterStudent *s) {
    free(s->name), free(s->email), free(s->username), free(s->id), free(s->rows);
    for (int k = 0; k < s->key_count; k++) free(s->keys[k]);
}

static bool names_alike(const char *a, const char *b) {
    char *own = match_key(a, false), *other = match_key(b, false);
    const bool same = !strcmp(own, other);
    free(own);
    free(other);
    return same;
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
        char *cell = csv_utf8(&roster->table, csv_cell(&roster->table, row, i));
        Column kind = column_kind(csv_cell(&roster->table, 0, i));
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
        add_key(&s, s.name, false);
        add_key(&s, reversed, true);
        free(reversed);
    }
    free(first);
    free(last);
    RosterStudent *same = find_same(roster, &s);
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
        filled += column_kind(csv_cell(table, 0, i)) < COLUMN_HANDED_IN && *csv_cell(table, row, i);
    for (size_t i = 0; i < sizeof sums / sizeof *sums && filled == 1; i++)
        if (!strcasecmp(first, sums[i])) return false;
    for (int i = 0; i < table->rows[0].count; i++)
        if (column_kind(csv_cell(table, 0, i)) < COLUMN_HANDED_IN && *csv_cell(table, row, i)) return true;
    return false;
}

// Moodle's worksheets begin with "Participant 12345" in the words of a language, under a heading in it that may be "ID" all the same, and
// no heading behind that is known.
static bool is_foreign_worksheet(const Csv *table) {
    enum { COLUMNS_AT_LEAST = 6 };
    size_t word = 0;
    const Column first = column_kind(csv_cell(table, 0, 0));
    if (table->count < 2 || table->rows[0].count < COLUMNS_AT_LEAST ||
        (first != COLUMN_ID && first != COLUMN_OTHER))
        return false;
    for (int i = 1; i < table->rows[0].count; i++)
        if (column_kind(csv_cell(table, 0, i)) != COLUMN_OTHER) return false;
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

bool roster_read(Roster *roster, const char *path, char *error, size_t error_size) {
    *roster = (Roster){0};
    if (!csv_read(&roster->table, path, error, error_size)) return false;
    bool known = false;
    for (int i = 0; roster->table.count && i < roster->table.rows[0].count; i++)
        known |= column_kind(csv_cell(&roster->table, 0, i)) < COLUMN_HANDED_IN;
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
    for (int row = 1; row < roster->table.count; row++)
        if (is_student_row(&roster->table, row)) add_student(roster, row);
    return true;
}

void roster_free(Roster *roster) {
    for (int i = 0; i < roster->count; i++) free_student(&roster->students[i]);
    free(roster->students);
    free(roster->time_not_read);
    csv_free(&roster->table);
    *roster = (Roster){0};
}

// A number without the zeros before it, which spreadsheets take away; "" where it is no number.
static const char *bare_number(const char *key) {
    const char *bare = key + strspn(key, "0");
    return *bare && !bare[strspn(bare, "0123456789")] ? bare : "";
}

// As it is, or as a number.
static bool has_key(const RosterStudent *student, const char *key, bool as_number) {
    for (int i = 0; i < student->key_count; i++)
        if (as_number ? *bare_number(key) && !strcmp(bare_number(student->keys[i]), bare_number(key))
                      : !strcmp(student->keys[i], key))
            return true;
    return false;
}

// The only student with this key, -1 for none, -2 for several.
static int find_written(const Roster *roster, const char *text, bool squeezed, bool as_number) {
    char *key = match_key(text, squeezed);
    int found = -1;
    for (int i = 0; i < roster->count && *key; i++)
        if (has_key(&roster->students[i], key, as_number)) found = found == -1 ? i : -2;
    free(key);
    return found;
}

static int find_key(const Roster *roster, const char *text, bool squeezed) {
    return find_written(roster, text, squeezed, false);
}

// "lab-3-uni-anna" is the repository of who is uni-anna on the roster, and of anna where nobody is: what all names of a class begin
// with may be a part of the assignment's name, or of the students'.
static int find_repository(const Roster *roster, const char *repository) {
    int found = find_key(roster, repository, true);
    for (const char *at = repository; found == -1 && (at = strchr(at, '-')); at++)
        found = find_key(roster, at + 1, true);
    return found;
}

int roster_find(const Roster *roster, const Person *person) {
    const char *exact[] = {person->id, person->email, person->username};
    int found = *person->repository ? find_repository(roster, person->repository) : -1;
    for (int i = 0; i < 3 && found < 0; i++) found = find_key(roster, exact[i], true);
    if (found == -1) found = find_key(roster, person->name, false);
    if (found == -1) found = find_key(roster, person->name, true);
    for (int i = 0; i < 3 && found == -1; i += 2) found = find_written(roster, exact[i], true, true);
    return found;
}
