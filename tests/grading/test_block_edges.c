// Sizes at which a file's own blocks end with the grid: whatever size the seed draws, they are met.
#include "grader/grading/block_edges.h"
#include "tests/check.h"

#include <stdlib.h>
#include <string.h>

static const char text[] =
    "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\nentry f\n sizes n\n input in float n*n*n uniform -1 1\n"
    " output out float n*n*n grid x y z\n term 1 in[i][j][k-1] \"x-1\"\n scalar n int n\n"
    "test 1 f n=9 1\ntest 1 f n=11 1\ntest 1 f n=14 1\ntest 1 f n=15 1\ntest 1 f n=33 1\ntest 1 f n=62 1\n"
    "test 1 f n=67 1\ntest 1 f n=51 1\ntest 1 f n=260 1\ntest 1 f n=80..180 1\n";

enum { CASES = 10, DRAWN = CASES - 1, FIRST = 80, LAST = 180 };

static LabSpec spec;
static LabResult result;
static LaunchRecord launches[CASES];

// The case has run, and launched so many blocks as cover its interior.
static void run(int index, const int tile[3]) {
    CaseResult *c = &result.cases[index];
    LaunchRecord *l = &launches[index];
    strcpy(l->kernel, "k");
    for (int axis = 0; axis < 3; axis++) l->grid[axis] = (c->key.size[0] - 2 + tile[axis] - 1) / tile[axis];
    c->records.launches = l;
    c->records.launch_count = 1;
    c->judged = c->passed = true;
}

static bool any_size(const EdgeSearch *s, int tile, int rest) {
    bool found = false;
    for (int i = 0; i < CASES; i++) {
        const int points = result.cases[i].key.size[0] - 2;
        found |= points > tile && points % tile == rest;
    }
    for (int i = 0; i < s->tries; i++) found |= (s->tried[i] - 2) % tile == rest;
    return found;
}

// How many of the sizes that may be drawn leave some end of these blocks unmet, or one point before it.
static int sizes_that_miss(const int tile[3]) {
    int missed = 0;
    char error[300] = "";
    for (int drawn = FIRST; drawn <= LAST; drawn++) {
        EdgeSearch s;
        SizeSpan spans[SIZE_SPANS];
        CHECK(spec_parse(&spec, text, "s", error, sizeof error));
        CHECK_STR(error, "");
        CHECK(plan_cases(&result, &spec, -1));
        CaseResult *c = &result.cases[DRAWN];
        for (int i = 0; i < DRAWN; i++) run(i, tile);
        set_case_size(&result, c, drawn);
        const int count = size_spans(&result, c, spans);
        CHECK_EQ(count, 1);
        CHECK(edges_begin(&s, &result, c, spans[0]));
        for (int size; (size = edges_next(&s, c)) != 0;) {
            set_case_size(&result, c, size);
            run(DRAWN, tile);
        }
        bool all = true;
        for (int axis = 0; axis < 3; axis++)
            all &= tile[axis] == 1 || (any_size(&s, tile[axis], 0) && any_size(&s, tile[axis], 1));
        missed += !all;
        edges_end(&s);
        for (int i = 0; i < CASES; i++) result.cases[i].records = (Records){0};
        lab_result_free(&result);
    }
    return missed;
}

TEST(blocks_that_most_people_choose) {
    CHECK_EQ(sizes_that_miss((const int[]){32, 8, 1}), 0);
    CHECK_EQ(sizes_that_miss((const int[]){30, 14, 1}), 0);
    CHECK_EQ(sizes_that_miss((const int[]){6, 6, 6}), 0);
    CHECK_EQ(sizes_that_miss((const int[]){14, 6, 6}), 0);
}

TEST(blocks_that_few_choose) {
    CHECK_EQ(sizes_that_miss((const int[]){18, 5, 5}), 0);
    CHECK_EQ(sizes_that_miss((const int[]){22, 7, 3}), 0);
    CHECK_EQ(sizes_that_miss((const int[]){11, 13, 4}), 0);
    CHECK_EQ(sizes_that_miss((const int[]){26, 9, 17}), 0);
    CHECK_EQ(sizes_that_miss((const int[]){33, 3, 3}), 0);
}

CHECK_MAIN()
