// The played GPU of a lab's call.c: each step is a message to `device`, which plays it and has the clock.
#include <string.h>

#include "common/lab_play.h"
#include "grader/runtime/runtime.h"

EXPORT double runtime_play(int step, int game) {
    Request request = {.call = CALL_PLAY, .arg = {(uint64_t)step, (uint64_t)game}};
    double ms = 0;
    if (exchange(&request) == cudaSuccess) memcpy(&ms, &request.reply.value[0], sizeof ms);
    return ms;
}
