// WRONG: announces a payload of 8 GiB and sends it as long as anybody reads
// EXPECT score: 20

#include "tests/attacks/wire.cuh"

static void attack() {
    static char block[1 << 20];
    Head head = {};
    head.call = WRITE;
    head.size = 8ull << 30;
    head.arg[0] = 0x200000100000ull;
    send_bytes(&head, sizeof head);
    for (int i = 0; i < 8192; ++i) send_bytes(block, sizeof block);
}

#include "tests/attacks/attacked_launches.cuh"
