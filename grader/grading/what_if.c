// Runs the model again and again, each time with one thing changed.
#include "grader/grading/what_if.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/grading/model_time.h"
#include "grader/lab/slices.h"

enum { BLOCK_MOST = 1024, CHECKED_CELLS = 70 * 70 * 70 };

typedef struct {
    WhatIf *what_if;
    const RunPlan *plan;
    const LabSpec *spec;
} Runner;

// ---- Blocks

static bool take_block(const char *text, size_t length, unsigned block[3]) {
    char copy[32], *at = copy;
    if (!length || length >= sizeof copy) return false;
    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    block[0] = block[1] = block[2] = 1;
    for (int i = 0; i < 3; i++) {
        if (!isdigit((unsigned char)*at)) return false;
        const unsigned long value = strtoul(at, &at, 10);
        if (value < 1 || value > BLOCK_MOST) return false;
        block[i] = (unsigned)value;
        if (!*at) return block[0] * block[1] * block[2] <= BLOCK_MOST;
        if (*at++ != 'x') return false;
    }
    return false;
}

bool what_if_blocks(WhatIf *w, const char *text, char *error, size_t error_size) {
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, ",");
        if (w->block_count == WHAT_IF_BLOCKS) {
            snprintf(error, error_size, "--block takes %d shapes at most.", WHAT_IF_BLOCKS);
            return false;
        }
        if (!take_block(at, length, w->blocks[w->block_count])) {
            snprintf(
                error, error_size,
                "--block takes shapes of up to %d threads, as in --block 32x8 or --block 256,32x8,8x8x8, "
                "not \"%.*s\".",
                BLOCK_MOST, (int)(length < 60 ? length : 60), at);
            return false;
        }
        w->block_count++;
        at += length;
        if (!*at) return true;
    }
}

// Shapes worth a look beside the launch's own: of as many axes.
static int usual_blocks(const unsigned own[3], unsigned blocks[WHAT_IF_BLOCKS][3]) {
    static const unsigned line[][3] = {{64, 1, 1}, {128, 1, 1}, {256, 1, 1}, {512, 1, 1}, {1024, 1, 1}};
    static const unsigned plane[][3] = {{32, 4, 1}, {32, 8, 1}, {64, 4, 1}, {16, 16, 1}, {8, 8, 8}};
    const bool flat = own[1] == 1 && own[2] == 1;
    memcpy(blocks, flat ? line : plane, flat ? sizeof line : sizeof plane);
    return flat ? sizeof line / sizeof *line : sizeof plane / sizeof *plane;
}

// ---- One run

static SessionSetup setup_of(const Runner *r, const CaseKey *key, char other[PATH_SIZE + 80]) {
    const LabEntrySpec *entry = &r->spec->entries[key->entry];
    SessionSetup setup = r->plan->session;
    setup.kept = NULL;
    if (!entry->file[0]) return setup;
    snprintf(other, PATH_SIZE + 80, "%s/%.*s.so", r->plan->lab_build, (int)strcspn(entry->file, "."),
             entry->file);
    setup.submission = other;
    return setup;
}

static ModelledCase model(const Runner *r, const CaseKey *key, const char *gpu, const Supposition *supposed) {
    char other[PATH_SIZE + 80];
    SessionSetup setup = setup_of(r, key, other);
    TimedResult t = {.key = *key};
    if (gpu) setup.gpu = gpu;
    if (supposed) setup.supposed = *supposed;
    if (r->what_if->show_progress && isatty(STDERR_FILENO)) fputc('.', stderr), fflush(stderr);
    if (plan_is_over(r->plan))
        snprintf(t.model.why, sizeof t.model.why, "the time that a grading may take was over");
    else
        model_time(&setup, r->spec, NULL, NULL, &t);
    free(t.model.lines);
    t.model.lines = NULL, t.model.line_count = 0;
    return t.model;
}

