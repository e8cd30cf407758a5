// Finds the source line of an address by running the line programs in DWARF's .debug_line (version 3, 4 or
// 5).
//
// A line program is byte code that builds a table of (address, file, line), row by row. Only the newest row
// is kept; the search ends when the wanted address lies between it and the next. The names in front of the
// program are read again once the row is known, so nothing is ever stored.
#include "grader/objects/elf.h"

#include <stdio.h>

enum { // how a version 5 table stores a value
    FORM_BLOCK2 = 0x03,
    FORM_BLOCK4 = 0x04,
    FORM_DATA2 = 0x05,
    FORM_DATA4 = 0x06,
    FORM_DATA8 = 0x07,
    FORM_STRING = 0x08,
    FORM_BLOCK = 0x09,
    FORM_BLOCK1 = 0x0a,
    FORM_DATA1 = 0x0b,
    FORM_SDATA = 0x0d,
    FORM_STRP = 0x0e,
    FORM_UDATA = 0x0f,
    FORM_STRX = 0x1a,
    FORM_DATA16 = 0x1e,
    FORM_LINE_STRP = 0x1f,
    FORM_STRX1 = 0x25,
    FORM_STRX2 = 0x26,
    FORM_STRX3 = 0x27,
    FORM_STRX4 = 0x28,
};

enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2 }; // what a version 5 table's value means

enum {
    OP_EXTENDED,
    OP_COPY,
    OP_ADVANCE_PC,
    OP_ADVANCE_LINE,
    OP_SET_FILE,
    OP_SET_COLUMN,
    OP_NEGATE_STMT,
    OP_BASIC_BLOCK,
    OP_CONST_ADD_PC,
    OP_FIXED_ADVANCE_PC,
};

enum { EXTENDED_END_SEQUENCE = 1, EXTENDED_SET_ADDRESS = 2 };

// One compilation unit's part of .debug_line.
typedef struct {
    Bytes tables;         // of directories and files
    Bytes program;        // the byte code
    Bytes operand_counts; // of the standard opcodes, from 1 on
    Bytes line_str, str;  // sections .debug_line_str and .debug_str
    int version, offset_size;
    uint8_t instruction_size, operations, line_range, opcode_base;
    int8_t line_base;
} LineUnit;

typedef struct {
    uint64_t address, file, line, column;
} LineRow;

typedef struct {
    const char *name;   // NULL where it is not known
    uint64_t directory; // index of its directory
} NameEntry;

// ---- The header of a unit -------------------------------------------------------------------------------

static bool read_unit_header(Bytes unit, LineUnit *u) {
    u->version = bytes_u16(&unit);
    if (u->version < 3 || u->version > 5) return false;
    if (u->version >= 5) bytes_u16(&unit); // sizes of an address and of a segment selector
    uint64_t header_length = bytes_number(&unit, u->offset_size);
    Bytes header = bytes_split(&unit, header_length);
    u->program = unit;

    u->instruction_size = bytes_u8(&header);
    u->operations = u->version >= 4 ? bytes_u8(&header) : 1;
    bytes_u8(&header); // whether rows start as statements
    u->line_base = (int8_t)bytes_u8(&header);
    u->line_range = bytes_u8(&header);
    u->opcode_base = bytes_u8(&header);
    u->operand_counts = bytes_split(&header, u->opcode_base ? u->opcode_base - 1u : 0);
    u->tables = header;
    // More than one operation an instruction is for VLIW machines; x86-64 and aarch64 are none.
    return !header.bad && !unit.bad && u->line_range != 0 && u->opcode_base != 0 && u->operations <= 1;
}

// Takes the next unit off .debug_line. Returns false at the end; a unit that cannot be read gets version 0.
static bool next_unit(Bytes *section, LineUnit *unit) {
    if (bytes_left(section) == 0) return false;
    unit->offset_size = 4;
    uint64_t length = bytes_u32(section);
    if (length == UINT32_MAX) { // 64-bit DWARF
        unit->offset_size = 8;
        length = bytes_u64(section);
    }
    Bytes bytes = bytes_split(section, length);
    if (section->bad) return false;
    if (!read_unit_header(bytes, unit)) unit->version = 0;
    return true;
}

// ---- The tables of names --------------------------------------------------------------------------------

// A value of a table of names. Text in another section is looked up for the wanted entry alone: a hostile
// file may have as many entries as bytes.
typedef struct {
    uint64_t number;      // the value, or an offset into `strings`
    const Bytes *strings; // the section that its text is in, NULL where it is not text in another section
    const char *text;     // text that stands in the table itself
} FormValue;

