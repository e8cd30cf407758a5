// Takes instructions, lines and blocks out of ptxas' output, an ELF file.
#include "grader/model/machine_code.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INSTRUCTION = 16 }; // bytes

enum { // operations that are looked at one by one
    OP_BAR = 0x11d,
    OP_BSYNC = 0x141,
    OP_BRX = 0x149,
    OP_JMP = 0x14a,
    OP_NOP = 0x118,
    OP_BREAK = 0x142,
    OP_LDG = 0x181,
    OP_LD = 0x180,
    OP_LDL = 0x183,
    OP_LDS = 0x184,
    OP_ST = 0x185,
    OP_STG = 0x186,
    OP_STL = 0x187,
    OP_STS = 0x188,
    OP_LDGSTS = 0x1ae,
};

typedef struct {
    const uint8_t *bytes;
    size_t size;
    const Elf64_Ehdr *head;
    const Elf64_Shdr *sections;
    const char *names;
} File;

static bool inside(const File *f, uint64_t offset, uint64_t size) {
    return offset <= f->size && size <= f->size - offset;
}

static const char *text_at(const File *f, const Elf64_Shdr *table, uint32_t offset) {
    if (offset >= table->sh_size || !inside(f, table->sh_offset, table->sh_size)) return "";
    const char *text = (const char *)f->bytes + table->sh_offset + offset;
    return memchr(text, 0, table->sh_size - offset) ? text : "";
}

static bool open_file(File *f, const uint8_t *bytes, size_t size) {
    *f = (File){bytes, size, (const Elf64_Ehdr *)bytes, NULL, NULL};
    if (size < sizeof *f->head || memcmp(bytes, ELFMAG, SELFMAG) != 0 || bytes[EI_CLASS] != ELFCLASS64)
        return false;
    if (!inside(f, f->head->e_shoff, (uint64_t)f->head->e_shnum * sizeof(Elf64_Shdr))) return false;
    if (f->head->e_shstrndx >= f->head->e_shnum) return false;
    f->sections = (const Elf64_Shdr *)(bytes + f->head->e_shoff);
    return true;
}

static const Elf64_Shdr *section_named(const File *f, const char *name, const char *rest) {
    const size_t length = strlen(name);
    for (int i = 0; i < f->head->e_shnum; i++) {
        const char *own = text_at(f, &f->sections[f->head->e_shstrndx], f->sections[i].sh_name);
        if (strncmp(own, name, length) == 0 && strcmp(own + length, rest) == 0 &&
            inside(f, f->sections[i].sh_offset, f->sections[i].sh_size))
            return &f->sections[i];
    }
    return NULL;
}

// ---- What each instruction is

static Unit unit_of(uint16_t operation) {
    switch (operation) {
    case OP_LDG:
    case OP_LD:
    case OP_ST:
    case OP_STG:
    case OP_LDGSTS:
    case 0x1a8:
    case 0x18e:
    case 0x1a6:
    case 0x1a3:
    case 0x18a:
    case 0x1a9:
    case 0x1a2:
    case 0x18b:
    case 0x1aa: return UNIT_GLOBAL;
    case OP_LDL:
    case OP_STL: return UNIT_LOCAL;
    case OP_LDS:
    case OP_STS:
    case 0x18c:
    case 0x18d: return UNIT_SHARED;
    case 0x182: return UNIT_CONSTANT;
    case 0x189: return UNIT_SHUFFLE;
    case 0x119:
    case 0x1c3:
    case 0x1c5: return UNIT_REGISTER;
    case OP_BAR: return UNIT_BARRIER;
    case 0x20:
    case 0x21:
    case 0x23:
    case 0x35:
    case 0x31:
    case 0x32:
    case 0x30:
    case 0x3b: return UNIT_FMA;
    case 0x24:
    case 0x25:
    case 0x27:
    case 0x26:
    case 0x36: return UNIT_IMAD; // VIADD too: seen on an H200
    case 0x28:
    case 0x29:
    case 0x2a:
    case 0x2b:
    case 0x2c:
    case 0x2d: return UNIT_FP64;
    case 0x3c:
    case 0x37:
    case 0x3f:
    case 0x23c: return UNIT_TENSOR;
    case 0x100:
    case 0x102:
    case 0x105:
    case 0x106:
    case 0x107:
    case 0x108:
    case 0x109:
    case 0x104:
    case 0x110:
    case 0x111:
    case 0x112:
    case 0x113: return UNIT_SPECIAL;
    default: break;
    }
    if (operation >= 0x80 && operation < 0xc0) return UNIT_UNIFORM;
    if (operation >= 0x118 && operation < 0x180) return UNIT_CONTROL;
    return UNIT_ALU;
}

