// An output that is drawn in letters, and the picture that a case is given.
#include "grader/lab/picture.h"
#include "grader/verdict/drawing.h"
#include "tests/check.h"

#include <string.h>

static int values[64 * 200];
static char drawing[DRAWING_SIZE];

// Draws the first `rows` x `columns` of `values`.
static void draw(int rows, int columns) {
    LabEntrySpec entry = {.output = 0, .param_count = 1, .size_count = 2};
    entry.params[0].size = (Product){2, {0, -1}};
    CaseData data = {
        .entry = &entry, .key = {.size = {rows, columns}}, .cells = (size_t)rows * (size_t)columns};
    data.args[0].after[0] = values;
    draw_output(&data, drawing);
}

TEST(shades_from_dark_to_light) {
    const int shades[4] = {0, 90, 200, 255};
    memcpy(values, shades, sizeof shades);
    memcpy(values + 4, shades, sizeof shades);
    draw(2, 4);
    CHECK_STR(drawing, " -#@\n");
}

TEST(what_is_no_shade_shows) {
    const int odd[4] = {-1, 256, 0, 255};
    memcpy(values, odd, sizeof odd);
    draw(1, 4);
    CHECK_STR(drawing, "?? @\n");
}

TEST(large_ones_are_made_smaller) {
    for (int i = 0; i < 64 * 200; i++) values[i] = i % 200 < 100 ? 0 : 255;
    draw(64, 200);
    CHECK_EQ(strcspn(drawing, "\n"), DRAWING_COLUMNS);
    CHECK(drawing[0] == ' ' && drawing[DRAWING_COLUMNS - 1] == '@');
    CHECK_EQ(strlen(drawing), (64 * DRAWING_COLUMNS / 200 / 2) * (DRAWING_COLUMNS + 1));
    draw(64, 4); // higher than wide
    CHECK_EQ(strlen(drawing), DRAWING_ROWS * 5);
}

TEST(pictures_differ_by_seed_and_hold_pixels) {
    static int other[48 * 144];
    RandomStream one = random_stream(1, "c", "rgb", 0), two = random_stream(2, "c", "rgb", 0);
    paint_picture(values, 48, 144, &one);
    paint_picture(other, 48, 144, &two);
    CHECK(memcmp(values, other, sizeof other) != 0);
    int brightest = 0, darkest = 0xff, negative = 0;
    for (int i = 0; i < 48 * 144; i++) {
        negative += values[i] < 0;
        const int green = values[i] >> 8 & 255;
        brightest = green > brightest ? green : brightest;
        darkest = green < darkest ? green : darkest;
    }
    CHECK(brightest > 230 && darkest < 60);                        // the sun, and the ridge before it
    CHECK(negative > 48 * 144 / 4 && negative < 48 * 144 * 3 / 4); // by what stands above the red
}

CHECK_MAIN()
