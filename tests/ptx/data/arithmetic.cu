// Half precision, double precision, wide integers, libdevice's approximations, a texture, matrix fragments.
#include <cuda_fp16.h>
#include <mma.h>

__global__ void arithmetic(half *h, half2 *h2, float *f, double *d, long long *l, cudaTextureObject_t texture) {
    int i = threadIdx.x;
    h[i] = __hfma(h[i], h[i + 1], __float2half(f[i]));
    h2[i] = __hadd2(h2[i], h2[i + 1]);
    f[i] = sinf(f[i]) + expf(f[i + 1]) * rsqrtf(f[i + 2]) + fminf(f[i], __fdividef(f[i], 3.0f));
    d[i] = sqrt(d[i]) / d[i + 1] + exp(d[i + 2]) * (double)l[i];
    l[i] = l[i] / l[i + 1] + __mulhi((int)l[i], i) + __umul64hi(l[i], 77) + (long long)floor(d[i]);
    float4 texel = tex2D<float4>(texture, f[i], f[i + 1]);
    f[i + 3] = texel.x + tex1Dfetch<float>(texture, i) + copysignf(f[i], texel.w);
}

__global__ void multiply(const half *a, const half *b, float *c) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, col_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    fill_fragment(fc, 0.0f);
    load_matrix_sync(fa, a, 16);
    load_matrix_sync(fb, b, 16);
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(c, fc, 16, mem_row_major);
}
