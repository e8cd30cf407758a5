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
    double tokens; // of all passages, without the idioms of the class
    int first_passage, passage_count;
} Pair;

// A submission, once for all who handed in these bytes.
typedef struct {
    char *hash, *names; // of its students, with commas
    int students;
    bool untouched; // no line of it is its students' own
    int own_tokens; // of the lines that are their own
    char **lines;   // as handed in
    int line_count;
    int *holders; // for each line, how many students have it in their files, these included
} Compared;

// Two students who have handed in the same bytes, each by themselves, and not the skeleton.
typedef struct {
    int file;
    char *names[2];
} EqualPair;

// An idiom of the class: lines that so many students have, from `least` for one of them to `most` for another, that they tell nothing.
// They stand in several files; this is one of these.
typedef struct {
    int file, first, last; // lines, from 1
    int least, most;
} LeftOut;

typedef struct {
    Compared *files;
    Passage *passages; // those of a pair stand together
    Pair *pairs;       // the most similar first
    EqualPair *equals; // those of a file stand together
    LeftOut *left_out;
    int file_count, passage_count, pair_count, equal_count, left_out_count;
    int students; // all whose files are compared
    int few;      // a line that more students have than this is an idiom of the class
} Copies;

// Compares the submissions that count, by sim_c of Debian's similarity-tester: it compares tokens, so that names,
// blanks and comments do not matter. Lines of the skeleton, of the lab's folder and of common/ are taken out
// before. False with one sentence in `error` where sim_c is not here.
bool copies_find(Copies *copies, const Outputs *outputs, const Project *project, const char *lab_folder,
                 char *error, size_t error_size);
void copies_free(Copies *copies);

// copies.html with the passages side by side, and copies.csv; what they hold is said on standard output.
void write_copies(const Outputs *outputs, const Copies *copies);

#endif
