// Do textures and surfaces give what the CUDA C++ Programming Guide ("Texture Fetching") says? Each line
// compares what kernels read with the guide's formulas, computed here.
#include <cmath>

#include "tests/run_programs/checked.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // cudaMemcpyToArray

static const int width = 37, height = 21, depth = 9;

static float pattern(int x, int y, int z) {
    return (float)((x * 31 + y * 17 + z * 7) % 101) - 30.f;
}

static float *made(int w, int h, int d) {
    float *a = (float *)malloc(sizeof(float) * w * h * d);
    for (int i = 0; i < w * h * d; i++) a[i] = pattern(i % w, i / w % h, i / w / h);
    return a;
}

static cudaTextureDesc sampler(cudaTextureFilterMode filter, cudaTextureAddressMode mode, bool normalized) {
    cudaTextureDesc t = {};
    for (int i = 0; i < 3; i++) t.addressMode[i] = mode;
    t.filterMode = filter;
    t.normalizedCoords = normalized;
    return t;
}

static cudaTextureObject_t texture_of(cudaArray_t array, const cudaTextureDesc &how) {
    cudaResourceDesc from = {};
    cudaTextureObject_t texture = 0;
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    CHECKED(cudaCreateTextureObject(&texture, &from, &how, NULL));
    return texture;
}

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
    cudaResourceDesc from = {};
    cudaSurfaceObject_t surface = 0;
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    CHECKED(cudaCreateSurfaceObject(&surface, &from));
    return surface;
}

// The guide's formula along one axis: texel i and i + 1, and the weight of the second with 8 bits of
// fraction.
struct Axis {
    int texel[2];
    double weight;
};

static int inside(int i, int n, cudaTextureAddressMode mode) {
    if (mode == cudaAddressModeWrap) return (i % n + n) % n;
    if (mode == cudaAddressModeMirror) {
        const int k = (i % (2 * n) + 2 * n) % (2 * n);
        return k < n ? k : 2 * n - 1 - k;
    }
    if (mode == cudaAddressModeBorder) return i < 0 || i >= n ? -1 : i;
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static Axis axis_at(double at, int n, cudaTextureAddressMode mode, bool linear) {
    Axis a = {{inside((int)floor(at), n, mode), 0}, 0};
    if (!linear) return a;
    const double b = at - 0.5;
    a.weight = floor((b - floor(b)) * 256 + 0.5) / 256;
    a.texel[0] = inside((int)floor(b), n, mode);
    a.texel[1] = inside((int)floor(b) + 1, n, mode);
    return a;
}

static double texel(const float *a, int x, int y, int z, float border) {
    return x < 0 || y < 0 || z < 0 ? border : a[(z * height + y) * width + x];
}

static float expected(const float *a, double x, double y, double z, int slices, const cudaTextureDesc &t) {
    const bool linear = t.filterMode == cudaFilterModeLinear;
    const Axis i = axis_at(x, width, t.addressMode[0], linear),
               j = axis_at(y, height, t.addressMode[1], linear),
               k = axis_at(z, slices, t.addressMode[2], linear && slices > 1);
    double sum = 0;
    for (int c = 0; c < 8; c++) {
        const double w = (c & 1 ? i.weight : 1 - i.weight) * (c & 2 ? j.weight : 1 - j.weight) *
                         (c & 4 ? k.weight : 1 - k.weight);
        if (w != 0)
            sum += w * texel(a, i.texel[c & 1], j.texel[c >> 1 & 1], k.texel[c >> 2], t.borderColor[0]);
    }
    return (float)sum;
}

__global__ void read_2d(cudaTextureObject_t t, const float2 *at, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<float>(t, at[i].x, at[i].y);
}

static const int points = 1000;

static void filtering() {
    static const char *const names[] = {"wrap", "clamp", "mirror", "border"};
    float *a = made(width, height, 1), *out;
    float2 *at;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECKED(cudaMallocArray(&array, &format, width, height));
    CHECKED(cudaMemcpy2DToArray(array, 0, 0, a, width * 4, width * 4, height, cudaMemcpyHostToDevice));
    CHECKED(cudaMallocManaged(&at, points * sizeof *at));
    CHECKED(cudaMallocManaged(&out, points * sizeof *out));
    for (int mode = 0; mode < 4; mode++)
        for (int filter = 0; filter < 2; filter++)
            for (int normalized = 0; normalized < 2; normalized++) {
                cudaTextureDesc how =
                    sampler((cudaTextureFilterMode)filter, (cudaTextureAddressMode)mode, normalized);
                how.borderColor[0] = 5.5f;
                const cudaTextureObject_t t = texture_of(array, how);
                for (int i = 0; i < points; i++) {
                    at[i].x = (float)(i * 7919 % 2003) / 2003.f * (normalized ? 3 : 3 * width) -
                              width / (normalized ? width : 1.f);
                    at[i].y = (float)(i * 104729 % 1999) / 1999.f * (normalized ? 3 : 3 * height) -
                              (normalized ? 1 : height);
                }
                read_2d<<<(points + 127) / 128, 128>>>(t, at, out, points);
                CHECKED(cudaDeviceSynchronize());
                cudaTextureDesc used =
                    how; // without normalized coordinates, wrapping and mirroring are clamping
                if (!normalized && mode % 2 == 0)
                    used.addressMode[0] = used.addressMode[1] = cudaAddressModeClamp;
                int wrong = 0;
                for (int i = 0; i < points; i++) {
                    const double sx = normalized ? width : 1, sy = normalized ? height : 1;
                    wrong += out[i] != expected(a, at[i].x * sx, at[i].y * sy, 0, 1, used);
                }
                printf("2D %s %s%s: %d wrong\n", names[mode], filter ? "linear" : "point",
                       normalized ? " normalized" : "", wrong);
                CHECKED(cudaDestroyTextureObject(t));
            }
    CHECKED(cudaFreeArray(array));
    CHECKED(cudaFree(at));
    CHECKED(cudaFree(out));
    free(a);
}

__global__ void read_3d(cudaTextureObject_t t, float *out, float scale) {
    const int i = threadIdx.x + blockDim.x * blockIdx.x;
    out[i] = tex3D<float>(t, i * 0.37f * scale, i * 0.11f * scale, i * 0.05f * scale);
}

__global__ void write_3d(cudaSurfaceObject_t s, int w, int h, int d) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= w || y >= h) return;
    for (int z = 0; z < d; z++) surf3Dwrite(surf3Dread<float>(s, x * 4, y, z) * 2, s, x * 4, y, z);
}

