// Plays a GPU and a host's clock, for code that is to time launches.
//
// No two launches take the same time, so that nobody knows a mean who has not had all of it timed. Later launches vary in
// pairs: what one takes too long the next one is too short. So the mean of N of them that follow each other is off by
// 2 * SPREAD / N at most, whichever N they are.
#include "grader/device/play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SPREAD = 0.03;
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

// From -1 to 1, of the k-th pair: SplitMix64's last steps (Steele, Lea, Flood, "Fast splittable pseudorandom number
// generators", 2014).
static double variation(uint64_t noise, uint64_t k) {
    uint64_t z = noise + (k + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return ldexp((double)(z >> 11), -52) - 1;
}

static double cost_of_next(const Game *g) {
    if (g->launches == 0) return g->given.first_ms;
    const uint64_t later = g->launches - 1;
    const double by = SPREAD * variation(g->given.noise, later / 2);
    return g->given.later_ms * (later % 2 ? 1 - by : 1 + by);
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

bool play_step(Play *play, uint64_t step, uint64_t game, uint64_t *clock_bits) {
    const bool begins = step == PLAY_BEGIN;
    if (game >= (uint64_t)play->count || game + !begins != (uint64_t)play->begun) return false;
    play->begun += begins;
    Game *g = &play->games[game];
    switch (step) {
    case PLAY_BEGIN: break;
    case PLAY_LAUNCH: launch(g); break;
    case PLAY_WAIT: wait_for_all(g); break;
    case PLAY_CLOCK: g->host_ms += CLOCK_MS, g->clock++; break;
    default: return false;
    }
    memcpy(clock_bits, &g->host_ms, sizeof *clock_bits);
    return true;
}
