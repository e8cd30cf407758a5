// Finds PTX in the fat binaries that nvcc embeds.
//
// Section .nv_fatbin (and __nv_relfatbin with -rdc=true) holds one fat binary a translation unit, on 8-byte
// boundaries. As found in files of nvcc 13.0:
//
//   fat binary: u32 magic, u16 version, u16 header size, u64 size of the entries, entries
//   entry: u16 kind, u16 version, u32 header size, u64 payload size (padded to 8)
//     at 16: u32 payload size before padding, where compressed; u32 offset of the options
//     at 24: u16 minor, u16 major version of PTX, u32 architecture
//     at 32: u32 offset, u32 size of the source file's name
//     at 40: u64 flags, u64 0, u64 unpacked size, where compressed
//   options: u32 offset, u32 size of ptxas' command line, " -maxrregcount=32 "; offsets are from the header's start
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem
#endif
#include "grader/objects/elf.h"
#include "grader/objects/lz4.h"
#include "grader/objects/zstd.h"

#include <stdio.h>
#include <stdlib.h>

#define FATBIN_MAGIC UINT32_C(0xBA55ED50)

enum {
    KIND_PTX = 1,
    KIND_CUBIN = 2,
    FLAG_LZ4 = 0x2000,
    FLAG_ZSTD = 0x8000,
    LZ4_BEST_RATIO = 255, // no block unpacks to more than this many times its size
    UNPACKED_MAX = 256 << 20,
};

typedef struct {
    uint16_t kind;
    uint32_t packed_size; // where compressed
    uint32_t arch;
    int registers_max;
    uint64_t flags, unpacked_size;
    Bytes payload;
} Entry;

typedef struct {
    PtxTexts *texts;
    size_t unpacked;  // bytes of memory in use
    uint64_t address; // of the fat binary that is looked at
    int too_new;      // oldest architecture that was left out for being above max_arch, 0: none
    bool damaged;
    bool no_memory;
} Search;

// What nvcc's -maxrregcount, or --maxrregcount=N for ptxas, says there; 0: nothing.
static int registers_max(Bytes header, uint32_t options) {
    static const char name[] = "maxrregcount=";
    Bytes at = header, text = header;
    bytes_take(&at, options);
    const uint32_t offset = bytes_u32(&at), size = bytes_u32(&at);
    bytes_take(&text, offset);
    text = bytes_split(&text, size);
    if (!options || at.bad || text.bad || !size) return 0;
    const char *found = memmem(text.next, size, name, sizeof name - 1), *end = (const char *)text.next + size;
    int number = 0;
    for (found = found ? found + sizeof name - 1 : end; found < end && *found >= '0' && *found <= '9';
         found++)
        if (number < 1000) number = 10 * number + *found - '0';
    return number;
}

static bool next_entry(Bytes *entries, Entry *entry) {
    Bytes start = *entries;
    entry->kind = bytes_u16(entries);
    bytes_u16(entries);
    uint32_t header_size = bytes_u32(entries);
    uint64_t payload_size = bytes_u64(entries);

    Bytes header = bytes_split(&start, header_size);
    const Bytes whole = header;
    bytes_take(&header, 16);
    entry->packed_size = bytes_u32(&header);
    entry->registers_max = registers_max(whole, bytes_u32(&header));
    bytes_take(&header, 4);
    entry->arch = bytes_u32(&header);
    bytes_take(&header, 8);
    entry->flags = bytes_u64(&header);
    bytes_take(&header, 8);
    entry->unpacked_size = bytes_u64(&header);

    entry->payload = bytes_split(&start, payload_size);
    *entries = start;
    return !header.bad && !entry->payload.bad;
}

static bool is_compressed(const Entry *entry) {
    return entry->flags & (FLAG_LZ4 | FLAG_ZSTD);
}

static bool is_readable(const Entry *entry) {
    return entry->flags & FLAG_ZSTD ? !(entry->flags & FLAG_LZ4) && zstd_is_here() : true;
}

static bool unpack(Search *search, const Entry *entry, PtxText *text) {
    Bytes payload = entry->payload;
    Bytes block = entry->packed_size ? bytes_split(&payload, entry->packed_size) : payload;
    uint64_t size = entry->unpacked_size;
    const bool zstd = entry->flags & FLAG_ZSTD;
    if (size == 0 || size > UNPACKED_MAX - search->unpacked) return false;
    if (!zstd && size / LZ4_BEST_RATIO > bytes_left(&block)) return false;
    char *memory = malloc(size);
    if (!memory) {
        search->no_memory = true;
        return false;
    }
    if (!(zstd ? zstd_unpack(block, memory, size) : lz4_unpack(block, memory, size))) {
        free(memory);
        return false;
    }
    search->unpacked += size;
    text->text = text->owned = memory;
    text->size = size;
    return true;
}

// The toolkit's own library for launches from kernels, libcudadevrt, which -rdc=true links in: its calls are answered
// by the simulator.
static bool is_device_runtime(const PtxText *text) {
    static const char mark[] = "__cuda_syscall_";
    return text->owned && memmem(text->text, text->size, mark, sizeof mark - 1) != NULL;
}

