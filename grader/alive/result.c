// Writes the result as `device` would tell it, and reads and writes that as `grade` does: so the page's own runs and the
// grader's look the same.
#include "grader/alive/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/device_report.h"
#include "grader/report/kernels.h"
#include "grader/report/report.h"
#include "grader/session/records.h"

static void put_field(FILE *to, const char *key, const char *value) {
    fprintf(to, "\t%s=", key);
    for (size_t n = 0; *value && n < REPORT_FIELD_MAX; value++, n++) {
        const char escape = *value == '\t' ? 't' : *value == '\n' ? 'n' : *value == '\\' ? '\\' : 0;
        if (escape)
            fprintf(to, "\\%c", escape);
        else
            fputc(*value, to);
    }
}

static void put_counters(FILE *to, const uint64_t *counters) {
    const char *name;
    for (int i = 0; (name = warpsim_counter_name(i)); i++)
        if (counters[i]) fprintf(to, "\t%s=%" PRIu64, name, counters[i]);
    fputc('\n', to);
}

static void put_kernels(FILE *to, const Warpsim *sim) {
    const WarpsimKernel *kernel;
    const uint64_t *counters;
    uint32_t shared;
    for (int k = 0, line; warpsim_counts(sim, k, &kernel, &counters, &shared); k++) {
        const WarpsimKernelFacts facts = warpsim_kernel_facts(kernel);
        const char *file;
        fputs("kernel", to);
        put_field(to, "name", facts.display_name);
        put_field(to, "instance", facts.signature);
        put_field(to, "symbol", facts.name);
        fprintf(to, "\tshared_bytes_per_block=%" PRIu32, shared);
        put_counters(to, counters);
        for (int n = 0; warpsim_line(sim, k, n, &file, &line, &counters); n++) {
            fputs("line", to);
            put_field(to, "kernel", facts.display_name);
            put_field(to, "instance", facts.signature);
            put_field(to, "file", file);
            fprintf(to, "\tline=%d", line);
            put_counters(to, counters);
        }
    }
}

static void put_findings(FILE *to, const Warpsim *sim) {
    const WarpsimFinding *f;
    for (int i = 0; (f = warpsim_finding(sim, i)); i++) {
        const char *file;
        int line, column;
        const uint64_t g[3] = {f->grid[0], f->grid[1], f->grid[2]};
        const uint64_t s[3] = {f->shape[0], f->shape[1], f->shape[2]};
        fputs("finding", to);
        put_field(to, "check", warpsim_check_name(f->check));
        put_field(to, "message", f->message);
        put_field(to, "next", f->next);
        if (f->kernel) put_field(to, "kernel", warpsim_kernel_facts(f->kernel).display_name);
        fprintf(to, "\tfatal=%d\tcount=%" PRIu64, f->fatal, f->count);
        if (f->function && warpsim_source_line(f->function, f->instruction, &file, &line, &column)) {
            put_field(to, "file", file);
            fprintf(to, "\tline=%d\tcolumn=%d", line, column);
        }
        if (g[0] && g[1] && s[0] && s[1])
            fprintf(to,
                    "\tblock=%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\tthread=%" PRIu64 ",%" PRIu64 ",%" PRIu64,
                    f->block % g[0], f->block / g[0] % g[1], f->block / g[0] / g[1], f->thread % s[0],
                    f->thread / s[0] % s[1], f->thread / s[0] / s[1]);
        fputc('\n', to);
    }
}

static void write_three(Json *json, const char *key, const long *three) {
    json_open(json, key, '[');
    for (int i = 0; i < 3; i++) json_integer(json, NULL, three[i]);
    json_close(json, ']');
}

static void write_finding(Json *json, const char *source, const Finding *f) {
    json_open(json, NULL, '{');
    json_string(json, "check", f->check);
    json_string(json, "kernel", f->kernel);
    json_bool(json, "fatal", f->fatal);
    json_integer(json, "count", f->count);
    if (f->place.line) {
        json_string(json, "file", place_name(&f->place, source));
        json_integer(json, "line", f->place.line);
    }
    if (f->who.known) {
        write_three(json, "block", f->who.block);
        write_three(json, "thread", f->who.thread);
    }
    json_string(json, "message", f->message);
    json_string(json, "next", f->next);
    json_close(json, '}');
}

static void write_result(FILE *to, const Records *records, const char *source) {
    Json json = {.stream = to};
    json_open(&json, NULL, '{');
    json_open(&json, "kernels", '{');
    for (int i = 0; i < records->kernel_count; i++)
        write_counted(&json, records, records->kernels[i].name, NULL, NULL);
    json_close(&json, '}');
    json_open(&json, "lines", '[');
    write_lines(&json, source, records, NULL);
    json_close(&json, ']');
    json_open(&json, "findings", '[');
    for (int i = 0; i < records->finding_count; i++) write_finding(&json, source, &records->findings[i]);
    json_close(&json, ']');
    json_open(&json, "watched", '{');
    write_accesses(&json, source, &records->watched);
    json_close(&json, '}');
    json_close(&json, '}');
}

char *alive_result(const Warpsim *sim, const Watching *watching, const char *source) {
    char *told = NULL, *text = NULL, *watched = watching ? watching_text(watching) : NULL;
    size_t size;
    FILE *to = open_memstream(&told, &size);
    Records *records = calloc(1, sizeof *records);
    if (to) {
        put_findings(to, sim);
        put_kernels(to, sim);
        if (watched) fputs(watched, to);
    }
    free(watched);
    if (to && !fclose(to) && records && (to = open_memstream(&text, &size))) {
        records_parse(records, told, strlen(told));
        write_result(to, records, source);
        if (fclose(to)) free(text), text = NULL;
    }
    if (records) records_free(records);
    free(records), free(told);
    return text;
}
