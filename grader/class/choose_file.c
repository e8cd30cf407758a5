// Finds the lab's file among what was handed in.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem
#endif
#include "grader/class/choose_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static bool same_name(const char *name, const char *source) {
    size_t length = strlen(name), stem = strcspn(source, ".");
    if (ends_with(name, ".txt")) length -= 4;
    if (length < 3 || strncasecmp(name + length - 3, ".cu", 3)) return false;
    length = without_copy_number(name, length - 3);
    return length == stem && !strncasecmp(name, source, stem);
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

static bool same_bytes(const Entry *a, const Entry *b) {
    return a->data && b->data && a->size == b->size && !memcmp(a->data, b->data, a->size);
}

// Of two files that fit alike: 1 where b is the later one, -1 where a is, 0 where nothing tells.
static int later(const Unit *unit, int a, int b) {
    if (unit->versions[a] != unit->versions[b]) return unit->versions[b] > unit->versions[a] ? 1 : -1;
    return same_bytes(unit->files[a], unit->files[b]) ? -1 : 0;
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

// Headers of the student's own are not used: the report then shows an #include that fails, this line why.
// Of which lab's TODOs has the file marks, where it has none of this lab's? -1: it has, or none at all. Marks are "TODO 3.1".
static int other_lab(const Entry *entry, const char *lab_folder) {
    static const char mark[] = "TODO ";
    const int own = atoi(lab_folder + strcspn(lab_folder, "0123456789"));
    int found = -1;
    for (const char *at = entry->data, *end = at + entry->size;
         (at = memmem(at, (size_t)(end - at), mark, strlen(mark)));) {
        at += strlen(mark);
        if (end - at < 3 || !isdigit((unsigned char)at[0]) || at[1] != '.' || !isdigit((unsigned char)at[2]))
            continue;
        if (at[0] - '0' == own) return -1;
        if (found < 0) found = at[0] - '0';
    }
    return found;
}

static char *write_note(const Unit *unit, const char *chosen, const Entry *entry, const char *lab_folder,
                        const char *source) {
    char text[400] = "";
    for (int i = 0; i < unit->file_count; i++)
        if (unit->files[i]->kind == ENTRY_BROKEN)
            append(text, sizeof text, "%.80s cannot be unpacked; ", entry_name(unit->names[i]));
    if (strcasecmp(entry_name(chosen), source))
        append(text, sizeof text, "handed in as %.120s; ", entry_name(chosen));
    const int other = *lab_folder && entry->data ? other_lab(entry, lab_folder) : -1;
    if (other >= 0) append(text, sizeof text, "its TODOs are those of lab %d; ", other);
    size_t length = strlen(text);
    return new_text("%.*s", (int)(length > 2 ? length - 2 : 0), text);
}

Choice choose_file(const Unit *unit, const char *lab_folder, const char *source) {
    Fit best = FIT_NONE;
    int chosen = -1, rival = -1;
    for (int i = 0; i < unit->file_count; i++) {
        Fit f = fit(unit->names[i], lab_folder, source);
        if (f == FIT_NONE || f < best) continue;
        int order = f > best ? 1 : later(unit, chosen, i);
        if (order > 0) chosen = i, rival = -1;
        if (order == 0) rival = i;
        best = f;
    }
    if (chosen < 0) return (Choice){.name = "", .problem = nothing_found(unit), .note = new_text("%s", "")};
    Choice choice = {.entry = unit->files[chosen], .name = unit->names[chosen], .note = new_text("%s", "")};
    if (rival >= 0) {
        choice.problem =
            new_text("which file is meant? %s and %s differ, and nothing says which one is later",
                     unit->names[chosen], unit->names[rival]);
    } else {
        choice.problem = why_not(choice.entry, choice.name);
        free(choice.note);
        choice.note = write_note(unit, choice.name, choice.entry, lab_folder, source);
    }
    if (*choice.problem) choice.entry = NULL;
    return choice;
}

void choice_free(Choice *choice) {
    free(choice->problem);
    free(choice->note);
    *choice = (Choice){0};
}