static const char *text_of(const FormValue *value) {
    if (!value->strings) return value->text;
    Bytes strings = *value->strings;
    return bytes_take(&strings, value->number) ? bytes_string(&strings) : NULL;
}

// Reads a value of any form that a table of names may use; an unknown form marks `b` as bad. Text by index
// (strx) needs tables of other sections, no compiler uses it here: its name stays unknown.
static FormValue read_form(const LineUnit *unit, Bytes *b, uint64_t form) {
    switch (form) {
    case FORM_STRING: return (FormValue){.text = bytes_string(b)};
    case FORM_LINE_STRP: return (FormValue){bytes_number(b, unit->offset_size), &unit->line_str, NULL};
    case FORM_STRP: return (FormValue){bytes_number(b, unit->offset_size), &unit->str, NULL};
    case FORM_DATA1:
    case FORM_STRX1: return (FormValue){.number = bytes_u8(b)};
    case FORM_DATA2:
    case FORM_STRX2: return (FormValue){.number = bytes_u16(b)};
    case FORM_STRX3: return (FormValue){.number = bytes_number(b, 3)};
    case FORM_DATA4:
    case FORM_STRX4: return (FormValue){.number = bytes_u32(b)};
    case FORM_DATA8: return (FormValue){.number = bytes_u64(b)};
    case FORM_UDATA:
    case FORM_STRX: return (FormValue){.number = bytes_uleb(b)};
    case FORM_SDATA: return (FormValue){.number = (uint64_t)bytes_sleb(b)};
    case FORM_DATA16: bytes_take(b, 16); break;
    case FORM_BLOCK: bytes_take(b, bytes_uleb(b)); break;
    case FORM_BLOCK1: bytes_take(b, bytes_u8(b)); break;
    case FORM_BLOCK2: bytes_take(b, bytes_u16(b)); break;
    case FORM_BLOCK4: bytes_take(b, bytes_u32(b)); break;
    default: b->bad = true;
    }
    return (FormValue){0};
}

// Version 5: a description of the entries' fields, then the entries. Reads past the whole table and returns
// entry `wanted`.
static NameEntry read_described_table(const LineUnit *unit, Bytes *b, uint64_t wanted) {
    uint8_t field_count = bytes_u8(b);
    Bytes fields = *b;
    for (int i = 0; i < field_count; i++) {
        bytes_uleb(b);
        bytes_uleb(b);
    }
    NameEntry found = {0};
    uint64_t count = bytes_uleb(b);
    // Entries without fields take no bytes: there is nothing to read, whatever their number.
    for (uint64_t i = 0; field_count && i < count && !b->bad; i++) {
        FormValue path = {0}, directory = {0};
        Bytes field = fields;
        for (int f = 0; f < field_count; f++) {
            uint64_t content = bytes_uleb(&field);
            FormValue value = read_form(unit, b, bytes_uleb(&field));
            if (content == CONTENT_PATH) path = value;
            if (content == CONTENT_DIRECTORY) directory = value;
        }
        if (i == wanted && !b->bad) found = (NameEntry){text_of(&path), directory.number};
    }
    return found;
}

// Versions 3 and 4: strings up to an empty one, counted from 1; a file's is followed by three numbers.
static NameEntry read_plain_table(Bytes *b, bool files, uint64_t wanted) {
    NameEntry found = {0};
    for (uint64_t i = 1; !b->bad; i++) {
        NameEntry entry = {.name = bytes_string(b)};
        if (!entry.name || !*entry.name) break;
        if (files) {
            entry.directory = bytes_uleb(b);
            bytes_uleb(b); // time of last change
            bytes_uleb(b); // size
        }
        if (i == wanted && !b->bad) found = entry;
    }
    return found;
}

// The name of directory `directory` and of file `file`.
static void read_names(const LineUnit *unit, uint64_t directory, uint64_t file, NameEntry *d, NameEntry *f) {
    Bytes tables = unit->tables;
    if (unit->version >= 5) {
        *d = read_described_table(unit, &tables, directory);
        *f = read_described_table(unit, &tables, file);
    } else {
        *d = read_plain_table(&tables, false, directory);
        *f = read_plain_table(&tables, true, file);
    }
}

static bool write_file_name(const LineUnit *unit, uint64_t index, HostLine *line) {
    NameEntry directory, file;
    read_names(unit, 0, index, &directory, &file);
    if (!file.name) return false;
    read_names(unit, file.directory, index, &directory, &file);
    bool joined = file.name[0] != '/' && directory.name;
    snprintf(line->file, sizeof line->file, "%s%s%s", joined ? directory.name : "", joined ? "/" : "",
             file.name);
    return true;
}

