// Lab 0's right answers on the CPU, how far a right program can be off, and the mistakes that people make.
//
// What is copied is exact. A float sum is rounded once: half a unit in the last place of a number below 2. A time may be off
// by 1 %: the host's own calls take up to 0.4 % of the shortest launch, if one waits after each, and the mean of 20 launches
// is up to 0.3 % off that of all (grader/device/play.c).
#include "common/lab.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "labs/lab0_first_program/complaints.h"

static const double WHOLE = 0.25;     // a whole number: nothing but the number itself is right
static const double NO_ERROR = 1e-30; // 0 would mean "must stay as it was"
static const int INVALID_CONFIGURATION = 9, OUT_OF_RESOURCES = 701, INVALID_VALUE = 1;

static int int_at(const LabCase *c, int arg) {
    return *(const int *)c->args[arg];
}

// ---- There and back: args to, from, n ------------------------------------------------------------------

static void round_trip(const LabCase *c, double *value, double *bound) {
    const float *from = c->args[1];
    for (size_t i = 0; i < c->cells; ++i) value[i] = from[i], bound[i] = NO_ERROR;
}

static void nothing_came_back(const LabCase *c, double *value, double *bound) {
    for (size_t i = 0; i < c->cells; ++i) value[i] = -1e30f, bound[i] = 1e24; // what call.c put there
}

// The first element says what else is wrong, see call.c; the others may be right.
static void complaint(const LabCase *c, double number, double *value, double *bound) {
    round_trip(c, value, bound);
    value[0] = number, bound[0] = WHOLE;
}

static void describe_round_trip(const LabCase *c, size_t cell, char *text, size_t size) {
    (void)c;
    if (cell == 0)
        snprintf(text, size,
                 "where all numbers are right, the grader puts one here that says what else is wrong");
    else
        snprintf(text, size, "element %zu", cell);
}

static void other_bits(const LabCase *c, double *value, double *bound) {
    complaint(c, OTHER_BITS, value, bound);
}

static void success_without_memory(const LabCase *c, double *value, double *bound) {
    complaint(c, OTHER_ERROR, value, bound);
}

static void later_error_without_memory(const LabCase *c, double *value, double *bound) {
    complaint(c, OTHER_ERROR - INVALID_VALUE, value, bound);
}

static void success_without_copy(const LabCase *c, double *value, double *bound) {
    complaint(c, OTHER_ERROR_THERE, value, bound);
}

static void success_without_copy_back(const LabCase *c, double *value, double *bound) {
    complaint(c, OTHER_ERROR_BACK, value, bound);
}

static void nothing_of_locked(const LabCase *c, double *value, double *bound) {
    complaint(c, OTHER_LOCKED, value, bound);
}

static void locked_again(const LabCase *c, double *value, double *bound) {
    complaint(c, OTHER_ERROR_LOCKED - ALREADY_LOCKED, value, bound);
}

static void bytes_returned(const LabCase *c, double *value, double *bound) {
    complaint(c, (double)int_at(c, 2) * sizeof(float), value, bound);
}

static void numbers_returned(const LabCase *c, double *value, double *bound) {
    complaint(c, int_at(c, 2), value, bound);
}

static void one_returned(const LabCase *c, double *value, double *bound) {
    complaint(c, INVALID_VALUE, value, bound);
}

static const LabMistake ROUND_TRIP_MISTAKES[] = {
    {"bits changed on the way: -0.0 came back as 0.0, or a NaN as another one; the bytes are to be copied as they are",
     other_bits},
    {"where cudaMalloc says that the device has no memory left, cudaSuccess (0) is returned and not that error",
     success_without_memory},
    {"where cudaMalloc says that the device has no memory left, the error of a later call is returned and not that one",
     later_error_without_memory},
    {"where the copy to the device fails, cudaSuccess (0) is returned and not its error",
     success_without_copy},
    {"where the copy back to the host fails, cudaSuccess (0) is returned and not its error",
     success_without_copy_back},
    {"where `from` and `to` are page-locked arrays, as cudaMallocHost gives them, `to` does not hold what `from` holds: a copy of "
     "these goes on when the call has returned",
     nothing_of_locked},
    {"where `from` and `to` are page-locked already, cudaErrorHostMemoryAlreadyRegistered is returned, though the copies could be "
     "made: they need not be locked for that",
     locked_again},
    {"the number of bytes is returned, and not what CUDA says", bytes_returned},
    {"the number of floats is returned, and not what CUDA says", numbers_returned},
    {"1 is returned, which is cudaErrorInvalidValue, though nothing failed: success is 0", one_returned},
    {"nothing was copied into `to`", nothing_came_back},
    {NULL, NULL},
};

