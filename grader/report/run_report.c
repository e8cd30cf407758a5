// The report of a program: what was found, then what its kernels did.
#include "grader/report/run_report.h"

#include <string.h>

#include "grader/report/kernels.h"
#include "grader/text/append.h"

enum { FINDINGS_SHOWN = 8, KERNELS_SHOWN = 12, SOURCES_SHOWN = 8 };

// The end in one sentence, where it is not an ordinary one.
static void print_end(const Writer *writer, const ProgramResult *result) {
    if (result->state == PROGRAM_DEVICE_LOST)
        writer_print(writer, 0, 2, STYLE_BAD, "The simulation broke off: %s.", result->reason);
    else if (result->interrupted)
        writer_words(writer, 0, 2, STYLE_WARN,
                     "The run was ended from outside. This is what was seen until then.");
    else if (result->signal)
        writer_print(writer, 0, 2, STYLE_BAD, "The program was ended by signal %d (%s).", result->signal,
                     strsignal(result->signal));
}

static void print_findings(const Writer *writer, const ProgramResult *result, bool all) {
    const Records *records = &result->records;
    const int count = records->finding_count, shown = all || count < FINDINGS_SHOWN ? count : FINDINGS_SHOWN;
    const int more = count - shown + records->findings_dropped;
    // What ended a kernel, or the program, comes first: it may be behind any number of others.
    for (int i = 0, left = shown; i < 2 * count && left; i++) {
        const Finding *f = &records->findings[i % count];
        if (f->fatal != (i < count)) continue;
        left--;
        print_finding(writer, NULL, records, f);
        if (f->next[0]) writer_words(writer, 2, 2, STYLE_PLAIN, f->next);
        if (!f->place.line)
            writer_print(writer, 2, 2, STYLE_FAINT, "Build the program with %s to see the line.",
                         f->kernel[0] ? "-lineinfo" : "-g (nvcc -Xcompiler -g)");
        writer_blank(writer);
    }
    if (more) {
        writer_print(writer, 2, 4, STYLE_FAINT, "and %d more%s", more, all ? "" : ": --verbose shows all");
        writer_blank(writer);
    }
}

// The configurations of kernel k, where it was launched with more than one.
static void print_configurations(const Writer *writer, const Records *records, int k) {
    int first = 0, end;
    while (first < records->configuration_count && records->configurations[first].kernel != k) first++;
    for (end = first; end < records->configuration_count && records->configurations[end].kernel == k;) end++;
    for (int i = first; i < end && end - first > 1; i++) {
        const ConfigurationCounters *c = &records->configurations[i];
        const KernelCounters counted = {.counters = c->counters};
        const unsigned long long launches = c->counters.launches;
        if (c->block[0])
            writer_print(writer, 4, 6, STYLE_PLAIN,
                         "grid (%ld, %ld, %ld), block (%ld, %ld, %ld), %ld bytes of dynamic shared memory: "
                         "launched %llu time%s",
                         c->grid[0], c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2],
                         c->dynamic_shared_bytes, launches, launches == 1 ? "" : "s");
        else
            writer_print(writer, 4, 6, STYLE_PLAIN, "with other configurations: launched %llu times",
                         launches);
        print_kernel_counters(writer, &counted, false);
    }
}

static void print_kernels(const Writer *writer, const Records *records, bool all) {
    const int count = records->kernel_count, shown = all || count < KERNELS_SHOWN ? count : KERNELS_SHOWN;
    for (int i = 0; i < shown; i++) {
        const KernelCounters *k = &records->kernels[i];
        writer_print(writer, 2, 4, STYLE_BOLD, "%s, launched %llu time%s", kernel_words(records, k),
                     (unsigned long long)k->counters.value[COUNTER_launches],
                     k->counters.value[COUNTER_launches] == 1 ? "" : "s");
        print_kernel_counters(writer, k, all);
        if (all) print_configurations(writer, records, i);
    }
    if (count > shown)
        writer_print(writer, 2, 4, STYLE_FAINT, "and %s: --verbose shows all",
                     several(count - shown, "more kernel").text);
    if (count) writer_blank(writer);
}

// No finding must not be taken for no race where nobody looked.
static void print_unchecked(const Writer *writer, const Records *records) {
    const long launches = records->race_unchecked_launches;
    if (records->order_unchecked)
        writer_print(
            writer, 0, 2, STYLE_WARN,
            "Not all work was checked for races between streams: what it uses between two "
            "synchronisations takes more memory than Warpbook keeps for that. Smaller data is checked.");
    if (!launches) {
        if (records->order_unchecked) writer_blank(writer);
        return;
    }
    writer_print(
        writer, 0, 2, STYLE_WARN,
        "Not all memory was checked for races: %ld launch%s left out up to %.1f GB, since this machine has "
        "too little memory for records of it. Smaller data is checked.",
        launches, launches == 1 ? "" : "es", (double)records->race_unchecked_bytes / 1e9);
    writer_blank(writer);
}

