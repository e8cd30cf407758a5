// The result of grading: what every case, test and target came to. The report shows this and nothing else.
#ifndef WARPBOOK_VERDICT_H
#define WARPBOOK_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/lab/answers.h"
#include "grader/lab/reference.h"
#include "grader/lab/spec.h"
#include "grader/verdict/drawing.h"
#include "grader/verdict/picture.h"
#include "grader/session/ncu.h"
#include "grader/session/records.h"
#include "grader/session/session.h"
#include "grader/verdict/cause.h"
#include "grader/verdict/point_recipe.h"

// What became of a case on the GPU that is here.
typedef enum { GPU_NOT_RUN, GPU_RIGHT, GPU_WRONG } GpuVerdict;

// One case: an entry at some sizes. Tests, targets and tables refer to cases, so that each is run once.
typedef struct {
    CaseKey key;
    char sizes[120];     // "n=33"
    bool with_occupancy; // registers and occupancy are asked for
    bool judged;         // it was run and has a verdict; else `message` says why not
    bool passed;
    bool trivial;      // nothing has to be computed at these sizes
    bool hung;         // ran into a time limit: further cases of the entry would too
    bool stored_twice; // more elements were stored than the output has, and come out right
    bool only_again;   // it came right, and wrong when its launches were run again on other inputs
    bool all_stored;   // every wrong point of the output holds something else than before the call
    bool put_off;      // not run yet, and perhaps never (grading/put_off.h)
    bool refused;      // `device` cannot use the file: no case would run
    char message[REPORT_FIELD_MAX]; // one sentence; empty where it passed
    char where[400];                // wrong output: the first wrong point, got and expected
    char pattern[1200];             // wrong output: what the wrong points have in common
    bool mistake;                   // `pattern` begins with a mistake that the lab knows
    char next[REPORT_FIELD_MAX];    // what to do about it; may be empty
    Cause cause;                    // of a wrong output, where it could be found out
    int finding;                    // index of the finding that failed it, -1: another reason
    Records records;                // findings, launches and counters
    Records repeated;               // what the repetition on other data counted
    bool once;                      // there is none: more than can be repeated was asked for, or a vast case
    ValueWays ways;                 // where a target asks for them and the case has passed
    size_t cells;
    GpuVerdict gpu;
    bool simulated_right; // what the simulator alone would have said
    const char *
        fault; // its values are right, and it has failed all the same: why, as a sentence that goes on from a name,
               // and tells nothing of the text; NULL: something else, or nothing, is wrong
    bool later_call;            // it is right, and a later call in the same process is not
    char drawing[DRAWING_SIZE]; // its output, where the spec has it drawn and it is right; else empty
} CaseResult;

// One test of the spec.
typedef struct {
    char id[160]; // "3.2/n=33"
    int todo, case_index;
    bool passed;
    bool filled; // it passed only with the other TODOs filled in
    double score, max_score;
    char message[REPORT_FIELD_MAX];
} TestResult;

// One counted target of the spec.
typedef struct {
    char id[60]; // "3.4/counter-1"
    int todo, case_index;
    int also_index;                          // the other case that it is counted at, -1: none
    int where_right_index[SPEC_WHERE_RIGHT]; // those that it is counted at where they are right, -1: none
    int shown_index; // the case of these that `value`, `full` and `none` belong to: the worst one
    char what[120];
    double value; // NaN where it could not be counted
    double full, none;
    bool counted; // the file itself is right at both cases, or is and counts badly at one: it alone decides
    bool passed;  // full points
    bool filled;  // full points only with the other TODOs filled in; the value of that run is not told
    double score, max_score;
    char message[REPORT_FIELD_MAX];
    Cause cause; // of a missed one, where the way of the values says it
} TargetResult;

// What a time of the spec came to.
typedef enum {
    TIME_NO_GPU,    // none is measured: the counted targets alone decide
    TIME_TROUBLE,   // this machine did not let it be measured; nothing is held back
    TIME_NOT_RIGHT, // only a right result has a time
    TIME_SHOWN,     // measured, and nothing is required
    TIME_REACHED,
    TIME_MISSED,
    TIME_SUSPECT,  // faster than the memory allows
    TIME_MODELLED, // without a GPU, by the model: nothing is required
    TIME_MODEL_REACHED,
    TIME_MODEL_MISSED,
} TimeVerdict;

