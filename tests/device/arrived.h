// The first finding of a report as the grader reads it. Both ends have types of the same names, so this is a file of its own.
#ifndef TESTS_DEVICE_ARRIVED_H
#define TESTS_DEVICE_ARRIVED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    int findings, departures; // how many; of the latter the first one, where there are no findings
    char check[32], message[400];
    unsigned facts;
    bool has_absent;
    long absent[3], bytes, at, room;
} Arrived;

Arrived arrived(const char *text, size_t size);

#endif
