// What a time on the GPU is worth: what lab.spec requires of it, and the points that are held back.
//
// Points for time are some of those that a TODO has. Without a GPU the model of time decides where the lab lets it: points
// are held back where all of its range is short of what is required.
#include "grader/verdict/verdict.h"

// In doubt for the student: all of the interval in which the median lies must be short of what is required.
// `device` has measured until it is narrow, or clear of that line.
static TimeVerdict verdict_of(const TimedResult *timed) {
    const Times *t = &timed->times;
    if (t->ms < t->floor_ms) return TIME_SUSPECT;
    if (timed->required <= 0) return TIME_SHOWN;
    return t->high >= timed->required ? TIME_REACHED : TIME_MISSED;
}

void judge_time(TimedResult *timed, const LabTimed *spec) {
    if (timed->measured) timed->verdict = verdict_of(timed);
    const bool short_of_it =
        timed->verdict == TIME_NOT_RIGHT || timed->verdict == TIME_MISSED || timed->verdict == TIME_SUSPECT;
    timed->withheld = timed->wrong || (short_of_it && timed->required > 0) ? spec->points : 0;
}

// A result is right at the sizes that are tested. Where no kernel runs at the timed size, where fewer bytes are stored or
// read than the output has, or where all of the modelled range is faster than a copy of the same bytes can be, part of it is
// not computed there. The boundary, 2.4 % of the output at most, need not be stored; and in doubt for the student: what
// sampled blocks have is a share with an error. Where all blocks have run there is no doubt.
enum { FASTEST_PERCENT = 110 };
static const double least_share = 0.95, errors = 6;

static bool stores_too_little(const ModelledCase *m) {
    return m->stored_share + errors * m->stored_error < least_share;
}

static bool reads_too_little(const ModelledCase *m) {
    return m->read_share + errors * m->read_error < least_share;
}

static const char *not_computed(const ModelledCase *m) {
    if (m->whole) return m->wrong[0] ? "its result is wrong" : NULL;
    if (m->no_launch) return m->refused[0] ? m->refused : "no kernel is launched";
    if (!m->known || m->leaves_memory) return m->wrong[0] ? "a block leaves its memory" : NULL;
    if (stores_too_little(m)) return "blocks all over the grid store too little for all of the result";
    if (m->uncovered[0]) return m->uncovered;
    if (reads_too_little(m))
        return "blocks all over the grid read too little of the input for all of the result";
    if (m->wrong[0]) return "values that blocks all over the grid store are wrong";
    return m->lacking[0] ? m->lacking : NULL;
}

static const char *too_fast(const ModelledCase *m) {
    const bool fast = m->known && !m->whole && m->launch.calibrated && m->low > FASTEST_PERCENT;
    return fast ? "all of the modelled range is faster than a copy of the same bytes" : NULL;
}

bool seems_incomplete(const ModelledCase *m) {
    return m->known && (stores_too_little(m) || reads_too_little(m) || m->uncovered[0] || too_fast(m));
}

// The whole result is right, and yet single blocks seem to do it faster than a copy: they do not stand for all, as where each takes as
// much from a queue as there is.
static void doubt_samples(ModelledCase *m) {
    if (!m->whole || m->wrong[0] || !m->known || !m->launch.calibrated || m->low <= FASTEST_PERCENT) return;
    m->known = false;
    snprintf(
        m->why, sizeof m->why,
        "its result is right, and yet samples of its blocks seem faster than a copy: they do not stand for the others");
}

void judge_model(TimedResult *timed, const LabTimed *spec) {
    const ModelledCase *m = &timed->model;
    doubt_samples(&timed->model);
    const bool decides = timed->required > 0 && spec->modelled;
    timed->verdict = m->known ? TIME_MODELLED : timed->verdict;
    const char *missing = not_computed(m);
    timed->suspicion = missing ? missing : too_fast(m);
    timed->wrong = m->wrong[0] != 0;
    if (timed->suspicion && (decides || (missing && spec->points > 0))) {
        timed->verdict = TIME_SUSPECT;
        timed->withheld = spec->points;
    }
    if (!m->known || !decides || !m->launch.calibrated || timed->verdict == TIME_SUSPECT) return;
    timed->verdict = m->high >= timed->required ? TIME_MODEL_REACHED : TIME_MODEL_MISSED;
    timed->withheld = timed->verdict == TIME_MODEL_MISSED ? spec->points : 0;
}

bool is_beyond(const LabResult *result, int timed) {
    return result->spec->timed[result->timed[timed].index].beyond;
}

bool has_times(const LabResult *result) {
    for (int i = 0; i < result->timed_count; i++)
        if (!is_beyond(result, i)) return true;
    return false;
}

double time_withheld(const LabResult *result, int todo) {
    double points = 0;
    for (int i = 0; i < result->timed_count; i++)
        if (result->spec->timed[result->timed[i].index].todo == todo) points += result->timed[i].withheld;
    return points;
}

const char *time_word(TimeVerdict verdict) {
    static const char *const words[] = {"not measured",      "not measured",    "not right", "shown",
                                        "reached",           "missed",          "suspect",   "modelled",
                                        "modelled: reached", "modelled: missed"};
    return words[verdict];
}
