// A table of the classroom as JSON: its columns and rows with what was counted, the lines of each row's kernels, and the
// text of the files that have them.
#include <math.h>
#include <string.h>

#include "grader/report/bars.h"
#include "grader/report/demo_json.h"

static void write_device(Json *json, const LabResult *result) {
    json_open(json, "device", '{');
    json_string(json, "kind", "sim");
    json_string(json, "name", result->device_name);
    if (result->gpu_name[0]) json_string(json, "timed_on", result->gpu_name);
    json_close(json, '}');
}

static void write_time(Json *json, const LabResult *result, const CaseKey *key) {
    for (int i = 0; i < result->timed_count; i++) {
        const TimedResult *t = &result->timed[i];
        if (!same_case(&t->key, key)) continue;
        if (t->model.known) {
            json_number(json, "modelled_ms", t->model.ms);
            json_number(json, "modelled_percent_of_copy", t->model.percent_of_copy);
        }
        if (!t->measured) continue;
        json_number(json, "time_ms", t->times.ms);
        json_number(json, "percent_of_copy", t->times.percent_of_copy);
    }
}

static const char *entry_file(const LabResult *result, const LabTable *table, int row) {
    const LabEntrySpec *entry = &result->spec->entries[table->rows[row].key.entry];
    return entry->file[0] ? entry->file : result->spec->source;
}

// The file that has a row's kernel: the one that launches it, or where that has none, what it includes; the busiest line decides.
static const char *row_file(const LabResult *result, const LabTable *table, int row) {
    const Records *records = &find_case(result, &table->rows[row].key)->records;
    const char *entry = entry_file(result, table, row);
    const LineCounters *busiest = NULL;
    for (int i = 0; i < records->line_count; i++) {
        const LineCounters *line = &records->lines[i];
        if (in_student_file(&line->place, entry)) return entry;
        if (!busiest || line->counters.value[COUNTER_warp_instructions] >
                            busiest->counters.value[COUNTER_warp_instructions])
            busiest = line;
    }
    return busiest ? place_name(&busiest->place, entry) : entry;
}

static void write_row(Json *json, const LabResult *result, const LabTable *table, int row) {
    const CaseResult *c = find_case(result, &table->rows[row].key);
    const LabEntrySpec *entry = &result->spec->entries[table->rows[row].key.entry];
    json_open(json, NULL, '{');
    json_string(json, "label", table->rows[row].label);
    json_string(json, "entry", entry->name);
    json_string(json, "file", row_file(result, table, row));
    json_string(json, "sizes", c->sizes);
    json_bool(json, "passed", c->passed);
    json_string(json, "message", c->message);
    json_open(json, "values", '[');
    for (int i = 0; i < table->column_count; i++)
        json_number(json, NULL,
                    c->passed ? counted_value(result->spec, c, table->columns[i].expression) : NAN);
    json_close(json, ']');
    if (table->rows[row].timed) write_time(json, result, &table->rows[row].timed_key);
    json_open(json, "lines", '[');
    write_lines(json, row_file(result, table, row), &c->records, NULL);
    json_close(json, ']');
    json_close(json, '}');
}

// Each file that has the kernel of a row, once. A page may be given to students: finished files are left out.
static void write_sources(Json *json, const ShownDemo *demo, const LabTable *table) {
    json_open(json, "sources", '[');
    for (int i = 0; i < table->row_count; i++) {
        const char *file = row_file(demo->result, table, i);
        const bool of_lab = !strcmp(file, entry_file(demo->result, table, i));
        bool left_out = !strncmp(file, "solutions/", 10);
        for (int k = 0; k < i; k++) left_out |= !strcmp(row_file(demo->result, table, k), file);
        char path[4400];
        snprintf(path, sizeof path, "%s/%s%s", demo->lab_folder, of_lab ? "" : "../../", file);
        if (!left_out) write_source_text(json, path, file);
    }
    json_close(json, ']');
}

// What a page needs to run each row again.
static void write_rows_alive(Json *json, const LabResult *result, const LabTable *table) {
    AliveCase cases[SPEC_ROWS];
    for (int i = 0; i < table->row_count; i++) {
        const CaseResult *c = find_case(result, &table->rows[i].key);
        const LabEntrySpec *entry = &result->spec->entries[table->rows[i].key.entry];
        cases[i] = (AliveCase){.label = table->rows[i].label,
                               .entry = entry->name,
                               .sizes = c->sizes,
                               .source = row_file(result, table, i),
                               .gpu = c->key.gpu[0] ? c->key.gpu : result->alive_gpu,
                               .output = entry->params[entry->output].name,
                               .records = &c->records};
    }
    write_alive(json, cases, table->row_count);
}

void demo_json(FILE *stream, const void *data) {
    const ShownDemo *demo = data;
    const LabTable *table = &demo->result->spec->tables[demo->table];
    Json json = {.stream = stream};
    json_open(&json, NULL, '{');
    json_integer(&json, "schema", 1);
    json_string(&json, "demo", table->name);
    json_string(&json, "lab_name", demo->result->spec->name);
    json_string(&json, "title", table->title);
    write_device(&json, demo->result);
    json_open(&json, "columns", '[');
    for (int i = 0; i < table->column_count; i++) json_string(&json, NULL, table->columns[i].heading);
    json_close(&json, ']');
    json_open(&json, "rows", '[');
    for (int i = 0; i < table->row_count; i++) write_row(&json, demo->result, table, i);
    json_close(&json, ']');
    char times[300];
    json_open(&json, "notes", '[');
    if (times_note(demo->result, demo->table, times, sizeof times)) json_string(&json, NULL, times);
    for (int i = 0; i < table->note_count; i++) json_string(&json, NULL, table->notes[i]);
    json_close(&json, ']');
    write_sources(&json, demo, table);
    if (demo->result->alive_gpu) write_rows_alive(&json, demo->result, table);
    json_close(&json, '}');
    fputc('\n', stream);
}

void demo_index_json(FILE *stream, const void *data) {
    Json json = {.stream = stream};
    json_open(&json, NULL, '{');
    json_integer(&json, "schema", 1);
    json_string(&json, "title", "Demonstrations");
    json_open(&json, "demos", '[');
    for (const DemoLink *d = data; d->name[0]; d++) {
        json_open(&json, NULL, '{');
        json_string(&json, "name", d->name);
        json_string(&json, "lab", d->lab);
        json_string(&json, "title", d->title);
        json_bool(&json, "shown", d->shown);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    fputc('\n', stream);
}
