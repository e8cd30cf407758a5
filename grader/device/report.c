// Writes the report that report.h describes.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"
#include "grader/device/report.h"

typedef struct {
    char *text;
    size_t size, room;
} Text;

static void add(Text *t, const char *bytes, size_t size) {
    if (t->size + size + 1 > t->room) {
        const size_t room = 2 * (t->size + size) + 1024;
        char *grown = realloc(t->text, room);
        if (!grown) return;
        t->text = grown;
        t->room = room;
    }
    memcpy(t->text + t->size, bytes, size);
    t->size += size;
    t->text[t->size] = 0;
}

static void add_string(Text *t, const char *s) {
    add(t, s, strlen(s));
}

static void add_field(Text *t, const char *key, const char *value) {
    add(t, "\t", 1);
    add_string(t, key);
    add(t, "=", 1);
    for (size_t n = 0; *value && n < REPORT_FIELD_MAX; value++, n++) {
        if (*value == '\t')
            add(t, "\\t", 2);
        else if (*value == '\n')
            add(t, "\\n", 2);
        else if (*value == '\\')
            add(t, "\\\\", 2);
        else
            add(t, value, 1);
    }
}

static void add_number(Text *t, const char *key, uint64_t value) {
    char number[32];
    snprintf(number, sizeof number, "%" PRIu64, value);
    add_field(t, key, number);
}

static void add_three(Text *t, const char *key, uint64_t x, uint64_t y, uint64_t z) {
    char three[80];
    snprintf(three, sizeof three, "%" PRIu64 ",%" PRIu64 ",%" PRIu64, x, y, z);
    add_field(t, key, three);
}

static void add_place(Text *t, const char *file_key, const char *line_key, const char *column_key,
                      const Function *f, u32 instruction) {
    const char *file;
    int line, column;
    if (!f || !program_source_line(f, instruction, &file, &line, &column)) return;
    add_field(t, file_key, file);
    add_number(t, line_key, (uint64_t)line);
    if (column_key) add_number(t, column_key, (uint64_t)column);
}

static void add_host_place(Text *t, const Device *d, const uint64_t *caller, const char *file_key,
                           const char *line_key) {
    HostLine at;
    if (!host_place(d, caller, &at)) return;
    add_field(t, file_key, at.file);
    add_number(t, line_key, (uint64_t)at.line);
}

// Linear indices back to three axes.
static void add_thread(Text *t, const char *block_key, const char *thread_key, const Finding *f,
                       uint64_t block, uint64_t thread) {
    const uint32_t *g = f->grid, *b = f->shape;
    add_three(t, block_key, block % g[0], block / g[0] % g[1], block / g[0] / g[1]);
    add_three(t, thread_key, thread % b[0], thread / b[0] % b[1], thread / b[0] / b[1]);
}

static void add_finding(Text *t, const Device *d, const Finding *f) {
    add_string(t, "finding");
    add_field(t, "check", check_name(f->check));
    add_number(t, "fatal", f->fatal);
    add_number(t, "count", f->count);
    if (f->kernel) add_field(t, "kernel", f->kernel->display_name);
    add_place(t, "file", "line", "column", f->function, f->instruction);
    add_thread(t, "block", "thread", f, f->block, f->thread);
    if (f->has_other) {
        add_place(t, "other_file", "other_line", NULL, f->other_function, f->other_instruction);
        if (f->other_has_thread)
            add_thread(t, "other_block", "other_thread", f, f->other_block, f->other_thread);
        add_field(t, "other_what", f->other_what);
    } else if (f->caller[0]) {
        add_host_place(t, d, f->caller, "other_file", "other_line");
        add_field(t, "other_what", "allocated it");
    }
    add_field(t, "message", f->message);
    add_field(t, "next", f->next);
    add(t, "\n", 1);
}

static void add_host_finding(Text *t, const Device *d, const HostFinding *f) {
    add_string(t, "finding");
    add_field(t, "check", f->check);
    add_number(t, "fatal", f->fatal);
    add_number(t, "count", 1);
    add_host_place(t, d, f->caller, "file", "line");
    add_field(t, "message", f->message);
    add_field(t, "next", f->next);
    add(t, "\n", 1);
}

static void add_counters(Text *t, const Counters *c, bool all) {
    for (const CounterName *n = counter_names; n->name; n++) {
        const uint64_t value = *(const uint64_t *)((const char *)c + n->offset);
        if (value || all) add_number(t, n->name, value);
    }
}

