// Sections of a 64-bit little-endian ELF file (x86-64 and aarch64 are both).
#ifndef WARPBOOK_ELF_H
#define WARPBOOK_ELF_H

#include "grader/objects/bytes.h"
#include "grader/objects/objects.h"

bool elf_is_readable(const FileImage *image);

// The bytes of the first section called `name`. Returns false where there is none, or none with bytes in the
// file that can be read as they are (SHT_NOBITS, SHF_COMPRESSED).
bool elf_section(const FileImage *image, const char *name, Bytes *section);

// Where that section lies in memory, relative to the file's load address; 0 where it is not loaded.
uint64_t elf_section_address(const FileImage *image, const char *name);

// The first shared object that the file needs (DT_NEEDED) whose name starts with `prefix`. False where none
// does.
bool elf_needs(const FileImage *image, const char *prefix, char *name, size_t name_size);

#endif
