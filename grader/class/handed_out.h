// What students were given and hand in along with their own file: known by its place in a whole project, or by its text.
#ifndef WARPBOOK_CLASS_HANDED_OUT_H
#define WARPBOOK_CLASS_HANDED_OUT_H

#include "grader/class/entry.h"
#include "grader/class/lab_functions.h"
#include "grader/grading/project.h"

enum { HANDED_OUT_LABS = 64 };

typedef struct {
    char *text;
    size_t size;
} GivenText;

typedef struct {
    const Project *project;
    const char *lab_folder; // "lab3_basic_stencil"
    const LabSpec *spec;
    char labs[HANDED_OUT_LABS][256]; // folders of all labs
    int lab_count;
    LabFunctions *functions; // of each of these labs
    int own_lab;             // which of them is this one; -1: none
    GivenText skeleton;      // the lab's file as it was handed out
    GivenText *others;       // files beside it that lab.spec speaks of, such as demo.cu
    int other_count;
} HandedOut;

// The arguments must stay as long as this is used.
void handed_out_read(HandedOut *h, const Project *project, const char *lab_folder, const LabSpec *spec);
void handed_out_free(HandedOut *h);

// Is it the lab's file as it was handed out? Blanks and ends of lines do not count.
bool handed_out_skeleton(const HandedOut *h, const Entry *entry);

// Is it, by its text, a file that nobody is to edit?
bool handed_out_other(const HandedOut *h, const Entry *entry);

// How many bytes of this path lead to a project of this kind, whose folder of a lab lies behind them: 3 in "me/labs/lab1_x/y.cu" and
// in "me/lab1_x/y.cu". -1: it lies in none.
int handed_out_root(const HandedOut *h, const char *path);

// Did the file with this path come with the project that `root` bytes of the path `project` lead to (-1: to none)? It lies in a folder
// of the grader's or of another lab's, or is one of the lab's that nobody is to edit.
bool handed_out_place(const HandedOut *h, const Entry *entry, const char *path, const char *project,
                      int root);

// Do both hold the same but for blanks?
bool same_but_blanks(const char *a, size_t a_size, const char *b, size_t b_size);

#endif
