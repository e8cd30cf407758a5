// The GPU that is played for code that times launches.
#include "grader/device/play.h"
#include "tests/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const PlayedGame games[] = {{50, 2, 12345}, {20, 0.5, 99}};

static double step(Play *play, PlayStep what, uint64_t game) {
    uint64_t bits = 0;
    double ms;
    CHECK(play_step(play, what, game, &bits));
    memcpy(&ms, &bits, sizeof ms);
    return ms;
}

TEST(launches_take_time_and_do_not_wait) {
    Play play = {0};
    CHECK(play_start(&play, games, sizeof games));
    const double begin = step(&play, PLAY_BEGIN, 0);
    CHECK(step(&play, PLAY_LAUNCH, 0) - begin < 0.01);
    CHECK(fabs(step(&play, PLAY_WAIT, 0) - begin - 50) < 0.01);
    CHECK_EQ(play.games[0].launches, 1);
    CHECK_EQ(play.games[0].waits, 1);
    play_free(&play);
}

// A machine's clock may stand anywhere: by the noise of a game, whole milliseconds up to twelve days, which a float cannot hold.
TEST(clocks_begin_anywhere) {
    Play play = {0};
    CHECK(play_start(&play, games, sizeof games));
    const double first = step(&play, PLAY_BEGIN, 0), second = step(&play, PLAY_BEGIN, 1);
    CHECK(first >= 0 && first < 1e9 && first == floor(first));
    CHECK(second >= 0 && second < 1e9 && second != first);
    play_free(&play);
}

enum { LAUNCHES = 200, WINDOW = 20 };

static void play_launches(double ms[LAUNCHES]) {
    Play play = {0};
    CHECK(play_start(&play, games, sizeof games));
    step(&play, PLAY_BEGIN, 0);
    step(&play, PLAY_LAUNCH, 0);
    double before = step(&play, PLAY_WAIT, 0);
    for (int i = 0; i < LAUNCHES; i++) {
        step(&play, PLAY_LAUNCH, 0);
        const double now = step(&play, PLAY_WAIT, 0);
        ms[i] = now - before;
        before = now;
    }
    play_free(&play);
}

static double sum_of(const double *ms, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += ms[i];
    return sum;
}

// The mean of 20 launches that follow each other, the first of them among the first nine or far behind, is that of all within 0.4 %; no
// two that follow each other take the same time.
TEST(later_launches_vary_and_their_means_agree) {
    double ms[LAUNCHES];
    play_launches(ms);
    for (int i = 0; i < LAUNCHES; i++) {
        CHECK(ms[i] > 2 * 0.88 && ms[i] < 2 * 1.7 + 0.002);
        CHECK(!i || ms[i] != ms[i - 1]);
    }
    for (int i = 0; i + WINDOW <= LAUNCHES; i++)
        if (i < 9 || i >= 16) CHECK(fabs(sum_of(ms + i, WINDOW) / WINDOW - 2) < 2 * 0.004 + 0.002);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Neither is within 1 % of the mean, for 20 to 50 launches.
TEST(median_and_trimmed_mean_are_no_means) {
    for (int count = WINDOW; count <= 50; count++) {
        double ms[LAUNCHES];
        play_launches(ms);
        qsort(ms, (size_t)count, sizeof *ms, by_size);
        CHECK(ms[count / 2] < 2 * 0.99);
        CHECK(sum_of(ms + 1, count - 2) / (count - 2) < 2 * 0.99);
    }
}

TEST(steps_out_of_turn_are_nonsense) {
    Play play = {0};
    uint64_t bits;
    CHECK(!play_step(&play, PLAY_BEGIN, 0, &bits)); // there are no games
    CHECK(play_start(&play, games, sizeof games));
    CHECK(!play_step(&play, PLAY_LAUNCH, 0, &bits));
    CHECK(!play_step(&play, PLAY_BEGIN, 1, &bits));
    CHECK(play_step(&play, PLAY_BEGIN, 0, &bits));
    CHECK(!play_step(&play, PLAY_BEGIN, 0, &bits));
    CHECK(!play_step(&play, PLAY_CLOCK, 1, &bits));
    CHECK(!play_step(&play, PLAY_CLOCK + 1, 0, &bits));
    CHECK(play_step(&play, PLAY_BEGIN, 1, &bits));
    CHECK(!play_step(&play, PLAY_CLOCK, 0, &bits));
    CHECK(!play_step(&play, PLAY_BEGIN, 2, &bits));
    CHECK(!play_step(&play, PLAY_LAUNCH, UINT64_MAX, &bits));
    CHECK(!play_start(&play, games, sizeof games - 1));
    CHECK(!play_step(&play, PLAY_LAUNCH, 1, &bits));
    play_free(&play);
}

CHECK_MAIN()
