// Are register counts what ptxas says, in the words of its releases, and is a bad ptxas survived?
#define _GNU_SOURCE // memfd_create
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "grader/device/kept_counts.h"
#include "grader/device/ptxas.h"
#include "grader/device/registers.h"
#include "tests/check.h"
#include "tests/gpus/false_toolkit.h"

enum { ERROR_SIZE = 600 };

// ---- What it prints
// -------------------------------------------------------------------------------------------

static const char cuda_11[] =
    "ptxas info    : 24 bytes gmem, 72 bytes cmem[3]\n"
    "ptxas info    : Compiling entry function '_Z5firstPf' for 'sm_70'\n"
    "ptxas info    : Function properties for _Z5firstPf\n"
    "    296 bytes stack frame, 176 bytes spill stores, 312 bytes spill loads\n"
    "ptxas info    : Used 255 registers, 312 bytes cumulative stack size, 8192 bytes smem, 324 bytes "
    "cmem[0]\n"
    "ptxas info    : Function properties for cudaMalloc\n"
    "    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
    "ptxas info    : Compiling entry function '_Z6secondv' for 'sm_70'\n"
    "ptxas info    : Function properties for _Z6secondv\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 9 registers, 4096+16 bytes smem, 52 bytes cmem[0], 1 textures\n";

static const char cuda_12[] = "ptxas info    : 0 bytes gmem\n"
                              "ptxas info    : Compiling entry function 'scale' for 'sm_90'\n"
                              "ptxas info    : Function properties for scale\n"
                              "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                              "ptxas info    : Used 24 registers, used 1 barriers, 388 bytes cmem[0]\n";

static const char cuda_13[] =
    "ptxas warning : Value of threads per SM for entry _Z1cIdEvPT_ is out of range. .minnctapersm will be "
    "ignored\n"
    "ptxas info    : 24 bytes gmem, 8 bytes cmem[4]\n"
    "ptxas info    : Compiling entry function '_Z1cIdEvPT_' for 'sm_75'\n"
    "ptxas info    : Function properties for _Z1cIdEvPT_\n"
    "    800 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 62 registers, used 0 barriers, 800 bytes cumulative stack size, 360 bytes cmem[0]\n"
    "ptxas info    : Compile time = 29.999 ms\n"
    "ptxas info    : Compiling entry function '_Z1bPf' for 'sm_75'\n"
    "ptxas info    : Function properties for _Z1bPf\n"
    "    32 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 17 registers, used 1 barriers, 32 bytes cumulative stack size, 1024 bytes smem, "
    "360 bytes "
    "cmem[0], 8 bytes cmem[2]\n"
    "ptxas info    : Compile time = 4.118 ms\n"
    "ptxas info    : Function properties for _Z1ff\n"
    "    64 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Compiling entry function '_Z1aPfi' for 'sm_75'\n"
    "ptxas info    : Function properties for _Z1aPfi\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 8 registers, used 0 barriers, 364 bytes cmem[0]\n"
    "ptxas info    : Compile time = 0.736 ms\n";

static void check_usage(const RegisterCounts *counts, const char *kernel, unsigned registers,
                        unsigned barriers, unsigned shared, unsigned local) {
    const KernelUsage *usage = registers_find(counts, kernel);
    CHECK(usage);
    if (!usage) return;
    CHECK_EQ(usage->registers, registers);
    CHECK_EQ(usage->barriers, barriers);
    CHECK_EQ(usage->shared_bytes, shared);
    CHECK_EQ(usage->local_bytes, local);
}

TEST(words_of_cuda_11) {
    RegisterCounts counts;
    CHECK(registers_parse(cuda_11, &counts));
    CHECK_EQ(counts.count, 2);
    check_usage(&counts, "_Z5firstPf", 255, 0, 8192, 312);
    check_usage(&counts, "_Z6secondv", 9, 0, 4112, 0);
    const KernelUsage *first = registers_find(&counts, "_Z5firstPf");
    CHECK_EQ(first ? first->spill_store_bytes : 0, 176); // not those of cudaMalloc, which comes after
    CHECK_EQ(first ? first->spill_load_bytes : 0, 312);
    registers_free(&counts);
}

TEST(words_of_cuda_12) {
    RegisterCounts counts;
    CHECK(registers_parse(cuda_12, &counts));
    CHECK_EQ(counts.count, 1);
    check_usage(&counts, "scale", 24, 1, 0, 0);
    registers_free(&counts);
}

