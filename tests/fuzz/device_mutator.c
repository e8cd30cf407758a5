// Changes messages of the target device as messages: takes one out, doubles one, adds one that makes sense,
// gives an argument another value. libFuzzer's own changes come in between.
#include <stdlib.h>

#include "grader/contract/protocol.h"
#include "tests/fuzz/device_input.h"
#include "tests/fuzz/mutate.h"

enum { MESSAGES_MAX = 64, MESSAGE_BYTES = 400 };

// Arguments: a an address or a handle that was given before, b a small number, w a large one, t three or four
// threads or blocks, n a negative number, 0 none. Payload: x bytes, y as many as the two arguments before
// say, p parameters of a kernel, k the name of a kernel, v of a variable, s a sentence.
static const struct {
    uint8_t call;
    char arguments[9];
} shapes[] = {
    {CALL_HELLO, "bb"},
    {CALL_DEVICE_COUNT, ""},
    {CALL_PROPERTIES, "0"},
    {CALL_ATTRIBUTE, "b0"},
    {CALL_SET_DEVICE, "0"},
    {CALL_RESET, ""},
    {CALL_SYNCHRONIZE, ""},
    {CALL_MALLOC, "b"},
    {CALL_MALLOC, "w"},
    {CALL_MALLOC_PITCH, "bb"},
    {CALL_FREE, "a"},
    {CALL_MEM_INFO, ""},
    {CALL_WRITE, "a0x"},
    {CALL_READ, "ab0"},
    {CALL_COPY, "aab0"},
    {CALL_WRITE_2D, "abbby"},
    {CALL_READ_2D, "abbb0"},
    {CALL_COPY_2D, "ababbb0"},
    {CALL_FILL, "abb0"},
    {CALL_FILL_2D, "abbbb00"},
    {CALL_FILL_2D, "abwbb0b"},
    {CALL_REGISTER_FUNCTION, "00k"},
    {CALL_REGISTER_VARIABLE, "00v"},
    {CALL_LAUNCH, "httt00bp"},
    {CALL_LAUNCH, "httt000p"},
    {CALL_LAUNCH, "htttb00p"},
    {CALL_FUNCTION_INFO, "h"},
    {CALL_FUNCTION_SET, "hbb"},
    {CALL_FUNCTION_SET, "h8w"},
    {CALL_OCCUPANCY, "hbb"},
    {CALL_STREAM_CREATE, "bb"},
    {CALL_STREAM_DESTROY, "a"},
    {CALL_STREAM_SYNCHRONIZE, "a"},
    {CALL_STREAM_WAIT_EVENT, "aa"},
    {CALL_EVENT_CREATE, "b"},
    {CALL_EVENT_DESTROY, "a"},
    {CALL_EVENT_RECORD, "aa"},
    {CALL_EVENT_SYNCHRONIZE, "a"},
    {CALL_EVENT_ELAPSED, "aa"},
    {CALL_RETURNED, ""},
    {CALL_HOST_FAULT, "wb"},
    {CALL_UNSUPPORTED, "s"},
    {CALL_MISUSE, "bs"},
    {CALL_ALLOCATE_SHARED, "bb"},
    {CALL_ALLOCATE_SHARED, "ww"},
    {CALL_SHARE_VARIABLE, "00v"},
    {CALL_SET_HEAP, "b"},
    {CALL_SET_HEAP, "w"},
};

static uint64_t large_or_address(void) {
    return below(4) ? large_number() : DEVICE_ADDRESS_BASE + ((uint64_t)below(12) << 20) + 8 * below(64);
}

// Two 32-bit halves, most of them few threads or blocks.
static uint64_t two_shapes(void) {
    static const uint32_t sides[] = {1, 1, 1, 1, 2, 3, 4, 32, 40, 64, 0, 1024, 65535, 65536};
    const uint64_t low = sides[below(14)], high = sides[below(14)];
    return low | high << 32;
}

// ---- Messages as bytes

typedef struct {
    uint8_t bytes[MESSAGE_BYTES];
    size_t size;
} Text;

static void put(Text *t, uint64_t value, size_t bytes) {
    memcpy(t->bytes + t->size, &value, bytes);
    t->size += bytes;
}

static void put_argument(Text *t, uint8_t kind, uint64_t value) {
    put(t, kind, 1);
    put(t, value, value_bytes(kind));
}

static void put_payload(Text *t, const void *bytes, size_t size) {
    put(t, size, 1);
    if (size) memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
}

static void put_message(Text *t, const InputMessage *m) {
    put(t, m->call, 1);
    put(t, m->shape, 1);
    for (int i = 0; i < (m->shape & SHAPE_ARGUMENTS); i++) put_argument(t, m->kind[i], m->value[i]);
    if (m->shape & SHAPE_PAYLOAD) put_payload(t, m->payload, m->size);
}

static uint8_t answer_kind(void) {
    return (uint8_t)(ARGUMENT_ANSWER + ARGUMENT_KINDS * below(ANSWERS));
}

