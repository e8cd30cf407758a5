// Obeys the grader: buffers, the call of the student's function, its repetition, the report.
#include "grader/device/serve_grader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/timing.h"

enum { UNUSABLE = 1, WRITE_LIMIT_MS = 30000, IDLE_WAITS = 2 };

typedef struct {
    ReplyHead head;
    void *payload; // freed after sending
} Answer;

static void answer_text(Answer *a, const char *text) {
    a->head.size = strlen(text);
    a->payload = strdup(text);
    if (!a->payload) a->head.size = 0;
}

static void answer_gpu(Answer *a, const DeviceDescription *gpu) {
    a->payload = malloc(sizeof *gpu);
    if (!a->payload) return;
    memcpy(a->payload, gpu, sizeof *gpu);
    a->head.size = sizeof *gpu;
}

static void start_report(Device *d) {
    warpsim_clear(d->sim);
    modelling_clear(&d->modelling);
    d->host_finding_count = d->refused_count = 0;
    d->findings_left_out = 0;
}

static void allocate(Device *d, const MessageHead *head, const uint8_t *payload, Answer *answer) {
    WarpsimAllocation *a = head->arg[0] ? allocate_memory(d, head->arg[0]) : NULL;
    if (!a) {
        answer->head.error = cudaErrorMemoryAllocation;
        return;
    }
    a->graders = true;
    a->input = head->arg[3];
    d->has_inputs |= a->input;
    a->initialised = head->arg[1];
    a->element = (uint32_t)head->arg[2];
    if (a->element)
        snprintf(a->parameter, sizeof a->parameter, "%.*s", (int)head->size, (const char *)payload);
    answer->head.value[0] = a->base;
}

// Serves the student until its function has returned or it is clear that it will not.
static CallOutcome call_student(Device *d, const MessageHead *head, const uint8_t *payload) {
    const MessageHead call = {.call = STUDENT_CALL, .size = head->size};
    recording_clear(&d->recording);
    host_moves_begin(&d->moves);
    other_inputs_free(d->inputs);
    d->inputs = NULL;
    start_report(d);
    if (d->order) stream_host_waits_all(d->order);
    d->requests = d->allocations = 0;
    d->fault = FAULT_NONE, d->copy_failed = false;
    d->budget = head->arg[0];
    d->budget_limited = head->arg[0] != 0;
    if (wire_write(d->student_fd, &call, sizeof call, WRITE_LIMIT_MS) != WIRE_OK ||
        wire_write(d->student_fd, payload, head->size, WRITE_LIMIT_MS) != WIRE_OK)
        return OUTCOME_DISCONNECTED;
    // Sleeping a little less than the limit before each of a thousand requests is no way around it.
    const int idle_ms = head->arg[1] > 0 && head->arg[1] < 3600000 ? (int)head->arg[1] : -1;
    int left_ms = idle_ms < 0 ? -1 : IDLE_WAITS * idle_ms;
    for (;;) {
        const Served served = serve_student(d, idle_ms, &left_ms);
        d->host_ms = left_ms < 0 ? 0 : IDLE_WAITS * idle_ms - left_ms;
        switch (served) {
        case SERVED: break;
        case SERVED_RETURN:
            d->call_spent = head->arg[0] - d->budget;
            order_fetch_results(d);
            return OUTCOME_RETURNED;
        case SERVED_FAULT: return OUTCOME_HOST_FAULT;
        case SERVED_LATE: return OUTCOME_TIMEOUT;
        case SERVED_NONSENSE: return OUTCOME_PROTOCOL;
        default: return OUTCOME_DISCONNECTED;
        }
    }
}

// What was there when it was recorded may be gone: memory that a kernel got from malloc() has another address
// now.
static bool has_memory(const Device *d, const Record *x) {
    switch (x->kind) {
    case RECORD_WRITE:
    case RECORD_READ:
    case RECORD_FILL: return warpsim_contains(d->sim, x->address, x->size);
    case RECORD_COPY:
        return warpsim_contains(d->sim, x->address, x->size) && warpsim_contains(d->sim, x->from, x->size);
    default: return true;
    }
}

