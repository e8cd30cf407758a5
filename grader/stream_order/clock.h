// What is known to have happened: for each timeline, up to which of its moments. A vector clock, as in Lamport's
// and Mattern's papers, kept sparse: timelines of which nothing is known are left out.
#ifndef WARPBOOK_CLOCK_H
#define WARPBOOK_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    struct ClockEntry {
        uint32_t line;
        uint64_t time;
    } * at; // ordered by line
    uint32_t count, room;
} Clock;

// 0 where nothing is known of the timeline.
uint64_t clock_time(const Clock *c, uint32_t line);

// The clock knows the timeline up to `time`, or further if it did before. False without memory.
bool clock_learn(Clock *c, uint32_t line, uint64_t time);

// It knows what `other` knows, too. False without memory.
bool clock_join(Clock *c, const Clock *other);

void clock_clear(Clock *c);

#endif
