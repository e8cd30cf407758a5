// Where a result stands on a leaderboard: measured on a GPU, or modelled for one.
#include "grader/verdict/board.h"

#include <math.h>
#include <stdio.h>

bool board_is_open(const LabResult *result) {
    for (int i = 0; i < result->test_count; i++)
        if (!result->tests[i].passed || result->tests[i].filled) return false;
    return result->timed_count > 0;
}

// What is in the way of a measured or a modelled line: a clause; NULL where nothing is.
static const char *missing_measured(const TimedResult *t) {
    if (t->verdict == TIME_NOT_RIGHT) return "it needs every test right, on the GPU too";
    if (!t->measured) return "it needs all times, and one could not be measured, see above";
    return t->verdict == TIME_SUSPECT ? "a time is suspect: faster than the memory allows" : NULL;
}

static const char *missing_modelled(const TimedResult *t) {
    if (t->wrong) return "at a timed size the result is wrong";
    if (t->suspicion)
        return "at a timed size part of the result is not computed. Compute every point, whatever the size is";
    if (!t->model.known) return "it needs all times, and one could not be modelled";
    return t->model.unseen && !t->model.whole
               ? "at a timed size the values could not be looked at: for that they must be computed from the "
                 "inputs alone, by one kernel whose blocks do not wait for each other"
               : NULL;
}

// No time is shown of it, and one that is not known is none of the student's doing.
static const char *missing_beyond(const TimedResult *t) {
    if (t->withheld <= 0) return NULL;
    return t->suspicion == t->model.lacking
               ? "at a size beyond those that are counted this lab's technique is not there: let the same kernel "
                 "compute every size"
               : "at a size beyond those that are tested part of the result is missing or wrong. Compute every point, "
                 "whatever the size is";
}

const char *board_missing(const LabResult *result) {
    for (int i = 0; i < result->timed_count; i++) {
        const TimedResult *t = &result->timed[i];
        const char *why = is_beyond(result, i)  ? missing_beyond(t)
                          : result->gpu_name[0] ? missing_measured(t)
                                                : missing_modelled(t);
        if (why) return why;
    }
    for (int i = 0; i < result->target_count && result->spec->leaderboard_counted; i++)
        if (!result->targets[i].passed) return "it needs all the points for this lab's technique";
    return NULL;
}

void board_name(const LabResult *result, char name[BOARD_BYTES]) {
    const ModelledCase *m = &result->timed[0].model;
    if (result->gpu_name[0])
        snprintf(name, BOARD_BYTES, "%s", result->gpu_name);
    else
        snprintf(name, BOARD_BYTES, "%s (modelled%s)", m->gpu, m->launch.calibrated ? "" : ", uncalibrated");
}

double board_percent_at(const LabResult *result, int timed) {
    const TimedResult *t = &result->timed[timed];
    return result->gpu_name[0] ? t->times.percent_of_copy : t->model.percent_of_copy;
}

double board_percent(const LabResult *result) {
    double worst = board_percent_at(result, 0);
    for (int i = 1; i < result->timed_count; i++)
        if (!is_beyond(result, i)) worst = fmin(worst, board_percent_at(result, i));
    return worst;
}
