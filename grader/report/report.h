// The two forms of a result: text for a person, JSON for a program.
#ifndef WARPBOOK_REPORT_H
#define WARPBOOK_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "grader/text/json.h"
#include "grader/text/writer.h"
#include "grader/verdict/verdict.h"

// DETAIL_SHORT: a line a TODO, what to do next, and the first failure: fits a terminal (see --watch).
typedef enum { DETAIL_QUIET, DETAIL_SHORT, DETAIL_NORMAL, DETAIL_VERBOSE } Detail;

void report_text(const Writer *writer, const LabResult *result, Detail detail);

// explained_text.c: the source with what each line counted, what a point is made of, and what limits the kernel.
void report_explained(const Writer *writer, const LabResult *result);

void report_json(FILE *stream, const LabResult *result);

// Writes the JSON to a file, through a temporary one beside it, or to standard output for "-". False with one
// sentence in `error`.
bool report_json_file(const char *path, const LabResult *result, char *error, size_t error_size);

// The same for a file that cannot be graded by its own fault: "refused":"submission", and no score.
typedef struct {
    const char *lab, *source, *message;
    const char *compiler; // the compiler's first error, printable; NULL: it did not refuse the file
    bool live;            // as that of a LabResult
} LabRefusal;
void report_refusal(FILE *stream, const void *refusal);
bool report_refusal_file(const char *path, const LabRefusal *refusal, char *error, size_t error_size);

// failure.c: one failed case in full.
void print_failure(const Writer *writer, const LabResult *result, const CaseResult *c);

// What result->remark says, if anything.
void print_remark(const Writer *writer, const LabResult *result);

// One finding: what, the source line, who. `source_path` NULL: lines of any file are shown.
void print_finding(const Writer *writer, const char *source_path, const Records *records, const Finding *f);

// counters_text.c: the counters of the kernels, with what they mean. Those that give points, or all that is
// known with `all`.
void print_counters(const Writer *writer, const LabResult *result, bool all);

// Those of one kernel, below a heading of the caller's.
void print_kernel_counters(const Writer *writer, const KernelCounters *kernel, bool all);

// report_json.c: the members of one finding, of a lab's result and of a program's; the caller opens and closes their object.
void write_finding_members(Json *json, const char *source_path, const Finding *f);

// performance_json.c: the member `performance`.
void write_performance(Json *json, const LabResult *result);

// result_file.c: a file that --json names, or another option; "-": standard output. `write` writes it. What was there stays
// where that fails; the error names the option.
bool write_json_file(const char *path, void (*write)(FILE *stream, const void *result), const void *result,
                     char *error, size_t error_size);
bool write_result_file(const char *path, const char *option, void (*write)(FILE *stream, const void *result),
                       const void *result, char *error, size_t error_size);

// run_report.c: the members of what the model says of one launch.
// `source_path`: of the submission, whose copy is named as the file that was handed in; NULL: there is none.
void write_modelled_members(Json *json, const ModelledTime *modelled, const char *source_path);

// lines_json.c: elements of the arrays `lines` (of a kernel; NULL: of all) and `sources`. A file that cannot be read, or
// is larger than a quarter of a MiB, is left out.
void write_lines(Json *json, const char *source_path, const Records *records, const char *kernel);
void write_source_text(Json *json, const char *path, const char *name);

// recipes_json.c: the array `recipes`, of so many.
void write_recipes(Json *json, const LabResult *result, const PointRecipe *recipes, int count);

// failure_json.c: the members `todos` and `failure` (null where nothing fails).
void write_todos(Json *json, const LabResult *result);
void write_failure(Json *json, const LabResult *result);

// watched_json.c: the member `watched`, null where no case was run to be looked at.
void write_watched(Json *json, const LabResult *result);

// accesses_json.c: of it the members that say what a run was watched for. `source_path`: of the file that is called by its name alone.
void write_accesses(Json *json, const char *source_path, const Watched *watched);
// "1:2:3 4:5:6" as [[1,2,3],[4,5,6]], up to the end of the line. Answers where it ends.
const char *write_numbers(Json *json, const char *key, const char *text);

// alive_json.c: the member `alive`, of cases whose records have Records.work; others are left out.
typedef struct {
    const char *label, *entry, *sizes, *source, *gpu, *output; // source: the file that its lines are of
    bool watched;                                              // the one that `watched` shows
    const Records *records;
} AliveCase;
void write_alive(Json *json, const AliveCase *cases, int count);
void write_lab_alive(Json *json, const LabResult *result);

// against_json.c: the member `against`, null where the result is held against no other.
void write_against(Json *json, const LabResult *result);

// output_text.c: the first lines of what the student's code printed; the picture that a right kernel has made.
void print_output(const Writer *writer, const LabResult *result);
void print_drawing(const Writer *writer, const LabResult *result);

// waiting_text.c, quiz_text.c
void print_waiting(const Writer *writer, const LabResult *result);
void print_quiz(const Writer *writer, const LabResult *result, bool verbose);

// "launch_stencil, n = 3"
void name_case(const LabResult *result, const CaseResult *c, char *name, size_t size);

// next_text.c: the failure that is shown in full, or NULL; a time whose launch is to blame, likewise; what to do, for that TODO: the line that the first failure names, else the TODO that comes next; `then`: the command that
// grades again, NULL: not said. And after the last point: the lab that comes next.
const CaseResult *shown_failure(const LabResult *result);
const TimedResult *slow_by_launch(const LabResult *result, int todo);
void print_next_step(const Writer *writer, const LabResult *result, int todo, const char *then);
void print_all_done(const Writer *writer, const LabResult *result);

// gpu_text.c: what --device both asks for, and how fast the work is on the GPU.
void print_comparison(const Writer *writer, const LabResult *result);
void print_times(const Writer *writer, const LabResult *result);

// hardware_text.c: the hardware's counters, and what the simulator counted of the same kernel (NULL:
// nothing).
void print_hardware(const Writer *writer, const LabResult *result);
const KernelCounters *simulated_counters(const HardwareCounts *h, const NcuKernel *kernel);

#endif