int repeat_record(Device *d, const Record *x) {
    if (!has_memory(d, x)) return cudaErrorInvalidValue;
    switch (x->kind) {
    case RECORD_ALLOCATE: return renew_memory(d, x->address) ? 0 : cudaErrorMemoryAllocation;
    case RECORD_FREE: release_memory(d, x->address); return 0;
    case RECORD_WRITE: return write_memory(d, x->address, x->bytes, x->size);
    case RECORD_READ: return 0; // nobody is there to whom it would go
    case RECORD_COPY: return copy_memory(d, x->address, x->from, x->size);
    case RECORD_FILL: return fill_memory(d, x->address, (int)x->from, x->size);
    default: return run_launch(d, &x->launch);
    }
}

void repeat_all(Device *d) {
    const Recording *r = &d->recording;
    other_inputs_begin(d->inputs);
    for (int i = 0; i < r->count && !d->sticky; i++)
        if (!d->inputs || !has_memory(d, &r->list[i]) || !other_inputs_repeat(d, &r->list[i]))
            repeat_record(d, &r->list[i]);
}

// What is too much to be done again in other orders is done in another order now: the grader holds the result against
// the right one, as it does with that of the first run. `thorough`: it is done again all the same.
static CallOutcome replay(Device *d, uint64_t budget, bool thorough, uint64_t *reordered) {
    const Recording *r = &d->recording;
    const bool compares = !d->on_gpu && d->budget_limited,
               aside = compares && !thorough && too_much_for_schedules(d, d->call_spent);
    start_report(d);
    if (r->overflow || (r->reads_back && !other_inputs_suffice(d->inputs, r))) return OUTCOME_NOT_REPLAYABLE;
    d->budget = budget;
    Snapshot start = {0};
    if (compares && !aside) snapshot_take(d, &start);
    if (aside) warpsim_set_order(d->sim, WARPSIM_SHUFFLED);
    repeat_all(d);
    warpsim_set_order(d->sim, WARPSIM_IN_ORDER);
    *reordered = aside;
    note_outside_writes(d);
    compare_schedules(d, &start);
    snapshot_free(&start);
    return OUTCOME_RETURNED;
}

static void answer_memory(Device *d, const MessageHead *head, Answer *answer) {
    const uint64_t address = head->arg[0], size = head->arg[1];
    if (!warpsim_contains(d->sim, address, size) || !(answer->payload = malloc(size + 1))) {
        answer->head.error = cudaErrorInvalidValue;
        return;
    }
    answer->head.error = (uint32_t)read_memory(d, answer->payload, address, size);
    answer->head.size = answer->head.error ? 0 : size;
}

static void take_memory(Device *d, const MessageHead *head, const uint8_t *payload, Answer *answer) {
    const bool there = warpsim_contains(d->sim, head->arg[0], head->size);
    answer->head.error =
        there ? (uint32_t)write_memory(d, head->arg[0], payload, head->size) : cudaErrorInvalidValue;
}

// What the grader is going to read of its buffers has left the device.
static void look_at_buffers(Device *d) {
    const WarpsimAllocation *a;
    for (int i = 0; (a = warpsim_allocation_at(d->sim, i)); i++)
        if (a->live && a->graders) warpsim_look_outside(d->sim, a->base, a->size);
}

static void suppose(Device *d, const uint64_t *arg) {
    const uint32_t mask = 0xffff;
    d->modelling.supposed = (Supposed){.block = {arg[0] & mask, arg[0] >> 16 & mask, arg[0] >> 32 & mask},
                                       .fewer_registers = (uint32_t)arg[1] & mask,
                                       .dram_percent = (uint32_t)arg[2] & mask,
                                       .l2_percent = (uint32_t)arg[3] & mask,
                                       .shared_percent = (uint32_t)arg[4] & mask};
}

