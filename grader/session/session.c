// Starts the two processes of a case and speaks the grader's part of protocol.h.
#include "grader/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "grader/contract/witness_report.h"
#include "grader/text/clean.h"
#include "grader/session/session_parts.h"

enum { BUDGET_BASE = 20 * 1000 * 1000 };
enum { OCCUPANCY_SECONDS = 60 }; // ptxas has 20 s for each of two GPUs, and is late before `device` is

bool session_fail(Session *s, SessionState state, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    s->result->state = state;
    vsnprintf(s->result->reason, sizeof s->result->reason, format, arguments);
    va_end(arguments);
    return false;
}

// What `device` is, for messages.
const char *device_words(const Session *s) {
    return s->setup->on_gpu ? "the process that drives the GPU" : "the simulator";
}

void close_fd(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

void sleep_ms(long ms) {
    struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

bool has_fatal(const Records *records) {
    for (int i = 0; i < records->finding_count; i++)
        if (records->findings[i].fatal) return true;
    return false;
}

bool link_lost(Session *s) {
    if (s->link.state == LINK_OUTPUT_LIMIT) {
        s->result->output_limit = true;
        s->result->state = SESSION_RAN;
        s->result->outcome = OUTCOME_DISCONNECTED;
    } else if (s->link.state == LINK_LATE) {
        s->result->late = true;
        session_fail(s, SESSION_DEVICE_LOST, "no answer within %.0f seconds", s->setup->wall_seconds);
    } else if (s->link.state == LINK_NONSENSE) {
        session_fail(s, SESSION_DEVICE_LOST, "%s gave an answer that makes no sense", device_words(s));
    } else {
        session_fail(s, SESSION_DEVICE_LOST, s->setup->on_gpu ? "%s ended" : "%s's process ended",
                     device_words(s));
    }
    return false;
}

bool session_request(Session *s, MessageHead head, const void *data, ReplyHead *reply, char **payload) {
    return link_request(&s->link, &head, data, reply, payload) || link_lost(s);
}

static bool say_hello(Session *s) {
    ReplyHead reply;
    char *text;
    if (!session_request(s, (MessageHead){.call = GRADER_HELLO, .arg = {PROTOCOL_VERSION}}, NULL, &reply,
                         &text))
        return false;
    if (reply.error) session_fail(s, SESSION_REFUSED, "%s", "");
    char *to = reply.error ? s->result->reason : s->result->device_name;
    clean_text(to, reply.error ? sizeof s->result->reason : sizeof s->result->device_name, text, reply.size);
    free(text);
    return !reply.error;
}

static bool ask_for_gpu(Session *s) {
    DeviceDescription *gpu = &s->result->gpu;
    ReplyHead reply;
    char *bytes;
    if (!session_request(s, (MessageHead){.call = GRADER_GPU}, NULL, &reply, &bytes)) return false;
    bool whole = !reply.error && reply.size == sizeof *gpu;
    if (whole) memcpy(gpu, bytes, sizeof *gpu);
    free(bytes);
    snprintf(gpu->name, sizeof gpu->name, "%s", s->result->device_name); // cleaned, and it ends
    s->data->gpu = (LabGpu){.name = gpu->name,
                            .major = (int)gpu->major,
                            .minor = (int)gpu->minor,
                            .sm_count = (int)gpu->sm_count,
                            .warp_size = (int)gpu->warp_size,
                            .threads_per_block_max = (int)gpu->threads_per_block_max,
                            .threads_per_sm = (int)gpu->threads_per_sm,
                            .blocks_per_sm = (int)gpu->blocks_per_sm,
                            .registers_per_block = (int)gpu->registers_per_block,
                            .registers_per_sm = (int)gpu->registers_per_sm,
                            .shared_per_block = gpu->shared_per_block,
                            .shared_per_sm = gpu->shared_per_sm,
                            .constant_memory = gpu->total_constant_memory,
                            .l2_bytes = gpu->l2_bytes,
                            .clock_khz = (int)gpu->clock_khz,
                            .memory_clock_khz = (int)gpu->memory_clock_khz,
                            .memory_bus_bits = (int)gpu->memory_bus_bits};
    return whole || session_fail(s, SESSION_DEVICE_LOST, "%s does not say what GPU it is", device_words(s));
}

// Of an argument of the call. What is kept from the student's code has none.
static size_t sent_bytes(const CaseData *data, int arg) {
    if (data->entry->params[arg].kind == PARAM_KEPT) return 0;
    return data->args[arg].buffer ? sizeof(uint64_t) : data->args[arg].bytes;
}

// The arrays of a function that moves its data, for what is said about its copies.
static bool send_arrays(Session *s) {
    for (int i = 0; i < s->data->arg_count && s->data->entry->moves_data; i++) {
        const LabParam *param = &s->data->entry->params[i];
        const CaseArg *arg = &s->data->args[i];
        if (param->kind != PARAM_VALUES && i != s->data->entry->output) continue;
        const size_t name = strlen(param->name), given = arg->buffer ? 0 : arg->bytes;
        char *payload = malloc(name + given + 1);
        if (!payload) return session_fail(s, SESSION_TROUBLE, "no memory left");
        memcpy(payload, param->name, name);
        if (given) memcpy(payload + name, arg->before[0], given);
        const MessageHead head = {
            .call = GRADER_ARRAY, .size = name + given, .arg = {name, arg->bytes, element_size(param->type)}};
        ReplyHead reply;
        const bool sent = session_request(s, head, payload, &reply, NULL);
        free(payload);
        if (!sent) return false;
    }
    return true;
}

// CallRequest, then per argument its size and its bytes, padded to 8.
static char *pack_call(const Session *s, size_t *size) {
    const CaseData *data = s->data;
    *size = sizeof(CallRequest);
    for (int i = 0; i < data->arg_count; i++) *size += 8 + (sent_bytes(data, i) + 7) / 8 * 8;
    char *payload = calloc(1, *size), *at = payload;
    if (!payload) return NULL;
    CallRequest call = {.arg_count = (uint64_t)data->arg_count};
    snprintf(call.name, sizeof call.name, "%s", data->entry->name);
    memcpy(at, &call, sizeof call);
    at += sizeof call;
    for (int i = 0; i < data->arg_count; i++) {
        const CaseArg *arg = &data->args[i];
        uint64_t bytes = sent_bytes(data, i);
        memcpy(at, &bytes, 8);
        memcpy(at + 8, arg->buffer ? (const void *)&s->address[i] : arg->before[0], bytes);
        at += 8 + (bytes + 7) / 8 * 8;
    }
    return payload;
}

CallOutcome outcome_of(const ReplyHead *reply) {
    return reply->value[0] <= OUTCOME_NOT_REPLAYABLE ? (CallOutcome)reply->value[0] : OUTCOME_PROTOCOL;
}

static bool make_call(Session *s) {
    size_t size;
    char *payload = pack_call(s, &size), *text;
    if (!payload) return session_fail(s, SESSION_TROUBLE, "no memory left");
    double budget = BUDGET_BASE + s->data->entry->budget_per_cell * (double)s->data->cells;
    MessageHead head = {.call = GRADER_CALL,
                        .size = size,
                        .arg = {(uint64_t)budget, (uint64_t)s->setup->idle_ms, s->data->rounds == 1,
                                s->setup->forgoes_races}};
    ReplyHead reply;
    bool answered = session_request(s, head, payload, &reply, &text);
    free(payload);
    if (!answered) return false;
    s->called = true;
    s->result->outcome = outcome_of(&reply);
    s->result->host_ms += (int)reply.value[1];
    free(text);
    return true;
}

// Takes the records of a report over. Every report has a record of work: without it there is nothing to judge.
static bool take_records(Session *s, Records *records, const ReplyHead *reply, char *text) {
    if (text) records_parse(records, text, reply->size);
    free(text);
    if (!reply->error && records->has_work) return true;
    return session_fail(s, SESSION_DEVICE_LOST, "%s sent no record of its work", device_words(s));
}

static bool read_report(Session *s) {
    const MessageHead head = {.call = GRADER_REPORT, .arg = {s->setup->occupancy, s->setup->work_told}};
    const double left = s->link.deadline - clock_seconds();
    ReplyHead reply;
    char *text;
    if (s->setup->occupancy) s->link.deadline += OCCUPANCY_SECONDS;
    if (!session_request(s, head, NULL, &reply, &text)) return false;
    if (s->setup->occupancy) s->link.deadline = clock_seconds() + left;
    return take_records(s, &s->result->records, &reply, text);
}

// The recorded work once more, on fresh data. What it counts is kept too: a submission may try to work in the
// open only while no process counts.
static bool replay(Session *s) {
    ReplyHead reply;
    char *text;
    if (!write_buffers(s, 1) || !send_inputs(s)) return false;
    if (!session_request(s, (MessageHead){.call = GRADER_REPLAY, .arg = {s->setup->thorough}}, NULL, &reply,
                         &text))
        return false;
    free(text);
    s->result->replayed = true;
    s->result->replay_outcome = outcome_of(&reply);
    s->result->reordered = reply.value[1] == 1;
    if (s->result->replay_outcome != OUTCOME_RETURNED) return true;
    if (!session_request(s, (MessageHead){.call = GRADER_REPORT}, NULL, &reply, &text)) return false;
    Records again = {0};
    const bool good = take_records(s, &again, &reply, text);
    records_add_findings(&s->result->records, &again);
    s->result->repeated = again;
    const bool lost = s->setup->on_gpu && has_fatal(&again);
    return good && (lost || read_buffers(s, 1));
}

static bool ask_witness(Session *s) {
    static uint64_t elements[WITNESS_CELLS_MAX];
    const bool stopped = s->result->outcome != OUTCOME_RETURNED || has_fatal(&s->result->records);
    if (!stopped && !read_buffers(s, 0)) return false;
    size_t extent[3];
    output_extent(s->data, extent);
    const size_t count = stopped ? 0 : s->setup->witnessed(s->setup->witnessed_context, s->data, elements);
    const MessageHead head = {
        .call = GRADER_WITNESS,
        .arg = {s->address[s->data->entry->output], extent[0], extent[1], extent[2], s->setup->witness_focus},
        .size = count * sizeof *elements};
    ReplyHead reply;
    if (!session_request(s, head, elements, &reply, &s->result->witness)) return false;
    s->result->witness_size = reply.error ? 0 : reply.size;
    return true;
}

static bool follow_ways(Session *s) {
    const MessageHead head = {.call = GRADER_FOLLOW,
                              .arg = {s->setup->ways_salt, s->setup->ways, s->setup->ways_blocks}};
    ReplyHead reply;
    return session_request(s, head, NULL, &reply, NULL);
}

static bool ask_ways(Session *s) {
    const bool good = s->result->outcome == OUTCOME_RETURNED && !has_fatal(&s->result->records);
    size_t extent[3];
    output_extent(s->data, extent);
    const MessageHead head = {.call = GRADER_WAYS,
                              .arg = {s->address[s->data->entry->output], extent[0], extent[1], extent[2],
                                      (uint64_t)s->setup->ways_terms}};
    ReplyHead reply;
    WaysReport report;
    char *payload;
    if (!good || !session_request(s, head, NULL, &reply, &payload)) return good;
    s->result->ways_lost = reply.error || reply.size != sizeof report;
    if (!s->result->ways_lost) {
        memcpy(&report, payload, sizeof report);
        s->result->ways = (ValueWays){.points = (double)report.points,
                                      .passed = report.passed,
                                      .crossing = report.crossing,
                                      .alone = report.alone,
                                      .strayed = (double)report.strayed,
                                      .strayed_line = (int)report.strayed_line,
                                      .columns = report.columns,
                                      .again = report.again,
                                      .line = report.line,
                                      .cut_short = report.cut_short != 0,
                                      .blocks_missed = report.blocks_missed != 0};
    }
    free(payload);
    return true;
}

static bool measure(Session *s) {
    Times *t = &s->result->times;
    ReplyHead reply;
    char *text;
    if (!s->setup->timed || s->result->rounds_read < CASE_ROUNDS) return true;
    const MessageHead head = {.call = GRADER_TIME, .arg = {(uint64_t)(1000 * s->setup->required)}};
    if (!session_request(s, head, NULL, &reply, &text)) return false;
    t->known = !reply.error && records_read_times(text, reply.size, t);
    t->trouble = reply.error == NOT_OF_THE_WORK;
    if (!t->known) clean_text(t->why, sizeof t->why, text, reply.size);
    free(text);
    return true;
}

// From now on the run is watched, and the cells of the output with it.
static bool ask_watching(Session *s) {
    const int output = s->data->entry->output;
    const size_t element = element_size(s->data->entry->params[output].type);
    const MessageHead head = {
        .call = GRADER_WATCH,
        .arg = {s->address[output], s->data->args[output].bytes / element, element, s->setup->watched_block}};
    ReplyHead reply;
    return session_request(s, head, NULL, &reply, NULL);
}

// What sampled blocks have stored.
static bool read_sampled(Session *s) {
    ReplyHead reply;
    char *payload;
    if (!session_request(s, (MessageHead){.call = GRADER_VALUES}, NULL, &reply, &payload)) return false;
    s->result->sampled = payload;
    s->result->sampled_size = reply.error ? 0 : reply.size;
    memcpy(s->result->sampled_address, s->address, sizeof s->result->sampled_address);
    return true;
}

static bool begin_stores(Session *s) {
    ReplyHead reply;
    return !s->setup->stores || session_request(s, (MessageHead){.call = GRADER_STORE}, NULL, &reply, NULL);
}

static bool read_stores(Session *s) {
    const int output = s->data->entry->output;
    const MessageHead head = {
        .call = GRADER_STORED,
        .arg = {s->address[output], s->data->cells, element_size(s->data->entry->params[output].type)}};
    ReplyHead reply;
    char *payload;
    if (!s->setup->stores) return true;
    if (!session_request(s, head, NULL, &reply, &payload)) return false;
    s->result->stored = (uint8_t *)payload;
    s->result->stored_size = reply.error ? 0 : reply.size;
    return true;
}

// What the launches would take. The buffers hold nothing but what sampled blocks read.
static bool run_modelled(Session *s) {
    ReplyHead reply;
    if (!say_hello(s) ||
        !session_request(s, (MessageHead){.call = GRADER_MODEL, .arg = {s->setup->draw}}, NULL, &reply, NULL))
        return false;
    if (!suppose(s) || !ask_for_gpu(s) || !allocate_buffers(s)) return false;
    s->result->state = SESSION_RAN;
    return send_games(s) && make_call(s) && read_report(s) && read_sampled(s);
}

// Of another shape it has buffers of its own.
static bool same_shape(const CaseData *a, const CaseData *b) {
    for (int i = 0; i < a->arg_count; i++)
        if (a->args[i].bytes != b->args[i].bytes) return false;
    return true;
}

// With the data of another call, in buffers of its own.
static bool call_first(Session *s, CaseData *data) {
    CaseData *own = s->data;
    s->data = data;
    const bool good = allocate_buffers(s) && write_buffers(s, 0) && make_call(s);
    s->data = own;
    return good && s->result->outcome == OUTCOME_RETURNED;
}

static bool call_earlier(Session *s) {
    uint64_t address[SPEC_PARAMS];
    bool good = call_first(s, s->setup->earlier);
    memcpy(address, s->address, sizeof address);
    if (good && s->setup->between) good = call_first(s, s->setup->between);
    memcpy(s->address, address, sizeof address);
    if (good && !same_shape(s->data, s->setup->earlier)) good = allocate_buffers(s);
    s->result->earlier_returned = good || s->result->memory_kept;
    return good;
}

// One more call in the student's process, on the data of a round.
static bool call_with(Session *s, int round) {
    s->result->rounds_read = 0;
    records_free(&s->result->records);
    s->result->records = (Records){0};
    if (!write_buffers(s, round) || !make_call(s) || !read_report(s)) return false;
    return s->result->outcome == OUTCOME_RETURNED && !has_fatal(&s->result->records) &&
           read_buffers(s, round);
}

// The function is called a second time in the student's process, and as often after that as somebody wants to know more.
static bool run_again(Session *s) {
    if (!say_hello(s) || !ask_for_gpu(s)) return false;
    s->result->state = SESSION_RAN;
    if (!call_earlier(s)) return false;
    bool more = true;
    int call = 2;
    for (int round = 0; more; round = (round + 1) % s->data->rounds, call++) {
        const bool output = s->setup->renews && call == 3, input = s->setup->renews && call == 4;
        s->result->rounds_read = 0;
        if ((output && !renew_buffers(s, PARAM_OUTPUT)) || (input && !renew_buffers(s, PARAM_INPUT)))
            return false;
        if (!call_with(s, round)) return false;
        more = s->setup->called_again && s->setup->called_again(s->setup->again_context, s->data, round);
    }
    return true;
}

static bool run_rounds(Session *s) {
    if (s->setup->modelled) return run_modelled(s);
    if (s->setup->earlier) return run_again(s);
    if (!say_hello(s) || !suppose(s) || !ask_for_gpu(s) || !allocate_buffers(s) || !write_buffers(s, 0))
        return false;
    if (s->setup->watched && !ask_watching(s)) return false;
    if (s->setup->ways && !follow_ways(s)) return false;
    s->result->state = SESSION_RAN;
    if (!begin_stores(s) || !send_games(s) || !send_arrays(s) || !make_call(s) || !read_report(s))
        return false;
    if (s->setup->ncu) return true;
    if (s->setup->watched)
        return s->result->outcome != OUTCOME_RETURNED || has_fatal(&s->result->records) || read_buffers(s, 0);
    if (s->setup->witnessed) return ask_witness(s);
    if (s->setup->ways) return ask_ways(s);
    if (s->result->outcome != OUTCOME_RETURNED) return true;
    if (s->setup->on_gpu && has_fatal(&s->result->records)) return true; // its memory is lost
    if (s->setup->trying) {
        if (!has_fatal(&s->result->records) && !read_buffers(s, 0)) return false;
        s->setup->trying(s->setup->trying_context, s, s->data);
        return true;
    }
    if (!read_buffers(s, 0) || !read_stores(s)) return false;
    if (has_fatal(&s->result->records) || s->data->rounds == 1) return true;
    if (s->setup->worth_repeating &&
        !s->setup->worth_repeating(s->setup->repeating_context, s->data, &s->result->records))
        return true;
    return replay(s) && measure(s);
}

// On the GPU: before `device` is there. What is timed, and what Nsight Compute repeats, is alone.
static bool take_turn(Session *s) {
    GpuTurn *turn = s->setup->turn;
    const bool alone = s->setup->timed || s->setup->ncu;
    if (!s->setup->on_gpu || (alone ? gpu_turn_alone(turn) : gpu_turn_share(turn))) return true;
    return session_fail(
        s, SESSION_BUSY,
        "The GPU was busy with other gradings for %.3g minutes: grade again when they are done.",
        turn->given_up_after / 60);
}

// Once `device` is gone. Where it waits for the next case, it goes on to share the GPU.
static void leave_turn(const Session *s) {
    const KeptDevice *kept = s->setup->kept;
    if (s->setup->on_gpu && !(kept && kept->pid)) gpu_turn_end(s->setup->turn);
}

void session_run(const SessionSetup *setup, CaseData *data, SessionResult *result) {
    memset(result, 0, sizeof *result);
    result->jail = "none";
    Session s = {.setup = setup,
                 .data = data,
                 .result = result,
                 .profile_fd = -1,
                 .output = {.fd = -1},
                 .link = {.fd = -1}};
    if (!take_turn(&s)) return;
    s.link.deadline = clock_seconds() + setup->wall_seconds;
    s.link.output = &s.output;
    int student_fd = -1;
    if (get_device(&s, &student_fd) && start_student(&s, student_fd)) {
        close_fd(&student_fd); // so that the end of the student's process is the end of its socket
        run_rounds(&s);
    }
    close_fd(&student_fd);
    end_student(&s);
    leave_device(&s);
    leave_turn(&s);
    close_fd(&s.output.fd);
    if (s.output.over_limit) result->output_limit = true;
    result->output = s.output.text;
    result->output_size = s.output.size;
}

void session_result_free(SessionResult *result) {
    records_free(&result->records);
    records_free(&result->repeated);
    free(result->output);
    free(result->profile);
    free(result->witness);
    free(result->sampled);
    free(result->stored);
    memset(result, 0, sizeof *result);
}
