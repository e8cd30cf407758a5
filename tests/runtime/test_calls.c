// What does each CUDA call say to the device, and what does it make of the answer? Memory:
// test_memory_calls.c.
//
// Build with -Igrader's root and the toolkit's include folder, link with our libcudart and -lpthread -ldl.
#define _GNU_SOURCE
#include "tests/runtime/played_device.h"

#include <cuda_profiler_api.h>
#include <dlfcn.h>

TEST(hello_comes_first_and_states_both_versions) {
    begin();
    CHECK_EQ(hello.head.call, CALL_HELLO);
    CHECK_EQ(hello.head.arg[0], PROTOCOL_VERSION);
    CHECK_EQ(hello.head.arg[1], CUDART_VERSION);
}

typedef struct {
    float c[7];
} Coefficients;

TEST(launches_pack_their_parameters) {
    static const char stub;
    const KernelLayout layout = {.count = 4, .block_size = 48, .param = {{0, 8}, {8, 1}, {12, 28}, {40, 8}}};
    void *p = device_pointer(64);
    char flag = 'y';
    Coefficients c = {{1, 2, 3, 4, 5, 6, 7}};
    double scale = 0.5;
    void *args[] = {&p, &flag, &c, &scale};
    begin();
    void **module = __cudaRegisterFatBinary(NULL);
    __cudaRegisterFunction(module, &stub, (char *)&stub, "_Z6kernelPfc", -1, NULL, NULL, NULL, NULL, NULL);
    lay_out_payload((ReplyHead){.value = {42}}, &layout, sizeof layout);
    CHECK_EQ(cudaLaunchKernel(&stub, (dim3){2, 3, 4}, (dim3){5, 6, 7}, args, 1024, (cudaStream_t)9),
             cudaSuccess);
    CHECK_EQ(notes[0].head.call, CALL_REGISTER_FUNCTION);
    CHECK_STR(notes[0].payload, "_Z6kernelPfc");
    CHECK_MESSAGE(CALL_LAUNCH, 42, 2 | 3ull << 32, 4 | 5ull << 32, 6 | 7ull << 32, 1024, 0, 0);
    CHECK_EQ(last()->stream, 9);
    CHECK_EQ(last()->waits, 0);
    CHECK_EQ(last()->size, 48);
    char expected[48] = {0};
    memcpy(expected, &p, 8);
    expected[8] = 'y';
    memcpy(expected + 12, &c, 28);
    memcpy(expected + 40, &scale, 8);
    CHECK(last()->size == 48 && memcmp(last_payload(), expected, 48) == 0);

    CHECK_EQ(cudaLaunchCooperativeKernel(&stub, (dim3){1, 1, 1}, (dim3){1, 1, 1}, args, 0, NULL),
             cudaSuccess);
    CHECK_EQ(note_count, 3); // not registered twice
    CHECK_EQ(last()->arg[6], 1);
    lay_out(cudaErrorInvalidConfiguration, 0, 0);
    CHECK_EQ(cudaLaunchKernel(&stub, (dim3){1, 1, 1}, (dim3){2048, 1, 1}, args, 0, NULL),
             cudaErrorInvalidConfiguration);
    CHECK_STR(cudaGetErrorString(cudaGetLastError()), "invalid configuration argument");
    __cudaUnregisterFatBinary(module);
    CHECK_EQ(cudaLaunchKernel(&stub, (dim3){1, 1, 1}, (dim3){1, 1, 1}, args, 0, NULL),
             cudaErrorInvalidDeviceFunction);
}

TEST(a_kernel_that_the_device_does_not_have) {
    static const char stub;
    begin();
    void **module = __cudaRegisterFatBinary(NULL);
    __cudaRegisterFunction(module, &stub, (char *)&stub, "gone", -1, NULL, NULL, NULL, NULL, NULL);
    lay_out(0, 0, 0);
    CHECK_EQ(cudaLaunchKernel(&stub, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, NULL),
             cudaErrorInvalidDeviceFunction);
    CHECK_EQ(note_count, 1);
    __cudaUnregisterFatBinary(module);
}

