// WRONG: says that the call has returned before it did anything, and goes on
// EXPECT score: 0

#include "tests/attacks/wire.cuh"

__attribute__((constructor)) static void return_early() {
    Head head = {};
    head.call = RETURNED;
    for (int i = 0; i < 100; ++i) send_bytes(&head, sizeof head);
}

static void attack() {
    Head head = {};
    head.call = RETURNED;
    send_bytes(&head, sizeof head);
}

#include "tests/attacks/attacked_launches.cuh"