static void add_launches(Text *t, const Device *d) {
    const Recording *r = &d->recording;
    for (int i = 0, lines = 0; i < r->count && lines < REPORT_LAUNCHES_MAX;) {
        if (r->list[i].kind != RECORD_LAUNCH) {
            i++;
            continue;
        }
        const RecordedLaunch *l = &r->list[i].launch;
        uint64_t same = 0;
        for (; i < r->count; i++) {
            const RecordedLaunch *next = &r->list[i].launch;
            if (r->list[i].kind != RECORD_LAUNCH) continue;
            if (strcmp(next->kernel, l->kernel) || memcmp(next->grid, l->grid, sizeof l->grid) ||
                memcmp(next->block, l->block, sizeof l->block) || next->dynamic_shared != l->dynamic_shared)
                break;
            same += 1 + next->repeated;
        }
        const Function *f = l->function;
        add_string(t, "launch");
        add_field(t, "kernel", f ? f->display_name : l->kernel);
        add_three(t, "grid", l->grid[0], l->grid[1], l->grid[2]);
        add_three(t, "block", l->block[0], l->block[1], l->block[2]);
        add_number(t, "shared", l->dynamic_shared);
        add_number(t, "count", same);
        add_host_place(t, d, l->caller, "file", "line");
        add(t, "\n", 1);
        lines++;
    }
}

static void add_leaks(Text *t, const Device *d) {
    for (int i = 0, leaks = 0; i < d->recording.count && leaks < REPORT_LAUNCHES_MAX; i++) {
        const Record *r = &d->recording.list[i];
        if (r->kind != RECORD_ALLOCATE) continue;
        const Allocation *a = arena_find(d->sim->arena, r->address);
        if (!a || a->base != r->address) continue;
        HostFinding f = {.check = "leak"};
        memcpy(f.caller, a->caller, sizeof f.caller);
        snprintf(f.message, sizeof f.message,
                 "%" PRIu64 " bytes of device memory are allocated here and never given back.", a->size);
        snprintf(f.next, sizeof f.next, "Call cudaFree when the memory is no longer needed.");
        add_host_finding(t, d, &f);
        leaks++;
    }
}

// Nothing where ptxas is missing or fails: what is not known is left out.
static void add_occupancy(Text *t, Device *d, const KernelCounters *k) {
    const KernelUsage *u = usage_of(d, k->kernel);
    char text[32];
    if (!u || !u->registers) return;
    add_number(t, "registers_per_thread", u->registers);
    snprintf(text, sizeof text, "sm_%d", u->arch);
    add_field(t, "registers_target", text);
    const double percent = occupancy_of(d, k, u->registers);
    if (percent < 0) return;
    snprintf(text, sizeof text, "%.6f", percent);
    add_field(t, "theoretical_occupancy_percent", text);
}

char *report_text(Device *d, bool occupancy, size_t *size) {
    Text t = {0};
    add(&t, "", 0);
    for (int i = 0; i < d->sim->findings.count; i++) add_finding(&t, d, &d->sim->findings.list[i]);
    for (int i = 0; i < d->host_finding_count; i++) add_host_finding(&t, d, &d->host_findings[i]);
    add_leaks(&t, d);
    add_launches(&t, d);
    for (int i = 0; i < d->sim->counters.count; i++) {
        const KernelCounters *k = &d->sim->counters.kernels[i];
        add_string(&t, "kernel");
        add_field(&t, "name", k->kernel->display_name);
        add_counters(&t, &k->total, true);
        add_number(&t, "shared_bytes_per_block", k->shared_bytes_per_block);
        if (occupancy) add_occupancy(&t, d, k);
        add(&t, "\n", 1);
        for (int n = 0; n < k->line_count; n++) {
            add_string(&t, "line");
            add_field(&t, "kernel", k->kernel->display_name);
            add_field(&t, "file", k->lines[n].file);
            add_number(&t, "line", (uint64_t)k->lines[n].line);
            add_counters(&t, &k->lines[n].counters, false);
            add(&t, "\n", 1);
        }
    }
    add_string(&t, "work");
    add_number(&t, "launches", (uint64_t)d->recording.launches);
    add_number(&t, "copies", (uint64_t)d->recording.copies);
    add_number(&t, "reads_back", d->recording.reads_back);
    if (d->sim->unjudged_launches) {
        add_number(&t, "race_unchecked_launches", d->sim->unjudged_launches);
        add_number(&t, "race_unchecked_bytes", d->sim->unjudged_bytes);
    }
    add(&t, "\n", 1);
    *size = t.size;
    return t.text;
}
