// What holds in which kind of jail: tried out on this machine, by a program that does what submissions do.
#ifndef WARPBOOK_PROBE_H
#define WARPBOOK_PROBE_H

#include "grader/jail/jail.h"

typedef enum { PROBE_NOT_TRIED, PROBE_HELD, PROBE_OPEN } ProbeResult;

enum { PROBES_MOST = 16 };

// The attempts, numbered from 0, in words: "read your files".
int probe_count(void);
const char *probe_words(int attempt);

// Makes all attempts in a jail of this kind; `program` is one that calls probe_inside. All stay PROBE_NOT_TRIED
// where that kind does not work here.
void probe_kind(JailKind kind, const char *program, ProbeResult *results);

// In the program, first of all: where it was started by probe_kind, makes the attempts and ends.
void probe_inside(int argc, char **argv);

#endif
