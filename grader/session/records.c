// Parses the report of `device` line by line into what the grader keeps of it.
#include "grader/session/records.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/protocol.h"
#include "grader/session/record_fields.h"

static void take_thread(const Record *record, ThreadPlace *who, const char *block, const char *thread) {
    who->known = record_triple(record, block, who->block) && record_triple(record, thread, who->thread);
}

// One more element at the end of an array whose room doubles; NULL where memory ran out.
static void *grown_slot(void **array, int *count, size_t size) {
    const int n = *count;
    if ((n & (n - 1)) == 0) {
        void *grown = realloc(*array, (size_t)(n ? 2 * n : 1) * size);
        if (!grown) return NULL;
        *array = grown;
    }
    void *slot = (char *)*array + (size_t)n * size;
    memset(slot, 0, size);
    ++*count;
    return slot;
}

// The same of an array that has a limit; NULL when it is full, too.
static void *next_slot(void **array, int *count, int most, size_t size) {
    return *count < most ? grown_slot(array, count, size) : NULL;
}

bool same_finding(const Finding *a, const Finding *b) {
    return !strcmp(a->check, b->check) && !strcmp(a->kernel, b->kernel) && a->place.line == b->place.line &&
           !strcmp(a->place.file, b->place.file) && (a->place.line || !strcmp(a->message, b->message));
}

static void keep_finding(Records *records, const Finding *finding) {
    for (int i = 0; i < records->finding_count; i++)
        if (same_finding(&records->findings[i], finding)) return;
    Finding *slot =
        next_slot((void **)&records->findings, &records->finding_count, RECORD_FINDINGS, sizeof *slot);
    records->findings_dropped += !slot;
    // What ended a kernel, or the case, is kept in place of one that did not.
    for (int i = records->finding_count - 1; !slot && finding->fatal && i >= 0; i--)
        if (!records->findings[i].fatal) slot = &records->findings[i];
    if (slot) *slot = *finding;
}

static unsigned read_facts(const Record *record) {
    const char *at = record_field(record, "facts"), *name;
    unsigned facts = 0;
    while (at) {
        const size_t length = strcspn(at, ",");
        for (int i = 0; (name = finding_fact_name(i)); i++)
            if (strlen(name) == length && !strncmp(at, name, length)) facts |= 1u << i;
        at = at[length] ? at + length + 1 : NULL;
    }
    return facts;
}

static Finding read_finding(const Record *record) {
    Finding finding = {0};
    record_text(record, "check", finding.check, sizeof finding.check);
    record_text(record, "kernel", finding.kernel, sizeof finding.kernel);
    record_text(record, "message", finding.message, sizeof finding.message);
    record_text(record, "next", finding.next, sizeof finding.next);
    record_text(record, "other_what", finding.other_what, sizeof finding.other_what);
    finding.fatal = record_long(record, "fatal", 0) != 0;
    finding.count = record_long(record, "count", 1);
    record_place(record, &finding.place, "file", "line", "column");
    finding.call_line = (int)record_long(record, "call_line", 0);
    record_place(record, &finding.other_place, "other_file", "other_line", NULL);
    take_thread(record, &finding.who, "block", "thread");
    take_thread(record, &finding.other_who, "other_block", "other_thread");
    take_thread(record, &finding.absent, "block", "absent_thread");
    finding.facts = read_facts(record);
    record_place(record, &finding.wait_place, "wait_file", "wait_line", NULL);
    finding.wait_left = record_long(record, "wait_left", 0);
    finding.wait_most = record_long(record, "wait_most", 0);
    finding.bytes = record_long(record, "bytes", 0);
    finding.room = record_long(record, "room", 0);
    finding.at = record_signed(record, "at");
    return finding;
}

static void add_finding(Records *records, const Record *record) {
    const Finding finding = read_finding(record);
    if (finding.check[0]) keep_finding(records, &finding);
}

static void add_departure(Records *records, const Record *record) {
    Finding *slot =
        next_slot((void **)&records->departures, &records->departure_count, RECORD_DEPARTURES, sizeof *slot);
    if (slot) *slot = read_finding(record);
}

static void add_launch(Records *records, const Record *record) {
    LaunchRecord *launch =
        next_slot((void **)&records->launches, &records->launch_count, RECORD_LAUNCHES, sizeof *launch);
    if (!launch) return;
    memset(launch, 0, sizeof *launch);
    record_text(record, "kernel", launch->kernel, sizeof launch->kernel);
    if (!record_triple(record, "grid", launch->grid) || !record_triple(record, "block", launch->block))
        records->launch_count--;
    launch->shared = record_long(record, "shared", 0);
    launch->count = record_long(record, "count", 1);
    record_place(record, &launch->place, "file", "line", NULL);
}

