// TODO 0.1 of a submission, right.
#pragma once
#include "common/cuda_check.h"
#include "common/first_program.h"

int round_trip(const float *from, float *to, int n) {
    float *there = NULL;
    cudaError_t error = cudaMalloc(&there, n * sizeof *there);
    if (error == cudaSuccess) error = cudaMemcpy(there, from, n * sizeof *there, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) error = cudaMemcpy(to, there, n * sizeof *there, cudaMemcpyDeviceToHost);
    cudaFree(there);
    return error;
}