static uint8_t width_of(const MachineInstruction *i, uint64_t high) {
    static const uint8_t bytes[] = {1, 1, 2, 2, 4, 8, 16, 16}; // bits 73 to 75: U8, S8, U16, S16, 32, 64, 128
    const bool memory = i->unit == UNIT_GLOBAL || i->unit == UNIT_LOCAL || i->unit == UNIT_SHARED;
    return memory && !i->atomic ? bytes[high >> 9 & 7] : 4;
}

static MachineInstruction decode(uint64_t low, uint64_t high, uint32_t place, uint32_t count) {
    MachineInstruction i = {.operation = low & 0x1ff, .target = -1};
    i.unit = (uint8_t)unit_of(i.operation);
    i.stall = high >> 41 & 15;
    i.sets = high >> 46 & 7;
    i.frees = high >> 49 & 7;
    i.waits = high >> 52 & 63;
    i.guarded = (low >> 12 & 15) != 7;
    i.store = i.operation == OP_STG || i.operation == OP_ST || i.operation == OP_STL || i.operation == OP_STS;
    i.atomic = (i.unit == UNIT_GLOBAL || i.unit == UNIT_SHARED) && !i.store && i.operation != OP_LDG &&
               i.operation != OP_LD && i.operation != OP_LDS && i.operation != OP_LDGSTS;
    i.width = width_of(&i, high);
    i.immediate = (int32_t)((int64_t)(low << 0) >> 40);    // bits 40 to 63, signed
    if (i.operation == OP_BRA || i.operation == OP_CALL) { // words of four bytes: bits 16 to 23, then 34 on
        const int32_t high_part = (int32_t)(low >> 32) >> 2;
        const int64_t words = (int64_t)high_part * 256 + (int64_t)(low >> 16 & 255);
        const int64_t to = (int64_t)place * INSTRUCTION + INSTRUCTION + words * 4;
        if (to >= 0 && to < (int64_t)count * INSTRUCTION) i.target = (int32_t)(to / INSTRUCTION);
    }
    return i;
}

// ---- The lines of PTX: DWARF 2's line programs, a sequence a kernel, in .nv_debug_line_sass

typedef struct {
    const uint8_t *at, *end;
} Cursor;

static uint64_t unsigned_leb(Cursor *c) {
    uint64_t value = 0;
    for (int shift = 0; c->at < c->end; shift += 7) {
        const uint8_t byte = *c->at++;
        if (shift < 64) value |= (uint64_t)(byte & 127) << shift;
        if (!(byte & 128)) break;
    }
    return value;
}

static int64_t signed_leb(Cursor *c) {
    int64_t value = 0;
    int shift = 0;
    uint8_t byte = 0;
    while (c->at < c->end) {
        byte = *c->at++;
        if (shift < 64) value |= (int64_t)(byte & 127) << shift;
        shift += 7;
        if (!(byte & 128)) break;
    }
    return byte & 64 && shift < 64 ? value | (int64_t)(~0ull << shift) : value;
}

// The section that the address at this place of the line table refers to: -1 where nothing is relocated there.
// Relocations have an addend of their own or not, by the GPU.
static int relocated_to(const File *f, const char *table, uint64_t offset) {
    const Elf64_Shdr *rela = section_named(f, ".rela", table), *rel = section_named(f, ".rel", table);
    const Elf64_Shdr *symbols = section_named(f, ".symtab", ""), *from = rela ? rela : rel;
    if (!from || !symbols) return -1;
    const uint64_t size = rela ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
    const Elf64_Sym *s = (const Elf64_Sym *)(f->bytes + symbols->sh_offset);
    for (uint64_t i = 0; i < from->sh_size / size; i++) {
        const Elf64_Rel *r = (const Elf64_Rel *)(f->bytes + from->sh_offset + i * size);
        if (r->r_offset == offset && ELF64_R_SYM(r->r_info) < symbols->sh_size / sizeof *s)
            return s[ELF64_R_SYM(r->r_info)].st_shndx;
    }
    return -1;
}

typedef struct {
    uint64_t address, line;
    bool ours;
} LineState;

