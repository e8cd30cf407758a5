// Where the states of families lie: one after the other, in one piece of memory for each warp, block, worker and simulator.
#include "grader/warpsim/core/family.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static size_t total[STATES];

static void lay_out(void) {
    enum { ALIGNMENT = 16 };
    for (Family *const *f = families; *f; f++)
        for (int of = 0; of < STATES; of++) {
            (*f)->state_offset[of] = total[of];
            total[of] += ((*f)->state_bytes[of] + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
}

void families_lay_out(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, lay_out);
}

void *families_state(StateOf of) {
    return calloc(1, total[of] + 1);
}

void families_clear_block(ThreadBlock *b) {
    memset(b->family_states, 0, total[OF_BLOCK]);
}