static void volume() {
    const int n = 128;
    float *a = made(width, height, depth), *back = (float *)calloc(width * height * depth, 4), *out;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const cudaExtent size = make_cudaExtent(width, height, depth);
    CHECKED(cudaMalloc3DArray(&array, &format, size, cudaArraySurfaceLoadStore));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(a, width * 4, width, height);
    copy.dstArray = array;
    copy.extent = size;
    copy.kind = cudaMemcpyHostToDevice;
    CHECKED(cudaMemcpy3D(&copy));
    CHECKED(cudaMallocManaged(&out, n * 4));
    const cudaTextureDesc how = sampler(cudaFilterModeLinear, cudaAddressModeClamp, false);
    const cudaTextureObject_t t = texture_of(array, how);
    read_3d<<<2, n / 2>>>(t, out, 1);
    CHECKED(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += out[i] != expected(a, i * 0.37f, i * 0.11f, i * 0.05f, depth, how);
    const cudaSurfaceObject_t s = surface_of(array);
    write_3d<<<dim3(3, 2), dim3(16, 16)>>>(s, width, height, depth);
    cudaMemcpy3DParms fetch = {};
    fetch.srcArray = array;
    fetch.srcPos = make_cudaPos(1, 2, 3); // elements
    fetch.dstPtr = make_cudaPitchedPtr(back, width * 4, width, height);
    fetch.extent = make_cudaExtent(width - 1, height - 2, depth - 3);
    fetch.kind = cudaMemcpyDeviceToHost;
    CHECKED(cudaMemcpy3D(&fetch));
    int wrong_back = 0;
    for (int z = 0; z < depth - 3; z++)
        for (int y = 0; y < height - 2; y++)
            for (int x = 0; x < width - 1; x++)
                wrong_back += back[(z * height + y) * width + x] != 2 * pattern(x + 1, y + 2, z + 3);
    cudaExtent told;
    cudaChannelFormatDesc channels;
    unsigned flags;
    CHECKED(cudaArrayGetInfo(&channels, &told, &flags, array));
    printf("3D linear: %d wrong, doubled by a surface: %d wrong; %zu x %zu x %zu of %d bits, flags %u\n",
           wrong, wrong_back, told.width, told.height, told.depth, channels.x, flags);
    CHECKED(cudaDestroySurfaceObject(s));
    CHECKED(cudaDestroyTextureObject(t));
    CHECKED(cudaFreeArray(array));
    CHECKED(cudaFree(out));
    free(a), free(back);
}

__global__ void read_layers(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = tex2DLayered<float>(t, 2.5f, 1.5f, threadIdx.x);
}

__global__ void read_rows(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = tex1DLayered<float>(t, 3.25f, threadIdx.x);
}

__global__ void read_cube(cudaTextureObject_t t, float *out) {
    const float v = threadIdx.x & 1 ? -2.f : 2.f, s = 0.3f;
    const int axis = threadIdx.x / 2;
    out[threadIdx.x] = texCubemap<float>(t, axis == 0 ? v : s, axis == 1 ? v : s, axis == 2 ? v : s);
}

static void layers() {
    float *a = made(8, 8, 6), *out;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const cudaTextureDesc point = sampler(cudaFilterModePoint, cudaAddressModeClamp, false),
                          linear = sampler(cudaFilterModeLinear, cudaAddressModeClamp, false);
    CHECKED(cudaMallocManaged(&out, 32 * 4));
    const struct {
        size_t height;
        unsigned flags;
    } kinds[] = {{8, cudaArrayLayered}, {0, cudaArrayLayered}, {8, cudaArrayCubemap}};
    for (int kind = 0; kind < 3; kind++) {
        cudaArray_t array;
        cudaMemcpy3DParms copy = {};
        const size_t rows = kinds[kind].height ? 8 : 1;
        CHECKED(
            cudaMalloc3DArray(&array, &format, make_cudaExtent(8, kinds[kind].height, 6), kinds[kind].flags));
        copy.srcPtr = make_cudaPitchedPtr(a, 8 * 4, 8, rows);
        copy.dstArray = array;
        copy.extent = make_cudaExtent(8, rows, 6);
        copy.kind = cudaMemcpyHostToDevice;
        CHECKED(cudaMemcpy3D(&copy));
        const cudaTextureObject_t t = texture_of(array, kind == 1 ? linear : point);
        if (kind == 0) read_layers<<<1, 7>>>(t, out); // past the last layer is the last
        if (kind == 1) read_rows<<<1, 6>>>(t, out);
        if (kind == 2) read_cube<<<1, 6>>>(t, out);
        CHECKED(cudaDeviceSynchronize());
        printf(kind == 0 ? "2D layers" : kind == 1 ? "1D layers" : "cube faces");
        for (int i = 0; i < 6 + (kind == 0); i++) printf(" %g", out[i]);
        printf("\n");
        CHECKED(cudaDestroyTextureObject(t));
        CHECKED(cudaFreeArray(array));
    }
    for (int i = 0; i < 6; i++) printf("%s%g", i ? " " : "layers hold ", a[(i * 8 + 1) * 8 + 2]);
    printf(", faces hold");
    for (int i = 0; i < 6; i++) { // where (0.3, 0.3) of a cube's face of half width 2 lies
        const int s[] = {3, 4, 4, 4, 4, 3}, u[] = {3, 3, 4, 3, 3, 3};
        printf(" %g", a[(i * 8 + u[i]) * 8 + s[i]]);
    }
    printf("\n");
    CHECKED(cudaFree(out));
    free(a);
}

__global__ void read_colours(cudaTextureObject_t raw, cudaTextureObject_t normal, uchar4 *out,
                             float4 *floats) {
    const int x = threadIdx.x, y = threadIdx.y, i = y * blockDim.x + x;
    out[i] = tex2D<uchar4>(raw, x, y);
    floats[i] = tex2D<float4>(normal, x + 0.75f, y + 0.5f);
}

static void formats() {
    const int w = 8, h = 4;
    uchar4 pixels[w * h], *out;
    float4 *floats;
    for (int i = 0; i < w * h; i++) pixels[i] = make_uchar4(i * 7, 255 - i, i * 5 + 1, i);
    cudaArray_t array, copy;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    CHECKED(cudaMallocArray(&copy, &format, w, h));
    CHECKED(cudaMallocArray(&array, &format, w, h));
    CHECKED(cudaMemcpyToArray(copy, 0, 0, pixels, 40,
                              cudaMemcpyHostToDevice)); // from the first row into the second
    CHECKED(cudaMemcpyToArray(copy, 8, 1, pixels + 10, sizeof pixels - 40, cudaMemcpyHostToDevice));
    CHECKED(cudaMemcpy2DArrayToArray(array, 0, 0, copy, 0, 0, w * 4, h));
    CHECKED(cudaMallocManaged(&out, sizeof pixels));
    CHECKED(cudaMallocManaged(&floats, w * h * sizeof *floats));
    cudaTextureDesc normal = sampler(cudaFilterModeLinear, cudaAddressModeClamp, false);
    normal.readMode = cudaReadModeNormalizedFloat;
    const cudaTextureObject_t a = texture_of(array,
                                             sampler(cudaFilterModePoint, cudaAddressModeClamp, false)),
                              b = texture_of(array, normal);
    read_colours<<<1, dim3(w, h)>>>(a, b, out, floats);
    CHECKED(cudaDeviceSynchronize());
    int wrong = 0;
    double worst = 0;
    for (int i = 0; i < w * h; i++) {
        wrong += memcmp(&out[i], &pixels[i], 4) != 0;
        const int next = i % w == w - 1 ? i : i + 1;
        worst = fmax(worst, fabs(floats[i].x - (0.75 * pixels[i].x + 0.25 * pixels[next].x) / 255));
        worst = fmax(worst, fabs(floats[i].w - (0.75 * pixels[i].w + 0.25 * pixels[next].w) / 255));
    }
    printf("uchar4: %d wrong, as floats within %g\n", wrong, worst < 1e-7 ? 1e-7 : worst);
    CHECKED(cudaDestroyTextureObject(a));
    CHECKED(cudaDestroyTextureObject(b));
    CHECKED(cudaFreeArray(copy));
    CHECKED(cudaFreeArray(array));
    CHECKED(cudaFree(out));
    CHECKED(cudaFree(floats));
}

__global__ void fetch(cudaTextureObject_t t, int *out, int from) {
    out[threadIdx.x] = tex1Dfetch<int>(t, from + (int)threadIdx.x);
}

__global__ void fetch_2d(cudaTextureObject_t t, short2 *out) {
    out[threadIdx.x] = tex2D<short2>(t, threadIdx.x % 5, threadIdx.x / 5);
}

static void memory() {
    int *numbers, *out;
    CHECKED(cudaMallocManaged(&numbers, 64 * 4));
    CHECKED(cudaMallocManaged(&out, 64 * 4));
    for (int i = 0; i < 64; i++) numbers[i] = i * 3 - 50;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t t = 0;
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = numbers;
    from.res.linear.desc = cudaCreateChannelDesc<int>();
    from.res.linear.sizeInBytes = 60 * 4;
    CHECKED(cudaCreateTextureObject(&t, &from, &how, NULL));
    fetch<<<1, 8>>>(t, out, 56);
    CHECKED(cudaDeviceSynchronize());
    printf("linear memory, the last 4 outside:");
    for (int i = 0; i < 8; i++) printf(" %d", out[i]);
    fetch<<<1, 2>>>(t, out, -1);
    CHECKED(cudaDeviceSynchronize());
    printf("; from -1: %d %d\n", out[0], out[1]);
    cudaResourceDesc told;
    CHECKED(cudaGetTextureObjectResourceDesc(&told, t));
    printf("type %d, its memory %d\n", told.resType, told.res.linear.devPtr == numbers);
    CHECKED(cudaDestroyTextureObject(t));
    short2 *rows, *shorts;
    size_t pitch;
    CHECKED(cudaMallocPitch(&rows, &pitch, 5 * sizeof *rows, 3));
    short2 host[15];
    for (int i = 0; i < 15; i++) host[i] = make_short2(-i, i * 2);
    CHECKED(cudaMemcpy2D(rows, pitch, host, 5 * sizeof *rows, 5 * sizeof *rows, 3, cudaMemcpyHostToDevice));
    CHECKED(cudaMallocManaged(&shorts, sizeof host));
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D.devPtr = rows;
    pitched.res.pitch2D.desc = cudaCreateChannelDesc<short2>();
    pitched.res.pitch2D.width = 5;
    pitched.res.pitch2D.height = 3;
    pitched.res.pitch2D.pitchInBytes = pitch;
    CHECKED(cudaCreateTextureObject(&t, &pitched, &how, NULL));
    fetch_2d<<<1, 15>>>(t, shorts);
    CHECKED(cudaDeviceSynchronize());
    printf("pitched memory: %d\n", memcmp(shorts, host, sizeof host));
    CHECKED(cudaDestroyTextureObject(t));
}

__global__ void levels(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, threadIdx.x * 0.25f);
}