static void add_kernel(Records *records, const Record *record) {
    for (int i = 0; i < COUNTER_COUNT; i++)
        records->sum.value[i] += (uint64_t)record_long(record, counter_name(i), 0);
    KernelCounters *kernel =
        records->kernel_count < RECORD_KERNELS
            ? grown_slot((void **)&records->kernels, &records->kernel_count, sizeof *kernel)
            : NULL;
    records->kernels_dropped += !kernel;
    if (!kernel) return;
    record_text(record, "name", kernel->name, sizeof kernel->name);
    record_text(record, "instance", kernel->instance, sizeof kernel->instance);
    record_text(record, "symbol", kernel->symbol, sizeof kernel->symbol);
    kernel->shared_bytes_per_block = record_long(record, "shared_bytes_per_block", 0);
    kernel->registers_per_thread = record_long(record, "registers_per_thread", -1);
    record_text(record, "registers_target", kernel->registers_target, sizeof kernel->registers_target);
    kernel->theoretical_occupancy_percent = record_percent(record, "theoretical_occupancy_percent");
    record_counters(record, &kernel->counters);
}

// Of the kernel whose record came last.
static void add_configuration(Records *records, const Record *record) {
    ConfigurationCounters *c =
        records->kernel_count && !records->kernels_dropped &&
                records->configuration_count < RECORD_CONFIGURATIONS
            ? grown_slot((void **)&records->configurations, &records->configuration_count, sizeof *c)
            : NULL;
    records->configurations_dropped += !c;
    if (!c) return;
    c->kernel = records->kernel_count - 1;
    record_triple(record, "grid", c->grid);
    record_triple(record, "block", c->block);
    c->dynamic_shared_bytes = record_long(record, "dynamic_shared_bytes", 0);
    c->shared_bytes_per_block = record_long(record, "shared_bytes_per_block", 0);
    c->theoretical_occupancy_percent = record_percent(record, "theoretical_occupancy_percent");
    record_counters(record, &c->counters);
}

static void keep_line(Records *records, const Record *record, const Counters *counters) {
    LineCounters *line = records->line_count < RECORD_LINES
                             ? grown_slot((void **)&records->lines, &records->line_count, sizeof *line)
                             : NULL;
    records->lines_dropped += !line;
    if (!line) return;
    record_text(record, "kernel", line->kernel, sizeof line->kernel);
    record_text(record, "instance", line->instance, sizeof line->instance);
    record_place(record, &line->place, "file", "line", NULL);
    line->counters = *counters;
    records->line_count -= !line->place.line;
}

// Appends a field of numbers and `end`; one that holds anything else is left out.
static void add_numbers(NumberText *numbers, const Record *record, const char *key, char end) {
    enum { NUMBERS_MAX = 4 << 20 };
    const char *value = record_field(record, key);
    const size_t size = value ? strlen(value) : 0;
    if (!size || size != strspn(value, "0123456789:- ") || numbers->size + size > NUMBERS_MAX) return;
    char *grown = realloc(numbers->text, numbers->size + size + 2);
    if (!grown) return;
    memcpy(grown + numbers->size, value, size);
    numbers->text = grown;
    numbers->size += size;
    grown[numbers->size++] = end;
    grown[numbers->size] = 0;
}

static void add_access(Watched *watched, const Record *record) {
    WatchedPlace *p = watched->place_count < WATCHED_PLACES
                          ? grown_slot((void **)&watched->places, &watched->place_count, sizeof *p)
                          : NULL;
    if (!p) return;
    record_text(record, "kernel", p->kernel, sizeof p->kernel);
    record_text(record, "what", p->what, sizeof p->what);
    record_text(record, "space", p->space, sizeof p->space);
    record_text(record, "buffer", p->buffer, sizeof p->buffer);
    record_place(record, &p->place, "file", "line", "column");
    p->launch = record_long(record, "launch", 0);
    p->element = record_long(record, "element", 4);
    p->buffer_bytes = record_long(record, "buffer_bytes", 0);
    if (!record_triple(record, "grid", p->grid) || !record_triple(record, "shape", p->shape) ||
        !record_triple(record, "block", p->block))
        watched->place_count--;
}

