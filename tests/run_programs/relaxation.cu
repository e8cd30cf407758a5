// Shortest paths and connected components by atomic minima, repeated until nothing changes: right, though
// they read what others are improving. With an argument, reads of such words that are wrong.
#include "tests/run_programs/checked.h"

static const int nodes = 2000, degree = 4, far = 1 << 30;

__device__ __host__ int neighbour(int u, int k) {
    return k == 0 ? (u + 1) % nodes : (u * 37 + k * 101) % nodes;
}

__device__ __host__ int length(int u, int k) {
    return 3 + (u * 7 + k * 13) % 50;
}

__global__ void relax(int *dist, int *changed) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= nodes || dist[u] == far) return;
    int mine = dist[u];
    for (int k = 0; k < degree; k++) {
        int v = neighbour(u, k), next = mine + length(u, k);
        if (next < dist[v]) {
            atomicMin(&dist[v], next);
            *changed = 1;
        }
    }
}

// With the answer of the atomic operation; the distance may be a float, whose bits order as integers.
__global__ void relax_floats(float *dist, int *changed) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= nodes) return;
    for (int k = 0; k < degree; k++) {
        int next = __float_as_int(dist[u] + length(u, k));
        if (next < atomicMin((int *)&dist[neighbour(u, k)], next)) *changed = 1;
    }
}

__global__ void join(int *label, int *changed) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= nodes) return;
    for (int k = 0; k < degree; k++) {
        int v = neighbour(u, k), mine = label[u], other = label[v];
        if (mine < other) atomicMin(&label[v], mine);
        if (other < mine) atomicMin(&label[u], other);
        if (mine != other) *changed = 1;
    }
}

// The maximum is not complete where others read it.
__global__ void scale(const int *in, int *most, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nodes) return;
    atomicMax(most, in[i]);
    out[i] = in[i] * 100 / *most;
}

// An addition is no improvement: who reads later reads more.
__global__ void spread(int *flow) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u < nodes) atomicAdd(&flow[neighbour(u, 1)], flow[u]);
}

template <typename T> static void rounds(void (*kernel)(T *, int *), T *values, int *changed) {
    do {
        *changed = 0;
        kernel<<<(nodes + 127) / 128, 128>>>(values, changed);
        CHECKED(cudaDeviceSynchronize());
    } while (*changed);
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int *dist, *changed, right[nodes], wrong = 0;
    float *floats;
    CHECKED(cudaMallocManaged(&dist, nodes * sizeof *dist));
    CHECKED(cudaMallocManaged(&floats, nodes * sizeof *floats));
    CHECKED(cudaMallocManaged(&changed, 2 * sizeof *changed));
    for (int i = 0; i < nodes; i++) floats[i] = dist[i] = right[i] = i ? far : 0;
    changed[0] = changed[1] = 0;
    if (!strcmp(what, "scale")) scale<<<16, 128>>>(dist, changed, (int *)floats);
    if (!strcmp(what, "spread")) spread<<<16, 128>>>(dist);
    CHECKED(cudaDeviceSynchronize());
    if (*what) return 0;

    for (bool again = true; again;) {
        again = false;
        for (int u = 0; u < nodes; u++)
            for (int k = 0; k < degree && right[u] < far; k++)
                if (right[u] + length(u, k) < right[neighbour(u, k)]) {
                    right[neighbour(u, k)] = right[u] + length(u, k);
                    again = true;
                }
    }
    rounds(relax, dist, changed);
    rounds(relax_floats, floats, changed);
    for (int i = 0; i < nodes; i++) wrong += dist[i] != right[i] || floats[i] != right[i];
    for (int i = 0; i < nodes; i++) dist[i] = i;
    rounds(join, dist, changed);
    for (int i = 0; i < nodes; i++) wrong += dist[i] != 0;
    printf("wrong %d\n", wrong);
    return 0;
}
