// Plays a GPU and a host's clock, for code that is to time launches.
//
// No two launches take the same time, so that nobody knows a mean who has not had all of it timed. Later launches vary in
// fours: three are too short, and the fourth makes up for them. So neither the median nor the mean without the extremes is the mean. It
// is the same for eight launches of which one takes far too long, as happens on a machine that does something else. The mean of N
// launches that follow each other, with all of these eight or none, is off by 3 * (SHORTER + VARIES) / N at most, whichever N they are.
#include "grader/device/play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What three of four launches are shorter by, of the mean, and what that varies by.
static const double SHORTER = 0.02, VARIES = 0.005;
enum { FOUR = 4, OUTLIER_FROM = 8, OUTLIER_COUNT = 8, OUTLIER = 3 };
static const double OUTLIER_BY = 0.7;
// What the host's own calls take it, ms.
static const double LAUNCH_MS = 0.001, WAIT_MS = 0.0005, CLOCK_MS = 0.0002;

bool play_start(Play *play, const void *games, uint64_t size) {
    play_free(play);
    if (!size || size % sizeof(PlayedGame) || size / sizeof(PlayedGame) > MAX_GAMES) return false;
    const int count = (int)(size / sizeof(PlayedGame));
    play->games = calloc((size_t)count, sizeof *play->games);
    if (!play->games) return false;
    for (int i = 0; i < count; i++)
        memcpy(&play->games[i].given, (const char *)games + (size_t)i * sizeof(PlayedGame),
               sizeof(PlayedGame));
    play->count = count;
    return true;
}

void play_free(Play *play) {
    free(play->games);
    *play = (Play){0};
}

// From -1 to 1, of the k-th four: SplitMix64's last steps (Steele, Lea, Flood, "Fast splittable pseudorandom number
// generators", 2014).
static double variation(uint64_t noise, uint64_t k) {
    uint64_t z = noise + (k + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return ldexp((double)(z >> 11), -52) - 1;
}

// Of `count` launches, the one at `longest` is longer by `by`, and the others are as much shorter together, each by another share.
static double of_group(uint64_t place, uint64_t count, uint64_t longest, double by) {
    if (place == longest) return 1 + by;
    const double others = (double)count - 1, rank = (double)(place - (place > longest));
    const double share =
        others > 1 ? 0.8 + 0.4 * rank / (others - 1) : 1; // from 0.8 to 1.2: together as many as they are
    return 1 - by / others * share;
}

static double cost_of_next(const Game *g) {
    if (g->launches == 0) return g->given.first_ms;
    const uint64_t later = g->launches - 1;
    if (later >= OUTLIER_FROM && later < OUTLIER_FROM + OUTLIER_COUNT)
        return g->given.later_ms * of_group(later - OUTLIER_FROM, OUTLIER_COUNT, OUTLIER, OUTLIER_BY);
    const double shorter = SHORTER + VARIES * variation(g->given.noise, later / FOUR);
    return g->given.later_ms * of_group(later % FOUR, FOUR, FOUR - 1, (FOUR - 1) * shorter);
}

static void launch(Game *g) {
    g->host_ms += LAUNCH_MS;
    g->device_ms = fmax(g->device_ms, g->host_ms) + cost_of_next(g);
    g->launches++;
}

static void wait_for_all(Game *g) {
    g->host_ms = fmax(g->host_ms + WAIT_MS, g->device_ms);
    g->waits++;
}

// A clock that counts from when its machine was started has come this far, up to 12 days: a float no longer tells its milliseconds apart.
static double start_of_clock(const Game *g) {
    const double LONGEST_MS = 1e9;
    return floor(LONGEST_MS * (1 + variation(g->given.noise, UINT32_MAX)) / 2);
}

bool play_step(Play *play, uint64_t step, uint64_t game, uint64_t *clock_bits) {
    const bool begins = step == PLAY_BEGIN;
    if (game >= (uint64_t)play->count || game + !begins != (uint64_t)play->begun) return false;
    play->begun += begins;
    Game *g = &play->games[game];
    switch (step) {
    case PLAY_BEGIN: g->host_ms = g->device_ms = start_of_clock(g); break;
    case PLAY_LAUNCH: launch(g); break;
    case PLAY_WAIT: wait_for_all(g); break;
    case PLAY_CLOCK: g->host_ms += CLOCK_MS, g->clock++; break;
    default: return false;
    }
    memcpy(clock_bits, &g->host_ms, sizeof *clock_bits);
    return true;
}