static void choose_argument(char what, uint8_t *kind, uint64_t *value) {
    *kind = ARGUMENT_BYTE, *value = 0;
    switch (what) {
    case 'a': *kind = answer_kind(), *value = below(3) ? 0 : small_number(); break;
    case 'b': *value = small_number(); break;
    case 'h': *value = 1 + below(4); break;
    case 'w': *kind = ARGUMENT_WORD, *value = large_or_address(); break;
    case 't': *kind = ARGUMENT_WORD, *value = two_shapes(); break;
    case 'n': *kind = ARGUMENT_NEGATIVE, *value = small_number(); break;
    default: *value = (uint64_t)(what - '0');
    }
}

static bool is_payload(char what) {
    return what != 0 && strchr("xypkvs", what) != NULL;
}

static size_t choose_payload(char what, const InputMessage *m, uint8_t bytes[255]) {
    static const char *const kernels[] = {"fill", "spin", "take", "give", "fell"};
    static const char *const variables[] = {"table", "total", "tible"};
    const char *name = what == 'k' ? kernels[below(5)] : what == 'v' ? variables[below(3)] : "A sentence.";
    size_t size = strlen(name);
    memcpy(bytes, name, size);
    if (what == 'x') size = 1 + below(32);
    if (what == 'y') size = m->value[2] * m->value[3] > 255 ? 255 : m->value[2] * m->value[3];
    if (what == 'p') {
        memset(bytes, 0, 16);
        bytes[0] = (uint8_t)below(ANSWERS), bytes[8] = (uint8_t)small_number();
        size = below(8) ? 12 : below(16);
    }
    return size;
}

static void put_new_message(Text *t) {
    uint8_t bytes[255] = {0};
    const uint32_t which = below(sizeof shapes / sizeof *shapes);
    InputMessage m = {.call = shapes[which].call, .payload = bytes};
    int count = 0;
    const char *what = shapes[which].arguments;
    for (; *what && !is_payload(*what); what++, count++)
        choose_argument(*what, &m.kind[count], &m.value[count]);
    m.shape = (uint8_t)(count | below(3) << SHAPE_CALLER_SHIFT);
    if (*what) {
        m.shape |= SHAPE_PAYLOAD | (*what == 'p' ? SHAPE_ADDRESS : 0);
        m.size = choose_payload(*what, &m, bytes);
    }
    put_message(t, &m);
}

// ---- Changes

typedef struct {
    size_t start[MESSAGES_MAX + 1]; // the last: the end
    int count;
} Places;

static void find_places(const uint8_t *data, size_t size, Places *p) {
    Input in = {data, size};
    InputMessage m;
    take(&in, 1);
    p->count = 0;
    p->start[0] = (size_t)(in.data - data);
    while (p->count < MESSAGES_MAX && take_message(&in, &m)) p->start[++p->count] = (size_t)(in.data - data);
}

// Replaces data[from, to) by the text; the input as it was where there is no room.
static size_t replace(uint8_t *data, size_t size, size_t most, size_t from, size_t to, const Text *t) {
    if (size - (to - from) + t->size > most) return size;
    memmove(data + from + t->size, data + to, size - to);
    memcpy(data + from, t->bytes, t->size);
    return size - (to - from) + t->size;
}

static void change_message(const uint8_t *data, size_t size, Text *t) {
    Input in = {data, size};
    InputMessage m;
    uint8_t bytes[255];
    if (!take_message(&in, &m) || m.call == SENT_AS_IT_IS || m.call == SENT_LATE) return put_new_message(t);
    const int count = m.shape & SHAPE_ARGUMENTS;
    const uint32_t what = below(8);
    if (what == 0) {
        m.call = shapes[below(sizeof shapes / sizeof *shapes)].call;
    } else if (what == 1 && m.size) {
        memcpy(bytes, m.payload, m.size);
        m.size = LLVMFuzzerMutate(bytes, m.size, sizeof bytes);
        m.payload = bytes;
    } else if (what == 2) {
        m.shape ^= (uint8_t)(1u << below(8));
    } else if (count) {
        const uint32_t i = below((uint32_t)count);
        choose_argument("aabbwtn"[below(7)], &m.kind[i], &m.value[i]);
    }
    if (m.call == SENT_AS_IT_IS) m.call = CALL_HELLO;
    put_message(t, &m);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    Places p;
    Text t = {.size = 0};
    mutate_seed(seed);
    find_places(data, size, &p);
    const uint32_t which = p.count ? below((uint32_t)p.count) : 0, what = below(10);
    const size_t at = p.start[which], end = p.count ? p.start[which + 1] : at;
    if (what < 2 || size == 0) return LLVMFuzzerMutate(data, size, most);
    if (what == 2 && p.count) return replace(data, size, most, at, end, &t); // taken out
    if (what == 3 && end - at <= sizeof t.bytes) {                           // doubled, somewhere else
        memcpy(t.bytes, data + at, t.size = end - at);
        const size_t to = p.start[below((uint32_t)p.count + 1)];
        return replace(data, size, most, to, to, &t);
    }
    if (what < 7 || !p.count) {
        put_new_message(&t);
        return replace(data, size, most, at, at, &t);
    }
    change_message(data + at, end - at, &t);
    return replace(data, size, most, at, end, &t);
}
