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
    int cells;           // that have it
    bool marches;        // threads store in several planes, or in several rows of a plane
    int along;           // the axis of that march
    bool uniform;        // `at` is the same for all
    int todo, wrong;     // cells that were looked at
    int low[3], high[3]; // of the points of the case that are to be computed, along each axis
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
    int left;            // of a stale word: where the thread that was to replace it left the kernel; -1
    int parting;         // where the index of that step is computed as no right one is, on another line; -1
    int beside; // of a sum that lacks a term wherever it is stored: the term next to it in the lab's order; -1
    bool not_loaded;  // `site` loads for other cells what is missing in this one
    int not_reached;  // the line that no thread came to and that gives a missing term its value; 0: none
    bool first_plane; // a term is missing in the first plane of a march: nothing was loaded for it before
    bool stale;       // the value was right for another cell of the same thread: it was not replaced since
} Blame;
Blame find_blame(const Study *s);

// Is the difference one of the first plane of each march alone?
bool only_in_first_plane(const Study *s);

// Has the same sum of another cell the term that the main difference misses? Then what is missing is a value, not a line.
bool is_summed_elsewhere(const Study *s);

// Do the cells lack just those terms that ask for a point of the boundary, in later steps of a march too?
bool lacks_boundary(const Study *s);

// Where a term joins the sum; -1: not known. Where the load stands that it comes from.
int joining_site(const Study *s, int term);
int loading_site(const Study *s, int term);

// The line of the student's file where a term joins the sum, or calls what adds it up; 0: not known.
int joining_line(const Study *s, int term);

// The line where the terms of the example begin to be added up, of those that are right; 0: not known.
int first_joining_line(const Study *s);

// Is it rather the line that calls a function than the function's own, which is right for other callers?
bool blames_caller(const Study *s, int site);

// parting.c: where the index of that access, a step on the example's way, is computed as that of no right term is; -1: not
// known.
int parting_site(const Study *s, const WStep *step);

// moved.c: are the values those of other points, by one and the same rule for all terms?
typedef enum { MOVED_NOT, MOVED_SHIFTED, MOVED_EXCHANGED } MovedKind;
typedef struct {
    MovedKind kind;
    int shift[3]; // of MOVED_SHIFTED
    int a, b;     // of MOVED_EXCHANGED: the axes
    bool stored;  // the sums are right, and stored in the wrong place
} Moved;
Moved find_moved(const Study *s);

// Where the neighbour of a term lies beside the cell. False: the term has no element of a cell.
bool offset_of_term(const Study *s, int term, int offset[3]);

// Do all terms of the cell lie beside their places by the same step?
bool holds_shifted_sum(const Study *s, const StudyCell *cell, int shift[3]);

// Two terms that have each other's element: the other term of the main difference's; -1: none.
int exchanged_with(const Study *s);

// Does the line multiply the coefficient of the term by a variable that is named after another neighbour? Then the slip is there, and
// not where the variable got its value.
bool multiplies_another(const Study *s, int term, const SourcePlace *place);

// What a march moves on by: "plane", or "row".
const char *march_step(const Study *s);

// narrowed.c: is it a conversion on the way that makes the values wrong? Then says so.
bool say_narrowed(Cause *cause, const Study *s);

// where.c: "at every point", "at the left edge of each block (threadIdx.x = 0)"; "" where nothing fits.
// The axis along which nothing is stored from some place on, and everything is before it; -1: there is none.
int axis_of_end(const Study *s);
void describe_where(const Study *s, char *words, size_t size);

#endif