TEST(words_of_cuda_13) {
    RegisterCounts counts;
    CHECK(registers_parse(cuda_13, &counts));
    CHECK_EQ(counts.count, 3);
    check_usage(&counts, "_Z1cIdEvPT_", 62, 0, 0, 800);
    check_usage(&counts, "_Z1bPf", 17, 1, 1024, 32);
    check_usage(&counts, "_Z1aPfi", 8, 0, 0, 0);
    CHECK(!registers_find(&counts, "_Z1ff"));
    CHECK(!registers_find(&counts, "_Z1a"));
    registers_free(&counts);
}

// Each prefix of a real output, and one with random letters changed: nothing to check but that it ends well.
TEST(torn_output) {
    RegisterCounts counts;
    char text[sizeof cuda_13];
    unsigned random = 12345;
    for (size_t length = 0; length < sizeof cuda_13; length++) {
        memcpy(text, cuda_13, length);
        text[length] = '\0';
        CHECK(registers_parse(text, &counts));
        registers_free(&counts);
        memcpy(text, cuda_13, sizeof text);
        for (int i = 0; i < 20; i++) {
            random = random * 1664525 + 1013904223;
            text[random % (sizeof text - 1)] = (char)("\n'+: 09bR"[random >> 28 & 7]);
        }
        CHECK(registers_parse(text, &counts));
        CHECK(counts.count <= 20);
        registers_free(&counts);
    }
}

TEST(nonsense_output) {
    RegisterCounts counts;
    CHECK(registers_parse("", &counts));
    CHECK_EQ(counts.count, 0);
    CHECK(registers_parse("ptxas info    : Used 24 registers\n", &counts)); // of no kernel
    CHECK_EQ(counts.count, 0);
    CHECK(registers_parse(
        "Compiling entry function 'k' for\nptxas info : Used registers\n: Used 99999999999999999999 "
        "registers, bytes smem",
        &counts));
    check_usage(&counts, "k", 0, 0, 0, 0);
    registers_free(&counts);
}

// ---- The real one
// ---------------------------------------------------------------------------------------------

#define HEAD(target) ".version 7.0\n// .target sm_20\n.target " target ", debug\n.address_size 64\n"

