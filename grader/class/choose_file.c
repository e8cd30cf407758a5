// Finds the lab's file among what was handed in.
#include "grader/class/choose_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/class/other_lab.h"
#include "grader/class/stop.h"
#include "grader/text/append.h"

typedef enum { FIT_NONE, FIT_ANY_CU, FIT_NAME, FIT_PLACE } Fit;

// Length of a name without "-1", " (1)" or "_1" before its end.
static size_t without_copy_number(const char *name, size_t length) {
    size_t end = length;
    if (end && name[end - 1] == ')') end--;
    size_t digits = end;
    while (digits && isdigit((unsigned char)name[digits - 1])) digits--;
    if (digits == end || !digits) return length;
    size_t sign = digits - 1;
    if (name[sign] == '-' || name[sign] == '_') return sign;
    if (name[sign] != '(' || end == length) return length;
    return sign && name[sign - 1] == ' ' ? sign - 1 : sign;
}

// Length of a source's name without what was added to it and its ending; 0: it is no source's.
static size_t stem_length(const char *name) {
    size_t length = strlen(name);
    if (ends_with(name, ".txt")) length -= 4;
    if (length < 3 || strncasecmp(name + length - 3, ".cu", 3)) return 0;
    return without_copy_number(name, length - 3);
}

static bool same_name(const char *name, const char *source) {
    const size_t length = stem_length(name);
    return length && length == stem_length(source) && !strncasecmp(name, source, length);
}

static Fit fit(const char *path, const char *lab_folder, const char *source) {
    const char *name = entry_name(path);
    char place[400];
    snprintf(place, sizeof place, "labs/%s/%s", lab_folder, source);
    if (!ends_with(name, ".cu") && !ends_with(name, ".cu.txt")) return FIT_NONE;
    size_t length = strlen(path), tail = strlen(place);
    if (length >= tail && !strcmp(path + length - tail, place) &&
        (length == tail || path[length - tail - 1] == '/'))
        return FIT_PLACE;
    return same_name(name, source) ? FIT_NAME : FIT_ANY_CU;
}

// "no .cu file: report.pdf, notes.txt"
static char *nothing_found(const Unit *unit) {
    char text[600] = "no .cu file was handed in, but ";
    if (!unit->file_count) return new_text("nothing was handed in: the folder is empty");
    for (int i = 0; i < unit->file_count; i++)
        if (unit->files[i]->kind == ENTRY_BROKEN)
            return new_text("%s cannot be unpacked: %s", entry_name(unit->names[i]), unit->files[i]->problem);
        else if (unit->files[i]->kind == ENTRY_LARGE && is_archive_name(unit->names[i]))
            return new_text("%s is larger than %d MiB, and was not unpacked", entry_name(unit->names[i]),
                            ARCHIVE_BYTES >> 20);
    for (int i = 0; i < unit->file_count && i < 4; i++)
        append(text, sizeof text, "%s%.100s", i ? ", " : "", entry_name(unit->names[i]));
    if (unit->file_count > 4) append(text, sizeof text, " and %d more", unit->file_count - 4);
    return new_text("%s", text);
}

