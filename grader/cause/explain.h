// Finds out why the output of a case is wrong, from what the witness says of its cells.
#ifndef WARPBOOK_EXPLAIN_H
#define WARPBOOK_EXPLAIN_H

#include "grader/lab/case_data.h"
#include "grader/lab/reference.h"
#include "grader/session/records.h"
#include "grader/verdict/cause.h"
#include "grader/verdict/point_recipe.h"

// Which cells the witness is to be asked about: wrong ones above all, and right ones to compare them with. At
// most WITNESS_CELLS_MAX; the number is returned.
size_t cells_to_ask(const CaseData *data, const LabEntry *lab, uint64_t *cells);

// Cells of whole columns beside each other: what a thread loads for several of its points is then seen as one load.
size_t columns_to_ask(const CaseData *data, uint64_t *cells);

// The case that is explained: its data before and after, the lab's own code, what `device` reported of it, and
// the student's file.
typedef struct {
    const CaseData *data;
    const LabEntry *lab;
    const Records *records;
    const char *source_path;
    const char *root;      // of the project, where the headers are that the file includes; NULL: not known
    const CaseData *other; // of the lab's cases, for host functions that several of them call
    int others;
    const LabLibrary *library;
    int right_elsewhere;    // cases of the same function, on other GPUs, that are right
    double columns;         // of points that a block works on at a time, see witness.h; 0: not known
    double of_right;        // how many times the right value the first wrong one is; NAN: not known
    bool first_alone_right; // of all values the first one is right: what it left behind serves the others
    const char *mistake;    // what the output looks like, in the lab's words; NULL: nothing
} Explained;

// `text` is what the witness said about the cells. Leaves cause->known false where nothing can be told.
void explain_output(Cause *cause, const Explained *e, const char *text, size_t size);

// Why the answer of a function that moves its data is wrong, from what its host code asked for alone, and `f`, the finding that
// failed the case, or NULL. Leaves cause->known false where that is as it should be.
void explain_moves(Cause *cause, const Explained *e, const Finding *f);

// Why its times are wrong, of a function that times a played device: from the order of its launches, waits and readings.
void explain_played(Cause *cause, const Explained *e);

// A launch that is to blame by itself: of `f`, the finding that failed the case, or NULL; of a wrong output; or of a right
// one whose launches are not those that were asked for.
void explain_launch(Cause *cause, const Explained *e, const Finding *f, bool output_wrong);

// A kernel that was stopped though its blocks end: a launch with many more threads than the output has elements. False: it is another
// finding, or the launch is not that large.
bool explain_crowded(Cause *cause, const Explained *e, const Finding *f);

// The launch of `kernel` has `grid` at a larger size, which `sizes` names, and part of the result is missing there: had every element along an axis a thread in the case that came right, and has it none in that larger one, whose entry,
// sizes and number of cells alone are looked at?
bool explain_short_grid(Cause *cause, const Explained *e, const CaseData *larger, const char *kernel,
                        const unsigned grid[3], const char *sizes);
// The launch of `kernel` has `grid` at a larger size, which `sizes` names, and part of the result is missing there: is the grid as large
// along an axis as in the case that came right? False: it is not, or the kernel was not launched there.
bool explain_same_grid(Cause *cause, const Explained *e, const char *kernel, const unsigned grid[3],
                       const char *sizes);

// The last launch has several times as many threads along an axis as there are elements. False: it has not.
bool explain_crowded_launch(Cause *cause, const Explained *e);

// A wide access in a grid whose rows do not begin at a multiple of its bytes. False: it is another finding, or they do.
bool explain_misaligned(Cause *cause, const Explained *e, const Finding *f);

// host_trial.c: the same where the host code only computes with numbers: tries which change of one word of it makes all answers
// right. `field`: the answer that is wrong. False: it cannot be told.
bool explain_by_trial(Cause *cause, const Explained *e, const char *field);

// Why the answers of host code are wrong, field by field. Leaves cause->known false where no line sets the field.
void explain_field(Cause *cause, const Explained *e);

// Why a thread came to a place where it reads or writes outside its memory. `text` as above, of a run in which it
// was asked about.
void explain_stray(Cause *cause, const Explained *e, const Finding *f, const char *text, size_t size);

// A variable that an inner block declares again, so that what it should get is lost, in a kernel that ran or in the function of the
// line that is blamed, or of `f`, the finding that failed the case, or NULL. The cause stays as it is where there is none.
void explain_second_declaration(Cause *cause, const Explained *e, const Finding *f);

// A slip that C takes without a word, in the function that is tested or in one that it comes to: it says more than what follows from it.
// The cause stays as it is where there is none; one that is sure gives way only to what is a slip in any case.
void explain_slip(Cause *cause, const Explained *e, const char *entry);

// A race whose write goes by a reference to the element: the line that declares it. The cause stays as it is where it does not.
void explain_other_name(Cause *cause, const Explained *e, const Finding *f);

// A later call in the same process is wrong: which static or global variable holds what an earlier one has left. Leaves cause->known
// false where the file has none.
void explain_kept_value(Cause *cause, const Explained *e, const char *entry);

// Not all threads of a block come to a barrier: which condition keeps `absent` away from it. `text` as above.
void explain_barrier(Cause *cause, const Explained *e, const Finding *f, const ThreadPlace *absent,
                     const char *text, size_t size);

// Threads that fill a shared array whose shape is not that of the block, or leave it. Leaves cause->known false where each
// has an element of its own.
void explain_fills(Cause *cause, const Explained *e, const char *text, size_t size);

// Two blocks store the same element: which condition should have kept the thread away that stands at the edge of its
// block. `text` as above; `edge` is that thread.
void explain_overlap(Cause *cause, const Finding *f, const ThreadPlace *edge, const char *text, size_t size);

// By which way the terms of a right output came: which are loaded straight from global memory for one point alone,
// and at which line. Leaves cause->known false where none is.
void explain_ways(Cause *cause, const Explained *e, const char *counted, const char *text, size_t size);

// Of loads and stores that move too many sectors: does threadIdx.x lead along another axis than x? Leaves cause->known false
// where it does not.
void explain_lanes(Cause *cause, const Explained *e, const char *text, size_t size);

// A counted target that fell short: the line that what it counts is about, by the names in its expression. The counts are those of
// e->records.
void explain_count(Cause *cause, const Explained *e, const char *expression);

// Of what counts loads from local memory, too: the array that lies there, and the line that reads it most. False: there is none.
bool explain_local_array(Cause *cause, const Explained *e, const char *expression);

// A kernel of the file that is launched under a condition, and was never launched: the condition. `launched` says of a name whether
// any case has launched it. False: there is none.
bool explain_idle_kernel(Cause *cause, const char *source_path,
                         bool (*launched)(const void *context, const char *kernel), const void *context);

// The recipes of those of the points that the witness was asked about, `most` at most. Returns how many.
int recipes_of(PointRecipe *list, int most, const Explained *e, const char *text, size_t size,
               const uint64_t *points, int count);

// Of a kernel that did too much work in the loop at `f`: where the loop goes on by what names blockDim and not gridDim, and several
// blocks were launched, that is the cause. Sets `cause` then, and else leaves it as it is.
void explain_block_pace(Cause *cause, const Explained *e, const Finding *f);

#endif
