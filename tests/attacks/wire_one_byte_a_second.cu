// WRONG: sends a message one byte at a time, each just before the limit
// EXPECT score: 20

#include "tests/attacks/wire.cuh"

static void attack() {
    Head head = {};
    head.call = MALLOC;
    for (size_t i = 0; i < sizeof head; ++i) {
        send_bytes((char *)&head + i, 1);
        usleep(900000);
    }
}

#include "tests/attacks/attacked_launches.cuh"