// What the model says of a time. Never measured.
typedef struct {
    bool known;
    double ms, copy_ms, percent_of_copy, low, high; // percent of copy lies between low and high, most likely
    char gpu[256];
    ModelledTime launch; // the one that takes longest
    char kernel[128];    // of that launch, with its shape
    unsigned grid[3], block[3];
    long launches;
    bool no_launch;    // the function came back and had launched nothing
    bool short_grids;  // the GPU takes 65535 blocks along x at most
    char refused[400]; // where that is because CUDA refuses the launch: why, a clause; else ""
    // Bytes that all launches store, and read, in those of the output, and the standard errors of both.
    double stored_share, read_share, stored_error, read_error;
    size_t looked_at;    // values that sampled blocks have stored and that were compared
    bool unseen;         // of some launch there were none
    char uncovered[200]; // a part of the output that no sampled block has stored to: a clause; "": none
    bool whole;          // all blocks have run instead, and every point was compared
    char wrong[512];     // what is wrong of them: a clause; "": nothing
    bool leaves_memory;  // that a block does
    Counters counters;   // of all blocks, as far as those that have run tell
    size_t cells;        // of the output
    char
        lacking[512]; // the technique that is not there, though it is where it is counted: a clause; "": none
    ModelledLine *lines; // of that launch
    int line_count;
    char why[300]; // where it is not known
} ModelledCase;

// One time of the spec.
typedef struct {
    int index; // in the spec
    CaseKey key;
    char sizes[120];
    TimeVerdict verdict;
    bool measured; // else `message` says why not, where it was to be
    bool wrong;    // it was computed there, and the result was not right, or not there in time
    Times times;
    int processes; // that measured it; of more than one, `times` are those of the steadiest
    ModelledCase model;
    bool confirmed;        // its samples seemed to lack a part, and all of the result was not right
    const char *suspicion; // by the model: what no right result has, and this one does; else NULL
    double required;       // percent of the copy's speed; 0: none
    double withheld;       // points of the spec's TODO that it costs
    char message[400];
    Cause cause;    // why it is slow, as far as its launches at smaller sizes tell
    int cause_todo; // of the spec, that its line belongs to; -1: none
} TimedResult;

// What --ncu asked for.
typedef struct {
    const CaseResult *from; // the case that was counted
    NcuCounts counts;
} HardwareCounts;

// One question of the quiz.
typedef struct {
    bool answered, right;
    bool open;      // answered, and what is right is not known here
    int case_index; // of a counted one that was answered, else -1
    char message[300];
} QuestionResult;

// The first failure of a TODO that was graded with the others filled in. Such a run holds the solution's text,
// and the student's code may read it: what the run reports is a way out for that text. So this holds a sentence
// of the grader's and a case of the spec, and nothing that the run has brought.
typedef struct {
    bool known;
    int todo;
    CaseKey key;
    const char *sentence; // "it reads or writes outside its memory."
} FilledFailure;