// Appends the entry's text.
static void keep_entry(Search *search, const Entry *entry) {
    PtxText text = {
        .arch = (int)entry->arch, .registers_max = entry->registers_max, .address = search->address};
    if (is_compressed(entry)) {
        if (!unpack(search, entry, &text)) {
            search->damaged = true;
            return;
        }
    } else {
        text.text = (const char *)entry->payload.next;
        text.size = bytes_left(&entry->payload);
    }
    text.size = strnlen(text.text, text.size);
    if (is_device_runtime(&text)) {
        free(text.owned);
        return;
    }

    PtxTexts *texts = search->texts;
    PtxText *items = realloc(texts->items, ((size_t)texts->count + 1) * sizeof *items);
    if (!items) {
        free(text.owned);
        search->no_memory = true;
        return;
    }
    texts->items = items;
    items[texts->count++] = text;
}

// Keeps the newest PTX that is not above max_arch and counts what else there is.
static void search_fat_binary(Search *search, Bytes entries, int max_arch) {
    Entry best = {0};
    while (bytes_left(&entries)) {
        Entry entry;
        if (!next_entry(&entries, &entry)) {
            search->damaged = true;
            break;
        }
        if (entry.kind == KIND_CUBIN) search->texts->cubin_count++;
        if (entry.kind != KIND_PTX || entry.arch == 0 || entry.arch > INT16_MAX) continue;
        if (max_arch && entry.arch > (uint32_t)max_arch) {
            if (search->too_new == 0 || (int)entry.arch < search->too_new) search->too_new = (int)entry.arch;
        } else if (!is_readable(&entry)) {
            search->texts->compressed = true;
        } else if (entry.arch > best.arch) {
            best = entry;
        }
    }
    if (best.arch) keep_entry(search, &best);
}

// Fat binaries follow each other with padding between; what is neither is stepped over.
static void search_section(Search *search, Bytes section, uint64_t address, int max_arch) {
    const uint8_t *start = section.next;
    while (bytes_left(&section) >= 8) {
        Bytes fat = section;
        if (bytes_u32(&fat) != FATBIN_MAGIC) {
            bytes_take(&section, 8);
            continue;
        }
        search->address = address + (uint64_t)(section.next - start);
        bytes_u16(&fat);
        uint16_t header_size = bytes_u16(&fat);
        uint64_t size = bytes_u64(&fat);
        bytes_take(&section, header_size < 16 ? 16 : header_size);
        Bytes entries = bytes_split(&section, size);
        if (entries.bad) {
            search->damaged = true;
            return;
        }
        search_fat_binary(search, entries, max_arch);
    }
}

static const char *const rebuild = "nvcc -arch=compute_75 -code=compute_75";

// Why there is no PTX to run, and what mends it.
static void explain(const Search *search, int max_arch, char *error, size_t error_size) {
    const PtxTexts *texts = search->texts;
    if (search->no_memory)
        snprintf(error, error_size,
                 "There is not enough memory to unpack the file's PTX: close other programs.");
    else if (texts->compressed)
        snprintf(
            error, error_size,
            "The file's PTX is compressed with zstd, and this machine has no libzstd.so.1 to read it: build it "
            "with the nvcc option -no-compress, or install the library (Debian and Ubuntu: libzstd1).");
    else if (search->too_new)
        snprintf(error, error_size,
                 "The file's PTX is for compute_%d and newer, the device has compute capability %d.%d: build "
                 "it with "
                 "nvcc -arch=compute_%d -code=compute_%d, or choose a newer GPU.",
                 search->too_new, max_arch / 10, max_arch % 10, max_arch, max_arch);
    else if (search->damaged)
        snprintf(error, error_size, "The file's device code is damaged: build it again, %s -no-compress.",
                 rebuild);
    else if (texts->cubin_count)
        snprintf(error, error_size,
                 "The file has machine code for the GPU only (%d cubin%s), no PTX: build it with %s.",
                 texts->cubin_count, texts->cubin_count == 1 ? "" : "s", rebuild);
    else
        snprintf(error, error_size, "There is no device code in the file: build a .cu file with %s.",
                 rebuild);
}

bool find_ptx(const FileImage *image, int max_arch, PtxTexts *texts, char *error, size_t error_size) {
    *texts = (PtxTexts){0};
    if (!elf_is_readable(image)) {
        snprintf(error, error_size,
                 "The file is not a 64-bit ELF program or shared object: give the file that nvcc made.");
        return false;
    }
    static const char *const sections[] = {".nv_fatbin", "__nv_relfatbin"};
    Search search = {.texts = texts};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        Bytes section;
        const int before = texts->count;
        if (elf_section(image, sections[i], &section))
            search_section(&search, section, elf_section_address(image, sections[i]), max_arch);
        for (int k = before; k < texts->count; k++) texts->items[k].relocatable = i == 1;
    }
    if (texts->count > 0 && !search.no_memory) return true;
    explain(&search, max_arch, error, error_size);
    ptx_texts_free(texts);
    return false;
}

bool has_device_code(const FileImage *image) {
    Bytes section;
    return elf_section(image, ".nv_fatbin", &section);
}

void ptx_texts_free(PtxTexts *texts) {
    for (int i = 0; i < texts->count; i++) free(texts->items[i].owned);
    free(texts->items);
    texts->items = NULL;
    texts->count = 0;
}
