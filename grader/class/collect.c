// Writes down who has handed in what.
#include "grader/class/collect.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/class/checksum.h"
#include "grader/class/choose_file.h"
#include "grader/class/choose_hand_in.h"
#include "grader/class/drafts.h"
#include "grader/class/hand_in_time.h"
#include "grader/class/history.h"
#include "grader/class/missing.h"
#include "grader/class/names.h"
#include "grader/class/owners.h"
#include "grader/class/source.h"
#include "grader/class/stop.h"
#include "grader/class/suspect_lab.h"
#include "grader/grading/replace_file.h"
#include "grader/text/append.h"
#include "grader/text/clean.h"

static void add_roster(Journal *j, const Roster *roster) {
    for (int i = 0; i < roster->count; i++) {
        const RosterStudent *s = &roster->students[i];
        char *key = new_text("roster %d", i + 1);
        journal_run(j, "titttt", "INSERT INTO students VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1)", key, (int64_t)i,
                    s->name, s->email, s->username, s->id);
        if (s->due) journal_run(j, "ti", "INSERT INTO own_due VALUES (?1, ?2)", key, s->due);
        free(key);
    }
}

// By what one who is not on the roster is known: two submissions in Gradescope may be one student's.
static char *stranger_key(const Unit *unit, int person) {
    const Person *who = &unit->people[person];
    if (!strcmp(unit->system, "Gradescope") && (*who->id || *who->email))
        return new_text("gradescope %s", *who->id ? who->id : who->email);
    return person ? new_text("%s %d", unit->key, person + 1) : new_text("%s", unit->key);
}

// The key in the journal of this student of the roster (find_student); one who is not on it is added.
static char *student_key(Journal *j, int found, const Unit *unit, int number) {
    const Person *person = &unit->people[number];
    if (found >= 0) {
        char *known = new_text("roster %d", found + 1);
        journal_run(j, "tt", "UPDATE students SET name = ?2 WHERE key = ?1 AND name = ''", known,
                    person->name);
        return known;
    }
    char *key = stranger_key(unit, number);
    journal_run(j, "ttttt",
                "INSERT INTO students SELECT ?1, count(*), ?2, ?3, ?4, ?5, 0 FROM students WHERE true "
                "ON CONFLICT (key) DO UPDATE SET name = iif(name = '', excluded.name, name)",
                key, person->name, person->email, person->username, person->id);
    return key;
}

// A hand-in that is nobody's, for it fits two students: the first few are said, class.csv has all.
static void say_nobodys(const Unit *unit, const char *why, int said) {
    enum { SAID_MOST = 8 };
    char line[700] = ""; // names are the students' own, and this is a terminal
    char *text = new_text("%s: %s", unit->place, why);
    clean_text(line, sizeof line, text, strlen(text));
    free(text);
    if (said < SAID_MOST)
        fprintf(
            stderr,
            "%s. Nobody gets a score for it. Either this is not the roster of these hand-ins, or you know whose it is, and "
            "grade it by itself (docs/instructors.md, \"No file, and you know better\").\n",
            line);
    else if (said == SAID_MOST)
        fputs("There are more of these: class.csv names them.\n", stderr);
}

// What collecting has met, to be said at its end.
typedef struct {
    TimesKnown times;
    int nobodys;
    bool *handed_in;     // for each student of the roster
    int group_names;     // hand-ins that bear a group's name, and the roster tells of no groups
    char group_name[80]; // the first of these
} Met;

static char *join_notes(const char *a, const char *b, const char *c, const char *d) {
    const char *parts[] = {a, b, c, d};
    char *all = new_text("%s", "");
    for (int i = 0; i < 4; i++) {
        char *longer = new_text("%s%s%s", all, *all && *parts[i] ? "; " : "", parts[i]);
        free(all);
        all = longer;
    }
    return all;
}