void run_report_text(const Writer *writer, const ProgramResult *result, Detail detail) {
    const Records *records = &result->records;
    const int findings = records->finding_count + records->findings_dropped;
    const bool all = detail == DETAIL_VERBOSE;
    if (detail == DETAIL_QUIET && !findings && !records->race_unchecked_launches &&
        !records->order_unchecked && result->state == PROGRAM_RAN && !result->interrupted)
        return;
    writer_blank(writer);
    writer_print(writer, 0, 2, STYLE_BOLD, "On a simulated %s (no GPU used): %d finding%s",
                 result->device_name, findings, findings == 1 ? "" : "s");
    print_end(writer, result);
    writer_blank(writer);
    print_findings(writer, result, all);
    print_unchecked(writer, records);
    if (detail == DETAIL_QUIET) return;
    print_kernels(writer, records, all);
    if (result->state == PROGRAM_RAN && !records->work_launches && !findings)
        writer_words(
            writer, 2, 2, STYLE_WARN,
            "No kernel was launched. A program that was started by this one is not seen: run it itself.");
    writer_print(writer, 0, 2, STYLE_FAINT,
                 "%ld launch%s, %ld cop%s, %.1f s. Times in the program are times of the simulation.",
                 records->work_launches, records->work_launches == 1 ? "" : "es", records->work_copies,
                 records->work_copies == 1 ? "y" : "ies", result->seconds);
}

static void write_launches(Json *json, const Records *records) {
    json_open(json, "work", '{');
    json_integer(json, "launches", records->work_launches);
    json_integer(json, "copies", records->work_copies);
    json_integer(json, "bytes_read_back", records->work_reads_back);
    json_integer(json, "race_unchecked_launches", records->race_unchecked_launches);
    json_integer(json, "race_unchecked_bytes", records->race_unchecked_bytes);
    json_bool(json, "order_unchecked", records->order_unchecked != 0);
    json_close(json, '}');
}

static void write_three(Json *json, const char *key, const long *three) {
    json_open(json, key, '[');
    for (int i = 0; i < 3; i++) json_integer(json, NULL, three[i]);
    json_close(json, ']');
}

void write_modelled_members(Json *json, const ModelledTime *m, const char *source_path) {
    SourcePlace hot = {.line = m->hot_line};
    json_bool(json, "calibrated", m->calibrated);
    json_string(json, "bound", m->bound);
    if (m->unit[0]) json_string(json, "unit", m->unit);
    json_string(json, "occupancy_limit", m->occupancy_limit);
#define MODELLED_WRITE(name) json_number(json, #name, m->name);
    MODELLED_NUMBERS(MODELLED_WRITE)
#undef MODELLED_WRITE
    if (!m->hot_file[0]) return;
    snprintf(hot.file, sizeof hot.file, "%s", m->hot_file);
    json_string(json, "hot_file", source_path ? place_name(&hot, source_path) : m->hot_file);
    json_integer(json, "hot_line", m->hot_line);
}

static void write_listed(Json *json, const Records *records) {
    json_open(json, "launches", '[');
    for (int i = 0; i < records->listed_count; i++) {
        const ListedLaunch *l = &records->listed[i];
        json_open(json, NULL, '{');
        json_string(json, "kernel", l->kernel);
        json_string(json, "instance", l->instance);
        write_three(json, "grid", l->grid);
        write_three(json, "block", l->block);
        json_integer(json, "shared_bytes_per_block", l->shared);
        json_open(json, "counters", '{');
        for (int k = 0; k < COUNTER_COUNT; k++)
            json_integer(json, counter_name(k), (int64_t)l->counters.value[k]);
        json_close(json, '}');
        if (l->modelled.known) write_modelled_members(json, &l->modelled, NULL);
        if (l->modelled.why[0]) json_string(json, "not_modelled", l->modelled.why);
        json_close(json, '}');
    }
    json_close(json, ']');
}

// The files whose lines were counted. Which they are the program says; the user has run it, so they are opened.
static void write_sources(Json *json, const Records *records) {
    const char *written[SOURCES_SHOWN];
    int count = 0;
    json_open(json, "sources", '[');
    for (int i = 0; i < records->line_count && count < SOURCES_SHOWN; i++) {
        const char *file = records->lines[i].place.file;
        int at = 0;
        while (at < count && strcmp(written[at], file)) at++;
        if (at < count) continue;
        written[count++] = file;
        write_source_text(json, file, file);
    }
    json_close(json, ']');
}

void run_report_json(FILE *stream, const void *data) {
    const ProgramResult *result = data;
    const Records *records = &result->records;
    Json json = {.stream = stream};
    json_open(&json, NULL, '{');
    json_integer(&json, "schema", 1);
    json_open(&json, "device", '{');
    json_string(&json, "kind", "sim");
    json_string(&json, "name", result->device_name);
    json_string(&json, "jail", "none");
    json_close(&json, '}');
    json_bool(&json, "completed", result->state == PROGRAM_RAN && !result->interrupted);
    json_integer(&json, "exit_status", result->status);
    json_number(&json, "seconds", result->seconds);
    json_open(&json, "findings", '[');
    for (int i = 0; i < records->finding_count; i++) {
        json_open(&json, NULL, '{');
        write_finding_members(&json, NULL, &records->findings[i]);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_integer(&json, "findings_left_out", records->findings_dropped);
    json_open(&json, "counters", '{');
    for (int i = next_name(records, 0); i < records->kernel_count; i = next_name(records, i + 1))
        write_counted(&json, records, records->kernels[i].name, NULL, NULL);
    json_close(&json, '}');
    json_open(&json, "configurations", '[');
    for (int i = next_name(records, 0); i < records->kernel_count; i = next_name(records, i + 1))
        write_configurations(&json, records, records->kernels[i].name, NULL, NULL);
    json_close(&json, ']');
    json_integer(&json, "kernels_left_out", records->kernels_dropped);
    json_integer(&json, "configurations_left_out", records->configurations_dropped);
    json_integer(&json, "lines_left_out", records->lines_dropped);
    json_open(&json, "lines", '[');
    write_lines(&json, NULL, records, NULL);
    json_close(&json, ']');
    write_sources(&json, records);
    write_launches(&json, records);
    if (records->listed_count) write_listed(&json, records);
    json_close(&json, '}');
    fputc('\n', stream);
}
