// WRONG: forges the message of a crash, with an address of its choice
// EXPECT score: 20

#include "tests/attacks/wire.cuh"

static void attack() {
    Head head = {};
    head.call = HOST_FAULT;
    head.arg[0] = 0x200000000000ull;
    head.arg[1] = ~0ull;
    for (int i = 0; i < 6; ++i) head.caller[i] = 0x7fffffffffffffffull;
    send_bytes(&head, sizeof head);
}

#include "tests/attacks/attacked_launches.cuh"
