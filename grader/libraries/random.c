// cuRAND's host interface: generators that work on a GPU can be made, set and destroyed. Those that work on the host are
// NVIDIA's own, whose library needs no GPU for them: each function asks whose generator it got.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // RTLD_NEXT
#endif
#include "grader/libraries/libraries.h"

#if __has_include(<curand.h>)
#include <curand.h>
#include <dlfcn.h>

int curand_not_simulated(const char *name) {
    library_not_simulated(name);
    return CURAND_STATUS_INTERNAL_ERROR;
}

static LibraryHandle *ours(curandGenerator_t generator) {
    return handle_find(generator, HANDLE_CURAND);
}

EXPORT curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    if (!generator || type < CURAND_RNG_PSEUDO_DEFAULT) return CURAND_STATUS_TYPE_ERROR;
    *generator = (curandGenerator_t)(void *)handle_new(HANDLE_CURAND);
    return *generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

// The host's, by the function of this name in NVIDIA's library.
#define HOSTS(name, ...)                                                                                     \
    __typeof__(name) *theirs = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);                                  \
    return theirs ? theirs(__VA_ARGS__) : CURAND_STATUS_NOT_INITIALIZED

#define SETTER(name, type)                                                                                   \
    EXPORT curandStatus_t name(curandGenerator_t generator, type value) {                                    \
        if (ours(generator)) return CURAND_STATUS_SUCCESS;                                                   \
        HOSTS(name, generator, value);                                                                       \
    }

SETTER(curandSetStream, cudaStream_t)
SETTER(curandSetPseudoRandomGeneratorSeed, unsigned long long)
SETTER(curandSetGeneratorOffset, unsigned long long)
SETTER(curandSetGeneratorOrdering, curandOrdering_t)
SETTER(curandSetQuasiRandomGeneratorDimensions, unsigned int)

EXPORT curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (handle_destroy(generator, HANDLE_CURAND)) return CURAND_STATUS_SUCCESS;
    HOSTS(curandDestroyGenerator, generator);
}

// ---- What needs a GPU

#define PARAMETERS(...) __VA_ARGS__
#define GENERATE(name, parameters, arguments)                                                                \
    EXPORT curandStatus_t name(curandGenerator_t generator, parameters) {                                    \
        if (ours(generator)) return (curandStatus_t)curand_not_simulated(#name);                             \
        HOSTS(name, generator, arguments);                                                                   \
    }

EXPORT curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    if (ours(generator)) return CURAND_STATUS_SUCCESS;
    HOSTS(curandGenerateSeeds, generator);
}

GENERATE(curandGenerate, PARAMETERS(unsigned int *out, size_t n), PARAMETERS(out, n))
GENERATE(curandGenerateLongLong, PARAMETERS(unsigned long long *out, size_t n), PARAMETERS(out, n))
GENERATE(curandGenerateUniform, PARAMETERS(float *out, size_t n), PARAMETERS(out, n))
GENERATE(curandGenerateUniformDouble, PARAMETERS(double *out, size_t n), PARAMETERS(out, n))
GENERATE(curandGenerateNormal, PARAMETERS(float *out, size_t n, float mean, float deviation),
         PARAMETERS(out, n, mean, deviation))
GENERATE(curandGenerateNormalDouble, PARAMETERS(double *out, size_t n, double mean, double deviation),
         PARAMETERS(out, n, mean, deviation))
GENERATE(curandGenerateLogNormal, PARAMETERS(float *out, size_t n, float mean, float deviation),
         PARAMETERS(out, n, mean, deviation))
GENERATE(curandGenerateLogNormalDouble, PARAMETERS(double *out, size_t n, double mean, double deviation),
         PARAMETERS(out, n, mean, deviation))
GENERATE(curandGeneratePoisson, PARAMETERS(unsigned int *out, size_t n, double lambda),
         PARAMETERS(out, n, lambda))
GENERATE(curandGenerateBinomial, PARAMETERS(unsigned int *out, size_t n, unsigned int trials, double p),
         PARAMETERS(out, n, trials, p))
#endif
