// Reads the roster's column Group: course systems export one file for a group, under its name or that of one member.
#include "grader/class/owners.h"

#include <stdlib.h>
#include <string.h>

#include "grader/class/find_student.h"
#include "grader/class/names.h"
#include "grader/class/stop.h"

enum { NONE = -1 };

// The group that the text names, NONE where it names none or two. A bare number may be a student's: only a group that is called just so
// is meant by it.
static int find_group(const Roster *roster, const char *text) {
    char *plain = plain_key(text), *key = group_key(text);
    const bool number = !plain[strspn(plain, "0123456789")];
    int by_name = NONE, by_key = NONE, fits = 0;
    for (int i = 0; i < roster->group_count && *plain; i++) {
        if (!strcmp(roster->groups[i].plain, plain)) by_name = i;
        if (!number && *key && !strcmp(roster->groups[i].key, key)) by_key = i, fits++;
    }
    free(plain);
    free(key);
    return by_name != NONE || fits != 1 ? by_name : by_key;
}

// The group whose name the hand-in has where others have a student's.
static int named_group(const Roster *roster, const char *system, const Person *person) {
    const char *whole = person->ends_in_user, sign = strcmp(system, "Blackboard") ? '-' : '_';
    int found = find_group(roster, person->name);
    if (found == NONE) found = find_group(roster, person->username);
    for (const char *at = whole; found == NONE && *whole && at && at - whole <= person->user_starts;
         at = strchr(at, sign)) {
        at += *at == sign;
        if (at - whole <= person->user_starts) found = find_group(roster, at);
    }
    return found;
}

static void add_owner(Owners *o, int student) {
    o->students = more_memory(o->students, (size_t)o->count + 1, sizeof *o->students);
    o->students[o->count++] = student;
}

static void add_group(Owners *o, const Roster *roster, int group) {
    o->group = roster->groups[group].name;
    for (int i = 0; i < roster->count; i++)
        if (roster->students[i].group == group) add_owner(o, i);
}

// GitHub Classroom writes a line for each student, with the repository of their group.
static void add_repository(Owners *o, const Roster *roster, const char *repository) {
    char *plain = plain_key(repository);
    for (int i = 0; i < roster->count && *plain; i++)
        for (int k = 0; k < roster->students[i].key_count; k++) {
            const RosterKey *key = &roster->students[i].keys[k];
            if (key->column != COLUMN_REPOSITORY || strcmp(key->plain, plain)) continue;
            add_owner(o, i);
            break;
        }
    free(plain);
    const int group = o->count ? roster->students[o->students[0]].group : NONE;
    if (o->count < 2)
        o->count = 0;
    else
        o->group = group == NONE ? repository : roster->groups[group].name;
}

static bool bears_own_name(const RosterStudent *s, const char *name) {
    char *key = match_key(name, true);
    bool own = false;
    for (int k = 0; k < s->key_count; k++) own |= !strcmp(s->keys[k].key, key);
    free(key);
    return own;
}

// The hand-in names a group. Has it a number, too, then that of one of the members?
static bool is_the_groups(const Roster *roster, const char *system, const Person *person, int group) {
    char *why = NULL;
    Person nameless = *person;
    nameless.name = (char *)"";
    const int found = find_student(roster, system, &nameless, &why);
    const bool fits = found < 0 ? !*why : roster->students[found].group == group;
    free(why);
    return fits;
}

Owners find_owners(const Roster *roster, bool together, const char *system, const Person *person) {
    Owners o = {.group = ""};
    if (*person->ends_in_user) add_repository(&o, roster, person->ends_in_user);
    if (o.count) {
        o.why = new_text("%s", "");
        return o;
    }
    const int found = find_student(roster, system, person, &o.why);
    const int own = found < 0 ? NONE : roster->students[found].group;
    const int named = named_group(roster, system, person);
    const bool own_name = found >= 0 && bears_own_name(&roster->students[found], person->name);
    if (found >= 0 && named != NONE && named != own && *person->id && !own_name) {
        free(o.why);
        o.why =
            new_text("the number %s is that of a student who is not in the group \"%s\", which the name says",
                     person->id, roster->groups[named].name);
    } else if (own != NONE && (together || (*person->name && named == own && !own_name)))
        add_group(&o, roster, own);
    else if (found >= 0)
        add_owner(&o, found);
    else if (named != NONE && is_the_groups(roster, system, person, named)) {
        o.why[0] = 0;
        add_group(&o, roster, named);
    }
    return o;
}

void owners_free(Owners *o) {
    free(o->students);
    free(o->why);
    *o = (Owners){0};
}

int groups_with_one_hand_in(const Roster *roster, const bool *handed_in) {
    int alone = 0, several = 0;
    for (int group = 0; group < roster->group_count; group++) {
        int members = 0, with = 0;
        for (int i = 0; i < roster->count; i++) {
            members += roster->students[i].group == group;
            with += roster->students[i].group == group && handed_in[i];
        }
        alone += members > 1 && with == 1;
        several += with > 1;
    }
    return alone > several ? alone : 0;
}
