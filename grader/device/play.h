// A GPU that is played for the student's code to time, and the host's clock beside it: see CALL_PLAY.
#ifndef WARPBOOK_PLAY_H
#define WARPBOOK_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/contract/protocol.h"

typedef struct {
    PlayedGame given;
    double host_ms,
        device_ms; // since its start: now, and when the device will have done all that it was asked for
    uint64_t launches, waits, clock; // how often each was asked for
} Game;

typedef struct {
    Game *games;
    int count, begun; // the one that is played is the last of those that were begun
} Play;

// Takes over the games of GRADER_PLAY, `size` bytes, none of them begun. False where they make no sense or memory is missing;
// then there are none.
bool play_start(Play *play, const void *games, uint64_t size);

// Carries out one PlayStep; *clock_bits gets the bits of the time on the host's clock after it. False where there is no such
// step now: the game is not the one that is played, or not the next one to begin.
bool play_step(Play *play, uint64_t step, uint64_t game, uint64_t *clock_bits);

void play_free(Play *play);

#endif
