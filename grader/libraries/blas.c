// cuBLAS, cuBLASLt and cuBLASXt: handles and settings, and copies of vectors and matrices, which are copies of memory.
#include "grader/libraries/libraries.h"

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#if __has_include(<cublasLt.h>)
#include <cublasLt.h>
#endif
#if __has_include(<cublasXt.h>)
#include <cublasXt.h>
#endif

#include "grader/libraries/settings.h"

enum { POINTER_MODE, ATOMICS_MODE, MATH_MODE, SM_COUNT_TARGET, BLOCK_DIM };

#define OK         CUBLAS_STATUS_SUCCESS
#define BAD_HANDLE CUBLAS_STATUS_NOT_INITIALIZED

int cublas_not_simulated(const char *name) {
    library_not_simulated(name);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

static LibraryHandle *blas(cublasHandle_t handle) {
    return handle_find(handle, HANDLE_CUBLAS);
}

#define BLAS_SETTING(number, type, name)                                                                     \
    SETTING(cublasStatus_t, OK, BAD_HANDLE, blas, cublasHandle_t, number, type, cublasSet##name,             \
            cublasGet##name)

MAKE(cublasStatus_t, OK, BAD_HANDLE, CUBLAS_STATUS_ALLOC_FAILED, HANDLE_CUBLAS, cublasHandle_t, cublasCreate,
     cublasDestroy)
STREAM(cublasStatus_t, OK, BAD_HANDLE, blas, cublasHandle_t, cublasSetStream, cublasGetStream)
BLAS_SETTING(POINTER_MODE, cublasPointerMode_t, PointerMode)
BLAS_SETTING(ATOMICS_MODE, cublasAtomicsMode_t, AtomicsMode)
BLAS_SETTING(MATH_MODE, cublasMath_t, MathMode)
BLAS_SETTING(SM_COUNT_TARGET, int, SmCountTarget)

EXPORT cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t size) {
    (void)workspace, (void)size;
    return blas(handle) ? OK : BAD_HANDLE;
}

EXPORT cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version) {
    if (!blas(handle)) return BAD_HANDLE;
    if (!version) return CUBLAS_STATUS_INVALID_VALUE;
    *version = CUBLAS_VERSION;
    return OK;
}

// ---- Copies

static cublasStatus_t copied(cudaError_t error) {
    return error == cudaSuccess ? OK : CUBLAS_STATUS_MAPPING_ERROR;
}

