// A fuzz target: what libFuzzer, or replay.c, calls with each input. See docs/testing.md.
#ifndef WARPBOOK_FUZZ_H
#define WARPBOOK_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
