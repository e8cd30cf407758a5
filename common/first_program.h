// The entry points of lab 0: a first CUDA program, in pieces.
#ifndef WARPBOOK_FIRST_PROGRAM_H
#define WARPBOOK_FIRST_PROGRAM_H

#ifdef __cplusplus
extern "C" {
#endif

// Sends n floats to the device and back: `to` gets what `from` holds. Both are arrays of the host, page-locked or not. Returns what CUDA
// says, a cudaError_t: 0 is cudaSuccess.
int round_trip(const float *from, float *to, int n);

// c = a + b for n floats. All three are arrays of the host; the sum is computed on the device, in blocks of
// `block` threads. Returns what CUDA says: a block may be larger than CUDA allows.
int add_vectors(const float *a, const float *b, float *c, int n, int block);

// Something to be timed. `launch` asks the device for the work and returns at once; `wait` returns when the device has
// nothing left to do; `now` is the time of the host's clock, in ms. For a kernel of your own these are
//     kernel<<<grid, block>>>(...);     cudaDeviceSynchronize();     a clock such as clock_gettime()
typedef struct {
    void (*launch)(void);
    void (*wait)(void);
    double (*now)(void);
} Timed;

// Milliseconds of one launch: the mean of `repeats` of them, the very first one left out.
double time_of_launch(Timed timed, int repeats);

// grey[i] is the brightness of pixel rgb[i], 0xAARRGGBB where A may be anything: (77 R + 150 G + 29 B) / 256, rounded down,
// 0 to 255. `rgb` and `grey` are device pointers. The kernel is launched with `blocks` blocks of 256 threads, whatever n is.
void launch_grey(const int *rgb, int *grey, int n, int blocks);

#ifdef __cplusplus
}
#endif

#endif