typedef struct {
    const LabSpec *spec;
    char source[4096];      // the graded file, as shown
    char source_path[4096]; // the same, to be opened: a copy where it was named on the command line
    char origin_path[4096]; // absolute: where it was handed in
    char rebuild[200];      // the command that builds and grades it again
    char next_lab[256];     // folder of the lab that comes behind this one; empty after the last
    char device_name[256];
    char gpu_name[256];    // the GPU that the results are from too; "": the simulator alone
    char gpu_trouble[480]; // why it was not used, or not for all cases; may be empty
    bool compared;         // each case was run on both, whatever came of it
    const char *jail;
    bool weak_jail; // not fit for strangers' files
    bool solution;
    const char *alive_gpu; // the simulated GPU, where a page is to run its kernels again; else NULL
    bool live;             // --watch: a page of it looks again, since the next save writes another
    uint64_t seed;
    bool seed_repeats; // the same seed makes the same data in this installation
    int only_todo;     // --todo: its index, else -1
    CaseResult *cases; // first those that are graded, then those that tables and questions ask for
    int case_count, graded_count;
    TestResult *tests;
    int test_count;
    TargetResult *targets;
    int target_count;
    TimedResult timed[SPEC_TIMED]; // of the whole lab
    int timed_count;
    char thresholds[300]; // the file that what is required of times comes from; "": lab.spec
    QuestionResult questions[SPEC_QUESTIONS]; // in the order of the spec
    bool with_quiz;
    char quiz_complaint[300];     // about answers.txt; may be empty
    bool not_started[SPEC_TODOS]; // short of its points, and as the skeleton has it
    bool waits[SPEC_TODOS];       // started, and what fails of it follows from TODOs that are not
    bool as_written; // and it was run without optimising, too, where nothing is left out that nothing uses
    int shown;       // 1 + the case to show in full, where it is not the most telling one; else 0
    int blamed;      // 1 + the TODO whose text holds the line to blame for the failure that is shown; 0: none
    bool blamed_outside;                // that line is the student's own, and no TODO's
    PointRecipe recipes[POINT_RECIPES]; // of points that were looked into, by the witness
    int recipe_count;
    FilledFailure alone; // of a TODO graded with the others filled in
    bool
        later_undone; // "filled" is: with the later TODOs as the skeleton has them, for the tree holds no solution
    Finding remark;           // what is right and had better be otherwise, without points; check "": nothing
    Picture picture;          // of one case, where somebody will look
    HardwareCounts *hardware; // NULL: not asked for
    // Another result of a lab that this one is held against, as its JSON; NULL: none. And what it is: "last", "solution",
    // "file", with the file's name.
    char *against;
    size_t against_size;
    const char *against_what, *against_file;
    // The times of other kept results, as a JSON array; NULL: not asked for.
    char *others;
    size_t others_size;
    double score, max_score;
    bool out_of_time;   // the time of a grading was over before all TODOs were graded among finished ones
    bool passed;        // full marks
    int host_excess_ms; // time of host code beyond what a call usually takes: see run_cases.c
    char *output;       // what the student's code printed, not cleaned
    size_t output_size;
    bool output_cut; // it printed more than was kept
} LabResult;

struct Comparison; // compare.h

// Decides one case from what its session brought. `data` holds both rounds. False when there is no memory.
typedef struct {
    int threads;    // at most; their number changes nothing
    bool pattern;   // say what the wrong points have in common: it takes 26 bytes for each point
    bool launches;  // hold the launches against lab.spec: the simulator tells of them, a GPU does not
    bool reordered; // set by judge_case: warps and blocks had another order in the second round
    const struct Comparison *first; // the first round's output, compared already; NULL: it is not
} JudgeOptions;
bool judge_case(CaseResult *result, const CaseData *data, const LabEntry *lab, SessionResult *session,
                const JudgeOptions *options);

// The finding that fails a case: any but a leak where the grader's buffers are all that the entry needs, and but for a
// refused launch where the entry is to report it. The first fatal one, else the first, and one of an input
// that was written only where there is no other; -1: none.
int failing_finding(const Records *records, const LabEntrySpec *entry);

// launches.c: are the launches those that lab.spec asks for? Asked where the output is right; false with the
// reason in the result. Knows the simulator's launches alone.
bool judge_launches(CaseResult *result, const CaseData *data);

// asked.c: was the student's code handed the error of a launch that CUDA refused; were games that `device` played timed as
// lab.spec asks? Asked where the output is right; false with the reason in the result.
bool judge_asked(CaseResult *result, const CaseData *data);
bool judge_played(CaseResult *result, const CaseData *data);
bool times_too_few(const CaseResult *result,
                   const CaseData *data); // of a game, more than a warm-up and one launch

// Lists the cases, tests and targets that the spec asks for (of one TODO, or of all for -1). False without
// memory.
bool plan_cases(LabResult *result, const LabSpec *spec, int only_todo);

// The same for the rows of one table, and nothing else.
bool plan_table(LabResult *result, const LabSpec *spec, int table);

// Adds the quiz to a plan: the cases of the counted questions that are answered.
void plan_quiz(LabResult *result, const Answers *answers);

// The case of a key; NULL where it is not planned.
const CaseResult *find_case(const LabResult *result, const CaseKey *key);

