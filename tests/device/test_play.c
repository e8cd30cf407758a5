// The GPU that is played for code that times launches.
#include "grader/device/play.h"
#include "tests/check.h"

#include <math.h>
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
    step(&play, PLAY_BEGIN, 0);
    CHECK(step(&play, PLAY_LAUNCH, 0) < 0.01);
    CHECK(fabs(step(&play, PLAY_WAIT, 0) - 50) < 0.01);
    CHECK_EQ(play.games[0].launches, 1);
    CHECK_EQ(play.games[0].waits, 1);
    play_free(&play);
}

// The mean of any 20 launches that follow each other is that of all within 0.3 %; no two take the same time.
TEST(later_launches_vary_and_their_means_agree) {
    enum { LAUNCHES = 200, WINDOW = 20 };
    double at[LAUNCHES + 1];
    Play play = {0};
    CHECK(play_start(&play, games, sizeof games));
    step(&play, PLAY_BEGIN, 0);
    step(&play, PLAY_LAUNCH, 0);
    at[0] = step(&play, PLAY_WAIT, 0);
    for (int i = 0; i < LAUNCHES; i++) {
        step(&play, PLAY_LAUNCH, 0);
        at[i + 1] = step(&play, PLAY_WAIT, 0);
        const double ms = at[i + 1] - at[i];
        CHECK(ms > 2 * 0.97 && ms < 2 * 1.03 + 0.002);
        if (i) CHECK(ms != at[i] - at[i - 1]);
    }
    for (int i = 0; i + WINDOW <= LAUNCHES; i++) {
        const double mean = (at[i + WINDOW] - at[i]) / WINDOW;
        CHECK(fabs(mean - 2) < 2 * 0.003 + 0.002);
    }
    play_free(&play);
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
