// What the stand-ins for the toolkit's libraries share: handles without a GPU, and how a call says that it is not simulated.
//
// Programs link cuBLAS and the like for one step among many, or only make a handle. So a handle can be made, given a stream
// and settings, asked for them and destroyed. Each other function that takes one is in the file that list_calls.sh makes
// of the toolkit's headers: it becomes a finding at the caller's line. Functions without a handle (descriptors, versions,
// names of errors, generators of random numbers on the host) are left to NVIDIA's library, which needs no GPU for them.
#ifndef WARPBOOK_LIBRARIES_H
#define WARPBOOK_LIBRARIES_H

#include <stdbool.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

typedef enum {
    HANDLE_CUBLAS,
    HANDLE_CUBLASLT,
    HANDLE_CUBLASXT,
    HANDLE_CURAND,
    HANDLE_CUSPARSE,
    HANDLE_CUSOLVER,
    HANDLE_CUDNN,
    HANDLE_NCCL
} HandleKind;

enum { HANDLE_SETTINGS = 8 };

typedef struct LibraryHandle {
    HandleKind kind;
    void *stream;
    long setting[HANDLE_SETTINGS]; // by the numbers of the file that makes the handle
    struct LibraryHandle *next;    // of those that live
} LibraryHandle;

// NULL: no memory.
LibraryHandle *handle_new(HandleKind kind);

// The handle, or NULL where there is none of that kind: it was never made, or is destroyed.
LibraryHandle *handle_find(const void *handle, HandleKind kind);

// False where there is none of that kind.
bool handle_destroy(const void *handle, HandleKind kind);

// A finding at the caller's line: "not simulated: cublasSgemm". The names that headers give with _v2 are told without.
void library_not_simulated(const char *name);

// The same for a call of a library, with what that returns then. By the first letters of the name.
int cublas_not_simulated(const char *name);
int cufft_not_simulated(const char *name);
int curand_not_simulated(const char *name);
int cusparse_not_simulated(const char *name);
int cusolver_not_simulated(const char *name);
int cudnn_not_simulated(const char *name);
int nccl_not_simulated(const char *name);

#endif
