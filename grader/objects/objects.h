// Reads what nvcc leaves in an ELF file: the embedded PTX, and which source line a host address came from.
//
// Works on bytes in memory and trusts none of them: a submission's file is hostile input. Every function
// checks each offset against the size it was given. Only LZ4-compressed PTX needs memory, at most 256 MiB a
// file.
#ifndef WARPBOOK_OBJECTS_H
#define WARPBOOK_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A copy of a whole file in memory, read-only.
typedef struct {
    const uint8_t *data;
    size_t size;
} FileImage;

// Reads a regular file. On failure returns false and writes one sentence to `error` (what, and what to do).
bool file_image_open(FileImage *image, const char *path, char *error, size_t error_size);
void file_image_close(FileImage *image);

// One PTX text inside a fat binary.
typedef struct {
    const char
        *text;   // points into the image, or into memory owned by PtxTexts where it was stored compressed
    size_t size; // bytes, without trailing NULs
    int arch;    // 75 for compute_75
    int registers_max; // a thread, that nvcc's -maxrregcount allows; 0: no limit
    uint64_t address;  // of its fat binary, relative to the file's load address
    bool relocatable;  // of -rdc=true: to be linked with the file's other such texts
    int object;        // for who holds texts of several files: which of them
    char *owned;       // the memory behind text where it was stored compressed, else NULL
} PtxText;

typedef struct {
    PtxText *
        items; // in file order; only the newest architecture of each fat binary is kept, not above `max_arch`
    int count;
    int cubin_count; // machine-code entries seen and left alone
    bool compressed; // an entry was compressed and could not be read
} PtxTexts;

// Finds every PTX text in the .nv_fatbin section (CUDA 12 and 13 layouts, one or many translation units).
// `max_arch` is the newest compute capability wanted (0: any). Returns false with one sentence in `error`,
// for instance where there is no device code at all or only machine code or compressed PTX; the sentence says
// which nvcc option mends it.
bool find_ptx(const FileImage *image, int max_arch, PtxTexts *texts, char *error, size_t error_size);
void ptx_texts_free(PtxTexts *texts);

// Can this program's file be run with our libcudart.so.MAJOR in place of NVIDIA's? False with one or two
// sentences in `error`: linked statically, another version, the driver API.
bool program_is_runnable(const FileImage *image, int cuda_major, char *error, size_t error_size);

// Does it call for streams besides the default one? Was it compiled with --default-stream per-thread, all of it?
bool makes_streams(const FileImage *image);
bool has_per_thread_streams(const FileImage *image);

// Is there a section with device code at all?
bool has_device_code(const FileImage *image);

// Where a host address came from, from DWARF's .debug_line (version 3, 4 or 5).
typedef struct {
    char file[512]; // as the compiler wrote it, directory included where it is relative
    int line;       // 1-based
    int column;     // 0 where not known
} HostLine;

// `address` is relative to the file's load address. Returns false where no line is known.
bool find_host_line(const FileImage *image, uint64_t address, HostLine *line);

#endif
