// Decides one case: did the code run to its end, was anything found, is the output right, twice?
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/student_status.h"
#include "grader/lab/slices.h"
#include "grader/text/append.h"
#include "grader/verdict/pattern.h"
#include "grader/verdict/verdict.h"

#define SAY(result, field, ...) append((result)->field, sizeof(result)->field, __VA_ARGS__)

static const char *entry_name(const CaseData *data) {
    return data->entry->name;
}

static bool is_of_input(const Finding *f) {
    return !strcmp(f->check, "input-written");
}

// What is said of an input comes after everything else.
int failing_finding(const Records *records, const LabEntrySpec *entry) {
    int first = -1;
    for (int i = 0; i < records->finding_count; i++) {
        if (!entry->moves_data && !strcmp(records->findings[i].check, "leak")) continue;
        if (entry->allow_launch && !strcmp(records->findings[i].check, "launch")) continue;
        if (records->findings[i].fatal) return i;
        if (first < 0 || (is_of_input(&records->findings[first]) && !is_of_input(&records->findings[i])))
            first = i;
    }
    return first;
}

static void take_finding(CaseResult *result, int index) {
    const Finding *finding = &result->records.findings[index];
    result->finding = index;
    result->hung |= !strcmp(finding->check, "timeout");
    SAY(result, message, "%s", finding->message[0] ? finding->message : finding->check);
    SAY(result, next, "%s", finding->next);
}

static void explain_signal(CaseResult *result, const CaseData *data, int signal) {
    if (signal == SIGXCPU || signal == SIGKILL) {
        result->hung = true;
        SAY(result, message,
            "the host code of %s used up its processor time, its memory or its threads, and was stopped.",
            entry_name(data));
        SAY(result, next, "Look for a loop on the host that does not end, or that does the kernel's work.");
    } else if (signal == SIGSYS) {
        SAY(result, message,
            "the host code of %s made a system call that the grader's sandbox does not allow, and was "
            "stopped.",
            entry_name(data));
        SAY(result, next, "A lab needs no files, no network and no other programs: remove that call.");
    } else {
        SAY(result, message, "the host code of %s crashed: %s (signal %d).", entry_name(data),
            strsignal(signal), signal);
        SAY(result, next,
            "Look at its pointers and arrays on the host; pointers to device memory are for kernels only.");
    }
}

// "const float *in, float *out, int n, c": what the lab has no type for, arrays by value, by its name alone.
static void describe_parameters(CaseResult *result, const LabEntrySpec *entry) {
    static const char *const types[] = {"float", "double", "int"};
    for (int i = 0; i < entry->param_count; i++) {
        const LabParam *p = &entry->params[i];
        const bool buffer = p->kind == PARAM_INPUT || p->kind == PARAM_OUTPUT || p->kind == PARAM_KEPT;
        SAY(result, next, "%s", i ? ", " : "");
        if (buffer || p->kind == PARAM_SCALAR)
            SAY(result, next, "%s%s %s", p->kind == PARAM_INPUT ? "const " : "", types[p->type],
                buffer ? "*" : "");
        SAY(result, next, "%s", p->name);
    }
}

static void explain_no_function(CaseResult *result, const CaseData *data) {
    SAY(result, message, "there is no function %s in your file, or its parameters have other types.",
        entry_name(data));
    SAY(result, next, "Define it as in the file that was handed out, parameters included: %s(",
        entry_name(data));
    describe_parameters(result, data->entry);
    SAY(result, next, "). Static functions, and those of a namespace, are not found.");
}

static void explain_not_connected(CaseResult *result, const CaseData *data) {
    SAY(result, message, "your program closed its connection to the device before %s returned.",
        entry_name(data));
    SAY(result, next, "Leave descriptor %d alone: the CUDA runtime talks to the device through it.",
        STUDENT_SOCKET_FD);
}

// The student's process was gone before the function came back.
static void explain_end(CaseResult *result, const CaseData *data, const SessionResult *session) {
    if (session->output_limit) {
        SAY(result, message, "%s printed more than 1 MiB and was stopped (output limit).", entry_name(data));
        SAY(result, next, "Remove the printf, or print for one thread only.");
    } else if (session->ended && session->exit_signal) {
        explain_signal(result, data, session->exit_signal);
    } else if (session->ended && session->exit_status == STUDENT_NO_FUNCTION) {
        explain_no_function(result, data);
    } else if (session->ended && session->exit_status != STUDENT_NOT_CONNECTED) {
        SAY(result, message, "the program ended with exit status %d before %s returned.",
            session->exit_status, entry_name(data));
        SAY(result, next, "%s",
            session->exit_status
                ? "The launch function must return: remove the call that ends the program, such as exit()."
                : "The launch function must return. The program ends so where the file calls exit(0), and where it "
                  "closes descriptors that are not its own, by which the grader hears of it: remove that.");
    } else {
        explain_not_connected(result, data);
    }
}

