// Sparse vector clocks.
#include "grader/stream_order/clock.h"

#include <stdlib.h>
#include <string.h>

// The first entry whose line is not smaller.
static uint32_t entry_of(const Clock *c, uint32_t line) {
    uint32_t low = 0, high = c->count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (c->at[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t clock_time(const Clock *c, uint32_t line) {
    const uint32_t i = entry_of(c, line);
    return i < c->count && c->at[i].line == line ? c->at[i].time : 0;
}

bool clock_learn(Clock *c, uint32_t line, uint64_t time) {
    const uint32_t i = entry_of(c, line);
    if (time == 0) return true;
    if (i < c->count && c->at[i].line == line) {
        if (time > c->at[i].time) c->at[i].time = time;
        return true;
    }
    if (c->count == c->room) {
        const uint32_t room = 2 * c->room + 4;
        struct ClockEntry *at = realloc(c->at, room * sizeof *at);
        if (!at) return false;
        c->at = at;
        c->room = room;
    }
    memmove(&c->at[i + 1], &c->at[i], (c->count - i) * sizeof *c->at);
    c->at[i] = (struct ClockEntry){line, time};
    c->count++;
    return true;
}

bool clock_join(Clock *c, const Clock *other) {
    bool good = true;
    for (uint32_t i = 0; i < other->count && good; i++)
        good = clock_learn(c, other->at[i].line, other->at[i].time);
    return good;
}

void clock_clear(Clock *c) {
    free(c->at);
    *c = (Clock){0};
}
