// Changes inputs of the target objects as the files that they are: one section's bytes, a header's number,
// another fat binary, with all offsets and sizes right. libFuzzer's own changes come in between.
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>

#include "grader/objects/elf.h"
#include "tests/fuzz/mutate.h"

enum { SECTIONS = 7, ROOM = 1 << 13, ENTRY_HEADER = 64, FAT_HEADER = 16, FLAG_LZ4 = 0x2000 };

static const char *const names[SECTIONS] = {".nv_fatbin", "__nv_relfatbin", ".debug_line", ".debug_line_str",
                                            ".debug_str", ".dynamic",       ".dynstr"};
enum { FATBIN, RELFATBIN, LINES };

typedef struct {
    bool there;
    size_t size;
    uint8_t bytes[ROOM];
} Part;

// ---- A file from its sections

static void read_parts(const uint8_t *data, size_t size, Part parts[SECTIONS]) {
    const FileImage image = {data, size};
    for (int i = 0; i < SECTIONS; i++) {
        Bytes section;
        parts[i].there = elf_section(&image, names[i], &section) && bytes_left(&section) <= ROOM;
        parts[i].size = parts[i].there ? bytes_left(&section) : 0;
        if (parts[i].size) memcpy(parts[i].bytes, section.next, parts[i].size);
    }
}

// The size of the file, or 0 where it has no room.
static size_t write_file(const Part parts[SECTIONS], uint8_t *file, size_t room) {
    char texts[200] = "";
    size_t text_size = 1, at = sizeof(Elf64_Ehdr);
    Elf64_Shdr headers[SECTIONS + 2] = {0};
    int count = 1;
    for (int i = 0; i < SECTIONS; i++) {
        if (!parts[i].there) continue;
        headers[count++] = (Elf64_Shdr){.sh_name = (Elf64_Word)text_size,
                                        .sh_type = SHT_PROGBITS,
                                        .sh_offset = at,
                                        .sh_size = parts[i].size};
        text_size += (size_t)sprintf(texts + text_size, "%s", names[i]) + 1;
        if (at + parts[i].size > room) return 0;
        if (parts[i].size) memcpy(file + at, parts[i].bytes, parts[i].size);
        at += parts[i].size;
    }
    headers[count++] = (Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_offset = at, .sh_size = text_size};
    const size_t table = at + text_size, end = table + (size_t)count * sizeof *headers;
    if (end > room) return 0;
    memcpy(file + at, texts, text_size);
    memcpy(file + table, headers, (size_t)count * sizeof *headers);
    Elf64_Ehdr head = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                       .e_shoff = table,
                       .e_shentsize = sizeof *headers,
                       .e_shnum = (Elf64_Half)count,
                       .e_shstrndx = (Elf64_Half)(count - 1)};
    memcpy(file, &head, sizeof head);
    return end;
}

// ---- Fat binaries

static void put(Part *p, uint64_t value, size_t bytes) {
    if (p->size + bytes > ROOM) return;
    memcpy(p->bytes + p->size, &value, bytes);
    p->size += bytes;
}

static void put_length(Part *p, size_t length) {
    if (length < 15) return;
    for (length -= 15; length >= 255; length -= 255) put(p, 255, 1);
    put(p, length, 1);
}

// Random sequences, nearly all of them right. Returns the size that they unpack to.
static size_t put_lz4(Part *p) {
    size_t size = 0;
    for (uint32_t left = 1 + below(4); left--;) {
        const size_t literals = below(4) ? below(14) : below(300),
                     match = 4 + (below(4) ? below(12) : below(600));
        const bool has_match = left || below(2);
        put(p, (literals < 15 ? literals : 15) << 4 | (match - 4 < 15 ? match - 4 : 15), 1);
        put_length(p, literals);
        for (size_t i = 0; i < literals; i++) put(p, 'a' + below(26), 1);
        size += literals;
        if (!has_match) break;
        put(p, below(16) ? 1 + below(size ? (uint32_t)size : 1) : small_number(), 2);
        put_length(p, match - 4);
        size += match;
    }
    return size + (below(16) ? 0 : small_number());
}

