// What do the calls for memory say to the device: allocations, copies, fills, variables?
//
// Build with -Igrader's root and the toolkit's include folder, link with our libcudart and -lpthread -ldl.
#define _GNU_SOURCE
#include "tests/runtime/played_device.h"

TEST(malloc_and_free) {
    void *p = NULL;
    begin();
    lay_out(0, DEVICE(256), 0);
    CHECK_EQ(cudaMalloc(&p, 1000), cudaSuccess);
    CHECK_MESSAGE(CALL_MALLOC, 1000);
    CHECK(p == device_pointer(256));
    CHECK_EQ(cudaFree(p), cudaSuccess);
    CHECK_MESSAGE(CALL_FREE, DEVICE(256));
    CHECK_EQ(cudaFree(NULL), cudaSuccess);
    CHECK_MESSAGE(CALL_FREE, 0);
}

TEST(a_failed_malloc_leaves_the_pointer_and_the_error) {
    void *p = &p;
    begin();
    lay_out(cudaErrorMemoryAllocation, 0, 0);
    CHECK_EQ(cudaMalloc(&p, 1), cudaErrorMemoryAllocation);
    CHECK(p == &p);
    CHECK_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
    CHECK_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    CHECK_EQ(cudaGetLastError(), cudaSuccess);
    CHECK_EQ(cudaMalloc(NULL, 1), cudaErrorInvalidValue);
    CHECK_EQ(last()->call, CALL_MISUSE);
    CHECK_EQ(last()->arg[1], 1);
}

TEST(pitch_and_memory_info) {
    void *p = NULL;
    size_t pitch = 0, free_bytes = 0, total = 0;
    begin();
    lay_out(0, DEVICE(512), 512);
    lay_out(0, 7, 9);
    CHECK_EQ(cudaMallocPitch(&p, &pitch, 100, 20), cudaSuccess);
    CHECK_MESSAGE(CALL_MALLOC_PITCH, 100, 20);
    CHECK(p == device_pointer(512));
    CHECK_EQ(pitch, 512);
    CHECK_EQ(cudaMemGetInfo(&free_bytes, &total), cudaSuccess);
    CHECK_EQ(last()->call, CALL_MEM_INFO);
    CHECK_EQ(free_bytes, 7);
    CHECK_EQ(total, 9);
}

TEST(copies_in_each_direction) {
    char here[8] = "abcdefg", there[8] = "";
    begin();
    CHECK_EQ(cudaMemcpy(device_pointer(0), here, 8, cudaMemcpyHostToDevice), cudaSuccess);
    CHECK_MESSAGE(CALL_WRITE, DEVICE(0));
    CHECK_EQ(last()->stream, 0);
    CHECK_EQ(last()->waits, 1);
    CHECK_EQ(last()->size, 8);
    CHECK_STR(last_payload(), "abcdefg");

    lay_out_payload((ReplyHead){0}, "ABCDEFG", 8);
    CHECK_EQ(cudaMemcpyAsync(there, device_pointer(8), 8, cudaMemcpyDeviceToHost, (cudaStream_t)77),
             cudaSuccess);
    CHECK_MESSAGE(CALL_READ, DEVICE(8), 8);
    CHECK_EQ(last()->stream, 77); // to pageable memory: it is waited for
    CHECK_EQ(last()->waits, 1);
    CHECK_STR(there, "ABCDEFG");

    CHECK_EQ(cudaMemcpy(device_pointer(16), device_pointer(8), 5, cudaMemcpyDeviceToDevice), cudaSuccess);
    CHECK_MESSAGE(CALL_COPY, DEVICE(16), DEVICE(8), 5);
    CHECK_EQ(last()->stream, 0);
    CHECK_EQ(last()->waits, 0);

    int before = note_count;
    CHECK_EQ(cudaMemcpy(there, here, 8, cudaMemcpyHostToHost), cudaSuccess);
    CHECK_STR(there, "abcdefg");
    CHECK_EQ(cudaMemcpy(device_pointer(0), NULL, 0, cudaMemcpyHostToDevice), cudaSuccess);
    CHECK_EQ(note_count, before);
}

