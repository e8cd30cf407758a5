// Times without a GPU: has the launches of a timed case modelled.
#ifndef WARPBOOK_MODEL_TIME_H
#define WARPBOOK_MODEL_TIME_H

#include "grader/session/session.h"
#include "grader/verdict/verdict.h"

// What model.uncovered begins with where a launch has not threads enough for all points.
#define TOO_FEW_THREADS "the launch has"

// In model.why where the function launches nothing.
#define NO_LAUNCH "no kernel was launched"

// Fills t->model. `setup` is that of a case of the same entry; its data is made here. Where nothing is known,
// t->model.known stays false. With `lab`, its reference judges values that sampled blocks store; NULL: they are not judged.
// With `result`, of the same submission, it is said where a launch comes from that CUDA refuses; NULL: it is not.
void model_time(SessionSetup *setup, const LabSpec *spec, const LabEntry *lab, const LabResult *result,
                TimedResult *t);

#endif
