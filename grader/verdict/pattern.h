// The pattern of a wrong output, in words: what the wrong cells have in common, and what that often means.
#ifndef WARPBOOK_PATTERN_H
#define WARPBOOK_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/verdict/compare.h"

typedef struct {
    const Comparison *c;
    const CaseData *data; // NULL with lab: the lab's mistakes are not tried
    const LabEntry *lab;
    int round;
    long launches; // kernels launched in the case; -1: not known
} PatternQuestion;

// Writes one to three sentences; the empty string where nothing is wrong. The most specific pattern that fits
// wins. True where it is one of the mistakes that the lab knows.
bool describe_pattern(const PatternQuestion *question, char *words, size_t size);

// The parts, each true when its pattern fits (it has then added its words).

// pattern_place.c: where the wrong cells are.
bool place_pattern(const Comparison *c, bool never_written, char *words, size_t size);
void describe_boundary(const Comparison *c, bool also, char *words, size_t size);

// pattern_value.c: what the wrong cells hold.
bool uniform_pattern(const Comparison *c, char *words, size_t size);
bool mistake_pattern(const PatternQuestion *question, char *words, size_t size);
bool moved_pattern(const Comparison *c, char *words, size_t size);
bool scaled_pattern(const Comparison *c, char *words, size_t size);

// A cell that should have been computed and is wrong.
static inline bool wrong_todo(const Comparison *c, size_t cell) {
    return c->wrong[cell] && c->bound[cell] != 0;
}
size_t count_wrong_todo(const Comparison *c);

#endif