// What a file is that is no text of a program, by what it begins with; NULL: it may be one.
static const char *what_else(const Entry *entry) {
    static const struct {
        const char *begin, *what;
    } kinds[] = {
        {"PK\x03\x04", "a zip archive, or a document of a word processor"},
        {"%PDF", "a PDF"},
        {"{\\rtf", "a document of a word processor (RTF)"},
        {"\xd0\xcf\x11\xe0", "a document of a word processor"},
        {"\x1f\x8b", "a gzip archive"},
        {"7z\xbc\xaf", "a 7z archive"},
        {"Rar!", "a RAR archive"},
        {"\x7f"
         "ELF",
         "a program"},
        {"<!doctype html", "a web page"},
        {"<html", "a web page"},
        {"version https://git-lfs", "a pointer of Git LFS, and the file itself is not in the export"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t length = strlen(kinds[i].begin);
        if (entry->size >= length && !strncasecmp(entry->data, kinds[i].begin, length)) return kinds[i].what;
    }
    return memchr(entry->data, 0, entry->size)
               ? "not text: it has bytes that are 0, as UTF-16 and programs have"
               : NULL;
}

static char *why_not(const Entry *entry, const char *name) {
    if (entry->kind == ENTRY_LARGE)
        return new_text("%s is larger than 1 MiB, too large for a source file", name);
    if (entry->kind == ENTRY_LINK) return new_text("%s is a link, not a file", name);
    if (entry->kind == ENTRY_BROKEN) return new_text("%s: %s", name, entry->problem);
    if (!entry->size || !entry->data) return new_text("%s is empty", name);
    const unsigned char *bytes = (const unsigned char *)entry->data;
    if (entry->size >= 2 &&
        ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff)))
        return new_text("%s is UTF-16 text, which no compiler reads: it has to be saved as UTF-8", name);
    const char *what = what_else(entry);
    if (what) return new_text("%s is %s", name, what);
    return new_text("%s", "");
}

// ---- All files of a hand-in -----------------------------------------------------------------------------

// What is known of each of them.
typedef struct {
    Fit fit;
    bool given;      // came with the project, and is no hand-in
    bool bare;       // the lab's file as it was handed out
    bool superseded; // of its name there is a later version
    bool readable;
    OtherLab other;
} Look;

typedef struct {
    const Unit *unit;
    const HandedOut *handed_out;
    Look *looks;
} Files;

static bool same_bytes(const Entry *a, const Entry *b) {
    return a->data && b->data && a->size == b->size && !memcmp(a->data, b->data, a->size);
}

static bool same_text(const Entry *a, const Entry *b) {
    return a->data && b->data && same_but_blanks(a->data, a->size, b->data, b->size);
}

static Look look_at(const Files *f, int file, const char *project, int root) {
    const Entry *entry = f->unit->files[file];
    const char *name = f->unit->names[file];
    Look look = {.fit = fit(name, f->handed_out->lab_folder, f->handed_out->spec->source),
                 .other = {.lab = -1}};
    if (look.fit == FIT_NONE) return look;
    char *problem = why_not(entry, name);
    look.readable = !*problem;
    free(problem);
    look.bare = handed_out_skeleton(f->handed_out, entry);
    look.given =
        handed_out_place(f->handed_out, entry, name, project, root) || handed_out_other(f->handed_out, entry);
    if (look.given) look.fit = FIT_NONE;
    if (look.readable) look.other = other_lab(entry, f->handed_out);
    return look;
}

// Is b a later version of a? Systems number all uploads, so that only those of one name are versions of one file; "step_1.cu" and
// "step_2.cu" are two, but where they are the lab's name.
static bool is_later(const Files *f, int a, int b) {
    const char *own = entry_name(f->unit->names[a]), *other = entry_name(f->unit->names[b]);
    if (f->unit->versions[b] <= f->unit->versions[a] || f->looks[a].fit != f->looks[b].fit) return false;
    const bool numbered = own[stem_length(own)] == '_' || other[stem_length(other)] == '_';
    return same_name(own, other) && !(numbered && f->looks[a].fit == FIT_ANY_CU);
}

static void look_at_all(Files *f) {
    const Unit *u = f->unit;
    const char *project = "";
    int root = -1;
    for (int i = 0; i < u->file_count && root < 0; i++)
        root = handed_out_root(f->handed_out, project = u->names[i]);
    for (int i = 0; i < u->file_count; i++) f->looks[i] = look_at(f, i, project, root);
    for (int i = 0; i < u->file_count; i++)
        for (int k = 0; k < u->file_count && f->looks[i].fit != FIT_NONE; k++)
            f->looks[i].superseded |= is_later(f, i, k);
}

static bool is_others(const Look *look) {
    return look->other.surely;
}

static bool is_bare(const Look *look) {
    return look->bare;
}