// n elements, `incx` apart here and `incy` there.
static cublasStatus_t copy_vector(int64_t n, int64_t size, const void *x, int64_t incx, void *y, int64_t incy,
                                  enum cudaMemcpyKind kind, cudaStream_t stream) {
    if (n < 0 || size <= 0 || incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (n == 0) return OK;
    return copied(cudaMemcpy2DAsync(y, (size_t)(incy * size), x, (size_t)(incx * size), (size_t)size,
                                    (size_t)n, kind, stream));
}

// Columns of `rows` elements, as many columns as `cols`.
static cublasStatus_t copy_matrix(int64_t rows, int64_t cols, int64_t size, const void *a, int64_t lda,
                                  void *b, int64_t ldb, enum cudaMemcpyKind kind, cudaStream_t stream) {
    if (rows < 0 || cols < 0 || size <= 0 || lda < rows || ldb < rows || lda <= 0 || ldb <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (rows == 0 || cols == 0) return OK;
    return copied(cudaMemcpy2DAsync(b, (size_t)(ldb * size), a, (size_t)(lda * size), (size_t)(rows * size),
                                    (size_t)cols, kind, stream));
}

static cublasStatus_t wait_for(cublasStatus_t status) {
    return status == OK ? copied(cudaStreamSynchronize(NULL)) : status;
}

// Both widths of indices; cuBLAS 11 has the narrow ones alone.
#define VECTOR_COPIES(name, kind, whole)                                                                     \
    EXPORT cublasStatus_t name(whole n, whole size, const void *x, whole incx, void *y, whole incy) {        \
        return wait_for(copy_vector(n, size, x, incx, y, incy, kind, NULL));                                 \
    }
#define VECTOR_COPIES_ASYNC(name, kind, whole)                                                               \
    EXPORT cublasStatus_t name(whole n, whole size, const void *x, whole incx, void *y, whole incy,          \
                               cudaStream_t stream) {                                                        \
        return copy_vector(n, size, x, incx, y, incy, kind, stream);                                         \
    }
#define MATRIX_COPIES(name, kind, whole)                                                                     \
    EXPORT cublasStatus_t name(whole rows, whole cols, whole size, const void *a, whole lda, void *b,        \
                               whole ldb) {                                                                  \
        return wait_for(copy_matrix(rows, cols, size, a, lda, b, ldb, kind, NULL));                          \
    }
#define MATRIX_COPIES_ASYNC(name, kind, whole)                                                               \
    EXPORT cublasStatus_t name(whole rows, whole cols, whole size, const void *a, whole lda, void *b,        \
                               whole ldb, cudaStream_t stream) {                                             \
        return copy_matrix(rows, cols, size, a, lda, b, ldb, kind, stream);                                  \
    }

VECTOR_COPIES(cublasSetVector, cudaMemcpyHostToDevice, int)
VECTOR_COPIES(cublasGetVector, cudaMemcpyDeviceToHost, int)
VECTOR_COPIES_ASYNC(cublasSetVectorAsync, cudaMemcpyHostToDevice, int)
VECTOR_COPIES_ASYNC(cublasGetVectorAsync, cudaMemcpyDeviceToHost, int)
MATRIX_COPIES(cublasSetMatrix, cudaMemcpyHostToDevice, int)
MATRIX_COPIES(cublasGetMatrix, cudaMemcpyDeviceToHost, int)
MATRIX_COPIES_ASYNC(cublasSetMatrixAsync, cudaMemcpyHostToDevice, int)
MATRIX_COPIES_ASYNC(cublasGetMatrixAsync, cudaMemcpyDeviceToHost, int)
#if CUBLAS_VERSION >= 120000
VECTOR_COPIES(cublasSetVector_64, cudaMemcpyHostToDevice, int64_t)
VECTOR_COPIES(cublasGetVector_64, cudaMemcpyDeviceToHost, int64_t)
VECTOR_COPIES_ASYNC(cublasSetVectorAsync_64, cudaMemcpyHostToDevice, int64_t)
VECTOR_COPIES_ASYNC(cublasGetVectorAsync_64, cudaMemcpyDeviceToHost, int64_t)
MATRIX_COPIES(cublasSetMatrix_64, cudaMemcpyHostToDevice, int64_t)
MATRIX_COPIES(cublasGetMatrix_64, cudaMemcpyDeviceToHost, int64_t)
MATRIX_COPIES_ASYNC(cublasSetMatrixAsync_64, cudaMemcpyHostToDevice, int64_t)
MATRIX_COPIES_ASYNC(cublasGetMatrixAsync_64, cudaMemcpyDeviceToHost, int64_t)
#endif

// ---- The other two

#if __has_include(<cublasLt.h>)
MAKE(cublasStatus_t, OK, BAD_HANDLE, CUBLAS_STATUS_ALLOC_FAILED, HANDLE_CUBLASLT, cublasLtHandle_t,
     cublasLtCreate, cublasLtDestroy)
#endif

#if __has_include(<cublasXt.h>)
static LibraryHandle *blas_xt(cublasXtHandle_t handle) {
    return handle_find(handle, HANDLE_CUBLASXT);
}

MAKE(cublasStatus_t, OK, BAD_HANDLE, CUBLAS_STATUS_ALLOC_FAILED, HANDLE_CUBLASXT, cublasXtHandle_t,
     cublasXtCreate, cublasXtDestroy)
SETTING(cublasStatus_t, OK, BAD_HANDLE, blas_xt, cublasXtHandle_t, BLOCK_DIM, int, cublasXtSetBlockDim,
        cublasXtGetBlockDim)

EXPORT cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int device[]) {
    if (!blas_xt(handle)) return BAD_HANDLE;
    return count > 0 && device ? OK : CUBLAS_STATUS_INVALID_VALUE;
}
#endif
#endif