static void answer_ways(Device *d, const MessageHead *head, Answer *answer) {
    WitnessWays ways = {.no_memory = true};
    WaysReport *report = d->witness ? malloc(sizeof *report) : NULL;
    const uint32_t extent[3] = {(uint32_t)head->arg[1], (uint32_t)head->arg[2], (uint32_t)head->arg[3]};
    if (report) ways = witness_ways(d->witness, head->arg[0], extent, (uint32_t)head->arg[4]);
    answer->head.error = ways.no_memory ? cudaErrorMemoryAllocation : 0;
    if (!report) return;
    *report = (WaysReport){.points = ways.points,
                           .strayed = ways.strayed,
                           .strayed_line = (uint64_t)ways.strayed_line,
                           .cut_short = ways.cut_short,
                           .blocks_missed = ways.blocks_missed,
                           .passed = ways.passed,
                           .crossing = ways.crossing,
                           .alone = ways.alone,
                           .columns = ways.columns,
                           .again = ways.again,
                           .line = ways.line};
    answer->payload = (char *)report;
    answer->head.size = sizeof *report;
}

static void try_again(Device *d, const MessageHead *head, const uint8_t *payload, Answer *answer) {
    CallOutcome outcome = OUTCOME_NOT_REPLAYABLE;
    TriedWork work = {0};
    ChangedLaunch change;
    bool tried = false;
    if (head->arg[1] != 1)
        tried = try_other_code(d, (const char *)payload, head->size, head->arg[1] == 2, head->arg[0],
                               &outcome, &work);
    else if (head->size == sizeof change)
        tried = try_other_launch(d, memcpy(&change, payload, sizeof change), head->arg[0], &outcome, &work);
    if (!tried) answer->head.error = UNUSABLE;
    answer->head.value[0] = outcome;
    answer->head.value[1] = work.instructions;
    answer->head.value[2] = work.stored_bytes;
    answer->head.value[3] = work.loaded_bytes;
}

