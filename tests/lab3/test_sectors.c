// The published sectors of TODO 3.4, a load request and in excess, counted from the addresses alone.
//
// A request is one load instruction of one warp; its sectors are the different 32-byte pieces of memory that
// its active lanes touch, and those that the same bytes side by side would do without are in excess. Nothing
// here knows the simulator: lab.spec's bounds and the handout's table rest on it. The same count at n = 512
// gives 124,327,800 sectors for 32x8x1, 149,297,400 for 8x8x8 and 928,557,000 for 1x8x64, which is what an
// H200 counts, to the unit.
#include "tests/check.h"

enum { WARP = 32, FLOATS_A_SECTOR = 8 };

typedef struct {
    long long requests, sectors, excess; // of the loads; the excess of the stores too
} Counted;

// A launch of the basic kernel: the block's shape, and the grid point of the first thread (1: only interior
// points get a thread). A flat launch is one line of threads over these points.
typedef struct {
    const char *words; // for the reader
    int bx, by, bz;
    int first;
    bool flat;
} Shape;

// Different values of points[lane] + offset, in sectors, over the active lanes. Lanes of a warp ascend in
// memory.
static int sectors_touched(const long *points, int lanes, long offset) {
    int sectors = 0;
    long last = -1;
    for (int l = 0; l < lanes; ++l) {
        long sector = (points[l] + offset) / FLOATS_A_SECTOR;
        sectors += sector != last;
        last = sector;
    }
    return sectors;
}

static void count_warp(Counted *total, const long *points, int lanes, int n) {
    long plane = (long)n * n;
    long offsets[7] = {0, -1, 1, -n, n, -plane, plane};
    int ideal = (lanes + FLOATS_A_SECTOR - 1) / FLOATS_A_SECTOR;
    if (!lanes) return;
    for (int m = 0; m < 7; ++m) {
        int sectors = sectors_touched(points, lanes, offsets[m]);
        ++total->requests;
        total->sectors += sectors;
        total->excess += sectors - ideal;
    }
    total->excess += sectors_touched(points, lanes, 0) - ideal; // the store
}

static bool interior(int i, int j, int k, int n) {
    return i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2 && k >= 1 && k <= n - 2;
}

static Counted count_flat(const Shape *s, int n) {
    Counted total = {0};
    const long side = n - 2 * s->first, threads = side * side * side;
    for (long base = 0; base < threads; base += WARP) {
        long points[WARP];
        int lanes = 0;
        for (long t = base; t < base + WARP && t < threads; ++t) {
            const int k = (int)(t % side) + s->first, j = (int)(t / side % side) + s->first,
                      i = (int)(t / side / side) + s->first;
            if (interior(i, j, k, n)) points[lanes++] = ((long)i * n + j) * n + k;
        }
        count_warp(&total, points, lanes, n);
    }
    return total;
}

// One block with its first thread at grid point (x, y, z): its warps are its threads in line, x fastest.
static void count_block(Counted *total, const Shape *s, int x, int y, int z, int n) {
    int threads = s->bx * s->by * s->bz;
    for (int base = 0; base < threads; base += WARP) {
        long points[WARP];
        int lanes = 0;
        for (int t = base; t < base + WARP && t < threads; ++t) {
            int k = x + t % s->bx, j = y + t / s->bx % s->by, i = z + t / (s->bx * s->by);
            if (interior(i, j, k, n)) points[lanes++] = ((long)i * n + j) * n + k;
        }
        count_warp(total, points, lanes, n);
    }
}

static Counted count(const Shape *s, int n) {
    if (s->flat) return count_flat(s, n);
    Counted total = {0};
    for (int z = s->first; z < n; z += s->bz)
        for (int y = s->first; y < n; y += s->by)
            for (int x = s->first; x < n; x += s->bx) count_block(&total, s, x, y, z, n);
    return total;
}

