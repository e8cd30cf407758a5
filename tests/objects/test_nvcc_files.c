// Are PTX and the line of a launch found in what this machine's nvcc makes?
#define _GNU_SOURCE
#include "grader/objects/objects.h"
#include "tests/check.h"

#include <dlfcn.h>
#include <unistd.h>

static const char kernel_source[] = "__global__ void twice(int *p) { p[threadIdx.x] *= 2; }\n"
                                    "extern \"C\" void run(int *p)\n"
                                    "{\n"
                                    "    twice<<<4, 64>>>(p);\n" // line 4
                                    "}\n";

// Stands in for the CUDA runtime: notes where a launch comes from, and lets none happen.
static const char runtime_source[] =
    "void *launch_address;\n"
    "unsigned __cudaPushCallConfiguration(void) { launch_address = __builtin_return_address(0); return 1; }\n"
    "int __cudaPopCallConfiguration(void) { return 1; }\n"
    "void *__cudaRegisterFatBinary(void *f) { return f; }\n"
    "void __cudaRegisterFatBinaryEnd(void **f) { (void)f; }\n"
    "void __cudaUnregisterFatBinary(void **f) { (void)f; }\n"
    "void __cudaRegisterFunction(void) {}\n"
    "char __cudaInitModule(void **f) { (void)f; return 0; }\n"
    "int cudaLaunchKernel(void) { return 1; }\n"
    "int __cudaLaunchKernel(void) { return 1; }\n"
    "int __cudaGetKernel(void) { return 1; }\n";

static char directory[] = "/tmp/objects-test-XXXXXX";

static bool shell(const char *format, const char *argument) {
    char command[700];
    int used = snprintf(command, sizeof command, "cd %s && PATH=$PATH:$CUDA_HOME/bin:/usr/local/cuda/bin ",
                        directory);
    snprintf(command + used, sizeof command - (size_t)used, format, argument);
    return system(command) == 0;
}

static bool write_source(const char *name, const char *text) {
    char path[100];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    return file && fputs(text, file) >= 0 && fclose(file) == 0;
}

// Makes lab.so with `options`, as `make lab3` makes it but for the architecture.
static bool build(const char *options) {
    return shell(
        "nvcc -O3 -lineinfo -cudart none -shared -Xcompiler -fPIC,-g %s kernel.cu runtime.c -o lab.so "
        "2>/dev/null",
        options);
}

static bool open_library(FileImage *image, char *path, size_t size) {
    char error[300];
    snprintf(path, size, "%s/lab.so", directory);
    return file_image_open(image, path, error, sizeof error);
}

static void check_launch_line(const char *path, const FileImage *image) {
    void *library = dlopen(path, RTLD_NOW);
    void *run_symbol = library ? dlsym(library, "run") : NULL;
    void **address = library ? dlsym(library, "launch_address") : NULL;
    Dl_info info;
    void (*run)(int *);
    CHECK(run_symbol && address && dladdr(run_symbol, &info));
    if (!run_symbol || !address) return;
    memcpy(&run, &run_symbol, sizeof run);
    run(NULL);
    HostLine line = {.line = 0};
    CHECK(find_host_line(image, (uint64_t)((char *)*address - (char *)info.dli_fbase) - 1, &line));
    CHECK_HAS(line.file, "kernel.cu");
    CHECK_EQ(line.line, 4);
    dlclose(library);
}

TEST(files_of_this_nvcc) {
    CHECK(mkdtemp(directory) != NULL);
    FileImage image;
    PtxTexts texts;
    char path[100], error[600] = "";
    bool present = shell("command -v nvcc %s", ">/dev/null");
    if (present) {
        CHECK(write_source("kernel.cu", kernel_source) && write_source("runtime.c", runtime_source));
        CHECK(build("-arch=compute_75 -code=compute_75 -no-compress"));
        CHECK(open_library(&image, path, sizeof path));
        CHECK(find_ptx(&image, 0, &texts, error, sizeof error));
        CHECK_EQ(texts.count, 1);
        CHECK_EQ(texts.items[0].arch, 75);
        CHECK(memmem(texts.items[0].text, texts.items[0].size, ".entry _Z5twicePi", 17) != NULL);
        ptx_texts_free(&texts);
        check_launch_line(path, &image);
        file_image_close(&image);

        CHECK(build("-arch=compute_75 -code=sm_75"));
        CHECK(open_library(&image, path, sizeof path));
        CHECK(!find_ptx(&image, 0, &texts, error, sizeof error));
        CHECK_HAS(error, "no PTX");
        file_image_close(&image);
    }
    shell("rm -f kernel.cu runtime.c lab.so && rmdir %s", directory);
    if (!present) SKIP("there is no nvcc");
}

CHECK_MAIN()