// Takes those of which this holds from the list, where one is left without them; how many then are in it.
static int drop(const Files *f, int *list, int count, bool (*holds)(const Look *look)) {
    int kept = 0, left = 0;
    for (int i = 0; i < count; i++) kept += !holds(&f->looks[list[i]]);
    if (!kept) return count;
    for (int i = 0; i < count; i++)
        if (!holds(&f->looks[list[i]])) list[left++] = list[i];
    return kept;
}

// The files that fit best, in order, to `best`; how many these are.
static int find_best(const Files *f, int *best) {
    Fit most = FIT_NONE;
    int count = 0;
    for (int i = 0; i < f->unit->file_count; i++)
        if (f->looks[i].fit > most) most = f->looks[i].fit;
    for (int i = 0; i < f->unit->file_count && most != FIT_NONE; i++)
        if (f->looks[i].fit == most && !f->looks[i].superseded) best[count++] = i;
    count = drop(f, best, count, is_others);
    return drop(f, best, count, is_bare);
}

// Another file of the hand-in with work of the student's in it.
static bool is_aside(const Files *f, int chosen, int file) {
    const Look *look = &f->looks[file];
    return file != chosen && look->fit != FIT_NONE && look->readable && !look->bare &&
           (!look->superseded || f->looks[chosen].bare) &&
           !same_text(f->unit->files[file], f->unit->files[chosen]);
}

// A file with work in it that may be meant where the chosen one has none; -1: there is none.
static int find_worked(const Files *f, int chosen) {
    for (int i = 0; i < f->unit->file_count && f->looks[chosen].bare; i++)
        if (is_aside(f, chosen, i) && !f->looks[i].superseded && !f->looks[i].other.surely) return i;
    return -1;
}

// "a.cu, b.cu and 2 more" of those that `chosen` has left aside, or, where it is -1, that came with the project; "": there are none.
static void list_files(const Files *f, int chosen, char *text, size_t size) {
    enum { NAMES = 3 };
    int count = 0;
    for (int i = 0; i < f->unit->file_count; i++) {
        if (chosen < 0 ? !f->looks[i].given : !is_aside(f, chosen, i)) continue;
        if (count++ < NAMES) append(text, size, "%s%.100s", count > 1 ? ", " : "", f->unit->names[i]);
    }
    if (count > NAMES) append(text, size, " and %d more", count - NAMES);
}

// The copy of the skeleton in a whole project, where the student has worked in that; -1: no.
static int changed_skeleton(const Files *f) {
    char place[400];
    snprintf(place, sizeof place, "%s/skeleton/%s", f->handed_out->lab_folder, f->handed_out->spec->source);
    for (int i = 0; i < f->unit->file_count; i++)
        if (f->looks[i].given && f->looks[i].readable && !f->looks[i].bare &&
            ends_with(f->unit->names[i], place))
            return i;
    return -1;
}

// ---- The choice -----------------------------------------------------------------------------------------

static char *nothing_chosen(const Files *f) {
    char given[400] = "";
    list_files(f, -1, given, sizeof given);
    const int changed = changed_skeleton(f);
    if (changed >= 0)
        return new_text("%s was changed, and is not to be: the file to write in, %s, was not handed in",
                        f->unit->names[changed], f->handed_out->spec->source);
    if (*given)
        return new_text("no %s was handed in, and no other .cu file but what was handed out: %s",
                        f->handed_out->spec->source, given);
    return nothing_found(f->unit);
}

