// The buffers of a case on the device: allocated, filled before each round, read back after it.
#include <stdlib.h>
#include <string.h>

#include "grader/contract/protocol.h"
#include "grader/session/session_parts.h"
#include "grader/text/clean.h"

// Buffers go piece by piece: both processes copy each through memory of their own, which then stays in the
// cache and need not be asked for anew.
enum { TRANSFER = 4 << 20 };

static bool allocate_buffer(Session *s, int i) {
    ReplyHead reply;
    const LabParam *param = &s->data->entry->params[i];
    MessageHead head = {
        .call = GRADER_ALLOCATE,
        .arg = {s->data->args[i].bytes, 1, element_size(param->type), param->kind == PARAM_INPUT},
        .size = strlen(param->name)};
    if (!session_request(s, head, param->name, &reply, NULL)) return false;
    // The memory has room for the data of all calls and some copies: what is missing now the submission has taken.
    if (reply.error && s->called) {
        s->result->memory_kept = true;
        return false;
    }
    if (reply.error)
        return session_fail(s, SESSION_TROUBLE, "the %s has no %zu bytes left for %s",
                            s->setup->on_gpu ? "GPU" : "simulated device", s->data->args[i].bytes,
                            param->name);
    s->address[i] = reply.value[0];
    return true;
}

bool allocate_buffers(Session *s) {
    for (int i = 0; i < s->data->arg_count; i++)
        if (s->data->args[i].buffer && !allocate_buffer(s, i)) return false;
    return true;
}

bool renew_buffers(Session *s, ParamKind kind) {
    for (int i = 0; i < s->data->arg_count; i++)
        if (s->data->args[i].buffer && s->data->entry->params[i].kind == kind && !allocate_buffer(s, i))
            return false;
    return true;
}

// Has the contents of the buffers remembered, where the work is to be timed.
static bool keep_buffers(Session *s, int round, bool after) {
    ReplyHead reply;
    const MessageHead head = {.call = GRADER_KEEP, .arg = {(uint64_t)round, after}};
    char *text, why[300];
    if (!s->setup->timed) return true;
    if (!session_request(s, head, NULL, &reply, &text)) return false;
    clean_text(why, sizeof why, text, reply.size);
    free(text);
    return !reply.error || session_fail(s, SESSION_TROUBLE, "%s", why);
}

static size_t piece_at(size_t at, size_t bytes) {
    return bytes - at < TRANSFER ? bytes - at : TRANSFER;
}

static bool write_buffer(Session *s, uint64_t address, const char *bytes, size_t size) {
    for (size_t at = 0; at < size; at += TRANSFER) {
        ReplyHead reply;
        const MessageHead head = {.call = GRADER_WRITE, .size = piece_at(at, size), .arg = {address + at}};
        if (!session_request(s, head, bytes + at, &reply, NULL)) return false;
        if (reply.error)
            return session_fail(s, SESSION_DEVICE_LOST, "%s did not take the data", device_words(s));
    }
    return true;
}

static bool read_buffer(Session *s, uint64_t address, char *bytes, size_t size) {
    for (size_t at = 0; at < size; at += TRANSFER) {
        ReplyHead reply;
        const size_t piece = piece_at(at, size);
        const MessageHead head = {.call = GRADER_READ, .arg = {address + at, piece}};
        if (!link_request_into(&s->link, &head, &reply, bytes + at, piece)) return link_lost(s);
        if (reply.error || reply.size != piece)
            return session_fail(s, SESSION_DEVICE_LOST, "%s gave no data back", device_words(s));
    }
    return true;
}

// Inputs come back as they were, almost always: only one that does not takes memory of its own.
static bool read_input(Session *s, int i, int round) {
    CaseArg *arg = &s->data->args[i];
    const char *before = arg->before[round];
    char *piece = malloc(TRANSFER);
    bool good = piece || session_fail(s, SESSION_TROUBLE, "this machine has not enough memory");
    for (size_t at = 0; at < arg->bytes && good && !arg->after[round]; at += TRANSFER) {
        const size_t size = piece_at(at, arg->bytes);
        good = read_buffer(s, s->address[i] + at, piece, size);
        if (good && memcmp(piece, before + at, size) && !case_input_after(arg, round))
            good = session_fail(s, SESSION_TROUBLE, "this machine has not enough memory");
    }
    free(piece);
    return good && (!arg->after[round] || read_buffer(s, s->address[i], arg->after[round], arg->bytes));
}

bool write_buffers(Session *s, int round) {
    for (int i = 0; i < s->data->arg_count; i++) {
        const CaseArg *arg = &s->data->args[i];
        if (arg->buffer && !write_buffer(s, s->address[i], arg->before[round], arg->bytes)) return false;
    }
    return keep_buffers(s, round, false);
}

bool read_buffers(Session *s, int round) {
    for (int i = 0; i < s->data->arg_count; i++) {
        const CaseArg *arg = &s->data->args[i];
        if (!arg->buffer) continue;
        const bool input = s->data->entry->params[i].kind == PARAM_INPUT;
        if (!(input ? read_input(s, i, round) : read_buffer(s, s->address[i], arg->after[round], arg->bytes)))
            return false;
    }
    s->result->rounds_read = round + 1;
    return keep_buffers(s, round, true);
}