TEST(function_attributes_and_occupancy) {
    static const char stub;
    const KernelLayout layout = {0};
    const FunctionDescription description = {.shared_bytes = 4096, .threads_max = 1024, .registers = 32};
    struct cudaFuncAttributes attributes;
    int blocks = 0;
    begin();
    void **module = __cudaRegisterFatBinary(NULL);
    __cudaRegisterFunction(module, &stub, (char *)&stub, "k", -1, NULL, NULL, NULL, NULL, NULL);
    lay_out_payload((ReplyHead){.value = {8}}, &layout, sizeof layout);
    lay_out_payload((ReplyHead){0}, &description, sizeof description);
    lay_out(0, 16, 0);
    CHECK_EQ(cudaFuncGetAttributes(&attributes, &stub), cudaSuccess);
    CHECK_MESSAGE(CALL_FUNCTION_INFO, 8);
    CHECK_EQ(attributes.sharedSizeBytes, 4096);
    CHECK_EQ(attributes.maxThreadsPerBlock, 1024);
    CHECK_EQ(attributes.numRegs, 32);
    CHECK_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &stub, 128, 64), cudaSuccess);
    CHECK_MESSAGE(CALL_OCCUPANCY, 8, 128, 64);
    CHECK_EQ(blocks, 16);
    CHECK_EQ(cudaFuncSetAttribute(&stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536), cudaSuccess);
    CHECK_MESSAGE(CALL_FUNCTION_SET, 8, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    CHECK_EQ(cudaFuncSetCacheConfig(&stub, cudaFuncCachePreferShared), cudaSuccess);
    __cudaUnregisterFatBinary(module);
}

static int callbacks;
static void count_callback(void *data) {
    callbacks += *(int *)data;
}

TEST(streams) {
    cudaStream_t stream = NULL;
    int lowest = 9, highest = 9, three = 3;
    begin();
    lay_out(0, 33, 0);
    CHECK_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -2), cudaSuccess);
    CHECK_MESSAGE(CALL_STREAM_CREATE, cudaStreamNonBlocking, (uint64_t)-2);
    CHECK_EQ((uintptr_t)stream, 33);
    CHECK_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    CHECK_EQ(last()->call, CALL_STREAM_SYNCHRONIZE);
    CHECK_EQ(last()->stream, 33);
    CHECK_EQ(last()->waits, 1);
    CHECK_EQ(cudaStreamQuery(cudaStreamPerThread), cudaSuccess);
    CHECK_EQ(last()->call, CALL_STREAM_QUERY);
    CHECK_EQ(last()->stream, 2);
    CHECK_EQ(cudaStreamWaitEvent(stream, (cudaEvent_t)44, 0), cudaSuccess);
    CHECK_MESSAGE(CALL_STREAM_WAIT_EVENT, 44);
    CHECK_EQ(last()->stream, 33);
    CHECK_EQ(cudaLaunchHostFunc(stream, count_callback, &three), cudaSuccess);
    CHECK_EQ(notes[note_count - 3].head.call, CALL_STREAM_SYNCHRONIZE);
    CHECK_EQ(notes[note_count - 3].head.stream, 33);
    CHECK_EQ(notes[note_count - 3].head.waits, 0);
    CHECK_EQ(notes[note_count - 2].head.arg[0], HOST_FUNCTION_ASKED);
    CHECK_EQ(notes[note_count - 2].head.stream, 33);
    CHECK_MESSAGE(CALL_HOST_FUNCTION, HOST_FUNCTION_AWAITED); // nothing is under way: it has run
    CHECK_EQ(callbacks, 3);
    lay_out(cudaErrorInvalidResourceHandle, 0, 0);
    CHECK_EQ(cudaStreamDestroy((cudaStream_t)99), cudaErrorInvalidResourceHandle);
    CHECK_MESSAGE(CALL_STREAM_DESTROY, 99);
    CHECK_EQ(cudaDeviceGetStreamPriorityRange(&lowest, &highest), cudaSuccess);
    CHECK_EQ(lowest, 0);
    CHECK_EQ(highest, -5);
}

TEST(events) {
    cudaEvent_t start = NULL;
    float milliseconds = 0;
    begin();
    lay_out(0, 21, 0);
    CHECK_EQ(cudaEventCreateWithFlags(&start, cudaEventDisableTiming), cudaSuccess);
    CHECK_MESSAGE(CALL_EVENT_CREATE, cudaEventDisableTiming);
    CHECK_EQ(cudaEventRecord(start, (cudaStream_t)3), cudaSuccess);
    CHECK_MESSAGE(CALL_EVENT_RECORD, 21);
    CHECK_EQ(last()->stream, 3);
    CHECK_EQ(cudaEventSynchronize(start), cudaSuccess);
    CHECK_MESSAGE(CALL_EVENT_SYNCHRONIZE, 21);
    const float elapsed = 1.25f;
    uint32_t bits;
    memcpy(&bits, &elapsed, sizeof bits);
    lay_out(0, bits, 0);
    CHECK_EQ(cudaEventElapsedTime(&milliseconds, start, (cudaEvent_t)22), cudaSuccess);
    CHECK_MESSAGE(CALL_EVENT_ELAPSED, 21, 22);
    CHECK(milliseconds == elapsed);
    CHECK_EQ(cudaEventDestroy(start), cudaSuccess);
    CHECK_MESSAGE(CALL_EVENT_DESTROY, 21);
}

