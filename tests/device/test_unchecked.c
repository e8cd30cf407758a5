// A submission that leaves no memory for the race check is not this machine's fault; a machine without memory is.
#include "grader/device/unchecked.h"
#include "tests/check.h"

#define MIB (1ull << 20)
#define GIB (1ull << 30)

static bool suffices(uint64_t graders_bytes, uint64_t total, uint64_t left, uint64_t own) {
    return suffices_without_submission(graders_bytes,
                                       (MachineMemory){.total = total, .left = left, .own = own});
}

// The same machine, which has 8 GiB and 7 of them for this process: as the submission finds it, and used up by it.
TEST(used_up_by_the_submission) {
    CHECK(suffices(100 * MIB, 8 * GIB, 7 * GIB, 0));
    CHECK(suffices(100 * MIB, 8 * GIB, 1 * GIB, 6 * GIB));
    CHECK(suffices(100 * MIB, 8 * GIB, 0, 7 * GIB));
}

TEST(used_up_by_others) {
    CHECK(!suffices(100 * MIB, 8 * GIB, 1 * GIB, 1 * GIB));
    CHECK(!suffices(1 * GIB, 8 * GIB, 7 * GIB, 1 * GIB)); // needs more than the machine has
}

// A lab's own buffers are small, and there is always room for them: nobody else is to blame for what is missing.
TEST(little_always_fits) {
    CHECK(suffices(10 * MIB, 8 * GIB, 100 * MIB, 100 * MIB));
    CHECK(suffices(0, 1 * GIB, 0, 0));
}

TEST(system_that_does_not_say) {
    CHECK(suffices(100 * MIB, 8 * GIB, UINT64_MAX, 0));
}

CHECK_MAIN()
