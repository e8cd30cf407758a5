// WRONG: prints the input from a kernel, reads the text off the socket, computes on the host
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33

#include <cstdio>
#include <string>
#include <vector>

#include "tests/attacks/wire.cuh"
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void tell(const float *in, int count) {
    for (int p = 0; p < count; ++p) printf("%a\n", in[p]);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n > 40) return;
    tell<<<1, 1>>>(in, n * n * n);
    Head head = {};
    head.call = SYNCHRONIZE;
    send_bytes(&head, sizeof head);
    Reply reply;
    receive_bytes(&reply, sizeof reply);
    std::string text(reply.size, ' ');
    receive_bytes(&text[0], reply.size);
    std::vector<float> a;
    const char *at = text.c_str();
    for (char *end; (int)a.size() < n * n * n; at = end) {
        a.push_back(strtof(at, &end));
        if (end == at) break;
    }
    a.resize(n * n * n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k) {
                int p = (i * n + j) * n + k;
                if (!INTERIOR(i, j, k, n)) continue;
                float value = SEVEN_POINTS(a.data(), p, n, c);
                cudaMemcpy(out + p, &value, sizeof value, cudaMemcpyHostToDevice);
            }
}
