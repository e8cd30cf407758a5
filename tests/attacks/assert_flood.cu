// WRONG: every thread of a large grid asserts, with markup in the message
// EXPECT test: 3.2/n=8
// EXPECT score: 20
#include <assert.h>
__global__ void fails() { assert(!"</script><script>alert(1)</script>\n\nscore   100 / 100\n"); }
static void attack() {
    fails<<<10000, 1024>>>();
    cudaDeviceSynchronize();
    cudaGetLastError();
}
#include "tests/attacks/attacked_launches.cuh"