// All instructions from the row before up to this one have that row's line.
static void add_row(MachineCode *code, LineState *before, const LineState *now) {
    for (uint64_t i = before->address / INSTRUCTION;
         before->ours && i < now->address / INSTRUCTION && i < code->count; i++)
        code->instructions[i].ptx_line = (uint32_t)before->line;
    *before = *now;
}

static void run_extended(const File *f, const char *table, Cursor *c, const uint8_t *start, int wanted,
                         LineState *now, LineState *row, MachineCode *code) {
    const uint64_t length = unsigned_leb(c);
    if (length == 0 || length > (uint64_t)(c->end - c->at)) {
        c->at = c->end;
        return;
    }
    const uint8_t *operand = c->at + 1;
    if (*c->at == 2 && length == 9) {
        memcpy(&now->address, operand, 8);
        now->ours = relocated_to(f, table, (uint64_t)(operand - start)) == wanted;
        *row = (LineState){0};
    } else if (*c->at == 1) {
        add_row(code, row, now);
        *now = (LineState){.line = 1};
        *row = (LineState){0};
    }
    c->at += length;
}

static void run_lines(const File *f, const char *table, Cursor c, const uint8_t *start, int wanted,
                      const uint8_t *head, MachineCode *code) {
    const int8_t line_base = (int8_t)head[2];
    const uint8_t range = head[3] ? head[3] : 1, base = head[4];
    LineState now = {.line = 1}, row = {0};
    while (c.at < c.end) {
        const uint8_t op = *c.at++;
        if (op >= base) {
            now.address += (uint64_t)((op - base) / range) * head[0];
            now.line += (uint64_t)(int64_t)(line_base + (op - base) % range);
            add_row(code, &row, &now);
            continue;
        }
        switch (op) {
        case 0: run_extended(f, table, &c, start, wanted, &now, &row, code); break;
        case 1: add_row(code, &row, &now); break;
        case 2: now.address += unsigned_leb(&c) * head[0]; break;
        case 3: now.line += (uint64_t)signed_leb(&c); break;
        case 8: now.address += (uint64_t)((255 - base) / range) * head[0]; break;
        case 9:
            if (c.end - c.at < 2) return;
            now.address += (uint64_t)(c.at[0] | c.at[1] << 8);
            c.at += 2;
            break;
        case 4:
        case 5: unsigned_leb(&c); break;
        default: break;
        }
    }
}

static void read_lines(const File *f, int wanted, MachineCode *code) {
    static const char table[] = ".nv_debug_line_sass";
    const Elf64_Shdr *section = section_named(f, table, "");
    if (!section) return;
    const uint8_t *start = f->bytes + section->sh_offset, *end = start + section->sh_size;
    for (const uint8_t *at = start; end - at > 16;) { // units: length, version, length of the head, the head
        uint32_t length, head_length;
        memcpy(&length, at, 4);
        memcpy(&head_length, at + 6, 4);
        if (length > (size_t)(end - at) - 4 || head_length > length) return;
        const uint8_t *next = at + 4 + length;
        // The head: bytes of an instruction, of a statement, the base and range of lines, the first special operation.
        run_lines(f, table, (Cursor){at + 10 + head_length, next}, start, wanted, at + 10, code);
        at = next;
    }
}

// ---- Blocks

static bool ends_block(const MachineInstruction *i) {
    switch (i->operation) {
    case OP_BRA:
    case OP_BRX:
    case OP_JMP:
    case OP_EXIT:
    case OP_RET:
    case OP_CALL:
    case OP_BREAK: return true;
    default: return false;
    }
}

// Functions of the assembler's own that ordinary numbers do without: they are called where an operand is special.
static void mark_callees(const File *f, int wanted, bool *callee, bool *rare, uint32_t count) {
    const Elf64_Shdr *symbols = section_named(f, ".symtab", "");
    if (!symbols || symbols->sh_link >= f->head->e_shnum) return;
    const Elf64_Sym *s = (const Elf64_Sym *)(f->bytes + symbols->sh_offset);
    for (uint64_t i = 0; i < symbols->sh_size / sizeof *s; i++) {
        if (s[i].st_shndx != wanted) continue;
        const char *name = text_at(f, &f->sections[symbols->sh_link], s[i].st_name);
        if (!strstr(name, "__internal")) continue;
        const bool slow = strstr(name, "slowpath") || strstr(name, "f64_full") ||
                          strstr(name, "mediumpath") || strstr(name, "rcp_rn") ||
                          strstr(name, "__internal_fp");
        for (uint64_t k = s[i].st_value / INSTRUCTION;
             k < (s[i].st_value + s[i].st_size) / INSTRUCTION && k < count; k++)
            callee[k] = true, rare[k] = slow;
    }
}

