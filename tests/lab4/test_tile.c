// The loads and sectors that lab 4 publishes, counted from the addresses alone, and its own named mistake.
//
// Nothing here knows the simulator: the bounds of lab.spec and the figures of the handout rest on it. The
// tile that was measured on an H200 at n = 512, which starts at -1, is among them, and its requests and
// sectors agree with the hardware's to the unit.
#include "tests/check.h"

#include "common/stencil_reference.h"

enum { WARP = 32, FLOATS_A_SECTOR = 8 };

// A tile that is loaded by as many threads as it has points. Its block b starts at (size - 2) * b + first.
typedef struct {
    int x, y, z;
    int first; // 0, or -1: one point before those that the block owns
} Tile;

typedef struct {
    long long loads, requests, sectors;
} Counted;

// Blocks an axis: for the n - 2 interior points, or for all n where tiles start one point before.
static int blocks_of(int size, int first, int n) {
    int points = first ? n : n - 2;
    return (points + size - 3) / (size - 2);
}

// Adds the loads of one row of a tile; returns whether it has any.
static bool count_row(Counted *total, Tile t, int n, int i, int j, int start) {
    int low = start < 0 ? 0 : start, high = start + t.x < n ? start + t.x : n; // range [low, high)
    if (i < 0 || i >= n || j < 0 || j >= n || low >= high) return false;
    long long row = ((long long)i * n + j) * n;
    total->loads += high - low;
    total->sectors += (row + high - 1) / FLOATS_A_SECTOR - (row + low) / FLOATS_A_SECTOR + 1;
    return true;
}

// The tile's rows divide a warp, so that a request is WARP / t.x whole rows; those of one warp lie in one
// plane.
static Counted count_tile(Tile t, int n) {
    Counted total = {0};
    int rows = WARP / t.x;
    for (int bz = 0; bz < blocks_of(t.z, t.first, n); ++bz)
        for (int by = 0; by < blocks_of(t.y, t.first, n); ++by)
            for (int bx = 0; bx < blocks_of(t.x, t.first, n); ++bx)
                for (int z = 0; z < t.z; ++z)
                    for (int y = 0; y < t.y; y += rows) {
                        bool any = false;
                        for (int r = y; r < y + rows; ++r)
                            any |= count_row(&total, t, n, (t.z - 2) * bz + t.first + z,
                                             (t.y - 2) * by + t.first + r, (t.x - 2) * bx + t.first);
                        total.requests += any;
                    }
    return total;
}

// Loads of a point, in hundredths, rounded; sizes that do not divide a warp have no requests, but they do
// have loads.
static int loads_a_point(Tile t, int n) {
    long long loads = 1;
    const int size[3] = {t.x, t.y, t.z};
    for (int a = 0; a < 3; ++a) {
        long long line = 0;
        for (int b = 0; b < blocks_of(size[a], t.first, n); ++b) {
            int start = (size[a] - 2) * b + t.first;
            line += (start + size[a] < n ? start + size[a] : n) - (start < 0 ? 0 : start);
        }
        loads *= line;
    }
    long long interior = (long long)(n - 2) * (n - 2) * (n - 2);
    return (int)((100 * loads + interior / 2) / interior);
}

TEST(loads_a_point) {
    CHECK_EQ(loads_a_point((Tile){8, 8, 8, 0}, 62), 237);
    CHECK_EQ(loads_a_point((Tile){8, 8, 8, -1}, 62), 255);
    CHECK_EQ(loads_a_point((Tile){10, 10, 10, 0}, 62), 203);
    CHECK_EQ(loads_a_point((Tile){32, 4, 4, 0}, 62), 427);
    CHECK_EQ(loads_a_point((Tile){32, 4, 4, -1}, 62), 455);
    CHECK_EQ(loads_a_point((Tile){5, 5, 5, 0}, 62), 463);
    CHECK_EQ(loads_a_point((Tile){4, 4, 4, 0}, 62), 800);
}

TEST(sectors_of_the_solution) {
    Counted c = count_tile((Tile){8, 8, 8, 0}, 62);
    CHECK_EQ(c.loads, 512000);
    CHECK_EQ(c.requests, 16000);
    CHECK_EQ(c.sectors, 112000); // 7.00 a request
}

TEST(sectors_measured_on_an_h200) {
    Counted c = count_tile((Tile){8, 8, 8, -1}, 512);
    CHECK_EQ(c.requests, 10029492);
    CHECK_EQ(c.sectors, 79071080); // 7.88 a request
}

// What a kernel computes that fills its tile with zeros where the grid's boundary belongs.
TEST(zero_boundary_is_named) {
    enum { N = 5 };
    float in[N * N * N], emptied[N * N * N];
    const float background[N * N * N] = {0};
    const StencilCoefficients c = {{1, 2, 3, 5, 7, 11, 13}};
    for (int p = 0; p < N * N * N; ++p) {
        in[p] = (float)(p * p % 101);
        emptied[p] = stencil_interior(N, p / N / N, p / N % N, p % N) ? in[p] : 0;
    }
    double named[N * N * N], expected[N * N * N], right[N * N * N], bound[N * N * N];
    int n = N;
    const void *args[] = {in, background, &n, &c}, *emptied_args[] = {emptied, background, &n, &c};
    const LabCase given = {.n = N, .args = args, .arg_count = 4, .cells = N * N * N, .count = N * N * N};
    LabCase of_zeros = given;
    of_zeros.args = emptied_args;
    CHECK(strstr(TILE_MISTAKES[0].words, "boundary count as zero") != NULL);
    TILE_MISTAKES[0].expect(&given, named, bound);
    stencil(&of_zeros, expected, bound);
    stencil(&given, right, bound);
    int different = 0;
    for (int p = 0; p < N * N * N; ++p) {
        CHECK(named[p] == expected[p]);
        different += named[p] != right[p];
    }
    CHECK_EQ(different, 26); // of the 27 interior points only the centre has no boundary neighbour
}

CHECK_MAIN()