// The largest test of the entry that is checked quickly; NULL: there is none.
static const CaseKey *checked_case(const Runner *r, int entry) {
    const CaseKey *best = NULL;
    size_t most = 0;
    for (int i = 0; i < r->spec->test_count; i++) {
        const CaseKey *key = &r->spec->tests[i].key;
        CaseData data;
        if (key->entry != entry || key->gpu[0] || !case_data_shape(&data, r->spec, key)) continue;
        if (data.cells > most && data.cells <= CHECKED_CELLS) most = data.cells, best = key;
        case_data_free(&data);
    }
    return best;
}

// Is the result of a test right where the launches are other than they were asked for? Else why not.
static bool right_with(const Runner *r, const CaseKey *key, const Supposition *supposed, char *why,
                       size_t size) {
    char other[PATH_SIZE + 80], sizes[160];
    CaseData data;
    SessionResult session;
    CaseResult c = {.key = *key, .finding = -1};
    SessionSetup setup = setup_of(r, key, other);
    setup.supposed = *supposed;
    if (!case_data_make(&data, r->spec, key, r->plan->data_seed)) {
        snprintf(why, size, "there is no memory left");
        return false;
    }
    session_run(&setup, &data, &session);
    const bool judged = judge_case(&c, &data, lab_library_find(r->plan->library, data.entry->name), &session,
                                   &(JudgeOptions){.threads = slice_threads()});
    const bool right = judged && c.passed;
    case_words(r->spec, key, " = ", ", ", sizes, sizeof sizes);
    if (!right)
        snprintf(why, size, "the result is wrong with %s%s", sizes,
                 supposed->block[0] ? ": the code does not take the shape of the block from blockDim alone"
                                    : "");
    session_result_free(&session);
    case_free_records(&c);
    case_data_free(&data);
    return right;
}

// ---- The rows

static WhatIfRow *add_change(WhatIfCase *c, const Supposition *supposed) {
    if (c->change_count == WHAT_IF_CHANGES) return NULL;
    WhatIfRow *row = &c->changes[c->change_count++];
    row->supposed = *supposed;
    return row;
}

static void run_change(const Runner *r, const WhatIfCase *c, WhatIfRow *row) {
    if (!row || row->why_not[0]) return;
    row->model = model(r, &c->key, NULL, &row->supposed);
    if (!row->model.known) memcpy(row->why_not, row->model.why, sizeof row->model.why);
}

// Registers and shared memory are tried where they keep warps out.
static void suppose_room(const Runner *r, WhatIfCase *c) {
    const ModelledTime *x = &c->model.launch;
    const unsigned registers = (unsigned)x->registers_per_thread,
                   next = (unsigned)x->registers_for_more_blocks;
    const unsigned fewer[] = {next ? registers - next : 0, 32};
    for (int i = 0; i < 2 && next; i++) {
        if (i && (fewer[1] <= fewer[0] || registers < 32 + 16)) continue;
        WhatIfRow *row = add_change(c, &(Supposition){.fewer_registers = fewer[i]});
        if (row)
            snprintf(row->what, sizeof row->what, "%u registers a thread, %u fewer", registers - fewer[i],
                     fewer[i]);
        run_change(r, c, row);
    }
    if (strcmp(x->occupancy_limit, "shared memory") != 0) return;
    WhatIfRow *row = add_change(c, &(Supposition){.shared_percent = 50});
    if (row) snprintf(row->what, sizeof row->what, "half of the shared memory a block");
    run_change(r, c, row);
}

static void suppose_speed(const Runner *r, WhatIfCase *c) {
    WhatIfRow *dram = add_change(c, &(Supposition){.dram_percent = 200});
    if (dram) snprintf(dram->what, sizeof dram->what, "DRAM twice as fast");
    run_change(r, c, dram);
    WhatIfRow *l2 = add_change(c, &(Supposition){.l2_percent = 200});
    if (l2) snprintf(l2->what, sizeof l2->what, "L2 twice as fast");
    run_change(r, c, l2);
}

static void suppose_block(const Runner *r, WhatIfCase *c, const unsigned block[3]) {
    const CaseKey *checked = checked_case(r, c->key.entry);
    WhatIfRow *row = add_change(c, &(Supposition){.block = {block[0], block[1], block[2]}});
    if (!row) return;
    if (block[2] > 1)
        snprintf(row->what, sizeof row->what, "blocks of %u x %u x %u", block[0], block[1], block[2]);
    else if (block[1] > 1)
        snprintf(row->what, sizeof row->what, "blocks of %u x %u", block[0], block[1]);
    else
        snprintf(row->what, sizeof row->what, "blocks of %u", block[0]);
    row->wrong = checked && !right_with(r, checked, &row->supposed, row->why_not, sizeof row->why_not);
    run_change(r, c, row);
}