static char *write_note(const Files *f, int chosen) {
    char text[800] = "", aside[400] = "";
    const Look *look = &f->looks[chosen];
    const char *name = f->unit->names[chosen];
    for (int i = 0; i < f->unit->file_count; i++)
        if (f->unit->files[i]->kind == ENTRY_BROKEN)
            append(text, sizeof text, "%.80s cannot be unpacked to its end; ", entry_name(f->unit->names[i]));
    if (strcasecmp(entry_name(name), f->handed_out->spec->source))
        append(text, sizeof text, "handed in as %.120s; ", entry_name(name));
    if (look->other.lab >= 0) append(text, sizeof text, "its TODOs are those of lab %d; ", look->other.lab);
    if (look->bare) append(text, sizeof text, "the skeleton as it was handed out; ");
    if (look->bare && changed_skeleton(f) >= 0)
        append(text, sizeof text, "%.120s was changed; ", f->unit->names[changed_skeleton(f)]);
    list_files(f, chosen, aside, sizeof aside);
    if (*aside) append(text, sizeof text, "left aside: %s; ", aside);
    for (int i = 0; i < f->unit->file_count; i++)
        if (f->looks[i].superseded && f->looks[i].readable && i != chosen && !is_aside(f, chosen, i) &&
            !same_text(f->unit->files[i], f->unit->files[chosen]))
            append(text, sizeof text, "%.100s was uploaded earlier; ", f->unit->names[i]);
    size_t length = strlen(text);
    return new_text("%.*s", (int)(length > 2 ? length - 2 : 0), text);
}

// Why a file of another lab's is not graded.
static char *say_others(const Files *f, int chosen) {
    const OtherLab *other = &f->looks[chosen].other;
    const char *name = f->unit->names[chosen];
    const LabFunctions *own = &f->handed_out->functions[f->handed_out->own_lab];
    if (!*other->functions) return new_text("%s: its TODOs are those of lab %d", name, other->lab);
    char asked[200] = "", whose[40] = "another lab";
    for (int i = 0; i < own->count; i++) append(asked, sizeof asked, "%s%s", i ? ", " : "", own->names[i]);
    if (other->lab >= 0) snprintf(whose, sizeof whose, "lab %d", other->lab);
    return new_text("%s is a file of %s: it defines %s, and none of the functions that %s asks for: %s", name,
                    whose, other->functions, f->handed_out->spec->name, asked);
}

// Why the chosen file, of those that fit best, is not graded; "": it is.
static char *write_problem(const Files *f, const int *best, int count) {
    char **names = f->unit->names;
    const int chosen = best[0], worked = find_worked(f, chosen);
    for (int i = 1; i < count; i++)
        if (!same_bytes(f->unit->files[chosen], f->unit->files[best[i]]))
            return new_text("which file is meant? %s and %s differ, and nothing says which one is later",
                            names[chosen], names[best[i]]);
    if (f->looks[chosen].other.surely) return say_others(f, chosen);
    if (worked >= 0)
        return new_text("which file is meant? %s is the skeleton as it was handed out, and %s is not",
                        names[chosen], names[worked]);
    return why_not(f->unit->files[chosen], names[chosen]);
}

static int64_t latest_time(const Unit *unit) {
    int64_t time = 0;
    for (int i = 0; i < unit->file_count; i++)
        if (unit->files[i]->time > time) time = unit->files[i]->time;
    return time;
}

Choice choose_file(const Unit *unit, const HandedOut *handed_out) {
    Files f = {unit, handed_out, take_memory((size_t)unit->file_count + 1, sizeof *f.looks)};
    int *best = take_memory((size_t)unit->file_count + 1, sizeof *best);
    look_at_all(&f);
    const int count = find_best(&f, best), chosen = best[0];
    Choice choice = {.name = "", .other_lab = -1, .time = latest_time(unit)};
    if (!count) {
        choice.problem = nothing_chosen(&f);
        choice.note = new_text("%s", "");
    } else {
        choice = (Choice){.entry = unit->files[chosen],
                          .name = unit->names[chosen],
                          .problem = write_problem(&f, best, count),
                          .time = unit->files[chosen]->time,
                          .is_others = f.looks[chosen].other.surely,
                          .other_lab = f.looks[chosen].other.surely ? f.looks[chosen].other.lab : -1,
                          .bare = f.looks[chosen].bare};
        choice.note = *choice.problem ? new_text("%s", "") : write_note(&f, chosen);
        if (*choice.problem) choice.entry = NULL;
    }
    free(f.looks);
    free(best);
    return choice;
}

void choice_free(Choice *choice) {
    free(choice->problem);
    free(choice->note);
    *choice = (Choice){0};
}
