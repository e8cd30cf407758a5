// Memory for a case's data: zeros at first, whatever was there before; what is freed serves the next case.
#include "grader/lab/large_memory.h"
#include "tests/check.h"

#include <sys/wait.h>
#include <unistd.h>

enum { MIB = 1 << 20 };

static bool all_zero(const char *memory, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 4096)
        if (memory[i]) return false;
    return !memory[bytes - 1];
}

static void use_and_free(size_t bytes) {
    char *memory = large_alloc(bytes);
    CHECK(memory && all_zero(memory, bytes));
    memset(memory, 0x5a, bytes);
    large_free(memory, bytes);
}

TEST(a_piece_that_was_used_before_holds_zeros) {
    for (size_t bytes = MIB; bytes <= 64 * (size_t)MIB; bytes *= 2)
        use_and_free(bytes), use_and_free(bytes - 4097);
    large_give_back();
    use_and_free(8 * MIB);
}

TEST(a_piece_that_was_freed_serves_the_next_case) {
    large_give_back();
    char *first = large_alloc(16 * (size_t)MIB), *other = large_alloc(16 * (size_t)MIB);
    CHECK(first && other && first != other);
    large_free(first, 16 * (size_t)MIB);
    char *again = large_alloc(16 * (size_t)MIB - 100);
    CHECK(again == first);
    large_free(again, 16 * (size_t)MIB - 100), large_free(other, 16 * (size_t)MIB);
}

static long resident_mib(void) {
    long size = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file && fscanf(file, "%ld %ld", &size, &pages) == 2);
    if (file) fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024) / 1024;
}

// 32 of the 40 stay, and none once they are given back.
TEST(what_is_kept_has_an_end) {
    enum { PIECES = 40, KEPT = 32, EACH = 5 };
    char *piece[PIECES];
    large_give_back();
    const long before = resident_mib();
    for (int i = 0; i < PIECES; i++) CHECK((piece[i] = large_alloc(EACH * (size_t)MIB)) != NULL);
    for (int i = 0; i < PIECES; i++) memset(piece[i], 1, EACH * (size_t)MIB);
    CHECK(resident_mib() - before >= PIECES * EACH - EACH);
    for (int i = 0; i < PIECES; i++) large_free(piece[i], EACH * (size_t)MIB);
    const long kept = resident_mib() - before;
    CHECK(kept >= KEPT * EACH - EACH && kept <= KEPT * EACH + EACH);
    large_give_back();
    CHECK(resident_mib() - before <= EACH);
}

// Nothing of a parent's is there in a child, which grades a file of its own (--against).
TEST(a_child_has_none_of_its_parents_pieces) {
    use_and_free(16 * (size_t)MIB);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        char *memory = large_alloc(16 * (size_t)MIB);
        if (memory) memset(memory, 1, 16 * (size_t)MIB);
        large_free(memory, 16 * (size_t)MIB);
        large_give_back();
        _exit(memory ? 0 : 1);
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    use_and_free(16 * (size_t)MIB);
}

CHECK_MAIN()
