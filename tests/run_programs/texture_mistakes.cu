// Mistakes with textures and surfaces; each ends in a finding.
#include "tests/run_programs/checked.h"

__global__ void read(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x, 1);
}

__global__ void fetch(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x);
}

__global__ void write(cudaSurfaceObject_t s, int step) {
    surf2Dwrite((float)threadIdx.x, s, threadIdx.x * step, 1);
}

__global__ void write_narrow(cudaSurfaceObject_t s) {
    surf2Dwrite((unsigned char)threadIdx.x, s, threadIdx.x / 2, 0);
}

static cudaTextureObject_t texture;
static cudaSurfaceObject_t surface;
static cudaArray_t array;
static cudaResourceDesc resource;
static cudaTextureDesc sampler;
static float *out;

static void make(unsigned flags, bool written) {
    static float zeros[16 * 16];
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECKED(cudaMallocArray(&array, &format, 16, 16, flags));
    if (written) CHECKED(cudaMemcpy2DToArray(array, 0, 0, zeros, 64, 64, 16, cudaMemcpyHostToDevice));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECKED(cudaCreateTextureObject(&texture, &resource, &sampler, NULL));
    if (flags) CHECKED(cudaCreateSurfaceObject(&surface, &resource));
}

static void linear(float *memory) {
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.sizeInBytes = 1024 * 4;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    CHECKED(cudaCreateTextureObject(&texture, &resource, &sampler, NULL));
}

static void refused() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>(),
                                odd = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
    static int numbers[64];
    CHECKED(cudaMallocArray(&array, &odd, 16));
    CHECKED(cudaMalloc3DArray(&array, &format, make_cudaExtent(8, 4, 6), cudaArrayCubemap));
    CHECKED(cudaMallocArray(&array, &format, (size_t)1 << 60, 16));
    CHECKED(cudaMallocArray(&array, &format, 16));
    CHECKED(cudaMemcpy2DToArray(array, 4, 0, numbers, 64, 64, 1, cudaMemcpyHostToDevice));
    CHECKED(cudaMemcpy2DToArray(array, (size_t)-4, 0, numbers, 64, 64, 1, cudaMemcpyHostToDevice));
    CHECKED(cudaMemcpy2DFromArray(numbers, 64, array, 0, 0, 64, 2, cudaMemcpyDeviceToHost));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECKED(cudaCreateSurfaceObject(&surface, &resource));
    sampler.filterMode = cudaFilterModeLinear;
    CHECKED(cudaCreateTextureObject(&texture, &resource, &sampler, NULL));
    CHECKED(cudaFreeArray(array));
    CHECKED(cudaFreeArray(array));
    CHECKED(cudaCreateTextureObject(&texture, &resource, &sampler, NULL));
    CHECKED(cudaDestroyTextureObject(123));
    linear((float *)numbers);
    resource.res.linear.devPtr = out;
    resource.res.linear.sizeInBytes = 5000;
    CHECKED(cudaCreateTextureObject(&texture, &resource, &sampler, NULL));
    CHECKED(cudaMemcpy(array, numbers, 4, cudaMemcpyHostToDevice));
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    CHECKED(cudaMalloc(&out, 4096));
    CHECKED(cudaMemset(out, 0, 4096));
    if (!strcmp(what, "refused")) refused();
    if (!strcmp(what, "zero")) read<<<1, 16>>>(0, out);
    if (!strcmp(what, "number")) read<<<1, 16>>>(0x7e00000000112345ull, out);
    if (!strcmp(what, "destroyed")) {
        make(0, true);
        CHECKED(cudaDestroyTextureObject(texture));
        read<<<1, 16>>>(texture, out);
    }
    if (!strcmp(what, "freed")) {
        make(0, true);
        CHECKED(cudaFreeArray(array));
        read<<<1, 16>>>(texture, out);
    }
    if (!strcmp(what, "freed_memory")) {
        float *memory;
        CHECKED(cudaMalloc(&memory, 4096));
        linear(memory);
        CHECKED(cudaFree(memory));
        fetch<<<1, 16>>>(texture, out);
    }
    if (!strcmp(what, "reset")) {
        make(0, true);
        CHECKED(cudaDeviceReset());
        read<<<1, 16>>>(texture, out);
    }
    if (!strcmp(what, "shape")) {
        make(0, true);
        fetch<<<1, 16>>>(texture, out);
    }
    if (!strcmp(what, "surface")) {
        make(cudaArraySurfaceLoadStore, true);
        read<<<1, 16>>>(surface, out);
    }
    if (!strcmp(what, "unwritten")) {
        make(0, false);
        read<<<1, 16>>>(texture, out);
    }
    if (!strcmp(what, "past")) {
        make(cudaArraySurfaceLoadStore, true);
        write<<<1, 32>>>(surface, 4);
    }
    if (!strcmp(what, "elements")) {
        make(cudaArraySurfaceLoadStore, true);
        write<<<1, 16>>>(surface, 1);
    }
    if (!strcmp(what, "race")) {
        make(cudaArraySurfaceLoadStore, true);
        write<<<1, 16>>>(surface, 0);
    }
    if (!strcmp(what, "narrow_race")) {
        make(cudaArraySurfaceLoadStore, true);
        write_narrow<<<1, 16>>>(surface);
    }
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(error));
    return error == cudaSuccess ? 0 : 7;
}
