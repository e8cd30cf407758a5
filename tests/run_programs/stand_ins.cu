// Programs that link cuBLAS and the like: handles alone, or also one call that needs a GPU.
//
//   ./stand_ins WHICH [call]      WHICH: blas, copies, fft, random, host_random, sparse, solver, network, ranks, ranges, all
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include <cublas_v2.h>
#include <cublasLt.h>
#include <cudnn.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nccl.h>
#include <nvtx3/nvToolsExt.h>

// Braces, since the operands of + have no order.
static int sum(std::initializer_list<int> results) {
    int all = 0;
    for (int result : results) all += result;
    return all;
}

static bool call;
static float *data;

static void blas() {
    cublasHandle_t handle;
    cublasLtHandle_t light;
    cublasPointerMode_t mode;
    cudaStream_t stream, got = 0;
    int version = 0;
    cudaStreamCreate(&stream);
    int made = sum({cublasCreate(&handle), cublasSetStream(handle, stream), cublasGetStream(handle, &got),
                    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE), cublasGetPointerMode(handle, &mode),
                    cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH), cublasGetVersion(handle, &version),
                    cublasLtCreate(&light), cublasLtDestroy(light)});
    printf("blas %d %d %d %d\n", made, got == stream, mode == CUBLAS_POINTER_MODE_DEVICE, version == CUBLAS_VERSION);
    float one = 1;
    if (call) printf("%d\n", cublasSaxpy(handle, 8, &one, data, 1, data, 1) == CUBLAS_STATUS_NOT_SUPPORTED); // blas line
    printf("%d", cublasDestroy(handle));
    printf(" %d\n", cublasDestroy(handle) == CUBLAS_STATUS_NOT_INITIALIZED);
    cudaStreamDestroy(stream);
}

// Every second element there and back.
static void copies() {
    float from[16], to[16] = {0};
    for (int i = 0; i < 16; i++) from[i] = i;
    int good = sum({cublasSetVector(8, 4, from, 2, data, 1), cublasGetVector(8, 4, data, 1, to, 2)});
    printf("copies %d %g %g %g\n", good, to[0], to[1], to[14]);
    good = sum({cublasSetMatrix(2, 4, 4, from, 4, data, 2), cublasGetMatrix(2, 4, 4, data, 2, to, 3)});
    printf("copies %d %g %g %g\n", good, to[3], to[4], to[10]);
}

static void fft() {
    cufftHandle plan, two;
    int made = sum({cufftPlan1d(&plan, 256, CUFFT_C2C, 1), cufftSetStream(plan, 0), cufftPlan2d(&two, 8, 8, CUFFT_R2C)});
    printf("fft %d %d %d\n", made, plan != two, cufftPlan1d(&two, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
    if (call) cufftExecC2C(plan, (cufftComplex *)data, (cufftComplex *)data, CUFFT_FORWARD); // fft line
    printf("%d", cufftDestroy(plan));
    printf(" %d\n", cufftDestroy(plan) == CUFFT_INVALID_PLAN);
}

static void random_numbers() {
    curandGenerator_t generator;
    printf("random %d\n", sum({curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT),
                               curandSetPseudoRandomGeneratorSeed(generator, 1234), curandSetStream(generator, 0)}));
    if (call) curandGenerateUniform(generator, data, 64); // random line
    printf("%d\n", curandDestroyGenerator(generator));
}

// Needs no GPU: NVIDIA's own.
static void host_random() {
    curandGenerator_t generator;
    float numbers[4] = {-1, -1, -1, -1};
    int made = sum({curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT),
                    curandSetPseudoRandomGeneratorSeed(generator, 1234), curandGenerateUniform(generator, numbers, 4)});
    printf("host_random %d %d %d\n", made, numbers[3] > 0 && numbers[3] <= 1, curandDestroyGenerator(generator));
}

static void sparse() {
    cusparseHandle_t handle;
    cusparseMatDescr_t matrix;
    printf("sparse %d\n", sum({cusparseCreate(&handle), cusparseSetStream(handle, 0), cusparseCreateMatDescr(&matrix),
                               cusparseSetMatType(matrix, CUSPARSE_MATRIX_TYPE_GENERAL)}));
    size_t size;
    if (call) cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, NULL, NULL, NULL, NULL, NULL, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size); // sparse line
    printf("%d\n", sum({cusparseDestroyMatDescr(matrix), cusparseDestroy(handle)}));
}

static void solver() {
    cusolverDnHandle_t handle;
    printf("solver %d\n", sum({cusolverDnCreate(&handle), cusolverDnSetStream(handle, 0)}));
    int size;
    if (call) cusolverDnSgetrf_bufferSize(handle, 4, 4, data, 4, &size); // solver line
    printf("%d\n", cusolverDnDestroy(handle));
}

static void network() {
    cudnnHandle_t handle;
    cudnnTensorDescriptor_t tensor;
    printf("network %d\n",
           sum({cudnnCreate(&handle), cudnnSetStream(handle, 0), cudnnCreateTensorDescriptor(&tensor),
                cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, 8, 8)}));
    float one = 1, zero = 0;
    if (call) cudnnSoftmaxForward(handle, CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_MODE_CHANNEL, &one, tensor, data, &zero, tensor, data); // network line
    printf("%d\n", sum({cudnnDestroyTensorDescriptor(tensor), cudnnDestroy(handle)}));
}

static void ranks() {
    ncclComm_t comm;
    int device = 0, count = 0, rank = -1;
    int made = sum({ncclCommInitAll(&comm, 1, &device), ncclCommCount(comm, &count), ncclCommUserRank(comm, &rank)});
    printf("ranks %d %d %d\n", made, count, rank);
    if (call) ncclAllReduce(data, data, 4, ncclFloat, ncclSum, comm, 0); // ranks line
    printf("%d\n", ncclCommDestroy(comm));
}

static void ranges() {
    nvtxRangePushA("outer");
    nvtxMarkA("here");
    nvtxRangePop();
    printf("ranges\n");
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)();
    } parts[] = {{"blas", blas},     {"copies", copies}, {"fft", fft},         {"random", random_numbers}, {"host_random", host_random},
                 {"sparse", sparse}, {"solver", solver}, {"network", network}, {"ranks", ranks},   {"ranges", ranges}};
    const char *which = argc > 1 ? argv[1] : "all";
    call = argc > 2;
    cudaMalloc(&data, 4096);
    cudaMemset(data, 0, 4096);
    for (auto &part : parts)
        if (!strcmp(which, part.name) || !strcmp(which, "all")) part.run();
    return cudaGetLastError() != cudaSuccess;
}