static void put_entry(Part *p) {
    static const char ptx[] = ".version 8.3\n.target sm_75\n.address_size 64\n";
    static Part payload;
    payload.size = 0;
    const bool packed = below(2);
    const size_t unpacked = packed ? put_lz4(&payload) : 0;
    for (size_t i = 0; !packed && i < sizeof ptx; i++) put(&payload, (uint8_t)ptx[i], 1);
    const uint8_t kind = (uint8_t)(below(6) ? 1 : below(4));
    put(p, kind | 0x101 << 16, 4);
    put(p, below(16) ? ENTRY_HEADER : small_number(), 4);
    put(p, payload.size, 8);
    put(p, below(2) ? payload.size : 0, 4);
    put(p, 0, 8);
    put(p, below(8) ? 75 + 5 * below(4) : small_number(), 4);
    put(p, 0, 8);
    put(p, packed ? FLAG_LZ4 : below(8) ? 0 : 0x8000, 8);
    put(p, 0, 8);
    put(p, unpacked, 8);
    for (size_t i = 0; i < payload.size; i++) put(p, payload.bytes[i], 1);
}

static void put_fat_binary(Part *p) {
    static Part entries;
    entries.size = 0;
    for (uint32_t left = 1 + below(3); left--;) put_entry(&entries);
    while (p->size % 8) put(p, 0, 1);
    put(p, 0xBA55ED50 | (uint64_t)1 << 32 | (uint64_t)FAT_HEADER << 48, 8);
    put(p, below(16) ? entries.size : small_number(), 8);
    for (size_t i = 0; i < entries.size; i++) put(p, entries.bytes[i], 1);
    p->there = true;
}

// ---- Changes

static void change_part(Part parts[SECTIONS]) {
    const uint32_t which = below(SECTIONS);
    Part *p = &parts[which];
    p->there |= below(2);
    if (p->there) p->size = LLVMFuzzerMutate(p->bytes, p->size, p->size + 64 < ROOM ? p->size + 64 : ROOM);
    const uint32_t length = (uint32_t)p->size - 4;
    if (which == LINES && p->size > 4 && below(2)) memcpy(p->bytes, &length, 4); // of the unit
}

// A number of 1 to 8 bytes, in the headers or anywhere.
static void change_number(uint8_t *data, size_t size) {
    Elf64_Ehdr head;
    if (size < sizeof head) return;
    memcpy(&head, data, sizeof head);
    const bool in_table = below(2) && head.e_shoff < size;
    const size_t from = in_table ? head.e_shoff : 0, at = from + 4 * (below((uint32_t)(size - from)) / 4);
    uint64_t value = below(2) ? large_number() : small_number();
    if (below(3) == 0) {
        memcpy(&value, data + at, size - at < 8 ? size - at : 8);
        value += below(3) - 1;
    }
    const size_t bytes = (size_t)1 << below(4);
    memcpy(data + at, &value, size - at < bytes ? size - at : bytes);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    static Part parts[SECTIONS];
    static uint8_t file[SECTIONS * ROOM];
    mutate_seed(seed);
    const uint32_t what = below(8);
    if (what == 0 || size == 0) return LLVMFuzzerMutate(data, size, most);
    if (what == 1) {
        change_number(data, size);
        return size;
    }
    read_parts(data, size, parts);
    Part *p = &parts[below(SECTIONS)];
    if (what == 2) p->there = !p->there;
    if (what == 3 && below(8) == 0) parts[FATBIN].size = 0;
    if (what == 3 || what == 4) put_fat_binary(&parts[below(8) ? FATBIN : RELFATBIN]);
    if (what > 4) change_part(parts);
    const size_t written = write_file(parts, file, most < sizeof file ? most : sizeof file);
    if (!written) return size;
    memcpy(data, file, written);
    return written;
}
