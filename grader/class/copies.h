// Passages that submissions have in common, for the instructor to look at. Never an accusation: passages.
#ifndef WARPBOOK_CLASS_COPIES_H
#define WARPBOOK_CLASS_COPIES_H

#include "grader/class/outputs.h"
#include "grader/grading/project.h"

// Two lines of numbers, each from the first to the last, and how many tokens the passage has.
typedef struct {
    int file[2];
    int first[2], last[2]; // lines, from 1
    int tokens;
} Passage;

typedef struct {
    int file[2];
    double tokens; // of all passages, those that much of the class has left out
    int first_passage, passage_count;
} Pair;

// A submission, once for all who handed in these bytes.
typedef struct {
    char *hash, *names; // of its students, with commas
    int students;
    bool shared;    // all its students have handed it in together
    bool untouched; // no line of it is its students' own
    char **lines;   // as handed in
    int line_count;
    int *partners; // for each line, in how many other submissions it was found
} Compared;

typedef struct {
    Compared *files;
    Passage *passages; // those of a pair stand together
    Pair *pairs;       // the most similar first
    int file_count, passage_count, pair_count;
} Copies;

// Compares the submissions that count, by sim_c of Debian's similarity-tester: it compares tokens, so that names,
// blanks and comments do not matter. Lines of the skeleton, of the lab's folder and of common/ are taken out
// before. False with one sentence in `error` where sim_c is not here.
bool copies_find(Copies *copies, const Outputs *outputs, const Project *project, const char *lab_folder,
                 char *error, size_t error_size);
void copies_free(Copies *copies);

// copies.html with the passages side by side, and copies.csv.
void write_copies(const Outputs *outputs, const Copies *copies);

#endif
