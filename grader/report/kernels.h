// Which kernels' counters a report shows: for each kernel, those of the case that a counted target asks for,
// else of the largest one. A case that passed goes first. And how kernels that share a name are told apart.
#ifndef WARPBOOK_KERNELS_H
#define WARPBOOK_KERNELS_H

#include "grader/text/json.h"
#include "grader/verdict/verdict.h"

// All kernels of one name in one case: instances of a template, overloads.
typedef struct {
    const char *name;
    const CaseResult *from;
} ShownKernel;

// Is this the case of a counted target?
bool is_counted(const LabResult *result, const CaseResult *c);

// The caller frees the list, which is NULL where there are none or memory ran out.
ShownKernel *choose_kernels(const LabResult *result, int *count);

// How many kernels have that name.
int kernels_named(const Records *records, const char *name);

// The name, with arguments of templates and parameters where another kernel of the records has the same.
const char *kernel_words(const Records *records, const KernelCounters *kernel);

// Sums over all kernels of that name; of registers and shared memory the most, of occupancy the least.
KernelCounters sum_of_instances(const Records *records, const char *name);

// The index of the first kernel of each name, one after the other: the next from `at` on, or kernel_count.
int next_name(const Records *records, int at);

// The members of `counters`, and the elements of `configurations`, that the kernels of that name have. `write_case` adds
// what a lab has to say about the case; NULL: nothing.
void write_counted(Json *json, const Records *records, const char *name,
                   void (*write_case)(Json *json, const void *context), const void *context);
void write_configurations(Json *json, const Records *records, const char *name,
                          void (*write_case)(Json *json, const void *context), const void *context);

#endif
