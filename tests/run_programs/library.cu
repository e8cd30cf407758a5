// A shared object with a kernel of its own, which a program loads while it runs.
__global__ void triple_kernel(int *p) {
    *p *= 3;
}

extern "C" int triple(int value) {
    int *p;
    cudaMalloc(&p, sizeof value);
    cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice);
    triple_kernel<<<1, 1>>>(p);
    cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
    cudaFree(p);
    return value;
}
