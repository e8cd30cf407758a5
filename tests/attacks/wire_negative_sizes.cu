// WRONG: requests with sizes and addresses at the ends of 64 bits
// EXPECT score: 20
// EXPECT test: 3.2/n=3
// EXPECT check: out-of-bounds

#include "tests/attacks/wire.cuh"

static void attack() {
    static const uint64_t odd[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 1ull << 40, 1ull << 63, ~0ull, 0x200000000000ull, 0x20ffffffffffull};
    enum { ODD = sizeof odd / sizeof *odd };
    for (uint32_t call = HELLO; call <= OWNER; ++call)
        for (int a = 0; a < ODD; ++a)
            for (int b = 0; b < ODD; ++b) {
                Head head = {};
                head.call = call;
                for (int i = 0; i < 8; ++i) head.arg[i] = i % 2 ? odd[b] : odd[a];
                for (int i = 0; i < 6; ++i) head.caller[i] = odd[b];
                head.stream = odd[a];
                head.device = (uint32_t)odd[b];
                head.thread = (uint32_t)odd[a];
                head.waits = (uint32_t)odd[b];
                if (call != RESET && call != RETURNED && call != HOST_FAULT) ask(head, NULL);
            }
}

#include "tests/attacks/attacked_launches.cuh"
