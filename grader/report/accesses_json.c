// The part of the JSON that a warp's memory, the tile and a warp's path are drawn from: accesses lane by lane.
#include <stdlib.h>

#include "grader/report/report.h"

static void write_three(Json *json, const char *key, const long *three) {
    json_open(json, key, '[');
    for (int i = 0; i < 3; i++) json_integer(json, NULL, three[i]);
    json_close(json, ']');
}

// "1:2:3 4:5:6" as [[1,2,3],[4,5,6]], up to the end of the line. Answers where it ends.
const char *write_numbers(Json *json, const char *key, const char *text) {
    json_open(json, key, '[');
    while (text && *text && *text != '\n') {
        bool any = false;
        json_open(json, NULL, '[');
        for (;;) {
            char *end;
            const long long number = strtoll(text, &end, 10);
            if (end == text) break;
            json_integer(json, NULL, number);
            any = true;
            text = end;
            if (*text != ':') break;
            text++;
        }
        json_close(json, ']');
        if (!any) text++; // two signs in a row: no number
        while (*text == ' ') text++;
    }
    json_close(json, ']');
    return text;
}

static void write_shapes(Json *json, const Watched *watched) {
    json_open(json, "shapes", '[');
    for (const char *at = watched->shapes.text; at && *at;) {
        at = write_numbers(json, NULL, at);
        at += *at == '\n';
    }
    json_close(json, ']');
}

static void write_place(Json *json, const char *source_path, const WatchedPlace *p) {
    json_open(json, NULL, '{');
    json_string(json, "kernel", p->kernel);
    json_integer(json, "launch", p->launch);
    write_three(json, "grid", p->grid);
    write_three(json, "threads", p->shape);
    write_three(json, "block", p->block);
    if (p->place.line) {
        json_string(json, "file", place_name(&p->place, source_path));
        json_integer(json, "line", p->place.line);
        json_integer(json, "column", p->place.column);
    }
    json_string(json, "what", p->what);
    json_string(json, "space", p->space);
    json_string(json, "buffer", p->buffer);
    json_integer(json, "buffer_bytes", p->buffer_bytes);
    json_integer(json, "element", p->element);
    write_numbers(json, "visits", p->visits.text);
    json_close(json, '}');
}

static void write_paths(Json *json, const char *source_path, const Watched *watched) {
    json_open(json, "path_files", '[');
    for (int i = 0; i < watched->path_file_count; i++) {
        SourcePlace file = watched->path_files[i];
        file.line = 1; // of no line: they name the file alone
        json_string(json, NULL, place_name(&file, source_path));
    }
    json_close(json, ']');
    json_open(json, "paths", '[');
    for (int i = 0; i < watched->path_count; i++) {
        const WatchedPath *p = &watched->paths[i];
        json_open(json, NULL, '{');
        json_string(json, "kernel", p->kernel);
        json_integer(json, "launch", p->launch);
        write_three(json, "threads", p->shape);
        write_three(json, "block", p->block);
        json_integer(json, "warp", p->warp);
        write_numbers(json, "steps", p->steps.text);
        json_bool(json, "cut", p->cut);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_limits(Json *json, const GpuLimits *limits) {
    if (!limits->known) {
        json_null(json, "limits");
        return;
    }
    json_open(json, "limits", '{');
    json_string(json, "name", limits->name);
#define WRITE_LIMIT(name) json_integer(json, #name, limits->name);
    GPU_LIMITS(WRITE_LIMIT)
#undef WRITE_LIMIT
    json_close(json, '}');
}

void write_accesses(Json *json, const char *source_path, const Watched *watched) {
    write_shapes(json, watched);
    json_open(json, "accesses", '[');
    for (int i = 0; i < watched->place_count; i++) write_place(json, source_path, &watched->places[i]);
    json_close(json, ']');
    write_paths(json, source_path, watched);
    write_limits(json, &watched->limits);
    json_bool(json, "cut", watched->cut);
}
