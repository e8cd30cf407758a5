// How the bytes of an input are messages of a student's process: short, so that most changes leave whole
// messages.
//
//   the input     a mode (below), then messages
//   a message     its call; its shape; each argument as a kind and a value; a size and so many bytes of
//   payload call 0        not a message: the rest of the input is sent as it is call 255      nothing comes
//   for longer than is allowed
#ifndef WARPBOOK_DEVICE_INPUT_H
#define WARPBOOK_DEVICE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { MODE_PROGRAM = 1, MODE_DETAILS = 2 };
enum { SENT_AS_IT_IS = 0, SENT_LATE = 255, ARGUMENTS_MAX = 7, ANSWERS = 8 };
enum { SHAPE_ARGUMENTS = 7, SHAPE_ADDRESS = 8, SHAPE_CALLER_SHIFT = 4, SHAPE_PAYLOAD = 128 };

// A kind's low two bits. An answer is the first value of an earlier answer, plus the value; SHAPE_ADDRESS
// puts one into the payload's first 8 bytes.
enum { ARGUMENT_BYTE, ARGUMENT_WORD, ARGUMENT_ANSWER, ARGUMENT_NEGATIVE, ARGUMENT_KINDS };

typedef struct {
    const uint8_t *data;
    size_t size;
} Input;

typedef struct {
    uint8_t call, shape, kind[ARGUMENTS_MAX];
    uint64_t value[ARGUMENTS_MAX];
    const uint8_t *payload;
    size_t size;
} InputMessage;

static inline uint64_t take(Input *in, size_t bytes) {
    uint64_t v = 0;
    if (bytes > in->size) bytes = in->size;
    memcpy(&v, in->data, bytes);
    in->data += bytes, in->size -= bytes;
    return v;
}

static inline size_t value_bytes(uint8_t kind) {
    static const size_t bytes[ARGUMENT_KINDS] = {1, 8, 1, 2};
    return bytes[kind % ARGUMENT_KINDS];
}

// False: there is nothing left.
static inline bool take_message(Input *in, InputMessage *m) {
    if (in->size == 0) return false;
    *m = (InputMessage){.call = (uint8_t)take(in, 1)};
    size_t size = in->size;
    if (m->call == SENT_LATE) return true;
    if (m->call != SENT_AS_IT_IS) {
        m->shape = (uint8_t)take(in, 1);
        for (int i = 0; i < (m->shape & SHAPE_ARGUMENTS); i++) {
            m->kind[i] = (uint8_t)take(in, 1);
            m->value[i] = take(in, value_bytes(m->kind[i]));
        }
        size = m->shape & SHAPE_PAYLOAD ? take(in, 1) : 0;
        if (size > in->size) size = in->size;
    }
    m->payload = in->data, m->size = size;
    in->data += size, in->size -= size;
    return true;
}

#endif
