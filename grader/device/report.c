// Writes the report that grader/contract/device_report.h describes.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/device.h"
#include "grader/contract/device_report.h"
#include "grader/device/plan_of_work.h"

typedef struct {
    char *text;
    size_t size, room;
    bool failed; // memory ran out: something is missing
} Text;

static void add(Text *t, const char *bytes, size_t size) {
    if (t->size + size + 1 > t->room) {
        const size_t room = 2 * (t->size + size) + 1024;
        char *grown = realloc(t->text, room);
        if (!grown) t->failed = true;
        if (t->failed) return;
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
                      const WarpsimKernel *f, uint32_t instruction) {
    const char *file;
    int line, column;
    if (!f || !warpsim_source_line(f, instruction, &file, &line, &column)) return;
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
static void add_thread(Text *t, const char *block_key, const char *thread_key, const WarpsimFinding *f,
                       uint64_t block, uint64_t thread) {
    const uint32_t *g = f->grid, *b = f->shape;
    add_three(t, block_key, block % g[0], block / g[0] % g[1], block / g[0] / g[1]);
    add_three(t, thread_key, thread % b[0], thread / b[0] % b[1], thread / b[0] / b[1]);
}

static void add_facts(Text *t, uint32_t facts) {
    char list[300] = "";
    const char *name;
    for (int i = 0; (name = finding_fact_name(i)); i++) {
        const size_t used = strlen(list);
        if (facts >> i & 1) snprintf(list + used, sizeof list - used, "%s%s", used ? "," : "", name);
    }
    if (facts) add_field(t, "facts", list);
}

static void add_signed(Text *t, const char *key, int64_t value) {
    char number[32];
    snprintf(number, sizeof number, "%" PRId64, value);
    add_field(t, key, number);
}

static void add_access(Text *t, const WarpsimFinding *f) {
    const uint32_t *b = f->shape, absent = f->absent - 1;
    add_facts(t, f->facts);
    add_place(t, "wait_file", "wait_line", NULL, f->wait_function, f->wait_instruction);
    if (f->wait_left) add_number(t, "wait_left", f->wait_left), add_number(t, "wait_most", f->wait_most);
    if (f->absent) add_three(t, "absent_thread", absent % b[0], absent / b[0] % b[1], absent / b[0] / b[1]);
    if (f->bytes) add_signed(t, "bytes", f->bytes);
    if (f->room) add_signed(t, "at", f->at), add_signed(t, "room", f->room);
}

static void add_finding(Text *t, const Device *d, const char *kind, const WarpsimFinding *f) {
    add_string(t, kind);
    add_field(t, "check", warpsim_check_name(f->check));
    add_number(t, "fatal", f->fatal);
    add_number(t, "count", f->count);
    if (f->kernel) add_field(t, "kernel", warpsim_kernel_facts(f->kernel).display_name);
    add_place(t, "file", "line", "column", f->function, f->instruction);
    if (f->call_line) add_number(t, "call_line", f->call_line);
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
    add_access(t, f);
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
    if (f->other_what[0]) {
        add_host_place(t, d, f->other_caller, "other_file", "other_line");
        add_field(t, "other_what", f->other_what);
    }
    add_facts(t, f->facts);
    add_field(t, "message", f->message);
    add_field(t, "next", f->next);
    add(t, "\n", 1);
}

static void add_counters(Text *t, const uint64_t *counters, bool all) {
    const char *name;
    for (int i = 0; (name = warpsim_counter_name(i)); i++)
        if (counters[i] || all) add_number(t, name, counters[i]);
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
        const WarpsimKernel *f = l->function;
        add_string(t, "launch");
        add_field(t, "kernel", f ? warpsim_kernel_facts(f).display_name : l->kernel);
        add_three(t, "grid", l->grid[0], l->grid[1], l->grid[2]);
        add_three(t, "block", l->block[0], l->block[1], l->block[2]);
        add_number(t, "shared", l->dynamic_shared);
        add_number(t, "count", same);
        add_host_place(t, d, l->caller, "file", "line");
        add(t, "\n", 1);
        lines++;
    }
}

// Behind a kernel that failed nothing can be given back any more: what is left then is no fault of its own. Nor does what a function
// leaves that returns at once where a copy fails: the handout asks for the error alone.
static void add_leaks(Text *t, const Device *d) {
    if (d->sticky) return;
    for (int i = 0, leaks = 0; i < d->recording.count && leaks < REPORT_LAUNCHES_MAX; i++) {
        const Record *r = &d->recording.list[i];
        if (r->kind != RECORD_ALLOCATE || r->from != FAULT_NONE) continue;
        const WarpsimAllocation *a = warpsim_find(d->sim, r->address);
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

static void add_contributions(Text *t, const Device *d, int k) {
    WarpsimLaunches c;
    for (int n = 0; warpsim_contribution(d->sim, k, n, &c); n++) {
        add_string(t, "contribution");
        add_number(t, "count", c.launches);
        add_three(t, "block", c.block[0], c.block[1], c.block[2]);
        add_number(t, "shared_bytes_per_block", c.shared_bytes);
        if (c.counters) add_counters(t, c.counters, false);
        add(t, "\n", 1);
    }
}

// Nothing where it is not known, below 0.
static void add_percent(Text *t, double occupancy) {
    char text[32];
    snprintf(text, sizeof text, "%.6f", occupancy);
    if (occupancy >= 0) add_field(t, "theoretical_occupancy_percent", text);
}

// Nothing where ptxas is missing or fails: what is not known is left out.
static void add_occupancy(Text *t, Device *d, int k, const WarpsimKernel *kernel) {
    const KernelUsage *u = usage_of(d, kernel);
    char text[32];
    if (!u || !u->registers) return;
    add_number(t, "registers_per_thread", u->registers);
    snprintf(text, sizeof text, "sm_%d", u->arch);
    add_field(t, "registers_target", text);
    add_percent(t, occupancy_of(d, k, u->registers));
}

static void add_configurations(Text *t, Device *d, int k, const WarpsimKernel *kernel, bool occupancy) {
    WarpsimLaunches c;
    for (int n = 0; warpsim_configuration(d->sim, k, n, &c); n++) {
        add_string(t, "configuration");
        add_three(t, "grid", c.grid[0], c.grid[1], c.grid[2]);
        add_three(t, "block", c.block[0], c.block[1], c.block[2]);
        add_number(t, "dynamic_shared_bytes", c.dynamic_shared);
        add_number(t, "shared_bytes_per_block", c.shared_bytes);
        if (occupancy && c.block[0]) add_percent(t, occupancy_with(d, kernel, c.block, c.dynamic_shared));
        add_counters(t, c.counters, false);
        add(t, "\n", 1);
    }
}

// A kernel and its source lines. False: there is no k-th kernel.
static bool add_kernel(Text *t, Device *d, int k, bool occupancy) {
    const WarpsimKernel *kernel;
    const uint64_t *counters;
    uint32_t shared;
    if (!warpsim_counts(d->sim, k, &kernel, &counters, &shared)) return false;
    const WarpsimKernelFacts facts = warpsim_kernel_facts(kernel);
    const char *name = facts.display_name, *file;
    add_string(t, "kernel");
    add_field(t, "name", name);
    add_field(t, "instance", facts.signature);
    add_field(t, "symbol", facts.name);
    add_counters(t, counters, true);
    add_number(t, "shared_bytes_per_block", shared);
    if (occupancy) add_occupancy(t, d, k, kernel);
    add(t, "\n", 1);
    add_contributions(t, d, k);
    add_configurations(t, d, k, kernel, occupancy);
    for (int n = 0, line; warpsim_line(d->sim, k, n, &file, &line, &counters); n++) {
        add_string(t, "line");
        add_field(t, "kernel", name);
        add_field(t, "instance", facts.signature);
        add_field(t, "file", file);
        add_number(t, "line", (uint64_t)line);
        add_counters(t, counters, false);
        add(t, "\n", 1);
    }
    return true;
}

// What the host had copied from device memory to device memory.
static uint64_t copied_bytes(const Recording *r) {
    uint64_t bytes = 0;
    for (int i = 0; i < r->count; i++)
        if (r->list[i].kind == RECORD_COPY) bytes += r->list[i].size;
    return bytes;
}

enum { LAUNCHES_WITH_LINES = 64 }; // of those that are listed: the first ones

static void add_decimal(Text *t, const char *key, double value) {
    char number[40];
    snprintf(number, sizeof number, "%.9g", value);
    add_field(t, key, number);
}

static void add_modelled(Text *t, const Modelled *m) {
    add_decimal(t, "modelled_ms", m->ms);
    add_decimal(t, "low_ms", m->low_ms);
    add_decimal(t, "high_ms", m->high_ms);
    add_field(t, "bound", model_bound_words(m->bound));
    add_decimal(t, "bound_percent", m->bound_percent);
    add_number(t, "calibrated", m->calibrated);
    add_field(t, "unit", m->unit ? m->unit : "");
    add_number(t, "warp_instructions_executed", (uint64_t)(m->warp_instructions + 0.5));
    add_decimal(t, "l1_hit_percent", m->l1_hit_percent);
    add_number(t, "l2_read_sectors", (uint64_t)(m->l2_read_sectors + 0.5));
    add_number(t, "l2_write_sectors", (uint64_t)(m->l2_write_sectors + 0.5));
    add_decimal(t, "l2_hit_percent", m->l2_hit_percent);
    add_number(t, "dram_read_bytes", (uint64_t)(m->dram_read_bytes + 0.5));
    add_number(t, "dram_write_bytes", (uint64_t)(m->dram_write_bytes + 0.5));
    add_decimal(t, "achieved_occupancy_percent", m->occupancy_percent);
    add_decimal(t, "issue_percent", m->issue_percent);
    add_decimal(t, "copy_bytes_per_second", m->copy_bytes_per_second);
    add_number(t, "registers_per_thread", m->registers);
    add_decimal(t, "issue_peak_per_second", m->issue_peak);
#define ADD_SPENT(name) add_decimal(t, "time_" #name "_percent", m->spent.name##_percent);
    MODELLED_SPENT(ADD_SPENT)
#undef ADD_SPENT
#define ADD_BUSY(name) add_decimal(t, "busy_" #name "_percent", m->busy.name##_percent);
    MODELLED_BUSY(ADD_BUSY)
#undef ADD_BUSY
    add_decimal(t, "theoretical_occupancy_percent", m->theoretical_percent);
    add_number(t, "blocks_per_sm", m->blocks_per_sm);
    add_field(t, "occupancy_limit", m->limit);
    add_number(t, "registers_for_more_blocks", m->registers_for_more);
    if (!m->file) return;
    add_field(t, "hot_file", m->file);
    add_number(t, "hot_line", (uint64_t)m->line);
    add_decimal(t, "hot_percent", m->line_percent);
}

static void add_modelled_line(Text *t, const ModelledLine *l) {
    add_string(t, "modelled_line");
    add_field(t, "file", l->file);
    add_number(t, "line", (uint64_t)l->line);
    add_decimal(t, "instructions_percent", l->instructions_percent);
    add_decimal(t, "time_percent", l->time_percent);
    add(t, "\n", 1);
}

static void add_listed(Text *t, const ListedLaunch *l) {
    add_string(t, "listed");
    add_field(t, "kernel", warpsim_kernel_facts(l->kernel).display_name);
    add_field(t, "instance", warpsim_kernel_facts(l->kernel).signature);
    add_three(t, "grid", l->grid[0], l->grid[1], l->grid[2]);
    add_three(t, "block", l->block[0], l->block[1], l->block[2]);
    add_number(t, "shared", l->shared_bytes);
    add_counters(t, l->counters, true);
    if (l->modelled.known) add_modelled(t, &l->modelled);
    if (l->modelled.why[0]) add_field(t, "not_modelled", l->modelled.why);
    add(t, "\n", 1);
}

static void add_spread(Text *t, const Spread *s) {
    add_string(t, "spread");
    add_counters(t, s->counters, true);
    add_decimal(t, "stored", s->stored_bytes);
    add_decimal(t, "read", s->read_bytes);
    add_decimal(t, "stored_error", s->stored_error);
    add_decimal(t, "read_error", s->read_error);
    add_number(t, "thread_bytes", s->thread_bytes);
    add(t, "\n", 1);
}

static void add_moves(Text *t, const Device *d) {
    for (int i = 0; i < d->moves.count; i++) {
        const HostMove *m = &d->moves.move[i];
        add_string(t, "move");
        add_field(t, "kind", m->kind);
        add_number(t, "at", m->address);
        add_number(t, "bytes", m->bytes);
        add_number(t, "room", m->room);
        if (m->holds[0]) add_field(t, "holds", m->holds);
        add_number(t, "error", (uint64_t)m->error);
        add_number(t, "times", m->times);
        add_host_place(t, d, m->caller, "file", "line");
        add(t, "\n", 1);
    }
}

// The games that were begun.
static void add_played(Text *t, const Play *play) {
    for (int i = 0; i < play->begun; i++) {
        add_string(t, "played");
        add_number(t, "game", (uint64_t)i);
        add_number(t, "launches", play->games[i].launches);
        add_number(t, "waits", play->games[i].waits);
        add_number(t, "clock", play->games[i].clock);
        add(t, "\n", 1);
    }
}

char *report_text(Device *d, bool occupancy, bool work, size_t *size) {
    Text t = {0};
    const WarpsimFinding *f;
    const bool own_fault = note_unchecked(d);
    add(&t, "", 0);
    for (int i = 0; (f = warpsim_finding(d->sim, i)); i++) add_finding(&t, d, "finding", f);
    for (int i = 0; (f = warpsim_departure(d->sim, i)); i++) add_finding(&t, d, "departure", f);
    for (int i = 0; i < d->host_finding_count; i++) add_host_finding(&t, d, &d->host_findings[i]);
    add_leaks(&t, d);
    add_launches(&t, d);
    for (int k = 0; add_kernel(&t, d, k, occupancy);) k++;
    for (int i = 0; i < d->refused_count; i++) {
        add_string(&t, "refused");
        const Refused *r = &d->refused[i];
        add_three(&t, "grid", r->grid[0], r->grid[1], r->grid[2]);
        add_three(&t, "block", r->block[0], r->block[1], r->block[2]);
        add_number(&t, "seen", r->seen);
        add_host_place(&t, d, r->caller, "file", "line");
        add_host_place(&t, d, r->seen_by, "seen_file", "seen_line");
        add(&t, "\n", 1);
    }
    add_moves(&t, d);
    add_played(&t, &d->play);
    for (uint32_t i = 0; i < d->modelling.count; i++) {
        const ListedLaunch *l = &d->modelling.launches[i];
        add_listed(&t, l);
        if (d->modelling.samples_only && l->modelled.known) add_spread(&t, &l->spread);
        for (uint32_t k = 0; i < LAUNCHES_WITH_LINES && k < l->modelled.line_count; k++)
            add_modelled_line(&t, &l->modelled.lines[k]);
    }
    char *watched = d->watching ? watching_text(d->watching) : NULL;
    if (watched) add_string(&t, watched);
    free(watched);
    char *plan = work ? plan_of_work(d) : NULL;
    if (plan) add_string(&t, plan);
    free(plan);
    add_string(&t, "work");
    add_number(&t, "launches", (uint64_t)d->recording.launches);
    add_number(&t, "copies", (uint64_t)d->recording.copies);
    add_number(&t, "copied_bytes", copied_bytes(&d->recording));
    add_number(&t, "reads_back", d->recording.reads_back);
    add_number(&t, "returned", d->recording.returned);
    add_number(&t, "digest", recording_digest(&d->recording));
    uint64_t bytes;
    const uint64_t unjudged = warpsim_unjudged(d->sim, &bytes);
    if (unjudged && !own_fault) {
        add_number(&t, "race_unchecked_launches", unjudged);
        add_number(&t, "race_unchecked_bytes", bytes);
    }
    const uint64_t left_out = warpsim_findings_left_out(d->sim) + d->findings_left_out;
    if (left_out) add_number(&t, "findings_left_out", left_out);
    if (d->order && stream_order_lost(d->order)) add_number(&t, "order_unchecked", 1);
    add(&t, "\n", 1);
    if (t.failed) free(t.text);
    *size = t.size;
    return t.failed ? NULL : t.text;
}
