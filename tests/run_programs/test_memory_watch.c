// Who gives way when the machine's memory runs out, and when.
#include "grader/device/memory_watch.h"
#include "tests/check.h"

#define GB (1ull << 30)

TEST(large_process_gives_way) {
    CHECK_EQ(memory_state((MachineMemory){32 * GB, 2 * GB, 20 * GB}), MEMORY_SUFFICES);
    CHECK_EQ(memory_state((MachineMemory){32 * GB, 1 * GB, 20 * GB}), MEMORY_SUFFICES);
    CHECK_EQ(memory_state((MachineMemory){32 * GB, GB - 1, 20 * GB}), MEMORY_IS_SHORT);
    CHECK_EQ(memory_state((MachineMemory){32 * GB, GB / 2 - 1, 20 * GB}), MEMORY_IS_GONE);
}

TEST(small_process_is_not_to_blame) {
    CHECK_EQ(memory_state((MachineMemory){32 * GB, 0, 7 * GB}), MEMORY_SUFFICES);
    CHECK_EQ(memory_state((MachineMemory){32 * GB, 0, 9 * GB}), MEMORY_IS_GONE);
}

TEST(nothing_known) {
    CHECK_EQ(memory_state((MachineMemory){0, UINT64_MAX, 20 * GB}), MEMORY_SUFFICES);
}

TEST(what_this_machine_says) {
    const MachineMemory m = machine_memory();
    CHECK(m.total > 64 << 20 && m.left <= m.total);
    CHECK(m.own > 100 << 10 && m.own < m.total);
    static volatile char page[64 << 20];
    for (size_t i = 0; i < sizeof page; i += 4096) page[i] = 1;
    CHECK(machine_memory().own >= m.own + (60 << 20));
}

CHECK_MAIN()
