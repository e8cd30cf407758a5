// WRONG: random bytes on the socket to the device
// EXPECT score: 20

#include "tests/attacks/wire.cuh"

static void attack() {
    char rubbish[1 << 16];
    uint32_t x = 12345;
    for (size_t i = 0; i < sizeof rubbish; ++i) rubbish[i] = (char)((x = x * 1664525 + 1013904223) >> 24);
    send_bytes(rubbish, sizeof rubbish);
}

#include "tests/attacks/attacked_launches.cuh"