TEST(memcpy_default_goes_by_the_addresses) {
    char here[4] = "xyz";
    begin();
    cudaMemcpy(device_pointer(0), here, 4, cudaMemcpyDefault);
    CHECK_EQ(last()->call, CALL_WRITE);
    cudaMemcpy(here, device_pointer(0), 4, cudaMemcpyDefault);
    CHECK_EQ(last()->call, CALL_READ);
    cudaMemcpy(device_pointer(4), device_pointer(0), 4, cudaMemcpyDefault);
    CHECK_EQ(last()->call, CALL_COPY);
}

TEST(wrong_directions_are_explained) {
    char here[4];
    begin();
    CHECK_EQ(cudaMemcpy(here, device_pointer(0), 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_MESSAGE(CALL_MISUSE, cudaErrorInvalidValue);
    CHECK_HAS(last_payload(), "cudaMemcpy was given cudaMemcpyHostToDevice");
    CHECK_HAS(last_payload(), "destination is host memory and its source is device memory");
    CHECK_HAS(last_payload(), "Give it cudaMemcpyDeviceToHost");
    CHECK_EQ(cudaMemcpy(device_pointer(0), here, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    CHECK_EQ(cudaMemcpy(device_pointer(0), here, 4, (enum cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
    CHECK_EQ(cudaMemcpy(device_pointer(0), NULL, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_HAS(last_payload(), "null pointer as its host source");
    CHECK_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST(a_large_copy_arrives_whole) {
    enum { SIZE = 5 * 1000 * 1000 + 3 };
    unsigned char *here = malloc(SIZE), *back = calloc(1, SIZE);
    begin();
    for (size_t i = 0; i < SIZE; i++) here[i] = (unsigned char)(i * 2654435761u >> 13);
    lay_out(0, 0, 0);
    lay_out_payload((ReplyHead){0}, here, SIZE);
    CHECK_EQ(cudaMemcpy(device_pointer(0), here, SIZE, cudaMemcpyHostToDevice), cudaSuccess);
    CHECK_EQ(last()->size, SIZE);
    CHECK(memcmp(last_payload(), here, SIZE) == 0);
    CHECK_EQ(cudaMemcpy(back, device_pointer(0), SIZE, cudaMemcpyDeviceToHost), cudaSuccess);
    CHECK(memcmp(back, here, SIZE) == 0);
    free(here);
    free(back);
}

TEST(two_dimensional_copies_pack_their_rows) {
    char grid[3][8] = {"ab.....", "cd.....", "ef....."};
    begin();
    CHECK_EQ(cudaMemcpy2D(device_pointer(0), 512, grid, 8, 2, 3, cudaMemcpyHostToDevice), cudaSuccess);
    CHECK_MESSAGE(CALL_WRITE_2D, DEVICE(0), 512, 2, 3, 0);
    CHECK_STR(last_payload(), "abcdef");
    lay_out_payload((ReplyHead){0}, "UVWXYZ", 6);
    CHECK_EQ(cudaMemcpy2DAsync(grid, 8, device_pointer(0), 512, 2, 3, cudaMemcpyDeviceToHost, NULL),
             cudaSuccess);
    CHECK_MESSAGE(CALL_READ_2D, DEVICE(0), 512, 2, 3, 0);
    CHECK_STR(grid[0], "UV.....");
    CHECK_STR(grid[2], "YZ.....");
    cudaMemcpy2D(device_pointer(0), 512, device_pointer(9), 256, 2, 3, cudaMemcpyDeviceToDevice);
    CHECK_MESSAGE(CALL_COPY_2D, DEVICE(0), 512, DEVICE(9), 256, 2, 3, 0);
    CHECK_EQ(cudaMemcpy2D(device_pointer(0), 1, grid, 8, 2, 3, cudaMemcpyHostToDevice),
             cudaErrorInvalidPitchValue);
}

// More rows than one sendmsg takes parts.
TEST(a_tall_two_dimensional_copy_arrives_whole) {
    static char tall[1000][4], packed[2000];
    begin();
    for (int i = 0; i < 1000; i++) {
        tall[i][0] = packed[2 * i] = (char)('a' + i % 26);
        tall[i][1] = packed[2 * i + 1] = (char)('A' + i % 23);
    }
    cudaMemcpy2D(device_pointer(0), 4, tall, 4, 2, 1000, cudaMemcpyHostToDevice);
    CHECK_EQ(last()->size, 2000);
    CHECK(memcmp(last_payload(), packed, 2000) == 0);
    static char back[1000][4];
    lay_out_payload((ReplyHead){0}, packed, 2000);
    cudaMemcpy2D(back, 4, device_pointer(0), 4, 2, 1000, cudaMemcpyDeviceToHost);
    CHECK(memcmp(back, tall, sizeof tall) == 0);
}

TEST(fills) {
    begin();
    CHECK_EQ(cudaMemset(device_pointer(0), -1, 100), cudaSuccess);
    CHECK_MESSAGE(CALL_FILL, DEVICE(0), 255, 100, 0);
    CHECK_EQ(cudaMemset2D(device_pointer(0), 512, 7, 10, 20), cudaSuccess);
    CHECK_MESSAGE(CALL_FILL_2D, DEVICE(0), 512, 7, 10, 20, 0);
    CHECK_EQ(cudaMemsetAsync(device_pointer(0), 1, 2, (cudaStream_t)5), cudaSuccess);
    CHECK_MESSAGE(CALL_FILL, DEVICE(0), 1, 2);
    CHECK_EQ(last()->stream, 5);
    CHECK_EQ(last()->waits, 0);
}

TEST(symbols) {
    static char shadow[16];
    float values[4] = {1, 2, 3, 4};
    void *address = NULL;
    size_t size = 0;
    begin();
    void **module = __cudaRegisterFatBinary(NULL);
    __cudaRegisterVar(module, shadow, shadow, "coefficients", 0, 16, 1, 0);
    CHECK_EQ(note_count, 0);
    lay_out(0, DEVICE(0x40), 16);
    CHECK_EQ(cudaMemcpyToSymbol(shadow, values, 8, 4, cudaMemcpyHostToDevice), cudaSuccess);
    CHECK_EQ(notes[0].head.call, CALL_REGISTER_VARIABLE);
    CHECK_STR(notes[0].payload, "coefficients");
    CHECK_MESSAGE(CALL_WRITE, DEVICE(0x44), 0);
    CHECK_EQ(last()->size, 8);
    CHECK_EQ(cudaGetSymbolAddress(&address, shadow), cudaSuccess);
    CHECK(address == device_pointer(0x40));
    CHECK_EQ(cudaGetSymbolSize(&size, shadow), cudaSuccess);
    CHECK_EQ(size, 16);
    CHECK_EQ(cudaMemcpyFromSymbol(values, shadow, 16, 0, cudaMemcpyDeviceToHost), cudaSuccess);
    CHECK_MESSAGE(CALL_READ, DEVICE(0x40), 16, 0);
    CHECK_EQ(cudaMemcpyToSymbol(shadow, values, 17, 0, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_HAS(last_payload(), "coefficients has 16 bytes");
    CHECK_EQ(cudaMemcpyToSymbol(values, values, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
    __cudaUnregisterFatBinary(module);
    CHECK_EQ(cudaGetSymbolSize(&size, shadow), cudaErrorInvalidSymbol);
}

TEST(host_memory) {
    void *p = NULL;
    struct cudaPointerAttributes attributes;
    begin();
    CHECK_EQ(cudaMallocHost(&p, 100), cudaSuccess);
    CHECK_EQ((uintptr_t)p % 4096, 0);
    memset(p, 1, 100);
    CHECK_EQ(cudaPointerGetAttributes(&attributes, p), cudaSuccess);
    CHECK_EQ(attributes.type, cudaMemoryTypeHost);
    CHECK_EQ(cudaPointerGetAttributes(&attributes, device_pointer(0)), cudaSuccess);
    CHECK_EQ(attributes.type, cudaMemoryTypeDevice);
    CHECK_EQ(cudaFreeHost((char *)p + 1), cudaErrorInvalidValue);
    CHECK_EQ(cudaFreeHost(p), cudaSuccess);
    CHECK_EQ(cudaFreeHost(p), cudaErrorInvalidValue);
    CHECK_EQ(cudaHostAlloc(&p, 4, cudaHostAllocMapped), cudaErrorNotSupported);
    CHECK_EQ(last()->call, CALL_UNSUPPORTED);
    CHECK_EQ(cudaHostRegister(&attributes, sizeof attributes, 0), cudaSuccess);
    CHECK_EQ(cudaHostRegister(&attributes, sizeof attributes, 0), cudaErrorHostMemoryAlreadyRegistered);
    CHECK_EQ(cudaHostUnregister(&attributes), cudaSuccess);
    CHECK_EQ(cudaHostUnregister(&attributes), cudaErrorHostMemoryNotRegistered);
}

CHECK_MAIN()
