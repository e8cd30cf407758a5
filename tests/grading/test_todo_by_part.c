// Which TODO a line belongs to in a file without marks: small texts, and the wrong submissions, whose heads say it.
#include <dirent.h>
#include <stdlib.h>

#include "grader/grading/replace_file.h"
#include "grader/grading/todo_by_part.h"
#include "grader/lab/spec.h"
#include "tests/check.h"

static const char kernel[] = "__device__ float at(const float *in, int n, int i) {\n"           // 1
                             "    return in[i < n ? i : 0];\n"                                  // 2
                             "}\n"                                                              // 3
                             "template <int T>\n"                                               // 4
                             "__global__ void __launch_bounds__(256)\n"                         // 5
                             "stencil_kernel(const float *in, float *out, int n, C c) {\n"      // 6
                             "    __shared__ float tile[T];\n"                                  // 7
                             "    int x = threadIdx.x;\n"                                       // 8
                             "    bool inner = x > 0; // __syncthreads() follows\n"             // 9
                             "    for (int i = 1; i < n - 1; i++) {\n"                          // 10
                             "        tile[x] = at(in, n, i);\n"                                // 11
                             "        __syncthreads();\n"                                       // 12
                             "        if (inner)\n"                                             // 13
                             "            out[i] = c.c[0] * tile[x] +\n"                        // 14
                             "                     c.c[1] * tile[x - 1];\n"                     // 15
                             "        __syncthreads();\n"                                       // 16
                             "        x ^= 1;\n"                                                // 17
                             "    }\n"                                                          // 18
                             "}\n"                                                              // 19
                             "void launch_stencil(const float *in, float *out, int n, C c) {\n" // 20
                             "    stencil_kernel<32><<<1, 32>>>(in, out, n, c);\n"              // 21
                             "}\n"
                             "enum { FOUR = 4 };\n"; // 23

TEST(a_line_does_what_its_words_and_its_place_say) {
    static const struct {
        int line;
        TodoPart part;
    } expected[] = {{2, PART_LOAD},   {8, PART_LOAD},    {9, PART_GUARD}, {10, PART_MARCH}, {11, PART_SHARE},
                    {12, PART_WAIT},  {13, PART_GUARD},  {14, PART_SUM},  {15, PART_SUM},   {16, PART_WAIT},
                    {17, PART_MARCH}, {21, PART_LAUNCH}, {23, 0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        CHECK_EQ(parts_of_line(kernel, "out", expected[i].line) & 127, expected[i].part);
}

TEST(without_a_barrier_loads_end_at_the_sum) {
    const char *text = "__global__ void k(const float *in, float *out, int n, C c) {\n"
                       "    int k = threadIdx.x;\n"
                       "    if (k < n)\n"
                       "        out[k] = c.c[0] * in[k];\n"
                       "}\n";
    CHECK_EQ(parts_of_line(text, "out", 2), PART_LOAD | PART_PLAIN);
    CHECK_EQ(parts_of_line(text, "out", 4), PART_SUM | PART_PLAIN);
    CHECK_EQ(parts_of_line("", "out", 1), 0);
    CHECK_EQ(parts_of_line("__global__ void k(float *out) {\n    out[0] = 1;\n", "out", 2),
             PART_SUM | PART_PLAIN); // never closed
}

TEST(what_is_loaded_ahead_is_a_load) {
    const char *text = "#define CELL(z) in[(z) * n]\n"
                       "__global__ void k(const float *__restrict__ in, float *out, int n, C c) {\n" // 2
                       "    float a = CELL(0), d = CELL(1);\n"
                       "    for (int i = 1; i < n - 1; i++) {\n"
                       "        tile[0] = a;\n"
                       "        __syncthreads();\n"
                       "        if (i < n - 2) d = in[i];\n"           // 7
                       "        float e = i == n ? 0 : CELL(i + 1);\n" // 8
                       "        if (i >= n) a = tile[1];\n"            // 9
                       "        out[i] = c.c[0] * tile[0];\n"
                       "        __syncthreads();\n"
                       "    }\n"
                       "}\n";
    CHECK_EQ(parts_of_line(text, "out", 7) & 127, PART_SHARE);
    CHECK_EQ(parts_of_line(text, "out", 8) & 127, PART_SHARE);
    CHECK_EQ(parts_of_line(text, "out", 9) & 127, PART_GUARD);
}

// ---- The wrong submissions ------------------------------------------------------------------------------------

static LabSpec spec;
static int right, wrong;

// What stands behind `name` in the head of a file; "" where it is not there.
static void head_of(const char *text, const char *name, char *to, size_t size) {
    const char *at = strstr(text, name);
    snprintf(to, size, "%.*s", at ? (int)strcspn(at + strlen(name), "\n") : 0, at ? at + strlen(name) : "");
}

static int marked_line(const char *text) {
    const char *mark = strstr(text, "// <-- HERE");
    int line = 1;
    for (const char *at = text; mark && at < mark; at++) line += *at == '\n';
    return mark ? line : 0;
}

static void try_file(const char *path, const char *name) {
    char todo[16];
    size_t size;
    char *text = read_whole_file(path, &size);
    head_of(text, "// EXPECT todo: ", todo, sizeof todo);
    const int entry = spec_find_entry(&spec, "launch_stencil"), line = marked_line(text),
              expected = spec_find_todo(&spec, todo);
    const unsigned parts = line ? parts_of_line(text, "out", line) : 0;
    if (expected >= 0 && parts) {
        const bool same = todo_of_parts(&spec, entry, parts) == expected;
        if (same)
            right++;
        else
            wrong++;
        if (!same && getenv("WARPBOOK_SHOW")) printf("# %s:%d: part %u, TODO %s\n", name, line, parts, todo);
    }
    free(text);
}

static void try_lab(const char *lab, const char *spec_path) {
    char folder[64], path[400], error[300] = "";
    snprintf(folder, sizeof folder, "tests/%s/wrong", lab);
    CHECK(spec_load(&spec, spec_path, error, sizeof error));
    DIR *files = opendir(folder);
    right = wrong = 0;
    for (struct dirent *file; files && (file = readdir(files));) {
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        if (strstr(file->d_name, ".cu")) try_file(path, file->d_name);
    }
    if (files) closedir(files);
    printf("# %s: %d of %d\n", lab, right, right + wrong);
}

TEST(most_submissions_are_told_right) {
    static const char *const labs[][2] = {{"lab4", "labs/lab4_shared_memory_tile/lab.spec"},
                                          {"lab5", "labs/lab5_thread_coarsening/lab.spec"},
                                          {"lab6", "labs/lab6_register_tiling/lab.spec"},
                                          {"lab7", "labs/lab7_beyond/lab.spec"}};
    for (size_t i = 0; i < sizeof labs / sizeof *labs; i++) {
        try_lab(labs[i][0], labs[i][1]);
        CHECK(right >= 15 && right >= 3 * wrong);
    }
}

CHECK_MAIN()