static void explain_outcome(CaseResult *result, const CaseData *data, const SessionResult *session) {
    switch (session->outcome) {
    case OUTCOME_DISCONNECTED: explain_end(result, data, session); break;
    case OUTCOME_TIMEOUT:
        result->hung = true;
        SAY(result, message, "%s did not return: its host code sleeps or loops.", entry_name(data));
        SAY(result, next, "Look for a loop or a wait on the host that does not end.");
        break;
    case OUTCOME_HOST_FAULT:
        SAY(result, message, "the host code of %s touched memory that it may not touch.", entry_name(data));
        SAY(result, next, "If it was a device pointer: only a kernel, or cudaMemcpy, may use it.");
        break;
    default:
        SAY(result, message,
            "your program wrote data that is not a CUDA call to the connection that the CUDA runtime "
            "uses.");
        SAY(result, next, "Do not write to descriptors that you have not opened.");
    }
}

// The session did not come to a call, or `device` was lost. True when that decides the case.
static bool judge_session(CaseResult *result, const CaseData *data, const SessionResult *session) {
    if (session->state == SESSION_REFUSED) {
        result->refused = true;
        SAY(result, message, "%s", session->reason);
    } else if (session->state == SESSION_DEVICE_LOST && session->late) {
        result->hung = true;
        SAY(result, message, "the case took too long: %s.", session->reason);
        SAY(result, next, "Look for an infinite loop in %s or in its kernels.", entry_name(data));
    } else if (session->state == SESSION_DEVICE_LOST) {
        SAY(result, message, "%s while it ran this case.", session->reason);
        SAY(result, next,
            "This is a fault of the grader, not of your code: please report it, with your file.");
    }
    return result->message[0] != 0;
}

// Elements of an input that did not come back as they were.
typedef struct {
    const char *before, *after;
    size_t size; // of an element
    size_t count, first;
    pthread_mutex_t lock;
} Changes;

static void find_changes(void *context, size_t first, size_t count) {
    Changes *c = context;
    size_t changed = 0, lowest = 0;
    if (!memcmp(c->before + first * c->size, c->after + first * c->size, count * c->size)) return;
    for (size_t i = first; i < first + count; i++)
        if (memcmp(c->before + i * c->size, c->after + i * c->size, c->size) && !changed++) lowest = i;
    pthread_mutex_lock(&c->lock);
    if (!c->count || lowest < c->first) c->first = lowest;
    c->count += changed;
    pthread_mutex_unlock(&c->lock);
}

// Inputs must come back bit for bit.
static bool judge_inputs(CaseResult *result, const CaseData *data, int rounds, int threads) {
    for (int i = 0; i < data->arg_count; i++) {
        const CaseArg *arg = &data->args[i];
        const LabParam *param = &data->entry->params[i];
        if (param->kind != PARAM_INPUT) continue;
        Changes c = {.size = element_size(param->type)};
        pthread_mutex_init(&c.lock, NULL);
        for (int round = 0; round < rounds && !c.count; round++) {
            if (!arg->after[round]) continue;
            c.before = arg->before[round];
            c.after = arg->after[round];
            each_slice(arg->bytes / c.size, threads, find_changes, &c);
        }
        pthread_mutex_destroy(&c.lock);
        if (!c.count) continue;
        SAY(result, message, "the input `%s` was changed: %zu of its %zu elements, the first at index %zu.",
            param->name, c.count, arg->bytes / c.size, c.first);
        SAY(result, next, "Write only to `%s`; other threads still need the old values of `%s`.",
            data->entry->params[data->entry->output].name, param->name);
        return false;
    }
    return true;
}

// As many digits as are needed to see that the two differ: at least 6, and all 9 of a float at most.
static int digits_to_tell(double a, double b) {
    char one[40], other[40];
    for (int digits = 6; digits < 9; digits++) {
        snprintf(one, sizeof one, "%.*g", digits, a);
        snprintf(other, sizeof other, "%.*g", digits, b);
        if (strcmp(one, other)) return digits;
    }
    return 9;
}

