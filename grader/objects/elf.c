// Finds sections in an ELF file by name, checking every offset.
#include "grader/objects/elf.h"

#include <elf.h>

typedef struct {
    const uint8_t *headers; // `count` headers of `stride` bytes
    uint64_t count, stride;
    Bytes names;
} SectionTable;

static bool range_fits(const FileImage *image, uint64_t offset, uint64_t size) {
    return offset <= image->size && size <= image->size - offset;
}

// Headers are copied out, since a hostile file need not align them.
static Elf64_Shdr section_header(const SectionTable *table, uint64_t index) {
    Elf64_Shdr header;
    memcpy(&header, table->headers + index * table->stride, sizeof header);
    return header;
}

static bool section_bytes(const FileImage *image, const Elf64_Shdr *header, Bytes *section) {
    if (header->sh_type == SHT_NOBITS || (header->sh_flags & SHF_COMPRESSED)) return false;
    if (!range_fits(image, header->sh_offset, header->sh_size)) return false;
    *section = bytes_of(image->data + header->sh_offset, header->sh_size);
    return true;
}

static bool file_header(const FileImage *image, Elf64_Ehdr *header) {
    if (image->size < sizeof *header) return false;
    memcpy(header, image->data, sizeof *header);
    return memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_ident[EI_CLASS] == ELFCLASS64 &&
           header->e_ident[EI_DATA] == ELFDATA2LSB;
}

static bool open_sections(const FileImage *image, SectionTable *table) {
    Elf64_Ehdr file;
    if (!file_header(image, &file)) return false;
    uint64_t stride = file.e_shentsize;
    if (stride < sizeof(Elf64_Shdr) || !range_fits(image, file.e_shoff, stride)) return false;
    table->headers = image->data + file.e_shoff;
    table->stride = stride;

    // Where a count does not fit its 16 bits, it stands in the first section's header.
    Elf64_Shdr first = section_header(table, 0);
    table->count = file.e_shnum ? file.e_shnum : first.sh_size;
    uint64_t names_index = file.e_shstrndx == SHN_XINDEX ? first.sh_link : file.e_shstrndx;
    if (table->count > (image->size - file.e_shoff) / stride || names_index >= table->count) return false;

    Elf64_Shdr names = section_header(table, names_index);
    return section_bytes(image, &names, &table->names);
}

static bool has_name(const SectionTable *table, const Elf64_Shdr *header, const char *name) {
    Bytes names = table->names;
    if (!bytes_take(&names, header->sh_name)) return false;
    size_t size = strlen(name) + 1;
    const uint8_t *found = bytes_take(&names, size);
    return found && memcmp(found, name, size) == 0;
}

bool elf_is_readable(const FileImage *image) {
    SectionTable table;
    return open_sections(image, &table);
}

static bool find_section(const FileImage *image, const char *name, Elf64_Shdr *header) {
    SectionTable table;
    if (!open_sections(image, &table)) return false;
    for (uint64_t i = 1; i < table.count; i++) {
        *header = section_header(&table, i);
        if (has_name(&table, header, name)) return true;
    }
    return false;
}

bool elf_section(const FileImage *image, const char *name, Bytes *section) {
    Elf64_Shdr header;
    return find_section(image, name, &header) && section_bytes(image, &header, section);
}

uint64_t elf_section_address(const FileImage *image, const char *name) {
    Elf64_Shdr header;
    return find_section(image, name, &header) ? header.sh_addr : 0;
}
