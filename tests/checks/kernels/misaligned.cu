// Addresses that are no multiple of the size of what is read or written there.
extern "C" __global__ void load_pair(const float *in, float *out, int offset) {
    const float2 v = *(const float2 *)(in + offset + 2 * threadIdx.x); // HERE: load_pair
    out[threadIdx.x] = v.x + v.y;
}

extern "C" __global__ void store_four(float *out, int offset) {
    *(float4 *)(out + offset + 4 * threadIdx.x) = make_float4(1, 2, 3, 4); // HERE: store_four
}

extern "C" __global__ void load_int(const char *in, int *out, int offset) {
    out[threadIdx.x] = *(const int *)(in + offset + 4 * threadIdx.x); // HERE: load_int
}

extern "C" __global__ void load_double(const char *in, double *out, int offset) {
    out[threadIdx.x] = *(const double *)(in + offset); // HERE: load_double
}

// Only thread 5 is off.
extern "C" __global__ void one_lane(const char *in, int *out) {
    const int t = threadIdx.x;
    out[t] = *(const short *)(in + 2 * t + (t == 5)); // HERE: one_lane
}

extern "C" __global__ void shared_pair(float *out, int offset) {
    __shared__ __align__(16) float s[128];
    s[threadIdx.x] = 1;
    s[threadIdx.x + 64] = 2;
    __syncthreads();
    const float2 v = *(const float2 *)(s + offset + 2 * (threadIdx.x / 2)); // HERE: shared_pair
    out[threadIdx.x] = v.x + v.y;
}

extern "C" __global__ void atomic_word(char *out, int offset) {
    atomicAdd((int *)(out + offset), 1); // HERE: atomic_word
}

// Two dynamic arrays in one piece of shared memory: the second starts wherever the first ends.
extern "C" __global__ void two_arrays(double *out, int chars) {
    extern __shared__ char memory[];
    double *values = (double *)(memory + chars);
    values[threadIdx.x] = threadIdx.x; // HERE: two_arrays
    out[threadIdx.x] = values[threadIdx.x];
}