static void add_path(Watched *watched, const Record *record) {
    WatchedPath *p = watched->path_count < WATCHED_PATHS
                         ? grown_slot((void **)&watched->paths, &watched->path_count, sizeof *p)
                         : NULL;
    if (!p) return;
    record_text(record, "kernel", p->kernel, sizeof p->kernel);
    p->launch = record_long(record, "launch", 0);
    p->warp = record_long(record, "warp", 0);
    p->cut = record_long(record, "cut", 0) != 0;
    if (!record_triple(record, "grid", p->grid) || !record_triple(record, "shape", p->shape) ||
        !record_triple(record, "block", p->block))
        watched->path_count--;
}

static void add_path_file(Watched *watched, const Record *record) {
    SourcePlace *file =
        watched->path_file_count < WATCHED_FILES
            ? grown_slot((void **)&watched->path_files, &watched->path_file_count, sizeof *file)
            : NULL;
    if (file) record_text(record, "name", file->file, sizeof file->file);
}

static void take_limits(GpuLimits *limits, const Record *record) {
    limits->known = true;
    record_text(record, "name", limits->name, sizeof limits->name);
#define TAKE_LIMIT(name) limits->name = record_long(record, #name, 0);
    GPU_LIMITS(TAKE_LIMIT)
#undef TAKE_LIMIT
}

// Answers false for records of another kind.
static bool add_watched(Watched *watched, const Record *record) {
    if (!strcmp(record->kind, "access")) {
        add_access(watched, record);
    } else if (!strcmp(record->kind, "visits")) { // of the place before it
        WatchedPlace *p = watched->place_count ? &watched->places[watched->place_count - 1] : NULL;
        if (p && record_long(record, "place", -1) == watched->place_count - 1)
            add_numbers(&p->visits, record, "visits", ' ');
    } else if (!strcmp(record->kind, "limits")) {
        take_limits(&watched->limits, record);
    } else if (!strcmp(record->kind, "path")) {
        add_path(watched, record);
    } else if (!strcmp(record->kind, "path_file")) {
        add_path_file(watched, record);
    } else if (!strcmp(record->kind, "path_steps")) {
        if (watched->path_count)
            add_numbers(&watched->paths[watched->path_count - 1].steps, record, "steps", ' ');
    } else if (!strcmp(record->kind, "shape")) {
        add_numbers(&watched->shapes, record, "runs", '\n');
    } else if (!strcmp(record->kind, "owners")) {
        add_numbers(&watched->owners, record, "runs", ' ');
    } else if (!strcmp(record->kind, "watched")) {
        watched->cut = record_long(record, "cut", 0) != 0;
    } else {
        return false;
    }
    return true;
}

static void add_header_line(Counters *all, Counters *busiest, const Counters *line) {
    for (int i = 0; i < COUNTER_COUNT; i++) all->value[i] += line->value[i];
    if (line->value[COUNTER_thread_instructions] > busiest->value[COUNTER_thread_instructions])
        *busiest = *line;
}

// The kernel that a record names; NULL: there was no room for it.
static KernelCounters *kernel_named(const Records *records, const Record *record) {
    const char *name = record_field(record, "kernel"), *instance = record_field(record, "instance");
    for (int i = 0; name && instance && i < records->kernel_count; i++)
        if (!strcmp(records->kernels[i].name, name) && !strcmp(records->kernels[i].instance, instance))
            return &records->kernels[i];
    return NULL;
}

static void add_line(Records *records, const Record *record) {
    const char *file = record_field(record, "file");
    Counters line;
    if (!file) return;
    record_counters(record, &line);
    keep_line(records, record, &line);
    if (strncmp(file, "common/", 7) != 0 && !strstr(file, "/common/")) return;
    KernelCounters *kernel = kernel_named(records, record);
    add_header_line(&records->headers, &records->busiest_header_line, &line);
    if (kernel) add_header_line(&kernel->headers, &kernel->busiest_header_line, &line);
}

static void add_contribution(Records *records, const Record *record) {
    Contribution *c = record_long(record, "count", 0)
                          ? next_slot((void **)&records->contributions, &records->contribution_count,
                                      RECORD_CONTRIBUTIONS, sizeof *c)
                          : NULL;
    records->more_contributions |= !c;
    if (!c) return;
    if (!record_triple(record, "block", c->block)) memset(c->block, 0, sizeof c->block);
    c->shared_bytes_per_block = record_long(record, "shared_bytes_per_block", 0);
    c->kernel = records->kernels_dropped ? -1 : records->kernel_count - 1;
    record_counters(record, &c->counters);
}