// ---- Vectors: args c, a, b, n, block -------------------------------------------------------------------

// No kernel has fewer than 8 registers a thread (CUDA C++ Programming Guide, "Compute Capabilities": 256 are the unit of a warp).
static bool lacks_registers(const LabCase *c) {
    enum { REGISTERS_AT_LEAST = 8 };
    return REGISTERS_AT_LEAST * int_at(c, 4) > c->gpu->registers_per_block;
}

// Blocks of too many threads are refused for that, whatever registers they would take.
static int launch_error(const LabCase *c) {
    if (int_at(c, 4) > c->gpu->threads_per_block_max) return INVALID_CONFIGURATION;
    return lacks_registers(c) ? OUT_OF_RESOURCES : 0;
}

static bool refused(const LabCase *c) {
    return launch_error(c) != 0;
}

// Where the launch is refused nothing but the error is written, to the first element, by call.c.
static void error_alone(const LabCase *c, double *value, double *bound) {
    const float *background = c->args[0];
    for (size_t i = 0; i < c->cells; ++i) value[i] = background[i], bound[i] = 0;
    value[0] = launch_error(c);
    bound[0] = WHOLE;
}

static void sum(const LabCase *c, double *value, double *bound) {
    const float *a = c->args[1], *b = c->args[2];
    if (refused(c)) {
        error_alone(c, value, bound);
        return;
    }
    for (size_t i = 0; i < c->cells; ++i) {
        value[i] = (double)a[i] + b[i];
        bound[i] = FLT_EPSILON * fabs(value[i]) + FLT_MIN;
    }
}

#define SUM_BUT(function, expression)                                                                        \
    static void function(const LabCase *c, double *value, double *bound) {                                   \
        const float *a = c->args[1], *b = c->args[2];                                                        \
        sum(c, value, bound);                                                                                \
        for (size_t i = 0; i < c->cells && !refused(c); ++i) value[i] = (expression);                        \
        (void)a, (void)b;                                                                                    \
    }

SUM_BUT(sum_a_alone, a[i])
SUM_BUT(sum_twice_a, 2.0 * a[i])
SUM_BUT(sum_difference, (double)a[i] - b[i])
SUM_BUT(sum_product, (double)a[i] * b[i])
SUM_BUT(sum_nothing, -1e30f)

static void sum_one_block(const LabCase *c, double *value, double *bound) {
    sum(c, value, bound);
    const size_t block = (size_t)int_at(c, 4);
    for (size_t i = block; i < c->cells && !refused(c); ++i) value[i] = -1e30f;
}

static void sum_silent(const LabCase *c, double *value, double *bound) {
    sum(c, value, bound);
    if (refused(c)) value[0] = 0;
}

// Whatever CUDA says.
static void sum_always_configuration(const LabCase *c, double *value, double *bound) {
    sum(c, value, bound);
    if (refused(c)) value[0] = INVALID_CONFIGURATION;
}

static const LabMistake SUM_MISTAKES[] = {
    {"the function returned 0 for a block size that CUDA rejects: call cudaGetLastError() "
     "after the launch, and return its result",
     sum_silent},
    {"cudaErrorInvalidConfiguration (9) is returned, and here CUDA reports another error: a block takes more registers than "
     "there are, cudaErrorLaunchOutOfResources (701)",
     sum_always_configuration},
    {"a is copied, and b is not added", sum_a_alone},
    {"a is added to itself", sum_twice_a},
    {"b is subtracted, not added", sum_difference},
    {"a and b are multiplied", sum_product},
    {"only the first block was started", sum_one_block},
    {"nothing came back into `c`", sum_nothing},
    {NULL, NULL},
};

static void describe_element(const LabCase *c, size_t cell, char *text, size_t size) {
    if (refused(c) && cell == 0)
        snprintf(text, size, "the error returned by add_vectors (expected: %d, %s)", launch_error(c),
                 launch_error(c) == OUT_OF_RESOURCES ? "cudaErrorLaunchOutOfResources"
                                                     : "cudaErrorInvalidConfiguration");
    else
        snprintf(text, size, "element %zu", cell);
}

// ---- Times: args ms, n, repeats, first, later, noise ----------------------------------------------------------

