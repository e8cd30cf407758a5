// Has the launches of a timed case modelled, and holds their sum against a copy's time.
#include "grader/grading/model_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double buffer_bytes(const CaseData *data) {
    double bytes = 0;
    for (int i = 0; i < data->arg_count; i++)
        if (data->args[i].buffer) bytes += (double)data->args[i].bytes;
    return bytes;
}

// Those of the listed launch `launch`.
static void take_lines(ModelledCase *m, const Records *records, int launch) {
    m->lines = calloc((size_t)records->modelled_line_count + 1, sizeof *m->lines);
    for (int i = 0; m->lines && i < records->modelled_line_count; i++)
        if (records->modelled_lines[i].launch == launch)
            m->lines[m->line_count++] = records->modelled_lines[i];
}

// The launches one after the other. What a launch costs besides is in each of them.
static void add_up(ModelledCase *m, const Records *records, double bytes) {
    double low = 0, high = 0;
    int longest = 0;
    for (int i = 0; i < records->listed_count; i++) {
        const ModelledTime *x = &records->listed[i].modelled;
        if (!x->known) return;
        m->ms += x->modelled_ms, low += x->low_ms, high += x->high_ms;
        if (m->launches++ == 0 || x->modelled_ms > m->launch.modelled_ms) m->launch = *x, longest = i;
    }
    if (!m->launches || !(m->launch.copy_bytes_per_second > 0)) return;
    m->copy_ms = 1000 * bytes / m->launch.copy_bytes_per_second;
    m->percent_of_copy = 100 * m->copy_ms / m->ms;
    m->low = 100 * m->copy_ms / high;
    m->high = 100 * m->copy_ms / low;
    m->known = isfinite(m->percent_of_copy);
    take_lines(m, records, longest);
}

void model_time(SessionSetup *setup, const LabSpec *spec, TimedResult *t) {
    CaseData data;
    SessionResult session;
    if (!case_data_shape(&data, spec, &t->key)) return;
    setup->modelled = true;
    session_run(setup, &data, &session);
    if (session.state == SESSION_RAN && session.outcome == OUTCOME_RETURNED)
        add_up(&t->model, &session.records, buffer_bytes(&data));
    snprintf(t->model.gpu, sizeof t->model.gpu, "%s", session.device_name);
    session_result_free(&session);
    case_data_free(&data);
}
