// Grades on a cluster: an array of tasks under Slurm, each with a chunk of submissions.
//
// Results travel as files through the folder of the class, which all nodes must see under the same path, as
// they must see this tree. Nothing of ours keeps running: this command submits, follows and collects, and when
// it is killed the same command finds its job again.
//
//   OUT/slurm/ROUND/plan       how to grade (plan_file.h)
//   OUT/slurm/ROUND/chunk-N    checksums, a line each
//   OUT/slurm/ROUND/done/HASH  this one has its result: a task that Slurm starts again leaves it out
//   OUT/slurm/ROUND/N.log      what task N has said
#ifndef WARPBOOK_CLASS_SLURM_H
#define WARPBOOK_CLASS_SLURM_H

#include "grader/class/grade_one.h"
#include "grader/class/journal.h"

// Grades everything that has no result under the journal's condition. `options` go to sbatch; `chunk` is the
// number of submissions in a task, 0: 8, or more where there would be too many tasks. Returns how many
// submissions have no result in the end.
int64_t slurm_grade(Journal *journal, const GradePlan *plan, const char *options, int chunk);

// A task of the array: class --chunk OUT ROUND TASK. Returns the exit status.
int slurm_chunk(GradePlan *plan, const char *round, const char *task);

#endif