static void add_refused(Records *records, const Record *record) {
    if (records->refused_count == RECORD_REFUSED) return;
    RefusedLaunch *refused = &records->refused[records->refused_count];
    if (!record_triple(record, "block", refused->block)) return;
    if (!record_triple(record, "grid", refused->grid)) return;
    refused->seen = record_long(record, "seen", 0) == 1;
    record_place(record, &refused->place, "file", "line", NULL);
    record_place(record, &refused->seen_place, "seen_file", "seen_line", NULL);
    records->refused_count++;
}

static void add_move(Records *records, const Record *record) {
    MoveRecord *m = next_slot((void **)&records->moves, &records->move_count, RECORD_MOVES, sizeof *m);
    if (!m) return;
    record_text(record, "kind", m->kind, sizeof m->kind);
    record_text(record, "holds", m->holds, sizeof m->holds);
    m->at = record_long(record, "at", 0);
    m->bytes = record_long(record, "bytes", 0);
    m->room = record_long(record, "room", 0);
    m->error = record_long(record, "error", 0);
    m->times = record_long(record, "times", 1);
    record_place(record, &m->place, "file", "line", NULL);
}

static void add_played(Records *records, const Record *record) {
    PlayedRecord *played =
        records->played_count < MAX_GAMES && record_long(record, "game", -1) == records->played_count
            ? grown_slot((void **)&records->played, &records->played_count, sizeof *played)
            : NULL;
    if (!played) return;
    played->launches = record_long(record, "launches", 0);
    played->waits = record_long(record, "waits", 0);
    played->clock = record_long(record, "clock", 0);
}

static void take_modelled(const Record *record, ModelledTime *m) {
#define MODELLED_TAKE(name) {#name, &m->name},
    const struct {
        const char *key;
        double *to;
    } wanted[] = {MODELLED_NUMBERS(MODELLED_TAKE)};
#undef MODELLED_TAKE
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        *wanted[i].to = record_number(record, wanted[i].key, NAN);
    m->known = isfinite(m->modelled_ms);
    m->calibrated = record_long(record, "calibrated", 0) == 1;
    record_text(record, "not_modelled", m->why, sizeof m->why);
    record_text(record, "bound", m->bound, sizeof m->bound);
    record_text(record, "unit", m->unit, sizeof m->unit);
    record_text(record, "occupancy_limit", m->occupancy_limit, sizeof m->occupancy_limit);
    record_text(record, "hot_file", m->hot_file, sizeof m->hot_file);
    m->hot_line = record_line(record, "hot_line");
}

static void add_listed(Records *records, const Record *record) {
    ListedLaunch *launch = // a program may launch many thousand times
        grown_slot((void **)&records->listed, &records->listed_count, sizeof *launch);
    if (!launch) return;
    record_text(record, "kernel", launch->kernel, sizeof launch->kernel);
    record_text(record, "instance", launch->instance, sizeof launch->instance);
    record_triple(record, "grid", launch->grid);
    record_triple(record, "block", launch->block);
    launch->shared = record_long(record, "shared", 0);
    record_counters(record, &launch->counters);
    take_modelled(record, &launch->modelled);
}

// Of the listed launch that came last.
static void take_spread(Records *records, const Record *record) {
    if (!records->listed_count) return;
    SpreadBlocks *s = &records->listed[records->listed_count - 1].spread;
    record_counters(record, &s->counters);
    s->stored_bytes = record_number(record, "stored", 0);
    s->read_bytes = record_number(record, "read", 0);
    s->stored_error = record_number(record, "stored_error", 0);
    s->read_error = record_number(record, "read_error", 0);
    s->thread_bytes = record_long(record, "thread_bytes", 0);
}

static void add_modelled_line(Records *records, const Record *record) {
    const char *instructions = record_field(record, "instructions_percent"),
               *time = record_field(record, "time_percent");
    ModelledLine *line = records->listed_count && instructions && time
                             ? next_slot((void **)&records->modelled_lines, &records->modelled_line_count,
                                         RECORD_LINES, sizeof *line)
                             : NULL;
    if (!line) return;
    line->launch = records->listed_count - 1;
    record_place(record, &line->place, "file", "line", NULL);
    line->instructions_percent = strtod(instructions, NULL);
    line->time_percent = strtod(time, NULL);
}

static void take_work(Records *records, const Record *record) {
    records->has_work = true;
    records->work_launches = record_long(record, "launches", 0);
    records->work_copies = record_long(record, "copies", 0);
    records->sum.value[COUNTER_copied_bytes] += (uint64_t)record_long(record, "copied_bytes", 0);
    records->work_reads_back = record_long(record, "reads_back", 0);
    records->work_digest = record_long(record, "digest", 0);
    records->work_returned = record_long(record, "returned", 0);
    records->race_unchecked_launches = record_long(record, "race_unchecked_launches", 0);
    records->race_unchecked_bytes = record_long(record, "race_unchecked_bytes", 0);
    records->order_unchecked = record_long(record, "order_unchecked", 0);
    records->findings_dropped += (int)record_long(record, "findings_left_out", 0);
}

