// Programs that end in every way, by their first argument; and one whose kernels are in a library.
#include <dlfcn.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/run_programs/checked.h"

__global__ void write(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = i;
}

__global__ void wait_for(volatile int *flag) {
    while (*flag == 0) {
    }
}

__global__ void say_and_fail(volatile int *flag) {
    printf("thread %d was here\n", threadIdx.x);
    while (*flag == 0) {
    }
}

__global__ void say_and_write(int *p) {
    printf("block %d was here\n", blockIdx.x);
    p[blockIdx.x * 100] = 1;
}

__global__ void race(int *p) {
    *p = threadIdx.x;
}

__global__ void take_16_mb(int *got) {
    void *memory = malloc(16 << 20);
    *got = memory != NULL;
    free(memory);
}

// Twice the heap that kernels usually have: with the limit raised, and without.
static int use_heap(bool raised) {
    int *got = NULL, result = -1;
    if (raised) cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20);
    cudaMalloc(&got, sizeof *got);
    take_16_mb<<<1, 1>>>(got);
    cudaMemcpy(&result, got, sizeof result, cudaMemcpyDeviceToHost);
    return printf("%d\n", result), 0;
}

static int use_gpu() {
    int *p = NULL, last = 0;
    cudaError_t error = cudaMalloc(&p, 400);
    if (error != cudaSuccess) return printf("%s\n", cudaGetErrorName(error)), 1;
    write<<<1, 128>>>(p, 100);
    error = cudaMemcpy(&last, p + 99, 4, cudaMemcpyDeviceToHost);
    printf("%s %d\n", cudaGetErrorName(error), last);
    return error != cudaSuccess;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int *p;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!strcmp(what, "echo")) { // no CUDA at all
        int size = 0;
        while (getchar() != EOF) size++;
        printf("%d %s %s\n", size, argv[2], getenv("RUN_TEST"));
        return 42;
    }
    if (!strcmp(what, "fork")) { // the child alone uses the GPU
        if (fork() == 0) _exit(use_gpu());
        int status;
        wait(&status);
        return WEXITSTATUS(status);
    }
    if (!strcmp(what, "turns")) { // a child, and when it is gone the parent
        if (fork() == 0) _exit(use_gpu());
        int status;
        wait(&status);
        return WEXITSTATUS(status) + use_gpu();
    }
    if (!strcmp(what, "limits")) { // what the child has asked for is not the parent's
        if (fork() == 0) _exit(use_heap(true));
        wait(NULL);
        return use_heap(false);
    }
    if (!strcmp(what, "both")) { // and so does the parent: one process only can
        use_gpu();
        if (fork() == 0) _exit(use_gpu());
        int status;
        wait(&status);
        return WEXITSTATUS(status) + use_gpu();
    }
    if (!strcmp(what, "library")) {
        void *library = dlopen(argv[2], RTLD_NOW);
        int (*triple)(int) = library ? (int (*)(int))dlsym(library, "triple") : NULL;
        printf("%d\n", triple ? triple(14) : -1);
        return use_gpu();
    }
    cudaMalloc(&p, 400);
    cudaMemset(p, 0, 400);
    if (!strcmp(what, "past")) write<<<4, 32>>>(p, 128);
    if (!strcmp(what, "race")) race<<<1, 64>>>(p);
    if (!strcmp(what, "endless")) wait_for<<<1, 1>>>(p);
    if (!strcmp(what, "say_endless")) say_and_fail<<<1, 2>>>(p);
    if (!strcmp(what, "say_past")) say_and_write<<<2, 1>>>(p);
    if (!strcmp(what, "host")) return *p;
    if (!strcmp(what, "abort")) abort();
    if (!strcmp(what, "sleep")) return sleep(60);
    if (!strcmp(what, "divide")) return 7 / (int)strlen(argc > 2 ? argv[2] : "");
    if (!strcmp(what, "status_200")) return 200;
    if (!strcmp(what, "success")) return write<<<4, 32>>>(p, 128), cudaDeviceSynchronize(), 0;
    if (!strcmp(what, "kill")) raise(SIGKILL);
    if (!strcmp(what, "orphan") && fork() == 0) return sleep(60); // outlives its parent
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 7;
}
