// A number is looked up where its course system writes it, and nowhere else: another column may have the same number for somebody else.
#include "grader/class/find_student.h"

#include <stdlib.h>
#include <string.h>

#include "grader/class/names.h"
#include "grader/class/stop.h"

#define IN(column) (1 << (column))

enum {
    LOGINS = IN(COLUMN_USERNAME) | IN(COLUMN_CANVAS_LOGIN) | IN(COLUMN_GITHUB_USER) | IN(COLUMN_EMAIL),
    NUMBERS = IN(COLUMN_ID) | IN(COLUMN_STUDENT_ID) | IN(COLUMN_CANVAS_SIS) | IN(COLUMN_MOODLE_ID_NUMBER) |
              IN(COLUMN_GITHUB_IDENTIFIER) | IN(COLUMN_MOODLE),
    LOGINS_OF_EMAIL = IN(COLUMN_LOGIN_OF_EMAIL),
    NAMES = IN(COLUMN_NAME),
    NONE = -1,
    SEVERAL = -2
};

// Where the number or user name in a system's file names stands: in the system's own tables, and, where the roster has no such column, in
// those of the instructor's own making.
typedef struct {
    const char *system, *word; // what it is called
    int own, others;
} Lookup;

static const Lookup lookups[] = {
    {"Canvas", "number", IN(COLUMN_ID), IN(COLUMN_STUDENT_ID)},
    {"Moodle", "number", IN(COLUMN_MOODLE), IN(COLUMN_ID) | IN(COLUMN_STUDENT_ID)},
    {"Blackboard", "user name", IN(COLUMN_USERNAME), LOGINS | NUMBERS | LOGINS_OF_EMAIL},
    {"GitHub Classroom", "user name", IN(COLUMN_GITHUB_USER), LOGINS | NUMBERS | LOGINS_OF_EMAIL | NAMES},
    {"Gradescope", "number", IN(COLUMN_STUDENT_ID), NUMBERS | LOGINS}};

static const Lookup *find_lookup(const char *system) {
    for (size_t i = 0; i < sizeof lookups / sizeof *lookups; i++)
        if (!strcmp(lookups[i].system, system)) return &lookups[i];
    return NULL;
}

// ---- One text in some columns -----------------------------------------------------------------------------

typedef enum {
    AS_WRITTEN, // but for capitals and accents
    AS_NUMBER,  // without the zeros before it, which spreadsheets take away
    SQUEEZED,   // without blanks and signs
    BY_WORDS    // of a name, in any order
} Comparison;

static bool has_column(const Roster *roster, int columns) {
    for (int i = 0; i < roster->count; i++)
        for (int k = 0; k < roster->students[i].key_count; k++)
            if (IN(roster->students[i].keys[k].column) & columns) return true;
    return false;
}

static bool in_columns(const RosterStudent *s, int columns) {
    for (int k = 0; k < s->key_count; k++)
        if (IN(s->keys[k].column) & columns) return true;
    return false;
}

// "" where it is no number.
static const char *bare_number(const char *key) {
    const char *bare = key + strspn(key, "0");
    return *bare && !bare[strspn(bare, "0123456789")] ? bare : "";
}

static bool fits(const RosterStudent *s, int columns, const char *key, Comparison how) {
    for (int k = 0; k < s->key_count; k++) {
        const RosterKey *own = &s->keys[k];
        const char *text = how == AS_WRITTEN  ? own->plain
                           : how == AS_NUMBER ? bare_number(own->key)
                                              : own->key;
        if ((IN(own->column) & columns) && !strcmp(text, key)) return true;
    }
    return false;
}

// The only student that this text names in those columns, NONE or SEVERAL.
static int find_in(const Roster *roster, int columns, const char *text, Comparison how) {
    char *whole = how == AS_WRITTEN ? plain_key(text) : match_key(text, how != BY_WORDS);
    const char *key = how == AS_NUMBER ? bare_number(whole) : whole;
    int found = NONE;
    for (int i = 0; i < roster->count && *key; i++)
        if (fits(&roster->students[i], columns, key, how)) found = found == NONE ? i : SEVERAL;
    free(whole);
    return found;
}

// What two ways of looking have found, both of which are right or none.
static int both(int one, int other) {
    if (one == NONE) return other;
    return other == NONE || other == one ? one : SEVERAL;
}

// ---- The number, or the user's name -------------------------------------------------------------------------

static int find_key(const Roster *roster, const Lookup *lookup, const char *text) {
    const bool own = has_column(roster, lookup->own);
    const int columns = own ? lookup->own : lookup->others;
    int found = find_in(roster, columns, text, AS_WRITTEN);
    if (found == NONE) found = find_in(roster, columns, text, AS_NUMBER);
    if (found == NONE && !own) found = find_in(roster, columns, text, SQUEEZED);
    return found;
}

// "lab-3-uni-anna": the user is anna or uni-anna, whoever is on the roster. What names of others do not begin with is the user's for sure.
static int find_end(const Roster *roster, const Lookup *lookup, const Person *person) {
    const char *whole = person->ends_in_user, sign = strcmp(lookup->system, "Blackboard") ? '-' : '_';
    int found = find_in(roster, IN(COLUMN_REPOSITORY), whole, AS_WRITTEN);
    if (found != NONE) return found;
    for (const char *at = whole; at && at - whole <= person->user_starts; at = strchr(at, sign)) {
        at += *at == sign;
        if (at - whole <= person->user_starts) found = both(found, find_key(roster, lookup, at));
    }
    return found;
}