static void suppose_blocks(const Runner *r, WhatIfCase *c) {
    unsigned usual[WHAT_IF_BLOCKS][3];
    const bool given = r->what_if->block_count > 0;
    const int count = given ? r->what_if->block_count : usual_blocks(c->model.block, usual);
    for (int i = 0; i < count; i++) {
        const unsigned *block = given ? r->what_if->blocks[i] : usual[i];
        if (given || memcmp(block, c->model.block, sizeof usual[0]) != 0) suppose_block(r, c, block);
    }
}

static void on_gpus(const Runner *r, WhatIfCase *c) {
    for (int i = 0; i < r->what_if->gpu_count; i++) {
        WhatIfRow *row = &c->gpus[c->gpu_count++];
        snprintf(row->what, sizeof row->what, "%s", r->what_if->gpus[i]);
        row->model = model(r, &c->key, r->what_if->gpus[i], NULL);
        if (!row->model.known) memcpy(row->why_not, row->model.why, sizeof row->model.why);
    }
}

// ---- Which cases

static bool has_case(const WhatIf *w, const CaseKey *key) {
    for (int i = 0; i < w->count; i++)
        if (same_case(&w->cases[i].key, key)) return true;
    return false;
}

// What the lab has timed; where it has nothing, the largest test of each function of the file that is there.
static void choose_cases(WhatIf *w, const LabSpec *spec) {
    for (int i = 0; i < spec->timed_count && w->count < WHAT_IF_CASES; i++)
        if (!spec->timed[i].beyond && !has_case(w, &spec->timed[i].key))
            w->cases[w->count++].key = spec->timed[i].key;
    const bool timed = w->count > 0;
    for (int e = 0; e < spec->entry_count && !timed && w->count < WHAT_IF_CASES; e++) {
        const CaseKey *best = NULL;
        size_t most = 0;
        for (int i = 0; i < spec->test_count && !spec->entries[e].file[0]; i++) {
            CaseData data;
            const CaseKey *key = &spec->tests[i].key;
            if (key->entry != e || key->gpu[0] || key->gpu_drawn || !case_data_shape(&data, spec, key))
                continue;
            if (data.cells > most) most = data.cells, best = key;
            case_data_free(&data);
        }
        if (best) w->cases[w->count++].key = *best;
    }
}

// The case as it is. What is wrong has no time: a kernel that does nothing takes none.
static void model_own(const Runner *r, WhatIfCase *c) {
    const CaseKey *checked = checked_case(r, c->key.entry);
    if (checked && !right_with(r, checked, &(Supposition){0}, c->model.why, sizeof c->model.why)) return;
    c->model = model(r, &c->key, NULL, NULL);
}

bool what_if_run(WhatIf *w, const RunPlan *plan, const LabSpec *spec, char *error, size_t error_size) {
    const Runner r = {w, plan, spec};
    int known = 0;
    choose_cases(w, spec);
    for (int i = 0; i < w->count; i++) {
        WhatIfCase *c = &w->cases[i];
        model_own(&r, c);
        if (!c->model.known && w->count > 1 && !strcmp(c->model.why, NO_LAUNCH)) {
            memmove(c, c + 1, (size_t)(--w->count - i) * sizeof *c);
            memset(&w->cases[w->count], 0, sizeof *c);
            i--;
        }
        if (!c->model.known) continue;
        known++;
        suppose_room(&r, c);
        suppose_speed(&r, c);
        suppose_blocks(&r, c);
        on_gpus(&r, c);
    }
    if (w->show_progress && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    if (known) return true;
    snprintf(error, error_size, "Nothing of %s can be modelled: %.300s. Grade it first: %s", w->source,
             w->count ? w->cases[0].model.why : "no function of it launches kernels", w->command);
    return false;
}