static const char plain[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry tiny() { ret; }\n"
    ".visible .entry tile(.param .u64 p) {\n"
    "  .shared .align 4 .b8 s[2048];\n  .reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
    "  ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd2, %rd1;\n"
    "  mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.u32 %r4, %r3, %r2;\n"
    "  ld.global.u32 %r5, [%rd2]; st.shared.u32 [%r4], %r5; bar.sync 0;\n"
    "  ld.shared.u32 %r6, [s+64]; st.global.u32 [%rd2], %r6; ret;\n}\n";

static bool have_ptxas(void) {
    char path[4096];
    return ptxas_find(path, sizeof path);
}

TEST(live_counts) {
    if (!have_ptxas()) SKIP("ptxas is not installed");
    RegisterCounts counts;
    char error[ERROR_SIZE] = "";
    CHECK(registers_of_kernels(plain, sizeof plain, 90, 0, &counts, error, sizeof error)); // the NUL included
    CHECK_STR(error, "");
    CHECK_STR(counts.target, "sm_90");
    CHECK_EQ(counts.count, 2);
    const KernelUsage *tiny = registers_find(&counts, "tiny"), *tile = registers_find(&counts, "tile");
    CHECK(tiny && tiny->registers >= 2 && tiny->registers <= 16);
    CHECK(tile && tile->registers >= 4 && tile->registers <= 40);
    CHECK_EQ(tile ? tile->shared_bytes : 0, 2048);
    registers_free(&counts);
}

// nvcc's -maxrregcount: what would take 100 registers and more gets by with 24, and the two are told apart.
TEST(a_limit_of_registers) {
    if (!have_ptxas()) SKIP("ptxas is not installed");
    char text[20000] =
        ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry many(.param .u64 at) {\n.reg .b64 %a; .reg .b32 %r<100>;\n"
        "ld.param.u64 %a, [at];\n";
    for (int i = 0; i < 100; i++)
        sprintf(text + strlen(text), "ld.volatile.u32 %%r%d, [%%a + %d];\n", i, 4 * i);
    for (int i = 99; i >= 0; i--)
        sprintf(text + strlen(text), "st.volatile.u32 [%%a + %d], %%r%d;\n", 4 * i, i);
    strcat(text, "ret; }\n");
    RegisterCache cache = {0};
    const KernelUsage *free = register_cache_find(&cache, text, strlen(text), 90, 0, "many", NULL, 0);
    const uint32_t registers = free ? free->registers : 0;
    CHECK(registers > 100);
    const KernelUsage *limited = register_cache_find(&cache, text, strlen(text), 90, 24, "many", NULL, 0);
    CHECK(limited && limited->registers <= 24 && limited->spill_store_bytes > 0);
    register_cache_free(&cache);
}

TEST(an_architecture_that_ptxas_does_not_know) {
    if (!have_ptxas()) SKIP("ptxas is not installed");
    RegisterCounts counts;
    char error[ERROR_SIZE] = "";
    CHECK(registers_of_kernels(plain, strlen(plain), 999, 0, &counts, error, sizeof error));
    CHECK_STR(counts.target, "sm_75");
    CHECK_EQ(counts.count, 2);
    registers_free(&counts);
}

TEST(ptx_that_ptxas_refuses) {
    if (!have_ptxas()) SKIP("ptxas is not installed");
    static const char *const texts[] = {"",
                                        "nonsense",
                                        ".target",
                                        ".target sm_75",
                                        ".target \n",
                                        "\0\0\0",
                                        HEAD("sm_75") ".entry k() { frobnicate.u32; }\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        RegisterCounts counts;
        char error[ERROR_SIZE] = "";
        CHECK(!registers_of_kernels(texts[i], strlen(texts[i]), 90, 0, &counts, error, sizeof error));
        CHECK_HAS(error, "register counts are not known: ptxas refused the PTX for sm_90");
        CHECK_EQ(counts.count, 0);
    }
}

TEST(the_cache_asks_once) {
    if (!have_ptxas()) SKIP("ptxas is not installed");
    RegisterCache cache = {0};
    char error[ERROR_SIZE] = "";
    const KernelUsage *tile =
        register_cache_find(&cache, plain, strlen(plain), 90, 0, "tile", error, sizeof error);
    CHECK(tile && tile->registers > 0);
    CHECK(tile == register_cache_find(&cache, plain, strlen(plain), 90, 0, "tile", NULL, 0));
    CHECK(!register_cache_find(&cache, plain, strlen(plain), 90, 0, "missing", error, sizeof error));
    CHECK_HAS(error, "names no such kernel");
    CHECK_EQ(cache.count, 1);
    CHECK(register_cache_find(&cache, plain, strlen(plain), 80, 0, "tiny", error, sizeof error));
    CHECK(!register_cache_find(&cache, "x", 1, 80, 0, "tiny", error, sizeof error));
    CHECK_HAS(error, "ptxas refused");
    CHECK_EQ(cache.count, 3);
    CHECK(tile == register_cache_find(&cache, plain, strlen(plain), 90, 0, "tile", NULL, 0));
    register_cache_free(&cache);
}

// ---- What other processes have asked
// ------------------------------------------------------------------------------

static int empty_file(void) {
    const int fd = memfd_create("counts", MFD_CLOEXEC);
    CHECK(fd > 0 && !fcntl(fd, F_SETFL, O_APPEND));
    return fd;
}

// Counts that no ptxas gives: 77 registers for the kernel `tile`.
static RegisterCounts invented_counts(void) {
    static const char printed[] = "ptxas info    : Compiling entry function 'tile' for 'sm_90'\n"
                                  "ptxas info    : Used 77 registers, 388 bytes cmem[0]\n";
    RegisterCounts counts;
    CHECK(registers_parse(printed, &counts));
    counts.printed = strdup(printed);
    counts.code = memcpy(malloc(4), "CODE", 4);
    counts.code_size = 4;
    strcpy(counts.target, "sm_90");
    return counts;
}

TEST(what_was_asked_is_read_by_the_next) {
    const int fd = empty_file();
    RegisterCounts counts = invented_counts();
    kept_counts_add(fd, plain, strlen(plain), 90, 0, &counts);
    RegisterCache cache = {.kept_fd = fd};
    const KernelUsage *tile = register_cache_find(&cache, plain, strlen(plain), 90, 0, "tile", NULL, 0);
    CHECK(tile && tile->registers == 77 && tile->arch == 90);
    size_t size;
    const uint8_t *code = register_cache_code(&cache, plain, strlen(plain), 90, 0, "tile", &size);
    CHECK(code && size == 4 && !memcmp(code, "CODE", 4));
    register_cache_free(&cache);
    registers_free(&counts);
    close(fd);
}

TEST(counts_are_of_one_text_and_one_question) {
    const int fd = empty_file();
    RegisterCounts counts = invented_counts(), found;
    char other[sizeof plain];
    strcpy(other, plain);
    other[strlen(other) - 1] ^= 1;
    kept_counts_add(fd, other, strlen(other), 90, 0, &counts);
    CHECK(!kept_counts_find(fd, plain, strlen(plain), 90, 0, &found));
    CHECK(!kept_counts_find(fd, other, strlen(other), 80, 0, &found));
    CHECK(!kept_counts_find(fd, other, strlen(other), 90, 32, &found));
    CHECK(!kept_counts_find(0, other, strlen(other), 90, 0, &found));
    kept_counts_add(fd, plain, strlen(plain), 90, 0, &counts); // behind the first
    CHECK(kept_counts_find(fd, plain, strlen(plain), 90, 0, &found));
    registers_free(&found), registers_free(&counts);
    close(fd);
}

TEST(an_entry_that_is_cut_off) {
    const int fd = empty_file();
    RegisterCounts counts = invented_counts(), found;
    kept_counts_add(fd, plain, strlen(plain), 90, 0, &counts);
    struct stat file;
    CHECK(!fstat(fd, &file));
    for (off_t size = 0; size < file.st_size; size += size < 100 ? 1 : 37) {
        CHECK(!ftruncate(fd, size));
        CHECK(!kept_counts_find(fd, plain, strlen(plain), 90, 0, &found));
        CHECK(!ftruncate(fd, 0));
        kept_counts_add(fd, plain, strlen(plain), 90, 0, &counts);
    }
    CHECK(kept_counts_find(fd, plain, strlen(plain), 90, 0, &found));
    registers_free(&found), registers_free(&counts);
    close(fd);
}

TEST(one_kernel_of_many) {
    static const char text[] = ".version 7.0\n.target sm_75\n.address_size 64\n.global .b32 g;\n"
                               ".visible .entry first(\n.param .u64 p\n)\n{\n// } not the end\n{ ret; }\n}\n"
                               ".func f()\n{\n.entry_like: ret;\n}\n"
                               ".weak .entry second()\n.maxntid 32, 1, 1\n{\n.pragma \"}\";\nret;\n}\n"
                               ".visible .entry second_too()\n{\nret;\n}\n.file 1 \"a.cu\"\n";
    size_t size;
    char *cut = ptx_of_kernel(text, sizeof text - 1, "second", &size);
    CHECK(cut != NULL);
    if (!cut) return;
    char *is = strndup(cut, size);
    // Every line that is kept has the number that it had, for the sake of what ptxas says.
    CHECK_STR(is, ".version 7.0\n.target sm_75\n.address_size 64\n.global .b32 g;\n"
                  "\n\n\n\n\n\n\n.func f()\n{\n.entry_like: ret;\n}\n"
                  ".weak .entry second()\n.maxntid 32, 1, 1\n{\n.pragma \"}\";\nret;\n}\n"
                  "\n\n\n\n.file 1 \"a.cu\"\n");
    free(cut), free(is);
}

// ---- A ptxas of our own
// ---------------------------------------------------------------------------------------

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + t.tv_nsec * 1e-9;
}

TEST(it_is_found_in_cuda_home_first) {
    make_toolkit("exit 0");
    char path[4096], expected[100];
    CHECK(ptxas_find(path, sizeof path));
    snprintf(expected, sizeof expected, "%s/bin/ptxas", home);
    CHECK_STR(path, expected);
    snprintf(expected, sizeof expected, "/nonexistent::%s/bin", home);
    char *before = strdup(getenv("PATH") ? getenv("PATH") : "");
    unsetenv("CUDA_HOME");
    setenv("PATH", expected, 1);
    CHECK(ptxas_find(path, sizeof path));
    CHECK_HAS(path, home);
    setenv("PATH", before, 1);
    free(before);
    remove_toolkit();
}

TEST(arguments_and_output) {
    make_toolkit("echo \"$1 $2\" >&2\ncat \"$3\"\necho machine code > \"$5\"");
    char path[4096], *text = NULL, input[] = "/tmp/warpbook_input_XXXXXX",
                     output[] = "/tmp/warpbook_output_XXXXXX";
    int in = mkstemp(input), out = mkstemp(output);
    CHECK(in >= 0 && out >= 0 && write(in, "the text", 8) == 8);
    close(in);
    CHECK(ptxas_find(path, sizeof path));
    CHECK_EQ(ptxas_run(path, "sm_90", 0, input, output, 20000, &text), PTXAS_DONE);
    CHECK_STR(text, "-v -arch=sm_90\nthe text");
    CHECK_EQ(lseek(out, 0, SEEK_END), 13);
    close(out);
    free(text);
    unlink(input);
    unlink(output);
    remove_toolkit();
}

// Ended, though perhaps nobody has fetched its status yet.
static bool is_gone(int process) {
    char path[40], state = 'Z';
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "r");
    if (!file) return true;
    int fields = fscanf(file, "%*d %*s %c", &state);
    fclose(file);
    return fields < 1 || state == 'Z' || state == 'X';
}

