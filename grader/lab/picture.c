// Paints a picture to work on.
#include "grader/lab/picture.h"

#include <math.h>

typedef struct {
    double red, green, blue; // 0 to 255
} Colour;

// Where things are, as parts of the picture's height and width.
typedef struct {
    double sun_x, sun_y, sun_radius;
    double far_height, far_phase, near_height, near_phase;
} Scene;

static Scene choose_scene(RandomStream *stream) {
    return (Scene){.sun_x = 0.15 + 0.7 * random_unit(stream),
                   .sun_y = 0.15 + 0.2 * random_unit(stream),
                   .sun_radius = 0.10 + 0.05 * random_unit(stream),
                   .far_height = 0.50 + 0.1 * random_unit(stream),
                   .far_phase = 6.28 * random_unit(stream),
                   .near_height = 0.72 + 0.1 * random_unit(stream),
                   .near_phase = 6.28 * random_unit(stream)};
}

static Colour mix(Colour a, Colour b, double share_of_b) {
    const double s = share_of_b;
    return (Colour){a.red + s * (b.red - a.red), a.green + s * (b.green - a.green),
                    a.blue + s * (b.blue - a.blue)};
}

// x and y: range [0, 1), from the left and from the top; `ratio`: width over height.
static Colour colour_at(const Scene *s, double x, double y, double ratio) {
    static const Colour sky_top = {40, 90, 190}, sky_low = {250, 190, 140}, sun = {255, 250, 215};
    static const Colour far_ridge = {110, 90, 130}, near_top = {60, 120, 50}, near_low = {15, 35, 20};
    const double far_edge = s->far_height + 0.08 * sin(9 * x + s->far_phase) + 0.03 * sin(23 * x);
    const double near_edge = s->near_height + 0.07 * sin(6 * x + s->near_phase);
    if (y > near_edge) return mix(near_top, near_low, (y - near_edge) / (1.05 - near_edge));
    if (y > far_edge) return far_ridge;
    const double distance = hypot((x - s->sun_x) * ratio, y - s->sun_y);
    if (distance < s->sun_radius) return sun;
    return mix(sky_top, sky_low, y / s->far_height);
}

// The pixel's value with a little noise, so that neighbours differ.
static int channel(double value, RandomStream *stream) {
    const long noisy = lround(value + 12 * random_unit(stream) - 6);
    return noisy < 0 ? 0 : noisy > 255 ? 255 : (int)noisy;
}

void paint_picture(int *pixels, int rows, int columns, RandomStream *stream) {
    const Scene scene = choose_scene(stream);
    const double ratio = (double)columns / rows;
    int *const first = pixels;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            const Colour c = colour_at(&scene, (column + 0.5) / columns, (row + 0.5) / rows, ratio);
            const int red = channel(c.red, stream), green = channel(c.green, stream),
                      blue = channel(c.blue, stream);
            const uint32_t opacity = (uint32_t)random_below(stream, 256);
            *pixels++ = (int)(opacity << 24 | (uint32_t)(red << 16 | green << 8 | blue));
        }
    // Two that are easily taken for none.
    const uint64_t count = (uint64_t)rows * (uint64_t)columns;
    first[random_below(stream, count)] = -1;
    first[random_below(stream, count)] = 0;
}