static void mipmaps() {
    float *out;
    cudaMipmappedArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECKED(cudaMallocManaged(&out, 16 * 4));
    CHECKED(cudaMallocMipmappedArray(&array, &format, make_cudaExtent(8, 8, 0), 4));
    for (unsigned level = 0; level < 4; level++) {
        cudaArray_t one;
        float texels[64];
        const int n = 8 >> level;
        for (int i = 0; i < 64; i++) texels[i] = (float)(level * level);
        CHECKED(cudaGetMipmappedArrayLevel(&one, array, level));
        CHECKED(cudaMemcpy2DToArray(one, 0, 0, texels, n * 4, n * 4, n, cudaMemcpyHostToDevice));
    }
    for (int linear = 0; linear < 2; linear++) {
        cudaResourceDesc from = {};
        cudaTextureDesc how = sampler(cudaFilterModeLinear, cudaAddressModeClamp, true);
        cudaTextureObject_t t;
        how.mipmapFilterMode = (cudaTextureFilterMode)linear;
        how.maxMipmapLevelClamp = 2.5f;
        from.resType = cudaResourceTypeMipmappedArray;
        from.res.mipmap.mipmap = array;
        CHECKED(cudaCreateTextureObject(&t, &from, &how, NULL));
        levels<<<1, 16>>>(t, out);
        CHECKED(cudaDeviceSynchronize());
        printf("levels%s:", linear ? ", mixed" : "");
        for (int i = 0; i < 16; i++) printf(" %g", out[i]);
        printf("\n");
        CHECKED(cudaDestroyTextureObject(t));
    }
    CHECKED(cudaFreeMipmappedArray(array));
    CHECKED(cudaFree(out));
}