// time.c: decides what a measured time is worth; the points that the times of a TODO cost it; the word for a
// verdict in JSON.
void judge_time(TimedResult *timed, const LabTimed *spec);
// The same where there is no GPU, by the model: points are held back only where all of its range is short of what is
// required, on a GPU whose model was held against measured kernels.
void judge_model(TimedResult *timed, const LabTimed *spec);
// Do samples of blocks say that part of the result is not computed at a timed size?
bool seems_incomplete(const ModelledCase *m);
// Is the case looked at for its result alone, at a size beyond those that are tested? Are there others, with times?
bool is_beyond(const LabResult *result, int timed);
bool has_times(const LabResult *result);
// beyond.c: fills in t->model.lacking from what sampled blocks count. Of a result of the whole lab.
void judge_technique_beyond(const LabResult *result, TimedResult *t);
double time_withheld(const LabResult *result, int todo);
const char *time_word(TimeVerdict verdict);

// Gives the points, once every case has its result.
void score_lab(LabResult *result);
// What a target comes to, counted from 0 in the spec; before score_lab too. Of a result of the whole lab.
double points_of_target(const LabResult *result, int target);

// The same for the tests of one case that have not passed, when it has its result after score_lab.
void score_case(LabResult *result, int case_index);

// Judges the answers, once every case has its result; `right` is empty where the solutions are not here.
void judge_quiz(LabResult *result, const Answers *answers, const Answers *right);

// filled.c: takes over the points that the TODO of `part` has earned with the others filled in, where the file
// itself gave none, and the first failure of the first such TODO. What the file itself has counted stays.
void take_filled(LabResult *result, const LabResult *part);

// The same where what was filled is the finished text: all of the TODO's tests and targets pass.
void take_finished(LabResult *result, int todo);

// Call after the last take_filled: where each TODO of a function is right by itself and the function is not, some
// of these points go back, so that a file that fails as a whole has no full marks.
void settle_filled(LabResult *result);

// Adds up the points of the TODOs.
void add_points(LabResult *result);

// What an expression comes to in a case that has run; NaN where it has no value.
double counted_value(const LabSpec *spec, const CaseResult *c, const char *expression);

// The same of a run of the case, its own or the repetition. `each(...)` in it stands for the launch, among those
// that store to global memory, with which the value is worst: the largest, or the smallest.
double worst_counted_value(const LabSpec *spec, const CaseResult *c, const Records *run,
                           const char *expression, bool largest_is_worst);

// Points of one TODO.
void todo_score(const LabResult *result, int todo, double *score, double *max_score);

// The first target of the TODO that was missed and whose line is known; where the TODO has missed none, that of any. NULL: there
// is none.
const TargetResult *missed_target(const LabResult *result, int todo);

// The TODO in which a missed target is to be mended: the one whose text holds the line of its cause, unless that line only shows
// what the target counts, or its own TODO is not started.
int todo_of_target(const LabResult *result, const TargetResult *t);

// Is the line of its cause the one to be mended?
bool mends_target(const LabResult *result, const TargetResult *t);

// Is it short of its points?
bool todo_short(const LabResult *result, int todo);

// The first TODO that is short of its points; -1 when none is.
int next_todo(const LabResult *result);

// The TODO to work on: the first one that was started and is short of its points, else the first one that is
// short; -1 when none is.
int work_todo(const LabResult *result);

// Is the wrong output of case `index` no news: what it tests was not started, or passes with the other TODOs
// filled in?
bool failure_expected(const LabResult *result, int index);

// The case to show in full: the most telling failure of the first function of the first started TODO that
// failed and waits for no other; -1 when there is none.
int first_failure(const LabResult *result);

// missing.c: the TODOs of a set in words: "4.2", "4.2 and 4.3", "4.2, 4.3 and 4.4".
void name_todos(const LabSpec *spec, const bool *set, char *list, size_t size);

// Is this TODO not started, although the cases of the entry run through it?
bool missing_in(const LabResult *result, int entry, int todo);
bool some_missing(const LabResult *result, int entry); // any of them

// The failures of this entry follow from TODOs that are not started: those that are cannot be judged by them.
void let_wait(LabResult *result, int entry);
bool waits_in(const LabResult *result, int entry);

// The TODOs that others wait for: which, the first of them or -1, and in words as "4.3 and 4.4"; then those that wait, and
// how many they are.
void find_missing(const LabResult *result, bool missing[SPEC_TODOS]);
int first_missing(const LabResult *result);
void name_missing(const LabResult *result, char *list, size_t size);
int name_waiting(const LabResult *result, char *list, size_t size);

// Gives the records of a case back; leaves them to somebody who has copied the case.
void case_free_records(CaseResult *c);
void case_forget_records(CaseResult *c);

void lab_result_free(LabResult *result);

#endif