// The handout's table for n = 64, in hundredths.
static const struct {
    Shape shape;
    int ratio;  // sectors a load request
    int excess; // for 32 points
} TABLE[] = {
    {{"32x8x1", 32, 8, 1, 0, false}, 414, 94},
    {{"32x4x2", 32, 4, 2, 0, false}, 414, 94},
    {{"64x4x1", 64, 4, 1, 0, false}, 414, 94},
    {{"128x2x1", 128, 2, 1, 0, false}, 414, 94},
    {{"256x1x1 over the flattened grid", 256, 1, 1, 0, true}, 414, 94},
    {{"16x16x1", 16, 16, 1, 0, false}, 429, 282},
    {{"32x8x1, interior points only", 32, 8, 1, 1, false}, 443, 328},
    {{"8x8x8", 8, 8, 8, 0, false}, 484, 657},
    {{"10x10x10", 10, 10, 10, 0, false}, 615, 2366},
    {{"4x8x8", 4, 8, 8, 0, false}, 872, 3660},
    {{"1x8x64", 1, 8, 64, 0, false}, 3003, 20271},
};
enum { TABLE_ROWS = sizeof TABLE / sizeof TABLE[0] };

static long long rounded(long long a, long long b) {
    return (2 * a + b) / (2 * b);
}

// What a full row costs: 7 loads of 32 floats, two of which straddle one sector more.
TEST(row_of_a_large_grid) {
    long points[WARP];
    for (int l = 0; l < WARP; ++l) points[l] = 1000 * 64 + l;
    Counted total = {0};
    count_warp(&total, points, WARP, 64);
    CHECK_EQ(total.requests, 7);
    CHECK_EQ(total.sectors, 5 * 4 + 2 * 5);
    CHECK_EQ(total.excess, 2);
}

TEST(handout_table) {
    for (int r = 0; r < TABLE_ROWS; ++r) {
        Counted l = count(&TABLE[r].shape, 64);
        CHECK_EQ(rounded(100 * l.sectors, l.requests), TABLE[r].ratio);
        CHECK_EQ(rounded(100 * 32 * l.excess, 64 * 64 * 64), TABLE[r].excess);
    }
}

static double excess_for_32_points(const Shape *s, int n) {
    return 32.0 * (double)count(s, n).excess / n / n / n;
}

// lab.spec's bounds. Rows of at least 16 threads in x, or a line over all points, are worth full points at every size
// that counts, wherever they begin, and rows of 8 or 10 nothing: at one of the sizes.
enum { FULL = 12, ALSO_FULL = 18 };
static const double ALSO_NONE = 23.5;

TEST(neighbours_in_a_row_have_all_points) {
    const Shape good[] = {{"32x8x1", 32, 8, 1, 0, false},   {"32x8x1, interior", 32, 8, 1, 1, false},
                          {"16x16x1", 16, 16, 1, 0, false}, {"16x16x1, interior", 16, 16, 1, 1, false},
                          {"16x4x4", 16, 4, 4, 0, false},   {"20x10x1", 20, 10, 1, 0, false},
                          {"24x8x1", 24, 8, 1, 0, false},   {"64x4x1, interior", 64, 4, 1, 1, false},
                          {"flat", 256, 1, 1, 0, true},     {"flat, interior", 256, 1, 1, 1, true}};
    for (unsigned s = 0; s < sizeof good / sizeof *good; ++s) {
        CHECK(excess_for_32_points(&good[s], 64) <= FULL);
        for (int n = 41; n <= 63; n += 2) CHECK(excess_for_32_points(&good[s], n) <= ALSO_FULL);
    }
}

TEST(short_rows_have_none) {
    const Shape bad[] = {{"8x8x8", 8, 8, 8, 0, false},   {"8x8x8, interior", 8, 8, 8, 1, false},
                         {"8x32x1", 8, 32, 1, 0, false}, {"10x10x10", 10, 10, 10, 0, false},
                         {"4x8x8", 4, 8, 8, 0, false},   {"1x8x64", 1, 8, 64, 0, false}};
    for (unsigned s = 0; s < sizeof bad / sizeof *bad; ++s)
        for (int n = 41; n <= 63; n += 2) CHECK(excess_for_32_points(&bad[s], n) >= ALSO_NONE);
}

CHECK_MAIN()
