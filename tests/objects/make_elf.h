// Makes ELF files in memory, for the tests of what reads them.
#ifndef WARPBOOK_TESTS_MAKE_ELF_H
#define WARPBOOK_TESTS_MAKE_ELF_H

#include "grader/objects/objects.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint8_t data[8192];
    size_t size;
} Buffer;

static inline void put_bytes(Buffer *b, const void *bytes, size_t size) {
    if (size > sizeof b->data - b->size) abort();
    memcpy(b->data + b->size, bytes, size);
    b->size += size;
}

static inline void put_number(Buffer *b, uint64_t value, int width) {
    for (int i = 0; i < width; i++) put_bytes(b, &(uint8_t){(uint8_t)(value >> (8 * i))}, 1);
}

// A string with its NUL.
static inline void put_string(Buffer *b, const char *text) {
    put_bytes(b, text, strlen(text) + 1);
}

static inline void set_number(Buffer *b, size_t offset, uint64_t value, int width) {
    for (int i = 0; i < width; i++) b->data[offset + (size_t)i] = (uint8_t)(value >> (8 * i));
}

static inline void align_buffer(Buffer *b, size_t to) {
    while (b->size % to) put_number(b, 0, 1);
}

typedef struct {
    const char *name;
    const Buffer *content;
} TestSection;

// An ELF file of exactly the bytes that it needs, to be freed with free_elf.
static inline FileImage make_elf(const TestSection *sections, int count) {
    static Buffer file, names;
    Elf64_Shdr headers[10] = {{0}};
    file.size = names.size = 0;
    Elf64_Ehdr head = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                       .e_type = ET_DYN,
                       .e_machine = EM_X86_64,
                       .e_shentsize = sizeof(Elf64_Shdr),
                       .e_shnum = (uint16_t)(count + 2),
                       .e_shstrndx = (uint16_t)(count + 1)};
    put_bytes(&file, &head, sizeof head);
    put_string(&names, "");
    for (int i = 0; i < count; i++) {
        align_buffer(&file, 8);
        headers[i + 1] = (Elf64_Shdr){.sh_name = (uint32_t)names.size,
                                      .sh_type = SHT_PROGBITS,
                                      .sh_offset = file.size,
                                      .sh_size = sections[i].content->size};
        put_string(&names, sections[i].name);
        put_bytes(&file, sections[i].content->data, sections[i].content->size);
    }
    headers[count + 1] =
        (Elf64_Shdr){.sh_name = 0, .sh_type = SHT_STRTAB, .sh_offset = file.size, .sh_size = names.size};
    put_bytes(&file, names.data, names.size);
    align_buffer(&file, 8);
    set_number(&file, offsetof(Elf64_Ehdr, e_shoff), file.size, 8);
    put_bytes(&file, headers, sizeof *headers * (size_t)(count + 2));

    uint8_t *copy = malloc(file.size);
    memcpy(copy, file.data, file.size);
    return (FileImage){copy, file.size};
}

static inline void free_elf(FileImage *image) {
    free((void *)image->data);
}

// Calls `use` with every shorter version of a file, and with versions in which a byte is another; each is a
// copy of its own, so that AddressSanitizer sees a read behind its end.
static inline void damage_elf(const FileImage *image, void (*use)(const FileImage *damaged)) {
    static const uint8_t values[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    for (size_t size = 0; size < image->size; size++) {
        uint8_t *copy = malloc(size ? size : 1);
        memcpy(copy, image->data, size);
        use(&(FileImage){copy, size});
        free(copy);
    }
    uint8_t *copy = malloc(image->size);
    for (size_t at = 0; at < image->size; at++) {
        for (size_t v = 0; v < sizeof values; v++) {
            memcpy(copy, image->data, image->size);
            copy[at] = values[v];
            use(&(FileImage){copy, image->size});
        }
    }
    free(copy);
}

#endif
