// 128 bits that stand for any number of bytes on the GPU, computed there.
//
// With words of 32 bits w[0], w[1], ..., the last one filled up with zeros, each of the two sums is
//
//   K(key, 0) * w[0] + K(key, 1) * w[1] + ...   mod 2^64,   K(key, i) = mix(key + i * 0x9e3779b97f4a7c15)
//
// with a key of its own; mix() is that of splitmix64. The factor of i is odd, so that no two words have the
// same K. Only bytes of one length are compared.
//
// Why this is enough: `difference * K = anything` holds for at most one in 2^33 values of K, since a word's
// difference has a bit that is not 0 among its 32. So whatever a kernel leaves in place of what it should has
// a chance of about one in 2^66 to have the same two sums, for one who knows nothing of the keys (and as far
// as mix() looks random). The keys come from the operating system's random numbers, once in this process's
// life; on the GPU they are only among the parameters of this launch. No kernel of a submission runs beside
// it, and the sums are set to zero before it. What is not defended against is a kernel that finds the
// driver's own memory, and with it these parameters or the code. A copy of the expected bytes would be easier
// to find and to change.
#ifndef WARPBOOK_FINGERPRINT_H
#define WARPBOOK_FINGERPRINT_H

#include "grader/gpu_driver/driver.h"

typedef struct {
    const Driver *driver;
    uint64_t key[2];
    void *kernel;       // NULL: not loaded yet
    DriverAddress sums; // two words, a variable of the kernel's module
} Fingerprints;

extern const char
    fingerprint_ptx[]; // its kernel fingerprint_kernel(at, size, key[0], key[1]) and its variable

// Draws the keys and loads the kernel, which stays as long as this process. Returns a cudaError_t.
int fingerprint_open(Fingerprints *f, const Driver *driver);

// The fingerprint of `size` bytes, in the order of all other work on the GPU. Returns a cudaError_t.
int fingerprint_take(const Fingerprints *f, DriverAddress at, uint64_t size, uint64_t sums[2]);

#endif
