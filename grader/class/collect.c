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
#include "grader/class/find_student.h"
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

// When something was handed in, as the export or else the roster says; `known` is false where it is a file's time in an archive.
// A roster that has times, and none of this student that we can read, leaves it open.
static int64_t hand_in_time(const Roster *roster, int found, const Unit *unit, const Choice *choice,
                            bool *known) {
    const bool on_roster = found >= 0 && roster->has_times;
    int64_t said = unit->time ? unit->time : on_roster ? roster->students[found].handed_in : 0;
    *known = said != 0;
    return said || on_roster ? said : choice->time;
}

// True where the plan asks for a time that is not known.
static bool add_hand_in(Journal *j, const CollectPlan *plan, const Unit *unit, int person,
                        const Choice *choice, const char *hash, int *nobodys) {
    char *why = NULL;
    int found = plan->roster ? find_student(plan->roster, unit->system, &unit->people[person], &why) : -1;
    char *key = student_key(j, found, unit, person);
    const bool is_nobodys = why && *why;
    bool known;
    int64_t at = hand_in_time(plan->roster, found, unit, choice, &known);
    bool by_time = plan->due && !unit->tells_late, late = unit->late || (by_time && at > plan->due);
    const char *draft = found >= 0 && is_draft(plan->roster, found) ? draft_note : "";
    char *note = new_text("%s%s%s", draft, *draft && *choice->note ? "; " : "", choice->note);
    char *problem = new_text("%s%s%s%s", is_nobodys ? NOBODYS : "", is_nobodys ? why : "",
                             is_nobodys && *choice->problem ? "; " : "", choice->problem);
    if (is_nobodys) say_nobodys(unit, why, (*nobodys)++);
    journal_run(
        j, "tiiitttttt",
        "INSERT INTO hand_ins SELECT ?1, count(*) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0 FROM hand_ins "
        "WHERE student = ?1",
        key, at, (int64_t)known, (int64_t)late, unit->system, unit->place, choice->name,
        is_nobodys ? NULL : hash, problem, note);
    free(key);
    free(why);
    free(note);
    free(problem);
    return !at && (by_time || plan->before);
}

// Puts the chosen files of all units under files/; hashes[i] is "" where there is none. They are written in work/, so
// that nothing half done stays among them when this is killed.
static void store_files(const CollectPlan *plan, const Choice *choices, int count,
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
        char *to = new_text("%s/%s.cu", plan->files, sums[i]);
        memcpy(hashes[unit[i]], sums[i], CHECKSUM_SIZE);
        if (rename(paths[i], to)) stop("%s cannot be written: %s.", to, strerror(errno));
        free(to);
        free(paths[i]);
    }
    free(paths);
    free(sums);
    free(unit);
}

// What is not known of times, in a line.
static void say_times(const CollectPlan *plan, int timeless) {
    const Roster *r = plan->roster;
    if (r && r->times_unread)
        fprintf(
            stderr,
            "Times of hand-in that cannot be read on the roster: %d, such as \"%s\". Nobody is late by them. Set the course "
            "system's language to English, and export the roster again.\n",
            r->times_unread, r->time_not_read);
    else if (timeless && r && r->has_times)
        fprintf(
            stderr,
            "Hand-ins without a time: %d. Neither the export nor the roster has one for them, and none of them is "
            "marked late or left out.\n",
            timeless);
    else if (timeless)
        fprintf(
            stderr,
            "Hand-ins without a time: %d. None of them is marked late or left out. A folder's files have the time of "
            "their copying, which says nothing: name the archive that was exported, or with "
            "--roster a list that has times, as Moodle's worksheet.\n",
            timeless);
}

// Who had handed in when this folder was last written, and is not in what is named now: an export of a part of the class, mostly.
static void say_missing(Journal *j, const CollectPlan *plan) {
    static const char missing[] =
        "FROM had_handed_in AS b WHERE NOT EXISTS (SELECT 1 FROM students AS s JOIN hand_ins AS h ON h.student = s.key WHERE "
        "s.key = b.key AND s.name = b.name OR s.name <> '' AND s.name = b.name OR s.id <> '' AND s.id = b.id OR "
        "s.username <> '' AND s.username = b.username)";
    char *
        count = new_text("SELECT count(*) %s", missing),
       *names = new_text(
           "SELECT group_concat(who, ', ') FROM (SELECT coalesce(nullif(name, ''), nullif(username, ''), id) AS who %s "
           "ORDER BY position LIMIT 4)",
           missing);
    const int64_t students = journal_number(j, "", count);
    sqlite3_stmt *row = journal_query(j, "", names);
    char who[400] = ""; // names are the students' own, and this is a terminal
    if (students && journal_step(row))
        clean_text(who, sizeof who, journal_text(row, 0), strlen(journal_text(row, 0)));
    if (*who)
        fprintf(
            stderr,
            "%s that had handed in when %s was last written %s nothing in %s (%s%s), and now %s no score: results stay in "
            "the journal. Name an export of the whole class, or another folder after --out.\n",
            several((double)students, "student").text, plan->out, students == 1 ? "has" : "have",
            plan->source, who, students > 4 ? ", ..." : "", students == 1 ? "has" : "have");
    sqlite3_finalize(row);
    free(count);
    free(names);
}

static void write_tables(Journal *j, const CollectPlan *plan, const Units *units, const Choice *choices,
                         char (*hashes)[CHECKSUM_SIZE]) {
    journal_begin(j);
    journal_run(j, "",
                "CREATE TEMP TABLE had_handed_in AS SELECT * FROM students WHERE key IN "
                "(SELECT student FROM hand_ins WHERE hash IS NOT NULL)");
    journal_run(j, "", "DELETE FROM hand_ins");
    journal_run(j, "", "DELETE FROM students");
    if (plan->roster) add_roster(j, plan->roster);
    int timeless = 0, nobodys = 0;
    for (int i = 0; i < units->count; i++)
        for (int k = 0; k < units->items[i].person_count; k++)
            timeless += add_hand_in(j, plan, &units->items[i], k, &choices[i],
                                    hashes[i][0] ? hashes[i] : NULL, &nobodys);
    choose_hand_ins(j, plan->policy, plan->before);
    say_missing(j, plan);
    journal_commit(j);
    say_times(plan, timeless);
    say_drafts(j);
    if (!plan->one) suspect_lab(plan, choices, units->count);
}

void collect(Journal *j, const CollectPlan *plan) {
    Entries entries;
    Units units;
    HandedOut handed_out;
    source_read(&entries, plan->source, plan->out);
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
    store_files(plan, choices, units.count, hashes);
    write_tables(j, plan, &units, choices, hashes);
    for (int i = 0; i < units.count; i++) choice_free(&choices[i]);
    free(choices);
    free(hashes);
    handed_out_free(&handed_out);
    units_free(&units);
    entries_free(&entries);
}