// Each script prints the process that would stay behind.
TEST(it_is_stopped_at_the_time_limit) {
    static const char *const scripts[] = {"echo $$; exec sleep 60",
                                          "echo $$; exec sleep 60 >/dev/null 2>&1", // closes its output early
                                          "sleep 60 & echo $!; exit 0",             // a child keeps it open
                                          "echo $$; while :; do :; done"};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        make_toolkit(scripts[i]);
        char path[4096], *text = NULL;
        CHECK(ptxas_find(path, sizeof path));
        double start = seconds();
        CHECK_EQ(ptxas_run(path, "sm_90", 0, "/dev/null", "/dev/null", 200, &text), PTXAS_LATE);
        int left = text ? atoi(text) : 0;
        CHECK(left > 1);
        while (!is_gone(left) && seconds() - start < 10) usleep(1000);
        CHECK(seconds() - start < 10);
        free(text);
        remove_toolkit();
    }
}

TEST(endless_output_is_cut) {
    make_toolkit("head -c 20000000 /dev/zero | tr '\\0' 'x'");
    char path[4096], *text = NULL;
    CHECK(ptxas_find(path, sizeof path));
    CHECK_EQ(ptxas_run(path, "sm_90", 0, "/dev/null", "/dev/null", 20000, &text), PTXAS_DONE);
    CHECK(text && strlen(text) <= 4 << 20);
    free(text);
    remove_toolkit();
}