static int find_number(const Roster *roster, const Lookup *lookup, const Person *person) {
    if (*person->ends_in_user) return find_end(roster, lookup, person);
    return find_key(roster, lookup, *person->username ? person->username : person->id);
}

// ---- The name -----------------------------------------------------------------------------------------------

static int find_name(const Roster *roster, const char *name) {
    if (!has_column(roster, NAMES)) return find_in(roster, LOGINS | LOGINS_OF_EMAIL, name, SQUEEZED);
    int found = find_in(roster, NAMES, name, AS_WRITTEN);
    if (found == NONE) found = find_in(roster, NAMES, name, BY_WORDS);
    return found == NONE ? find_in(roster, NAMES, name, SQUEEZED) : found;
}

// A folder or a file that a person has named, by whatever names a student. It may be the login of one and the name of another.
static int find_by_hand(const Roster *roster, const char *text) {
    static const int all = LOGINS | NUMBERS | NAMES | IN(COLUMN_REPOSITORY);
    int by_name = find_in(roster, NAMES, text, AS_WRITTEN);
    if (by_name == NONE) by_name = find_in(roster, NAMES, text, BY_WORDS);
    int found = both(find_in(roster, all & ~NAMES, text, AS_WRITTEN), by_name);
    if (found == NONE) found = find_in(roster, all, text, SQUEEZED);
    if (found == NONE) found = find_in(roster, LOGINS_OF_EMAIL, text, SQUEEZED);
    return found == NONE ? find_in(roster, all, text, AS_NUMBER) : found;
}

// Does the hand-in bear a name that cannot be this student's? Who has another name on the roster may be known by a login.
static bool bears_another_name(const Roster *roster, int found, const Person *person) {
    static const int by_login = LOGINS_OF_EMAIL | (LOGINS & ~IN(COLUMN_EMAIL));
    const RosterStudent *s = &roster->students[found];
    if (!is_persons_name(person->name, person->id)) return false;
    char *words = match_key(person->name, false), *squeezed = match_key(person->name, true);
    const bool same = fits(s, NAMES, words, BY_WORDS) || fits(s, NAMES, squeezed, SQUEEZED);
    free(words);
    free(squeezed);
    if (same || !in_columns(s, NAMES)) return false;
    if (find_name(roster, person->name) != NONE) return true;
    bool may_be = !is_persons_name(s->name, "") || names_may_agree(person->name, s->name);
    for (int k = 0; k < s->key_count; k++)
        may_be |= (IN(s->keys[k].column) & by_login) && strlen(s->keys[k].key) > 2 &&
                  names_may_agree(person->name, s->keys[k].key);
    return !may_be;
}

// ---- All of it ------------------------------------------------------------------------------------------------

// Is the roster this system's own table, in which each student's number is the one that is in the names of files?
static bool is_systems_table(const Roster *roster, const Lookup *lookup) {
    if (!strcmp(lookup->system, "Canvas"))
        return has_column(roster, IN(COLUMN_CANVAS_LOGIN) | IN(COLUMN_CANVAS_SIS));
    if (strcmp(lookup->system, "Blackboard")) return !strcmp(lookup->system, "Moodle");
    for (int i = 0; i < roster->table.rows[0].count; i++)
        if (strstr(csv_cell(&roster->table, 0, i), "[Total Pts: ")) return true;
    return false;
}

static const char *who(const RosterStudent *s) {
    return *s->name ? s->name : *s->username ? s->username : s->id;
}

// Who is found by the name alone may have another number in the system's own table, and is somebody else then.
static int find_without_number(const Roster *roster, const Lookup *lookup, const Person *person, char **why) {
    const int found = find_name(roster, person->name);
    const char *number = *person->username ? person->username : person->id;
    if (found < 0 || !*number || !is_systems_table(roster, lookup) ||
        !in_columns(&roster->students[found], lookup->own))
        return found;
    *why = new_text("the name is %s's, who has another %s on the roster than %s",
                    who(&roster->students[found]), lookup->word, number);
    return NONE;
}

static int find_of_system(const Roster *roster, const Lookup *lookup, const Person *person, char **why) {
    const char *number = *person->username ? person->username : person->id;
    const int by_number = find_number(roster, lookup, person);
    int by_mail = find_in(roster, IN(COLUMN_EMAIL), person->email, AS_WRITTEN);
    if (by_mail == NONE) by_mail = find_in(roster, LOGINS, person->email, AS_WRITTEN);
    if (by_number >= 0 && by_mail >= 0 && by_number != by_mail)
        *why = new_text("the %s %s is %s's, the address %s is %s's", lookup->word, number,
                        who(&roster->students[by_number]), person->email, who(&roster->students[by_mail]));
    const int found = by_number == NONE ? by_mail : by_number;
    if (found == NONE) return find_without_number(roster, lookup, person, why);
    if (found >= 0 && !*why && bears_another_name(roster, found, person))
        *why = new_text("the %s %s is %s's, the name says \"%s\"", by_number >= 0 ? lookup->word : "address",
                        by_number >= 0 ? number : person->email, who(&roster->students[found]), person->name);
    return found;
}

int find_student(const Roster *roster, const char *system, const Person *person, char **why) {
    const Lookup *lookup = find_lookup(system);
    *why = NULL;
    int found = lookup ? find_of_system(roster, lookup, person, why) : find_by_hand(roster, person->username);
    if (*why) return NONE;
    *why = new_text("%s", found == SEVERAL ? "several students of the roster could have handed this in" : "");
    return found < 0 ? NONE : found;
}