// One hand-in of the student with this key; `found` is their place on the roster, -1: nowhere. `nobodys`: why it is nobody's.
static void add_hand_in(Journal *j, const CollectPlan *plan, const Unit *unit, const char *key, int found,
                        const char *group, const char *nobodys, const Choice *choice, const char *hash,
                        Met *met) {
    HandInTime t = hand_in_time(plan, found, unit, choice);
    const char *draft = found >= 0 && is_draft(plan->roster, found) ? draft_note : "";
    char *for_group =
        *group ? new_text("handed in for the group %s, as %s", group, unit->place) : new_text("%s", "");
    char *note = join_notes(draft, for_group, t.note, choice->note);
    char *problem = new_text("%s%s%s%s", *nobodys ? NOBODYS : "", nobodys,
                             *nobodys && *choice->problem ? "; " : "", choice->problem);
    journal_run(
        j, "tiiitttttt",
        "INSERT INTO hand_ins SELECT ?1, count(*) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0 FROM hand_ins "
        "WHERE student = ?1",
        key, t.at, (int64_t)t.known, (int64_t)t.late, unit->system, unit->place, choice->name,
        *nobodys ? NULL : hash, problem, note);
    if (found >= 0) met->handed_in[found] = true;
    count_time(&met->times, plan, unit, &t);
    free(for_group);
    free(note);
    free(problem);
    free(t.note);
}

static void add_to_team(Journal *j, const Unit *unit, const char *key) {
    char *team = new_text("%s, %lld", unit->place, (long long)unit->time);
    journal_run(j, "tt", "INSERT OR IGNORE INTO teams VALUES (?1, ?2)", key, team);
    free(team);
}

// What one of those that the export names has handed in, for all that it is of. `owned` tells who has this unit already: of a group
// that the export names one by one.
static void add_persons(Journal *j, const CollectPlan *plan, const Unit *unit, int person,
                        const Choice *choice, const char *hash, bool *owned, Met *met) {
    Owners o = {.group = "", .why = NULL};
    if (plan->roster) o = find_owners(plan->roster, plan->together, unit->system, &unit->people[person]);
    const char *why = o.why ? o.why : "";
    if (!o.count) {
        char *key = student_key(j, -1, unit, person);
        if (*why) say_nobodys(unit, why, met->nobodys++);
        add_hand_in(j, plan, unit, key, -1, "", why, choice, hash, met);
        add_to_team(j, unit, key);
        free(key);
    }
    for (int i = 0; i < o.count; i++) {
        const int student = o.students[i];
        if (owned[student]) continue;
        owned[student] = true;
        char *key = o.count > 1 ? new_text("roster %d", student + 1) : student_key(j, student, unit, person);
        add_hand_in(j, plan, unit, key, student, o.group, "", choice, hash, met);
        add_to_team(j, unit, key);
        free(key);
    }
    owners_free(&o);
}

static void add_unit(Journal *j, const CollectPlan *plan, const Unit *unit, const Choice *choice,
                     const char *hash, Met *met) {
    const int students = plan->roster ? plan->roster->count : 0;
    bool *owned = take_memory((size_t)students + 1, sizeof *owned);
    const Person *first = &unit->people[0];
    if (plan->roster && plan->roster->group_column < 0 && is_groups_name(first->name) && !met->group_names++)
        snprintf(met->group_name, sizeof met->group_name, "%s", first->name);
    for (int k = 0; k < unit->person_count; k++) add_persons(j, plan, unit, k, choice, hash, owned, met);
    free(owned);
}

// The checksums of the chosen files of all units; hashes[i] is "" where there is none. They are written in work/ at first, so that
// nothing half done stays among the others when this is killed, and nothing at all where the command stops.
static void write_files(const CollectPlan *plan, const Choice *choices, int count,
                        char (*hashes)[CHECKSUM_SIZE]) {
    char **paths = take_memory((size_t)count, sizeof *paths);
    char(*sums)[CHECKSUM_SIZE] = take_memory((size_t)count, CHECKSUM_SIZE);
    int *unit = take_memory((size_t)count, sizeof *unit), stored = 0;
    for (int i = 0; i < count; i++) {
        const Entry *entry = choices[i].entry;
        if (!entry) continue;
        paths[stored] = new_text("%s/new-%d", plan->work, i);
        if (!replace_file(paths[stored], entry->data, entry->size))
            stop("%s cannot be written: %s. The same command goes on once it can.", paths[stored],
                 strerror(errno));
        unit[stored++] = i;
    }
    checksums(paths, stored, sums);
    for (int i = 0; i < stored; i++) {
        memcpy(hashes[unit[i]], sums[i], CHECKSUM_SIZE);
        free(paths[i]);
    }
    free(paths);
    free(sums);
    free(unit);
}

