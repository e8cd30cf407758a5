// What-if tables for a program.
#include "grader/report/what_if_report.h"

#include <stdio.h>

#include "grader/report/report.h"

static void write_model(Json *json, const ModelledCase *m, const char *source_path) {
    json_string(json, "gpu", m->gpu);
    json_number(json, "modelled_ms", m->ms);
    json_number(json, "low_ms", m->copy_ms * 100 / m->high);
    json_number(json, "high_ms", m->copy_ms * 100 / m->low);
    json_number(json, "modelled_percent_of_copy", m->percent_of_copy);
    json_integer(json, "launches", m->launches);
    json_string(json, "kernel", m->kernel);
    json_open(json, "grid", '[');
    for (int i = 0; i < 3; i++) json_integer(json, NULL, m->grid[i]);
    json_close(json, ']');
    json_open(json, "block", '[');
    for (int i = 0; i < 3; i++) json_integer(json, NULL, m->block[i]);
    json_close(json, ']');
    json_open(json, "longest_launch", '{');
    write_modelled_members(json, &m->launch, source_path);
    json_close(json, '}');
}

static void write_rows(Json *json, const char *name, const WhatIfRow *rows, int count, const WhatIfCase *c,
                       const char *source_path) {
    json_open(json, name, '[');
    for (int i = 0; i < count; i++) {
        json_open(json, NULL, '{');
        json_string(json, c ? "what" : "id", rows[i].what);
        if (rows[i].why_not[0]) {
            json_string(json, "not_modelled", rows[i].why_not);
        } else {
            if (c) json_number(json, "change_percent", 100 * (rows[i].model.ms / c->model.ms - 1));
            write_model(json, &rows[i].model, source_path);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

void what_if_json(FILE *stream, const void *what) {
    const ShownWhatIf *shown = what;
    const WhatIf *w = shown->what_if;
    Json json = {stream, false};
    json_open(&json, NULL, '{');
    json_integer(&json, "schema", 1);
    json_string(&json, "lab", shown->spec->name);
    json_string(&json, "source", w->source);
    json_string(&json, "time_source", "modelled");
    json_open(&json, "cases", '[');
    for (int i = 0; i < w->count; i++) {
        const WhatIfCase *c = &w->cases[i];
        char sizes[160];
        json_open(&json, NULL, '{');
        case_words(shown->spec, &c->key, "=", ",", sizes, sizeof sizes);
        json_string(&json, "entry", shown->spec->entries[c->key.entry].name);
        json_string(&json, "sizes", sizes);
        if (c->model.known) {
            write_model(&json, &c->model, w->source);
            write_rows(&json, "changes", c->changes, c->change_count, c, w->source);
            write_rows(&json, "gpus", c->gpus, c->gpu_count, NULL, w->source);
        } else {
            json_string(&json, "not_modelled", c->model.why);
        }
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    fputc('\n', stream);
}
