// Everything that is looked at to explain one wrong output.
#ifndef WARPBOOK_STUDY_H
#define WARPBOOK_STUDY_H

#include "grader/cause/difference.h"
#include "grader/cause/explain.h"
#include "grader/verdict/compare.h"

// One cell that the witness spoke of.
typedef struct {
    const WCell *cell;
    int place[3];
    bool todo, wrong, written; // is to be computed; is wrong; was written
    int step;                  // of a thread that computes several: which plane of its march, from 0
    Differences d;             // of cells to be computed
    bool has;                  // the difference that is being explained
} StudyCell;

typedef struct {
    const CaseData *data;
    const LabEntrySpec *entry;
    const Records *records;
    const char *source_path;
    Witnessed w;
    Comparison c;
    StudyCell *cell;
    int count;
    // What is being explained: the most frequent kind of difference.
    Difference main; // of the cell `example`
    int example;
    int cells;       // that have it
    bool uniform;    // `at` is the same for all
    int todo, wrong; // cells that were looked at
} Study;

// The same difference but for where the wrong element lies?
bool same_difference(const Difference *a, const Difference *b);
const Difference *difference_like(const Differences *d, const Difference *wanted);

// blame.c: the step of the example's way that is to blame.
typedef struct {
    int site; // -1: none
    const WStep *step;
    const WStep *origin; // the load from the buffer that the value started with; NULL
    const WStep *filled; // where the array of an unwritten word is filled; NULL
    const WStep *use;    // and where that word is used
    bool stale;          // the value was right for another cell of the same thread: it was not replaced since
} Blame;
Blame find_blame(const Study *s);

// Is it rather the line that calls a function than the function's own, which is right for other callers?
bool blames_caller(const Study *s, int site);

// where.c: "at every point", "at the left edge of each block (threadIdx.x = 0)"; "" where nothing fits.
void describe_where(const Study *s, char *words, size_t size);

#endif