TEST(it_cannot_be_started) {
    char *text = NULL;
    CHECK_EQ(ptxas_run("/nonexistent/ptxas", "sm_90", 0, "/dev/null", "/dev/null", 1000, &text),
             PTXAS_ABSENT);
    free(text);
}

TEST(it_fails_without_a_word) {
    make_toolkit("exit 3");
    RegisterCounts counts;
    char error[ERROR_SIZE] = "";
    CHECK(!registers_of_kernels(plain, strlen(plain), 90, 0, &counts, error, sizeof error));
    CHECK_STR(error, "register counts are not known: ptxas refused the PTX for sm_90");
    remove_toolkit();
}

TEST(it_dies) {
    make_toolkit("kill -SEGV $$");
    RegisterCounts counts;
    char error[ERROR_SIZE] = "";
    CHECK(!registers_of_kernels(plain, strlen(plain), 90, 0, &counts, error, sizeof error));
    CHECK_HAS(error, "register counts are not known");
    remove_toolkit();
}

TEST(no_file_is_left_behind) {
    char folder[] = "/tmp/warpbook_temporary_XXXXXX";
    CHECK(mkdtemp(folder));
    setenv("TMPDIR", folder, 1);
    make_toolkit("echo code > \"$5\"; echo 'ptxas fatal   : Memory allocation failure' >&2; exit 2");
    RegisterCounts counts;
    char error[ERROR_SIZE] = "";
    CHECK(!registers_of_kernels(plain, strlen(plain), 90, 0, &counts, error, sizeof error));
    CHECK_HAS(error, "for sm_90: Memory allocation failure");
    CHECK(rmdir(folder) == 0);
    CHECK(!registers_of_kernels(plain, strlen(plain), 90, 0, &counts, error, sizeof error));
    CHECK_HAS(error, "no temporary file can be made in");
    unsetenv("TMPDIR");
    remove_toolkit();
}

CHECK_MAIN()
