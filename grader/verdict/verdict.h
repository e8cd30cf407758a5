// The result of grading: what every case, test and target came to. The report shows this and nothing else.
#ifndef WARPBOOK_VERDICT_H
#define WARPBOOK_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/lab/answers.h"
#include "grader/lab/reference.h"
#include "grader/lab/spec.h"
#include "grader/session/ncu.h"
#include "grader/session/records.h"
#include "grader/session/session.h"

// What became of a case on the GPU that is here.
typedef enum { GPU_NOT_RUN, GPU_RIGHT, GPU_WRONG } GpuVerdict;

// One case: an entry at some sizes. Tests, targets and tables refer to cases, so that each is run once.
typedef struct {
    CaseKey key;
    char sizes[120];     // "n=33"
    bool with_occupancy; // registers and occupancy are asked for
    bool judged;         // it was run and has a verdict; else `message` says why not
    bool passed;
    bool trivial;                   // nothing has to be computed at these sizes
    bool hung;                      // ran into a time limit: further cases of the entry would too
    bool refused;                   // `device` cannot use the file: no case would run
    char message[REPORT_FIELD_MAX]; // one sentence; empty where it passed
    char where[400];                // wrong output: the first wrong point, got and expected
    char pattern[1200];             // wrong output: what the wrong points have in common
    char next[REPORT_FIELD_MAX];    // what to do about it; may be empty
    int finding;                    // index of the finding that failed it, -1: another reason
    Records records;                // findings, launches and counters
    Counters repeated;              // what the repetition on other data counted
    size_t cells;
    GpuVerdict gpu;
    bool simulated_right; // what the simulator alone would have said
} CaseResult;

// One test of the spec.
typedef struct {
    char id[160]; // "3.2/n=33"
    int todo, case_index;
    bool passed;
    bool filled; // it passed only with the other TODOs filled in from the solution
    double score, max_score;
    char message[REPORT_FIELD_MAX];
} TestResult;

// One counted target of the spec.
typedef struct {
    char id[60]; // "3.4/counter-1"
    int todo, case_index;
    char what[120];
    double value; // NaN where it could not be counted
    double full, none;
    bool passed; // full points
    bool filled; // as above
    double score, max_score;
    char message[REPORT_FIELD_MAX];
} TargetResult;

// What a time of the spec came to.
typedef enum {
    TIME_NO_GPU,    // none is measured: the counted targets alone decide
    TIME_TROUBLE,   // this machine did not let it be measured; nothing is held back
    TIME_NOT_RIGHT, // only a right result has a time
    TIME_SHOWN,     // measured, and nothing is required
    TIME_REACHED,
    TIME_MISSED,
    TIME_SUSPECT, // faster than the memory allows
} TimeVerdict;

// One time of the spec.
typedef struct {
    int index; // in the spec
    CaseKey key;
    char sizes[120];
    TimeVerdict verdict;
    bool measured; // else `message` says why not, where it was to be
    Times times;
    int processes;   // that measured it; of more than one, `times` are those of the steadiest
    double required; // percent of the copy's speed; 0: none
    double withheld; // points of the spec's TODO that it costs
    char message[400];
} TimedResult;

// What --ncu asked for.
typedef struct {
    const CaseResult *from; // the case that was counted
    NcuCounts counts;
} HardwareCounts;

// One question of the quiz.
typedef struct {
    bool answered, right;
    int case_index; // of a counted one that was answered, else -1
    char message[300];
} QuestionResult;

typedef struct {
    const LabSpec *spec;
    char source[4096];      // the graded file, as shown
    char source_path[4096]; // the same, to be opened
    char rebuild[200];      // the command that builds and grades it again
    char device_name[256];
    char gpu_name[256];    // the GPU that the results are from too; "": the simulator alone
    char gpu_trouble[480]; // why it was not used, or not for all cases; may be empty
    bool compared;         // each case was run on both, whatever came of it
    const char *jail;
    bool solution;
    uint64_t seed;
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
    CaseResult *alone;            // a failure of a TODO graded with the others filled in; NULL: none
    int alone_todo;
    HardwareCounts *hardware; // NULL: not asked for
    double score, max_score;
    bool passed;  // full marks
    char *output; // what the student's code printed, not cleaned
    size_t output_size;
    bool output_cut; // it printed more than was kept
} LabResult;

// Decides one case from what its session brought. `data` holds both rounds. False when there is no memory.
bool judge_case(CaseResult *result, const CaseData *data, const LabEntry *lab, SessionResult *session);

// The same, as large data needs it.
typedef struct {
    int threads;  // at most; their number changes nothing
    bool pattern; // say what the wrong points have in common: it takes 26 bytes for each point
} JudgeOptions;
bool judge_case_with(CaseResult *result, const CaseData *data, const LabEntry *lab, SessionResult *session,
                     const JudgeOptions *options);

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
double time_withheld(const LabResult *result, int todo);
const char *time_word(TimeVerdict verdict);

// Gives the points, once every case has its result.
void score_lab(LabResult *result);

// Judges the answers, once every case has its result.
void judge_quiz(LabResult *result, const Answers *answers);

// Takes over the points that the TODO of `part` has earned with the others filled in, where they are more,
// and the first failure of the first such TODO.
void take_filled(LabResult *result, LabResult *part);

// Call after the last take_filled: a file that fails as a whole must not end with full marks.
void settle_filled(LabResult *result);

// What an expression comes to in a case that has run; NaN where it has no value.
double counted_value(const LabSpec *spec, const CaseResult *c, const Counters *sum, const char *expression);

// Points of one TODO.
void todo_score(const LabResult *result, int todo, double *score, double *max_score);

// The first TODO that is short of its points; -1 when none is.
int next_todo(const LabResult *result);

// The TODO to work on: the first one that was started and is short of its points, else the first one that is
// short; -1 when none is.
int work_todo(const LabResult *result);

// Is the wrong output of case `index` no news: what it tests was not started, or passes with the other TODOs
// filled in?
bool failure_expected(const LabResult *result, int index);

// The case to show in full: the most telling failure of the first function of the first started TODO that
// failed; -1 when there is none.
int first_failure(const LabResult *result);

void lab_result_free(LabResult *result);

#endif