// ---- The line program -----------------------------------------------------------------------------------

typedef struct {
    const LineUnit *unit;
    uint64_t wanted;
    LineRow state; // the registers of the byte code
    LineRow row;   // the newest row of the sequence
    bool has_row;
    bool ended; // the sequence's last row was appended
} LineMachine;

static void start_sequence(LineMachine *m) {
    m->state = (LineRow){.file = 1, .line = 1};
    m->has_row = m->ended = false;
}

// Appends the current state as a row. Returns true when the row before it covers the wanted address. A
// sequence at address 0 belongs to a function that the linker threw away.
static bool append_row(LineMachine *m) {
    bool covers =
        m->has_row && m->row.address != 0 && m->row.address <= m->wanted && m->wanted < m->state.address;
    if (covers) return true;
    m->row = m->state;
    m->has_row = true;
    return false;
}

static bool run_extended(LineMachine *m, Bytes *code) {
    Bytes operands = bytes_split(code, bytes_uleb(code));
    switch (bytes_u8(&operands)) {
    case EXTENDED_END_SEQUENCE: m->ended = true; return append_row(m);
    case EXTENDED_SET_ADDRESS: m->state.address = bytes_u64(&operands); return false;
    default: return false; // discriminators, and what vendors add
    }
}

static void skip_unknown(const LineUnit *unit, Bytes *code, uint8_t opcode) {
    Bytes counts = unit->operand_counts;
    bytes_take(&counts, opcode - 1u);
    for (int n = bytes_u8(&counts); n > 0; n--) bytes_uleb(code);
}

static bool run_special(LineMachine *m, unsigned adjusted) {
    m->state.address += (uint64_t)m->unit->instruction_size * (adjusted / m->unit->line_range);
    m->state.line += (uint64_t)(m->unit->line_base + (int)(adjusted % m->unit->line_range));
    return append_row(m);
}

// Runs one instruction. Returns true when m->row is the row of the wanted address.
static bool run_instruction(LineMachine *m, Bytes *code) {
    const LineUnit *unit = m->unit;
    uint8_t opcode = bytes_u8(code);
    if (opcode >= unit->opcode_base) return run_special(m, opcode - unit->opcode_base);
    switch (opcode) {
    case OP_EXTENDED: return run_extended(m, code);
    case OP_COPY: return append_row(m);
    case OP_ADVANCE_PC: m->state.address += unit->instruction_size * bytes_uleb(code); break;
    case OP_ADVANCE_LINE: m->state.line += (uint64_t)bytes_sleb(code); break;
    case OP_SET_FILE: m->state.file = bytes_uleb(code); break;
    case OP_SET_COLUMN: m->state.column = bytes_uleb(code); break;
    case OP_NEGATE_STMT:
    case OP_BASIC_BLOCK: break;
    case OP_CONST_ADD_PC:
        m->state.address +=
            (uint64_t)unit->instruction_size * ((255u - unit->opcode_base) / unit->line_range);
        break;
    case OP_FIXED_ADVANCE_PC: m->state.address += bytes_u16(code); break;
    default: skip_unknown(unit, code, opcode);
    }
    return false;
}

static bool find_row(const LineUnit *unit, uint64_t address, LineRow *row) {
    LineMachine m = {.unit = unit, .wanted = address};
    Bytes code = unit->program;
    start_sequence(&m);
    while (bytes_left(&code)) {
        bool found = run_instruction(&m, &code);
        if (code.bad) return false;
        if (found) {
            *row = m.row;
            return true;
        }
        if (m.ended) start_sequence(&m);
    }
    return false;
}

bool find_host_line(const FileImage *image, uint64_t address, HostLine *line) {
    Bytes section;
    if (!elf_section(image, ".debug_line", &section)) return false;
    LineUnit unit = {0};
    elf_section(image, ".debug_line_str", &unit.line_str);
    elf_section(image, ".debug_str", &unit.str);
    while (next_unit(&section, &unit)) {
        LineRow row;
        if (unit.version == 0 || !find_row(&unit, address, &row)) continue;
        if (row.line == 0 || row.line > INT32_MAX || !write_file_name(&unit, row.file, line)) continue;
        line->line = (int)row.line;
        line->column = row.column <= INT32_MAX ? (int)row.column : 0;
        return true;
    }
    return false;
}