// Puts them under files/, before the tables that name them are committed.
static void put_files(const CollectPlan *plan, int count, char (*hashes)[CHECKSUM_SIZE]) {
    for (int i = 0; i < count; i++) {
        if (!hashes[i][0]) continue;
        char *from = new_text("%s/new-%d", plan->work, i), *to = new_text("%s/%s.cu", plan->files, hashes[i]);
        if (rename(from, to)) stop("%s cannot be written: %s.", to, strerror(errno));
        free(from), free(to);
    }
}

// What is not known of groups.
static void say_groups(const CollectPlan *plan, const Met *met) {
    char name[200];
    clean_text(name, sizeof name, met->group_name, strlen(met->group_name));
    if (met->group_names)
        fprintf(
            stderr,
            "Hand-ins with the name of a group: %d, such as \"%s\", and the roster does not tell who is in it: at most the student whose number it "
            "has gets the mark. Add a column Group to the roster (docs/instructors.md, \"Groups\").\n",
            met->group_names, name);
    const int alone =
        plan->roster && !plan->together ? groups_with_one_hand_in(plan->roster, met->handed_in) : 0;
    if (alone)
        fprintf(
            stderr,
            "In %s of the roster's column \"%s\" one student has handed in and another one has not: the others have no mark. If they "
            "hand in together, add --groups.\n",
            several(alone, "group").text, csv_cell(&plan->roster->table, 0, plan->roster->group_column));
}

static void write_tables(Journal *j, const CollectPlan *plan, const Units *units, const Choice *choices,
                         char (*hashes)[CHECKSUM_SIZE]) {
    journal_begin(j);
    missing_remember(j);
    journal_run(j, "", "DELETE FROM hand_ins");
    journal_run(j, "", "DELETE FROM teams");
    journal_run(j, "", "CREATE TEMP TABLE own_due (student TEXT PRIMARY KEY, due INTEGER NOT NULL)");
    journal_run(j, "", "DELETE FROM students");
    if (plan->roster) add_roster(j, plan->roster);
    Met met = {.handed_in = take_memory(plan->roster ? (size_t)plan->roster->count + 1 : 1, sizeof(bool))};
    for (int i = 0; i < units->count; i++)
        add_unit(j, plan, &units->items[i], &choices[i], hashes[i][0] ? hashes[i] : NULL, &met);
    choose_hand_ins(j, plan->policy, plan->before);
    missing_say(j, plan->out, plan->source, plan->drop_missing);
    history_collect(j);
    put_files(plan, units->count, hashes);
    journal_commit(j);
    say_times(plan, &met.times);
    say_groups(plan, &met);
    free(met.handed_in);
    say_drafts(j);
    if (!plan->one) suspect_lab(plan, choices, units->count);
}

void collect(Journal *j, const CollectPlan *plan) {
    Entries entries;
    Units units;
    HandedOut handed_out;
    source_read(&entries, plan->source, plan->out);
    if (!plan->one) refuse_broken_export(&entries, plan->source);
    if (plan->one)
        units_one(&units, &entries);
    else
        units_find(&units, &entries, plan->lab_folder);
    if (!units.count)
        stop(
            "Nothing was handed in: %s is empty. Name the folder or the archive that the course system exports.",
            plan->source);
    handed_out_read(&handed_out, plan->project, plan->lab_folder, plan->spec);
    Choice *choices = take_memory((size_t)units.count, sizeof *choices);
    char(*hashes)[CHECKSUM_SIZE] = take_memory((size_t)units.count, CHECKSUM_SIZE);
    for (int i = 0; i < units.count; i++) choices[i] = choose_file(&units.items[i], &handed_out);
    write_files(plan, choices, units.count, hashes);
    write_tables(j, plan, &units, choices, hashes);
    for (int i = 0; i < units.count; i++) choice_free(&choices[i]);
    free(choices);
    free(hashes);
    handed_out_free(&handed_out);
    units_free(&units);
    entries_free(&entries);
}