TEST(devices_and_attributes) {
    int count = 0, value = 0, device = -1;
    begin();
    lay_out(0, 1, 0);
    CHECK_EQ(cudaGetDeviceCount(&count), cudaSuccess);
    CHECK_EQ(last()->call, CALL_DEVICE_COUNT);
    CHECK_EQ(count, 1);
    lay_out(cudaErrorInvalidDevice, 0, 0);
    CHECK_EQ(cudaSetDevice(3), cudaErrorInvalidDevice);
    CHECK_MESSAGE(CALL_SET_DEVICE, 3);
    CHECK_EQ(cudaGetDevice(&device), cudaSuccess);
    CHECK_EQ(device, 0);
    lay_out(0, 132, 0);
    CHECK_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
    CHECK_MESSAGE(CALL_ATTRIBUTE, cudaDevAttrMultiProcessorCount, 0);
    CHECK_EQ(value, 132);
    CHECK_EQ(cudaRuntimeGetVersion(&value), cudaSuccess);
    CHECK_EQ(value, CUDART_VERSION);
}

TEST(properties) {
    const DeviceDescription description = {
        .name = "NVIDIA Test",
        .total_global_memory = 1ull << 37,
        .shared_per_block = 49152,
        .warp_size = 32,
        .threads_per_block_max = 1024,
        .block_max = {1024, 1024, 64},
        .grid_max = {2147483647, 65535, 65535},
        .major = 9,
        .minor = 1,
        .sm_count = 132,
        .l2_bytes = 60 << 20,
        .memory_bus_bits = 6144,
    };
    struct cudaDeviceProp p;
    begin();
    lay_out_payload((ReplyHead){0}, &description, sizeof description);
    CHECK_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
    CHECK_EQ(notes[0].head.call, CALL_PROPERTIES);
    CHECK_STR(p.name, "NVIDIA Test");
    CHECK_EQ(p.totalGlobalMem, 1ull << 37);
    CHECK_EQ(p.maxThreadsDim[2], 64);
    CHECK_EQ(p.maxGridSize[0], 2147483647);
    CHECK_EQ(p.major, 9);
    CHECK_EQ(p.minor, 1);
    CHECK_EQ(p.multiProcessorCount, 132);
    CHECK_EQ(p.memoryBusWidth, 6144);
    CHECK_EQ(cudaPeekAtLastError(), cudaSuccess);
}

// What if the context is lost? The error stays, for every thread, until the device is reset.
static void *peek(void *unused) {
    (void)unused;
    return (void *)(uintptr_t)cudaPeekAtLastError();
}

TEST(sticky_and_ordinary_errors) {
    pthread_t other;
    void *seen;
    begin();
    lay_out(cudaErrorInvalidValue, 0, 0);
    cudaFree(device_pointer(1));
    pthread_create(&other, NULL, peek, NULL);
    pthread_join(other, &seen);
    CHECK_EQ((uintptr_t)seen, cudaSuccess); // an ordinary error belongs to its thread
    CHECK_EQ(cudaDeviceSynchronize(), cudaSuccess);
    CHECK_EQ(cudaGetLastError(), cudaErrorInvalidValue); // success did not clear it

    lay_out(cudaErrorIllegalAddress, 0, 0);
    CHECK_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    CHECK_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    CHECK_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    pthread_create(&other, NULL, peek, NULL);
    pthread_join(other, &seen);
    CHECK_EQ((uintptr_t)seen, cudaErrorIllegalAddress);
    CHECK_EQ(cudaDeviceReset(), cudaSuccess);
    CHECK_EQ(cudaGetLastError(), cudaSuccess);
}

