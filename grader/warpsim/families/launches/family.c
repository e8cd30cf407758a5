// What the core calls of this family.
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/families/launches/children.h"
#include "grader/warpsim/families/launches/device_runtime.h"

static void start_warp(Warp *w) {
    memset(launch_warp(w), 0, sizeof(LaunchWarp));
}

static void end_simulator(Warpsim *s) {
    free(launch_state(s)->buffers);
}

Family launches_family = {
    .decode_call = decode_runtime_call,
    .state_bytes = {[OF_WARP] = sizeof(LaunchWarp), [OF_SIMULATOR] = sizeof(LaunchState)},
    .start_warp = start_warp,
    .end_simulator = end_simulator,
    .launch = launch_with_children,
};