// The first wrong cell in words.
static void describe_first(CaseResult *result, const CaseData *data, const LabEntry *lab, int round,
                           const Comparison *c) {
    const LabParam *output = &data->entry->params[data->entry->output];
    const Cell *first = &c->first;
    int digits = digits_to_tell(first->got, first->value);
    size_t p[3];
    cell_position(c, first->index, p);
    if (c->axes == 3)
        SAY(result, where, "The first is at i = %zu, j = %zu, k = %zu (z, y, x)", p[2], p[1], p[0]);
    else if (c->axes == 2)
        SAY(result, where, "The first is at j = %zu, k = %zu (y, x)", p[1], p[0]);
    else
        SAY(result, where, "The first is %s[%zu]", output->name, first->index);
    if (lab->describe) {
        char words[300] = "";
        describe_cell(lab, data, round, first->index, words, sizeof words);
        SAY(result, where, ": %s", words);
    }
    char got[40], expected[40];
    number_text(got, first->got, first->bound == 0 || first->untouched ? 6 : digits);
    number_text(expected, first->value, first->untouched ? 6 : digits);
    if (first->bound == 0)
        SAY(result, where, ". It became %s, but it must stay as it was.", got);
    else if (first->untouched)
        SAY(result, where,
            ". Nothing was written there; expected %s. (It still holds %s, which the grader put there "
            "before the call.)",
            expected, got);
    else
        SAY(result, where, ". Got %s, expected %s.", got, expected);
}

static bool any_untouched(const Comparison *c) {
    for (size_t i = 0; i < c->cells; i++)
        if (c->wrong[i] && c->untouched[i]) return true;
    return false;
}

// What the wrong cells have in common. False when there is no memory to find out.
static bool find_pattern(CaseResult *result, const CaseData *data, const LabEntry *lab) {
    Comparison c;
    if (!compare_keeping_cells(&c, data, lab, 0)) return false;
    const PatternQuestion question = {.c = &c,
                                      .data = data,
                                      .lab = lab,
                                      .launches =
                                          result->records.has_work ? result->records.work_launches : -1};
    result->all_stored = c.wrong_count && !any_untouched(&c);
    result->mistake = describe_pattern(&question, result->pattern, sizeof result->pattern);
    comparison_free(&c);
    return true;
}

static bool judge_output(CaseResult *result, const CaseData *data, const LabEntry *lab, int round,
                         const JudgeOptions *options, bool *memory) {
    Comparison c;
    const bool known = !round && options->first;
    *memory = known || compare(&c, data, lab, round, options->threads);
    if (!*memory) return false;
    if (known) c = *options->first;
    result->trivial = c.todo_cells == 0;
    if (!c.wrong_count) return true;
    result->only_again = round > 0;
    const char *output = data->entry->params[data->entry->output].name;
    SAY(result, message, "%zu of %zu %s of `%s` %s wrong%s.", c.wrong_count, c.cells,
        c.axes ? "points" : "values", output, c.wrong_count == 1 ? "is" : "are",
        !round ? ""
        : options->reordered
            ? " when the recorded launches are run again on new inputs, of another range and some of them 0, with warps and blocks in a "
              "different order (the first run was right)"
            : " when the recorded launches are run again on new inputs, of another range and some of them 0 (the first run was right)");
    describe_first(result, data, lab, round, &c);
    if (!round && options->pattern) *memory = find_pattern(result, data, lab);
    if (round && data->entry->moves_data)
        SAY(result, next,
            "Copy the input arrays of %s to the device unchanged, and let a kernel do the work: "
            "values that the host computes and uploads are wrong for other inputs.",
            entry_name(data));
    else if (round)
        SAY(result, next,
            "Everything that depends on the data must be computed by a kernel, at every launch, "
            "from its inputs alone, however large they are, and where one is 0%s.",
            options->reordered ? ", and no block or warp may rely on another one running before it" : "");
    return false;
}