// Runs the call with stdout sent to a pipe and returns what it printed.
static const char *printed_by(cudaError_t call(void)) {
    static char text[256];
    int ends[2], saved = dup(1);
    fflush(stdout);
    if (pipe(ends) != 0) abort();
    dup2(ends[1], 1);
    call();
    fflush(stdout);
    dup2(saved, 1);
    close(ends[1]);
    close(saved);
    ssize_t length = read(ends[0], text, sizeof text - 1);
    text[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    return text;
}

static cudaError_t copy_something(void) {
    char here[4];
    return cudaMemcpy(here, device_pointer(0), 4, cudaMemcpyDeviceToHost);
}

TEST(what_kernels_print_comes_out_when_the_program_waits) {
    begin();
    lay_out_payload((ReplyHead){0}, "hello from thread 3\n", 20);
    CHECK_STR(printed_by(cudaDeviceSynchronize), "hello from thread 3\n");
    lay_out_payload((ReplyHead){.value = {0, 0, 0, 5}}, "data", 4);
    lay_out_payload((ReplyHead){0}, "later", 5);
    CHECK_STR(printed_by(copy_something), "later");
    CHECK_EQ(last()->call, CALL_SYNCHRONIZE);
}

// The messages carry the place of the call, as an address inside this program.
__attribute__((noinline)) static void call_from_here(void) {
    cudaDeviceSynchronize();
    __asm__ volatile(""); // no tail call
}

TEST(callers_point_at_the_call) {
    Dl_info here;
    begin();
    call_from_here();
    dladdr((void *)call_from_here, &here);
    uint64_t start = (uintptr_t)call_from_here - (uintptr_t)here.dli_fbase;
    CHECK(last()->caller[0] >= start);
    CHECK(last()->caller[0] < start + 64);
    CHECK(last()->caller[1] != 0); // and the function that called it
}

TEST(unsupported_calls_are_reported_by_name) {
    cudaArray_t array;
    float *managed;
    begin();
    CHECK_EQ(cudaArrayGetPlane(&array, NULL, 0), cudaErrorNotSupported);
    CHECK_EQ(last()->call, CALL_UNSUPPORTED);
    CHECK_STR(last_payload(), "cudaArrayGetPlane");
    CHECK_EQ(cudaMallocManaged((void **)&managed, 4, cudaMemAttachGlobal), cudaErrorNotSupported);
    CHECK_STR(last_payload(), "cudaMallocManaged, in a lab");
    CHECK(last()->caller[0] != 0);
    CHECK_EQ(cudaGetLastError(), cudaErrorNotSupported);
}

TEST(limits_and_profiler) {
    size_t value = 0;
    begin();
    CHECK_EQ(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize), cudaSuccess);
    CHECK_EQ(value, 8 << 20);
    CHECK_EQ(cudaDeviceSetLimit(cudaLimitStackSize, 4096), cudaSuccess);
    CHECK_EQ(cudaDeviceGetLimit(&value, cudaLimitStackSize), cudaSuccess);
    CHECK_EQ(value, 4096);
    CHECK_EQ(cudaDeviceSetLimit((enum cudaLimit)1000, 1), cudaErrorUnsupportedLimit);
    CHECK_EQ(cudaProfilerStart(), cudaSuccess);
    CHECK_EQ(cudaProfilerStop(), cudaSuccess);
}

// NVIDIA's own library, when the toolkit is here: names and texts need no GPU.
static void *toolkit_library(void) {
    const char *home = getenv("CUDA_HOME");
    char path[4096];
    snprintf(path, sizeof path, "%s/lib64/libcudart.so", home ? home : "/usr/local/cuda");
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

TEST(error_names_and_texts_are_those_of_cuda) {
    CHECK_STR(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
    CHECK_STR(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered");
    CHECK_STR(cudaGetErrorString((cudaError_t)12345), "unrecognized error code");
    void *library = toolkit_library();
    if (!library) SKIP("no CUDA Toolkit here to compare with");
    const char *(*name)(int) = NULL, *(*text)(int) = NULL;
    *(void **)&name = dlsym(library, "cudaGetErrorName");
    *(void **)&text = dlsym(library, "cudaGetErrorString");
    CHECK(name && text && (void *)name != (void *)cudaGetErrorName);
    for (int code = -1; name && text && code <= 10001; code++) {
        if (CUDART_VERSION < 13000 && strcmp(name(code), "unrecognized error code") == 0) continue; // newer
        CHECK_STR(cudaGetErrorName((cudaError_t)code), name(code));
        // CUDA 13 has other words for this one than CUDA 12; ours are those of 13.
        if (CUDART_VERSION >= 13000 || code != cudaErrorInvalidNormSetting)
            CHECK_STR(cudaGetErrorString((cudaError_t)code), text(code));
    }
}

// Whatever a program imports from NVIDIA's library, it finds in ours: otherwise it would not even start.
TEST(every_function_of_the_toolkit_exists) {
    Dl_info here;
    char command[4500], name[256];
    int missing = 0, seen = 0;
    void *library = toolkit_library(), *ours = dlopen(NULL, RTLD_NOW);
    if (!library || !dladdr(dlsym(library, "cudaMalloc"), &here))
        SKIP("no CUDA Toolkit here to compare with");
    snprintf(command, sizeof command,
             "nm -D --defined-only '%s' | sed -n 's/.* T \\([A-Za-z0-9_]*\\).*/\\1/p'", here.dli_fname);
    FILE *list = popen(command, "r");
    while (fscanf(list, "%255s", name) == 1) {
        seen++;
        // In CUDA 12 this one fills CUDA 11's structure; programs call cudaGetDeviceProperties_v2.
        if (CUDART_VERSION < 13000 && strcmp(name, "cudaGetDeviceProperties") == 0) continue;
        if (dlsym(ours, name)) continue;
        missing++;
        fprintf(stderr, "missing from our libcudart: %s\n", name);
    }
    pclose(list);
    CHECK_EQ(missing, 0);
    CHECK(seen == 0 || seen > 100);
}

CHECK_MAIN()
