// The first write to a bit-field reads what stands beside it, and that is no mistake; with an argument, reads
// of unwritten bits that are.
#include "tests/run_programs/checked.h"

struct Narrow {
    unsigned a : 3, b : 9, c : 20;
};

struct Wide {
    unsigned valid : 1;
    int kind : 7;
    unsigned long long big : 40;
};

__global__ void in_shared(int *out, int x) {
    __shared__ Narrow s[64];
    Narrow *mine = &s[threadIdx.x];
    mine->a = x;
    mine->b = x * 3;
    __syncthreads();
    mine->c = threadIdx.x;
    __syncthreads();
    Narrow other = s[threadIdx.x ^ 1];
    out[threadIdx.x] = other.a + other.b * 10 + other.c * 1000;
}

__device__ __noinline__ void set_kind(Wide *w, int kind) {
    w->kind = kind;
}

__global__ void in_local(int *out, int n) {
    Wide w[8];
    for (int i = 0; i < n; i++) {
        set_kind(&w[i], i + n);
        w[i].valid = 1;
        w[i].big = i * 77ull;
    }
    int sum = 0;
    for (int i = 0; i < n; i++) sum += w[i * 5 % n].kind + (int)w[i * 5 % n].big + w[i].valid;
    out[threadIdx.x] = sum;
}

__global__ void in_global(int *out, Wide *w, int x) {
    Wide *mine = &w[threadIdx.x];
    mine->valid = 0;
    out[threadIdx.x] = 7;
    mine->kind = x;
    out[threadIdx.x] = mine->valid;
    mine->big = threadIdx.x;
    out[threadIdx.x] += mine->kind + (int)mine->big;
}

__global__ void set_flag(unsigned *flags) {
    flags[threadIdx.x] |= 4; // what stands in the other bits?
}

__global__ void keep_some(unsigned *flags, unsigned *kept) {
    kept[threadIdx.x] = (flags[threadIdx.x] & 0xff00) | 3; // stored in another place
}

__global__ void read_field(int *out, Wide *w) {
    out[threadIdx.x] = w[threadIdx.x].kind;
}

static void expect(const int *out, int (*right)(int)) {
    CHECKED(cudaDeviceSynchronize());
    bool all = true;
    for (int i = 0; i < 64; i++) all &= out[i] == right(i);
    printf("%s\n", all ? "right" : "wrong");
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int *out;
    Wide *w;
    CHECKED(cudaMallocManaged(&out, 64 * sizeof *out));
    CHECKED(cudaMalloc(&w, 64 * sizeof *w));
    if (!strcmp(what, "flag")) set_flag<<<1, 64>>>((unsigned *)w);
    if (!strcmp(what, "moved")) keep_some<<<1, 64>>>((unsigned *)w, (unsigned *)out);
    if (!strcmp(what, "read")) read_field<<<1, 64>>>(out, w);
    if (!*what) {
        in_shared<<<1, 64>>>(out, 5);
        expect(out, [](int i) { return 5 + 150 + (i ^ 1) * 1000; });
        in_local<<<1, 64>>>(out, 6);
        expect(out, [](int) { return 15 + 36 + 15 * 77 + 6; });
        in_global<<<1, 64>>>(out, w, 5);
        expect(out, [](int i) { return 5 + i; });
    }
    CHECKED(cudaDeviceSynchronize());
    return 0;
}
