// The part of the JSON that pictures are drawn from: one case cell by cell, and accesses lane by lane.
#include <stdlib.h>
#include <string.h>

#include "grader/report/report.h"

static void write_three(Json *json, const char *key, const long *three) {
    json_open(json, key, '[');
    for (int i = 0; i < 3; i++) json_integer(json, NULL, three[i]);
    json_close(json, ']');
}

static void write_launches(Json *json, const char *source_path, const Records *records) {
    json_open(json, "launches", '[');
    for (int i = 0; i < records->launch_count; i++) {
        const LaunchRecord *l = &records->launches[i];
        json_open(json, NULL, '{');
        json_string(json, "kernel", l->kernel);
        write_three(json, "grid", l->grid);
        write_three(json, "block", l->block);
        json_integer(json, "dynamic_shared_bytes", l->shared);
        json_integer(json, "count", l->count);
        if (l->place.line) {
            json_string(json, "file", place_name(&l->place, source_path));
            json_integer(json, "line", l->place.line);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

// ---- The output -------------------------------------------------------------------------------------------

// A string for each row along x.
static void write_cells(Json *json, const Picture *p) {
    json_open(json, "cells", '[');
    for (size_t i = 0; i + p->extent[0] <= p->cells; i += p->extent[0])
        json_bytes(json, NULL, p->state + i, p->extent[0]);
    json_close(json, ']');
}

// Which block wrote: its number and how many cells in a row, over and over; -1: none.
static void write_owners(Json *json, const Picture *p) {
    json_open(json, "blocks", '[');
    for (size_t i = 0; i < p->cells;) {
        size_t n = 1;
        while (i + n < p->cells && p->owner[i + n] == p->owner[i]) n++;
        json_integer(json, NULL, (int64_t)p->owner[i] - 1);
        json_integer(json, NULL, (int64_t)n);
        i += n;
    }
    json_close(json, ']');
}

// [index, got, expected]; expected is null where nothing may be written.
static void write_wrong(Json *json, const Picture *p) {
    json_open(json, "wrong", '[');
    for (size_t i = 0; i < p->wrong_listed; i++) {
        const WrongCell *c = &p->wrong[i];
        json_open(json, NULL, '[');
        json_integer(json, NULL, (int64_t)c->index);
        json_number(json, NULL, c->got);
        json_number(json, NULL, c->expected);
        if (c->words[0]) json_string(json, NULL, c->words);
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void write_grid(Json *json, const Picture *p, const char *output) {
    const long extent[3] = {(long)p->extent[0], (long)p->extent[1], (long)p->extent[2]};
    if (!p->cells || !p->extent[0]) {
        json_null(json, "grid");
        return;
    }
    json_open(json, "grid", '{');
    json_string(json, "output", output);
    json_integer(json, "axes", p->axes);
    write_three(json, "extent", extent);
    json_integer(json, "wrong_count", (int64_t)p->wrong_count);
    write_cells(json, p);
    write_owners(json, p);
    write_wrong(json, p);
    json_close(json, '}');
}

void write_watched(Json *json, const LabResult *result) {
    const Picture *p = &result->picture;
    if (!p->known) {
        json_null(json, "watched");
        return;
    }
    const CaseResult *c = &result->cases[p->case_index];
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    const Watched *watched = &p->records.watched;
    json_open(json, "watched", '{');
    json_string(json, "entry", entry->name);
    json_string(json, "sizes", c->sizes);
    json_bool(json, "passed", c->passed);
    json_string(json, "message", c->message);
    write_launches(json, result->source_path, &p->records);
    const long extent[3] = {(long)p->grid[0], (long)p->grid[1], (long)p->grid[2]},
               reach[3] = {p->reach[0], p->reach[1], p->reach[2]};
    json_string(json, "output", entry->params[entry->output].name);
    if (p->grid[0])
        write_three(json, "extent", extent);
    else
        json_null(json, "extent");
    write_three(json, "reach", reach);
    write_grid(json, p, entry->params[entry->output].name);
    write_recipes(json, result, p->recipes, p->recipe_count);
    write_accesses(json, result->source_path, watched);
    json_close(json, '}');
}
