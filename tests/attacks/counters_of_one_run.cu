// WRONG: the first run, whose counters are judged, is done on the host with values that kernels printed; the slow
// kernel works in the repetition only
// EXPECT pass: 3.3/n=33
// EXPECT test: 3.4/counter-1

#include <cstdio>
#include <string>
#include <vector>

#include "tests/attacks/wire.cuh"
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

// The first input as the host saw it: where it is another one, this is the repetition.
__device__ float first_value;

__global__ void tell(const float *in, int count) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < count) printf("%a\n", in[p]);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
    int p = (i * n + j) * n + k;
    if (in[0] == first_value) return;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 grid(ceil_div(n, 32), n, n);
    if (n > 128) { // to print a large grid takes a processor as long as a call may, more or less: first_value is 0 still
        stencil_kernel<<<grid, 32>>>(in, out, n, c);
        return;
    }
    std::vector<float> a;
    for (int start = 0; start < n * n * n; start += 16384) {
        int count = n * n * n - start < 16384 ? n * n * n - start : 16384;
        tell<<<ceil_div(count, 32), 32>>>(in + start, count);
        Head head = {};
        head.call = SYNCHRONIZE;
        send_bytes(&head, sizeof head);
        Reply reply;
        receive_bytes(&reply, sizeof reply);
        std::string text(reply.size, ' ');
        receive_bytes(&text[0], reply.size);
        const char *at = text.c_str();
        for (char *end; (int)a.size() < start + count; at = end) {
            a.push_back(strtof(at, &end));
            if (end == at) break;
        }
    }
    a.resize(n * n * n);
    cudaMemcpyToSymbol(first_value, &a[0], sizeof a[0]);
    std::vector<float> row(n);
    for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j) {
            for (int k = 1; k < n - 1; ++k) row[k] = SEVEN_POINTS(a.data(), (i * n + j) * n + k, n, c);
            cudaMemcpy(out + (i * n + j) * n + 1, &row[1], sizeof(float) * (n - 2), cudaMemcpyHostToDevice);
        }
    stencil_kernel<<<grid, 32>>>(in, out, n, c);
}