// Lines for a page that does the work again: see grader/report/alive_json.c.
static bool keep_work(NumberText *work, const char *line) {
    enum { WORK_MAX = 4 << 20 };
    const size_t size = strlen(line);
    if (strncmp(line, "step\t", 5) && strncmp(line, "buffer\t", 7) && strncmp(line, "ptx\t", 4)) return false;
    char *grown = work->size + size > WORK_MAX ? NULL : realloc(work->text, work->size + size + 2);
    if (!grown) return true;
    work->text = grown;
    work->size += (size_t)sprintf(grown + work->size, "%s\n", line);
    return true;
}

void records_parse(Records *records, const char *text, size_t size) {
    char *copy = malloc(size + 1), *rest = NULL;
    if (!copy) return;
    memcpy(copy, text, size);
    copy[size] = 0;
    for (size_t i = 0; i < size; i++)
        if (!copy[i]) copy[i] = '?';
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        Record record;
        if (keep_work(&records->work, line)) continue;
        record_cut(&record, line);
        if (!record.kind || add_watched(&records->watched, &record)) continue;
        if (!strcmp(record.kind, "finding")) add_finding(records, &record);
        if (!strcmp(record.kind, "departure")) add_departure(records, &record);
        if (!strcmp(record.kind, "launch")) add_launch(records, &record);
        if (!strcmp(record.kind, "kernel")) add_kernel(records, &record);
        if (!strcmp(record.kind, "configuration")) add_configuration(records, &record);
        if (!strcmp(record.kind, "line")) add_line(records, &record);
        if (!strcmp(record.kind, "refused")) add_refused(records, &record);
        if (!strcmp(record.kind, "move")) add_move(records, &record);
        if (!strcmp(record.kind, "played")) add_played(records, &record);
        if (!strcmp(record.kind, "contribution")) add_contribution(records, &record);
        if (!strcmp(record.kind, "listed")) add_listed(records, &record);
        if (!strcmp(record.kind, "spread")) take_spread(records, &record);
        if (!strcmp(record.kind, "modelled_line")) add_modelled_line(records, &record);
        if (!strcmp(record.kind, "work")) take_work(records, &record);
    }
    free(copy);
}

bool records_read_times(const char *text, size_t size, Times *t) {
    const struct {
        const char *key;
        double *to;
    } wanted[] = {{"ms", &t->ms},
                  {"copy_ms", &t->copy_ms},
                  {"percent_of_copy", &t->percent_of_copy},
                  {"spread_percent", &t->spread_percent},
                  {"low", &t->low},
                  {"high", &t->high},
                  {"bytes", &t->bytes},
                  {"floor_ms", &t->floor_ms},
                  {"cold_start_ms", &t->cold_start_ms},
                  {"cold_ms", &t->cold_ms}};
    char line[600];
    Record record;
    snprintf(line, sizeof line, "%.*s", (int)(size < sizeof line ? size : sizeof line - 1), text);
    record_cut(&record, line);
    bool good = record.kind && !strcmp(record.kind, "time");
    for (size_t i = 0; good && i < sizeof wanted / sizeof *wanted; i++) {
        *wanted[i].to = record_number(&record, wanted[i].key, NAN);
        good = isfinite(*wanted[i].to) && *wanted[i].to >= 0;
    }
    t->runs = good ? record_long(&record, "runs", 0) : 0;
    return t->runs > 0;
}

void records_add_findings(Records *records, const Records *other) {
    for (int i = 0; i < other->finding_count; i++) keep_finding(records, &other->findings[i]);
}

static void watched_free(Watched *watched) {
    for (int i = 0; i < watched->place_count; i++) free(watched->places[i].visits.text);
    for (int i = 0; i < watched->path_count; i++) free(watched->paths[i].steps.text);
    free(watched->paths), free(watched->path_files);
    free(watched->places), free(watched->shapes.text), free(watched->owners.text);
}

void records_free(Records *records) {
    watched_free(&records->watched);
    free(records->findings), free(records->departures);
    free(records->launches), free(records->listed), free(records->lines), free(records->modelled_lines);
    free(records->kernels), free(records->configurations);
    free(records->contributions), free(records->played), free(records->moves), free(records->work.text);
    memset(records, 0, sizeof *records);
}