static void fill_times(const LabCase *c, double *value, double *bound, double (*of)(double, double, double)) {
    const int *repeats = c->args[2];
    const double *first = c->args[3], *later = c->args[4];
    for (size_t i = 0; i < c->cells; ++i) {
        value[i] = of(first[i], later[i], repeats[i]);
        bound[i] = 0.01 * fabs(value[i]);
    }
}

#define TIMES(function, expression)                                                                          \
    static double function##_of(double first, double later, double repeats) {                                \
        (void)first, (void)later, (void)repeats;                                                             \
        return (expression);                                                                                 \
    }                                                                                                        \
    static void function(const LabCase *c, double *value, double *bound) {                                   \
        fill_times(c, value, bound, function##_of);                                                          \
    }

TIMES(times, later)
TIMES(times_with_first, (first + (repeats - 1) * later) / repeats)
TIMES(times_with_warm_up, (first + repeats * later) / repeats)
TIMES(times_first_alone, first)
TIMES(times_of_all, repeats *later)
TIMES(times_one_too_few, repeats *later / (repeats + 1))
TIMES(times_one_too_many, (repeats + 1) * later / repeats)
TIMES(times_last_alone, later / repeats)
// What the shortest, the longest and the middle one of the later launches take: see grader/device/play.c.
#define SHORTEST 0.88
#define LONGEST  1.7
TIMES(times_fastest, later *SHORTEST)
TIMES(times_slowest, later *LONGEST)
TIMES(times_trimmed, later *(repeats - SHORTEST - LONGEST) / (repeats - 2))
TIMES(times_median, later * 0.98)

static const LabMistake TIMES_MISTAKES[] = {
    {"the first launch is among those that are timed", times_with_first},
    {"the start time was taken before the warm-up launch had finished: synchronise with the "
     "device between the two",
     times_with_warm_up},
    {"only the first launch is timed", times_first_alone},
    {"the time of all launches together is returned: divide by how many they are", times_of_all},
    {"the time is divided by one launch too many: the warm-up is not timed", times_one_too_few},
    {"one launch too many is timed", times_one_too_many},
    {"one launch is timed and its time divided by all of them", times_last_alone},
    {"the fastest launch is returned: the mean of all of them is asked for", times_fastest},
    {"the slowest launch is returned, the very first one left out: the mean of all of them is asked for",
     times_slowest},
    {"the fastest and the slowest launch are left out: the mean of all of them is asked for", times_trimmed},
    {"the median is returned: the mean of all launches is asked for", times_median},
    {NULL, NULL},
};

static void describe_times(const LabCase *c, size_t cell, char *text, size_t size) {
    const int *repeats = c->args[2];
    const double *first = c->args[3], *later = c->args[4];
    snprintf(text, size, "%d launches of a kernel that takes %.3g ms at first and %.3g ms later",
             repeats[cell], first[cell], later[cell]);
}

// ---- The image: args rgb, grey, n, blocks --------------------------------------------------------------

static void fill_grey(const LabCase *c, double *value, double *bound,
                      int (*of)(int red, int green, int blue, int alpha)) {
    const int *rgb = c->args[0];
    for (size_t i = 0; i < c->cells; ++i) {
        value[i] = of(rgb[i] >> 16 & 255, rgb[i] >> 8 & 255, rgb[i] & 255, rgb[i] >> 24 & 255);
        bound[i] = WHOLE;
    }
}

#define GREY(function, expression)                                                                           \
    static int function##_of(int red, int green, int blue, int alpha) {                                      \
        (void)red, (void)green, (void)blue, (void)alpha;                                                     \
        return (expression);                                                                                 \
    }                                                                                                        \
    static void function(const LabCase *c, double *value, double *bound) {                                   \
        fill_grey(c, value, bound, function##_of);                                                           \
    }

GREY(grey, (77 * red + 150 * green + 29 * blue) / 256)
GREY(grey_mean, (red + green + blue) / 3)
GREY(grey_swapped, (77 * blue + 150 * green + 29 * red) / 256)
GREY(grey_red, red)
GREY(grey_not_divided, 77 * red + 150 * green + 29 * blue)
GREY(grey_last_divided, 77 * red + 150 * green + 29 * blue / 256)
GREY(grey_rounded, (77 * red + 150 * green + 29 * blue + 128) / 256)

GREY(grey_green, green)
#define SIGNED(byte) ((byte) > 127 ? (byte)-256 : (byte)) // kept in a char
GREY(grey_signed, (77 * SIGNED(red) + 150 * SIGNED(green) + 29 * SIGNED(blue)) / 256)
GREY(grey_blue, blue)
GREY(grey_255, (77 * red + 150 * green + 29 * blue) / 255)
GREY(grey_parts_divided, 77 * red / 256 + 150 * green / 256 + 29 * blue / 256)
GREY(grey_mean_of_four, (red + green + blue + alpha) / 4)
GREY(grey_without_red, (150 * green + 29 * blue) / 256)
GREY(grey_without_green, (77 * red + 29 * blue) / 256)
GREY(grey_without_blue, (77 * red + 150 * green) / 256)
GREY(grey_and_alpha, (77 * red + 150 * green + 29 * blue) / 256 + alpha)

// Which byte is taken for red, which for green and which for blue: all ways but the right one, and that with red and blue swapped,
// which has a name of its own above.
#define BLUE_FROM(X, r, g) X(r, g, red) X(r, g, green) X(r, g, blue) X(r, g, alpha)
#define GREEN_FROM(X, r)                                                                                     \
    BLUE_FROM(X, r, red) BLUE_FROM(X, r, green) BLUE_FROM(X, r, blue) BLUE_FROM(X, r, alpha)
#define BYTES(X)                                                                                             \
    BLUE_FROM(X, red, red)                                                                                   \
    X(red, green, red)                                                                                       \
    X(red, green, green)                                                                                     \
    X(red, green, alpha)                                                                                     \
    BLUE_FROM(X, red, blue)                                                                                  \
    BLUE_FROM(X, red, alpha)                                                                                 \
    GREEN_FROM(X, green)                                                                                     \
    BLUE_FROM(X, blue, red)                                                                                  \
    X(blue, green, green)                                                                                    \
    X(blue, green, blue)                                                                                     \
    X(blue, green, alpha) BLUE_FROM(X, blue, blue) BLUE_FROM(X, blue, alpha) GREEN_FROM(X, alpha)

#define GREY_BYTES(r, g, b) GREY(grey_##r##_##g##_##b, (77 * r + 150 * g + 29 * b) / 256)
BYTES(GREY_BYTES)

#define GREY_BYTES_MISTAKE(r, g, b)                                                                              \
    {"the byte of " #r " is taken for red, that of " #g " for green and that of " #b                             \
     " for blue: bits 16 to 23 are red, 8 to 15 green, 0 to 7 blue, and the lowest byte is the first in memory", \
     grey_##r##_##g##_##b},

static const LabMention GREY_MENTIONS[] = {{grey_signed, "char4"},
                                           {grey_signed, "char3"},
                                           {grey_signed, "int8_t"},
                                           {grey_signed, "schar"},
                                           {grey_signed, "signed char"},
                                           {grey_signed, "char"},
                                           {NULL, NULL}};

static const LabMistake GREY_MISTAKES[] = {
    {"red, green and blue count the same: the eye sees green best", grey_mean},
    {"red and blue are swapped", grey_swapped},
    {"only red counts", grey_red},
    {"the sum is not divided by 256", grey_not_divided},
    {"only green counts", grey_green},
    {"the colours were kept in a char, which ends at 127: 128 and more become negative, so take an int or unsigned char",
     grey_signed},
    {"only blue counts", grey_blue},
    {"red does not count", grey_without_red},
    {"green does not count", grey_without_green},
    {"blue does not count", grey_without_blue},
    {"the highest byte of the pixel counts as a fourth colour", grey_mean_of_four},
    {"the highest byte of the pixel is added", grey_and_alpha},
    {"the sum is divided by 255: the weights add up to 256", grey_255},
    {"each colour's share is divided by 256 by itself, so that each is rounded down: divide their sum",
     grey_parts_divided},
    {"only the share of blue is divided by 256: * and / bind before +, so the sum needs parentheses",
     grey_last_divided},
    {"the brightness is rounded to the nearest integer: this exercise asks for rounding down", grey_rounded},
    BYTES(GREY_BYTES_MISTAKE){NULL, NULL},
};

const LabEntry lab_entries[] = {
    {.entry = "round_trip",
     .reference = round_trip,
     .mistakes = ROUND_TRIP_MISTAKES,
     .describe = describe_round_trip},
    {.entry = "add_vectors", .reference = sum, .mistakes = SUM_MISTAKES, .describe = describe_element},
    {.entry = "time_of_launch", .reference = times, .mistakes = TIMES_MISTAKES, .describe = describe_times},
    {.entry = "launch_grey", .reference = grey, .mistakes = GREY_MISTAKES, .mentions = GREY_MENTIONS},
    {.entry = "demo_grey", .reference = grey},
    {.entry = NULL},
};