static void carry_out(Device *d, const MessageHead *head, const uint8_t *payload, Answer *answer) {
    switch (head->call) {
    case GRADER_HELLO:
        if (d->load_error[0]) answer->head.error = UNUSABLE;
        answer_text(answer, d->load_error[0] ? d->load_error : d->gpu.device.name);
        break;
    case GRADER_GPU: answer_gpu(answer, &d->gpu.device); break;
    case GRADER_ALLOCATE: allocate(d, head, payload, answer); break;
    case GRADER_WRITE: take_memory(d, head, payload, answer); break;
    case GRADER_READ: answer_memory(d, head, answer); break;
    case GRADER_CALL:
        d->call_budget = head->arg[0];
        if (head->arg[3] == 1) warpsim_forgo_races(d->sim);
        warpsim_set_order(d->sim, head->arg[2] == 1 ? WARPSIM_REVERSED : WARPSIM_IN_ORDER);
        answer->head.value[0] = call_student(d, head, payload);
        answer->head.value[1] = (uint64_t)d->host_ms;
        warpsim_set_order(d->sim, WARPSIM_IN_ORDER);
        note_outside_writes(d);
        break;
    case GRADER_REPLAY:
        answer->head.value[0] = replay(d, d->call_budget, head->arg[0] == 1, &answer->head.value[1]);
        break;
    case GRADER_MODEL:
        d->modelling.list = d->modelling.model = d->modelling.samples_only = true;
        d->modelling.draw = head->arg[0];
        break;
    case GRADER_VALUES:
        answer->payload = sampled_values_answer(&d->modelling.sampled, &answer->head.size);
        if (!answer->payload) answer->head.error = cudaErrorMemoryAllocation;
        break;
    case GRADER_SUPPOSE: suppose(d, head->arg); break;
    case GRADER_WATCH:
        watching_free(d->watching);
        d->watching = watching_new(&(WatchingPlan){.sim = d->sim,
                                                   .gpu = &d->gpu,
                                                   .output = head->arg[0],
                                                   .count = head->arg[1],
                                                   .size = (uint32_t)head->arg[2],
                                                   .block = head->arg[3]});
        if (!d->watching) answer->head.error = cudaErrorMemoryAllocation;
        break;
    case GRADER_STORE: stored_begin(&d->stored); break;
    case GRADER_STORED:
        answer->payload =
            stored_answer(&d->stored, head->arg[0], head->arg[1], (uint32_t)head->arg[2], &answer->head.size);
        if (!answer->payload) answer->head.error = cudaErrorMemoryAllocation;
        break;
    case GRADER_RUN: answer->head.value[0] = run_program(d); break;
    case GRADER_REPORT: {
        size_t size;
        look_at_buffers(d);
        if (d->program) warpsim_look_at_the_end(d->sim);
        answer->payload = report_text(d, head->arg[0] == 1, head->arg[1] == 1, &size);
        answer->head.size = answer->payload ? size : 0;
        if (!answer->payload) answer->head.error = cudaErrorMemoryAllocation;
        break;
    }
    case GRADER_KEEP: {
        char error[300];
        if (timing_keep(d, (int)head->arg[0], head->arg[1] == 1, error, sizeof error)) break;
        answer_text(answer, error), answer->head.error = NOT_OF_THE_WORK;
        break;
    }
    case GRADER_TIME: {
        char error[300];
        bool trouble;
        answer->payload = timing_measure(d, (double)head->arg[0] / 1000, &trouble, error, sizeof error);
        if (answer->payload)
            answer->head.size = strlen(answer->payload);
        else
            answer_text(answer, error), answer->head.error = trouble ? NOT_OF_THE_WORK : UNUSABLE;
        break;
    }
    case GRADER_NEXT:
        if (!next_case(d, head->arg[0])) answer->head.error = UNUSABLE;
        break;
    case GRADER_WITNESS: {
        size_t size = 0;
        const uint32_t extent[3] = {(uint32_t)head->arg[1], (uint32_t)head->arg[2], (uint32_t)head->arg[3]};
        const uint64_t moved = host_moves_answer(&d->moves, d->sim);
        if (d->witness)
            answer->payload =
                witness_account(d->witness, moved ? moved : head->arg[0], extent,
                                (const uint64_t *)(const void *)payload, head->size / 8, head->arg[4], &size);
        answer->head.size = answer->payload ? size : 0;
        answer->head.error = answer->payload ? 0 : cudaErrorMemoryAllocation;
        break;
    }
    case GRADER_FOLLOW:
        if (d->witness)
            witness_follow_ways(d->witness, head->arg[0], (uint32_t)head->arg[1],
                                (FollowedBlocks)head->arg[2]);
        break;
    case GRADER_WAYS: answer_ways(d, head, answer); break;
    case GRADER_INPUT:
        if (!other_inputs_add(&d->inputs, (InputElement)head->arg[0], payload, head->size))
            answer->head.error = cudaErrorMemoryAllocation;
        break;
    case GRADER_ARRAY:
        if (!host_moves_array(&d->moves, head, payload)) answer->head.error = cudaErrorMemoryAllocation;
        break;
    case GRADER_PLAY:
        if (!play_start(&d->play, payload, head->size)) answer->head.error = cudaErrorMemoryAllocation;
        break;
    case GRADER_TRY: try_again(d, head, payload, answer); break;
    case GRADER_QUIT: break;
    default: answer->head.error = cudaErrorInvalidValue;
    }
}

bool serve_grader(Device *d) {
    MessageHead head;
    if (wire_read(d->grader_fd, &head, sizeof head, -1) != WIRE_OK) return false;
    uint8_t *payload = malloc(head.size + 1);
    if (!payload || wire_read(d->grader_fd, payload, head.size, -1) != WIRE_OK) {
        free(payload);
        return false;
    }
    Answer answer = {0};
    carry_out(d, &head, payload, &answer);
    free(payload);
    const bool sent = wire_reply(d->grader_fd, &answer.head, answer.payload, WRITE_LIMIT_MS) == WIRE_OK;
    free(answer.payload);
    if (head.call == GRADER_NEXT) return sent && !answer.head.error && take_student(d);
    return sent && head.call != GRADER_QUIT;
}