// An entry that moves the data itself: what it answers must be what the device sent. Its work is run again too, with other
// inputs in its uploads.
static bool judge_return(CaseResult *result, const CaseData *data) {
    const int output = data->entry->output;
    const Records *records = &result->records;
    if (data->entry->allow_launch && records->refused_count)
        return true; // then there is nothing to bring back
    if (records->work_returned >= (long)data->args[output].bytes) return true;
    if (data->entry->allow_launch && !records->work_launches) {
        SAY(result, message,
            "`%s` is right, but %s launched no kernel: the value came neither from the device nor "
            "from a CUDA call.",
            data->entry->params[output].name, entry_name(data));
        SAY(result, next,
            "Launch the kernel for every block size, even one that CUDA rejects, and return the error "
            "that cudaGetLastError() gives.");
        return false;
    }
    SAY(result, message,
        "`%s` is right, but it did not come from the device: only %ld of its %zu bytes were "
        "copied from device memory.",
        data->entry->params[output].name, records->work_returned, data->args[output].bytes);
    SAY(result, next,
        "Copy the result from device memory to the host with one cudaMemcpy(..., "
        "cudaMemcpyDeviceToHost).");
    return false;
}

static bool judge_replay(CaseResult *result, const CaseData *data, const LabEntry *lab,
                         const SessionResult *session, const JudgeOptions *options, bool *memory) {
    const bool moves_data = data->entry->moves_data;
    if (moves_data && (!session->replayed || session->replay_outcome == OUTCOME_NOT_REPLAYABLE)) {
        SAY(result, message, "%s asked for more copies and launches than can be repeated on other inputs.",
            entry_name(data));
        SAY(result, next, "A few copies and one launch are enough.");
        return false;
    }
    if (!session->replayed || session->replay_outcome == OUTCOME_NOT_REPLAYABLE) {
        SAY(result, message,
            "%s copies data from the device back to the host, so its launches cannot be repeated on other "
            "data.",
            entry_name(data));
        SAY(result, next,
            "Compute in the kernel only: remove the cudaMemcpy to the host from the launch function.");
        return false;
    }
    if (session->rounds_read < CASE_ROUNDS) {
        SAY(result, message, "the recorded launches of %s could not be run a second time on new inputs.",
            entry_name(data));
        return false;
    }
    JudgeOptions second = *options;
    second.reordered = session->reordered;
    return judge_output(result, data, lab, 1, &second, memory);
}

// Is every cell of the output one that must stay as it was? Asked where no output is compared.
static bool nothing_to_compute(const CaseData *data, const LabEntry *lab, int threads) {
    size_t todo;
    return count_todo_cells(&todo, data, lab, threads) && todo == 0;
}

// Of an input that was written: does it hold again what it held?
static void take_input_finding(CaseResult *result, const CaseData *data, const SessionResult *session,
                               int threads, int index) {
    Finding *f = &result->records.findings[index];
    const bool kept = judge_inputs(result, data, session->rounds_read, threads);
    if (!kept) {
        SAY(f, message, " After the call %s", result->message);
        snprintf(f->next, sizeof f->next, "%s", result->next);
    } else if (session->rounds_read) {
        SAY(f, message, " It was put back afterwards.");
    }
    result->message[0] = result->next[0] = '\0';
    take_finding(result, index);
}

bool judge_case(CaseResult *result, const CaseData *data, const LabEntry *lab, SessionResult *session,
                const JudgeOptions *options) {
    result->judged = true;
    result->passed = false;
    result->finding = -1;
    result->cells = data->cells;
    result->records = session->records; // the result owns them from here on
    result->repeated = session->repeated;
    const bool repeated = session->replayed && session->replay_outcome == OUTCOME_RETURNED;
    result->once = data->rounds == 1 || (data->entry->moves_data && !repeated);
    memset(&session->records, 0, sizeof session->records);
    memset(&session->repeated, 0, sizeof session->repeated);

    // What `device` saw at the line where it happened is better than how the process ended.
    int finding = failing_finding(&result->records, data->entry);
    bool memory = true, ran = false;
    if (finding >= 0 && is_of_input(&result->records.findings[finding]))
        take_input_finding(result, data, session, options->threads, finding);
    else if (finding >= 0)
        take_finding(result, finding);
    else if (!judge_session(result, data, session) && session->outcome != OUTCOME_RETURNED)
        explain_outcome(result, data, session);
    else
        ran = !result->message[0] && judge_inputs(result, data, session->rounds_read, options->threads);
    if (ran)
        result->passed = (!times_too_few(result, data) || judge_played(result, data)) &&
                         judge_output(result, data, lab, 0, options, &memory) &&
                         (!data->entry->moves_data || judge_return(result, data)) &&
                         (data->rounds == 1 || judge_replay(result, data, lab, session, options, &memory)) &&
                         judge_asked(result, data) && judge_played(result, data) &&
                         (!options->launches || judge_launches(result, data));
    else
        result->trivial = nothing_to_compute(data, lab, options->threads);
    return memory;
}
