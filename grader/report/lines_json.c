// The part of the JSON that a source view needs: what each line of a kernel counted, and the text itself.
#include <stdlib.h>
#include <string.h>

#include "grader/report/kernels.h"
#include "grader/report/report.h"

enum { SOURCE_SHOWN = 256 << 10 }; // bytes of a file: one that is longer is no work of a student's hand

// Counters that are 0 are left out: most lines have few others.
static void write_line(Json *json, const char *source_path, const LineCounters *line, bool shared_name) {
    json_open(json, NULL, '{');
    json_string(json, "kernel", line->kernel);
    if (shared_name) json_string(json, "instance", line->instance);
    json_string(json, "file", source_path ? place_name(&line->place, source_path) : line->place.file);
    json_integer(json, "line", line->place.line);
    for (int i = 0; i < COUNTER_COUNT; i++)
        if (line->counters.value[i]) json_integer(json, counter_name(i), (int64_t)line->counters.value[i]);
    json_close(json, '}');
}

void write_lines(Json *json, const char *source_path, const Records *records, const char *kernel) {
    for (int i = 0; i < records->line_count; i++)
        if (!kernel || !strcmp(records->lines[i].kernel, kernel))
            write_line(json, source_path, &records->lines[i],
                       kernels_named(records, records->lines[i].kernel) > 1);
}

void write_source_text(Json *json, const char *path, const char *name) {
    FILE *file = fopen(path, "re");
    char *text = file ? malloc(SOURCE_SHOWN + 1) : NULL;
    const size_t size = text ? fread(text, 1, SOURCE_SHOWN + 1, file) : 0;
    if (file) fclose(file);
    if (size && size <= SOURCE_SHOWN) {
        json_open(json, NULL, '{');
        json_string(json, "file", name);
        json_bytes(json, "text", text, size);
        json_close(json, '}');
    }
    free(text);
}