static bool cut_blocks(const File *f, int section, MachineCode *code) {
    bool *starts = calloc(code->count + 1, 1), *rare = calloc(code->count + 1, 1),
         *callee = calloc(code->count + 1, 1);
    code->blocks = calloc(code->count + 1, sizeof *code->blocks);
    if (!starts || !rare || !callee || !code->blocks) {
        free(starts), free(rare), free(callee);
        return false;
    }
    mark_callees(f, section, callee, rare, code->count);
    for (uint32_t i = 0; i < code->count; i++) {
        if (ends_block(&code->instructions[i])) starts[i + 1] = true;
        if (code->instructions[i].operation == OP_BAR) starts[i + 1] = true;
        if (code->instructions[i].target >= 0) starts[code->instructions[i].target] = true;
        if (i && (rare[i] != rare[i - 1] || callee[i] != callee[i - 1])) starts[i] = true;
    }
    starts[0] = true;
    for (uint32_t i = 0; i < code->count; i++) {
        if (starts[i]) code->blocks[code->block_count++] = (MachineBlock){i, 0, callee[i], rare[i]};
        code->blocks[code->block_count - 1].count++;
    }
    free(starts), free(rare), free(callee);
    return true;
}

// What follows the last jump back to itself is there to fill a line of the instruction cache. Jumps into it lead nowhere.
static void drop_padding(MachineCode *code) {
    while (code->count && code->instructions[code->count - 1].operation == OP_NOP) code->count--;
    if (code->count && code->instructions[code->count - 1].target == (int32_t)code->count - 1) code->count--;
    for (uint32_t i = 0; i < code->count; i++)
        if (code->instructions[i].target >= (int32_t)code->count) code->instructions[i].target = -1;
}

bool machine_code_read(const uint8_t *cubin, size_t size, const char *kernel, MachineCode *code) {
    File f;
    *code = (MachineCode){0};
    if (!open_file(&f, cubin, size)) return false;
    const Elf64_Shdr *text = section_named(&f, ".text.", kernel);
    if (!text) return false;
    const int section = (int)(text - f.sections);
    code->count = (uint32_t)(text->sh_size / INSTRUCTION);
    code->instructions = calloc(code->count + 1, sizeof *code->instructions);
    if (!code->instructions) return false;
    for (uint32_t i = 0; i < code->count; i++) {
        uint64_t words[2];
        memcpy(words, f.bytes + text->sh_offset + (size_t)i * INSTRUCTION, sizeof words);
        code->instructions[i] = decode(words[0], words[1], i, code->count);
    }
    read_lines(&f, section, code);
    drop_padding(code);
    if (cut_blocks(&f, section, code)) return true;
    machine_code_free(code);
    return false;
}

void machine_code_free(MachineCode *code) {
    free(code->instructions), free(code->blocks);
    *code = (MachineCode){0};
}

// ---- Of instructions and blocks

bool machine_accesses(const MachineInstruction *i) {
    return i->unit == UNIT_GLOBAL || i->unit == UNIT_LOCAL || i->unit == UNIT_SHARED;
}

const MachineInstruction *machine_block_last(const MachineCode *code, uint32_t block) {
    return &code->instructions[code->blocks[block].first + code->blocks[block].count - 1];
}

int machine_successors(const MachineCode *code, uint32_t b, uint32_t *to) {
    const MachineInstruction *last = machine_block_last(code, b);
    int n = 0;
    const bool leaves =
        (last->operation == OP_BRA || last->operation == OP_EXIT || last->operation == OP_RET) &&
        !last->guarded;
    if (last->target >= 0)
        for (uint32_t k = 0; k < code->block_count; k++)
            if (code->blocks[k].first == (uint32_t)last->target && !code->blocks[k].rare) to[n++] = k;
    if (!leaves && b + 1 < code->block_count && !code->blocks[b + 1].rare) to[n++] = b + 1;
    return n;
}

bool machine_follows(const MachineCode *code, uint32_t from, uint32_t to) {
    uint32_t next[2];
    const int n = machine_successors(code, from, next);
    for (int i = 0; i < n; i++)
        if (next[i] == to) return true;
    return false;
}