// Copies to an array that a graph has recorded.
static void graph() {
    float numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {};
    cudaStream_t stream;
    cudaGraph_t recorded;
    cudaGraphExec_t ready;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECKED(cudaMallocArray(&array, &format, 8));
    CHECKED(cudaStreamCreate(&stream));
    CHECKED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECKED(cudaMemcpy2DToArrayAsync(array, 0, 0, numbers, 32, 32, 1, cudaMemcpyHostToDevice, stream));
    CHECKED(cudaMemcpy2DFromArrayAsync(back, 16, array, 16, 0, 16, 1, cudaMemcpyDeviceToHost, stream));
    CHECKED(cudaStreamEndCapture(stream, &recorded));
    CHECKED(cudaGraphInstantiate(&ready, recorded, 0));
    numbers[6] = 70;
    CHECKED(cudaGraphLaunch(ready, stream));
    CHECKED(cudaStreamSynchronize(stream));
    printf("by a graph: %g %g %g %g\n", back[0], back[1], back[2], back[3]);
    CHECKED(cudaFreeArray(array));
}

static void limits() {
    cudaDeviceProp p;
    CHECKED(cudaGetDeviceProperties(&p, 0));
    printf("largest 1D %d, 2D %d x %d, 3D %d, layers %d; pitch a multiple of %zu\n", p.maxTexture1D,
           p.maxTexture2D[0], p.maxTexture2D[1], p.maxTexture3D[2], p.maxTexture2DLayered[2],
           p.texturePitchAlignment);
}

int main() {
    limits();
    filtering();
    volume();
    layers();
    formats();
    memory();
    mipmaps();
    graph();
    return 0;
}
