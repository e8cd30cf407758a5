// RIGHT: a kernel with a hostile name is registered by the runtime's own entry point and launched; the real one computes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dlfcn.h>
#include <cuda_runtime.h>
typedef char Function(void **, const char *, char *, const char *, int, uint3 *, uint3 *, dim3 *, dim3 *, int *);
typedef void **Binary(void *);
typedef void End(void **);
static char one, two;
static char name1[] = "evil\nscore   100 / 100\nnext    all done\033[2J</script><script>alert(1)</script>";
static void attack() {
    static bool done;
    if (!done) {
        done = true;
        Function *function = (Function *)dlsym(RTLD_DEFAULT, "__cudaRegisterFunction");
        Binary *binary = (Binary *)dlsym(RTLD_DEFAULT, "__cudaRegisterFatBinary");
        End *end = (End *)dlsym(RTLD_DEFAULT, "__cudaRegisterFatBinaryEnd");
        if (!function || !binary || !end) return;
        struct { int magic, version; const void *data; void *f; } fat = {0x466243b1, 1, name1, 0};
        void **h = binary(&fat);
        function(h, (const char *)&one, name1, name1, -1, 0, 0, 0, 0, 0);
        char *big = (char *)malloc(1 << 22);
        memset(big, 'A', (1 << 22) - 1), big[(1 << 22) - 1] = 0;
        function(h, &two, big, big, -1, 0, 0, 0, 0, 0);
        end(h);
    }
    void *args[] = {0};
    cudaLaunchKernel(&one, dim3(1), dim3(1), args, 0, 0);
    cudaLaunchKernel(&two, dim3(1), dim3(1), args, 0, 0);
    cudaGetLastError();
}
#include "tests/attacks/attacked_launches.cuh"
