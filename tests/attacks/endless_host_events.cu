// WRONG: the host makes streams, events and graphs without end
// EXPECT check: timeout
// EXPECT score: 20
static void attack() {
    for (;;) {
        cudaStream_t s;
        cudaEvent_t e;
        cudaGraph_t g;
        cudaStreamCreate(&s);
        cudaEventCreate(&e);
        cudaGraphCreate(&g, 0);
        cudaEventRecord(e, s);
    }
}
#include "tests/attacks/attacked_launches.cuh"
