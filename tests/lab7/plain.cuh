// A right kernel for every n, one point a thread, for the sizes that the submission's own kernel leaves out.
__global__ void plain_stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1, z = blockIdx.z + 1;
    if (x > n - 2 || y > n - 2) return;
    int plane = n * n, p = z * plane + y * n + x;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] +
             c.c[4] * in[p + n] + c.c[5] * in[p - plane] + c.c[6] * in[p + plane];
}

static void launch_plain(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n - 2, 32), ceil_div(n - 2, 8), n - 2);
    plain_stencil_kernel<<<grid, dim3(32, 8)>>>(in, out, n, c);
}
