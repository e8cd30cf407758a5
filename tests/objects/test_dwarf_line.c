// Is the source line of an address found in DWARF of each version, and is nonsense survived?
#define _GNU_SOURCE
#include "tests/check.h"
#include "tests/objects/make_elf.h"

#include <dlfcn.h>
#include <unistd.h>

// ---- Making .debug_line ---------------------------------------------------------------------------------

enum { LINE_BASE = -5, LINE_RANGE = 14, OPCODE_BASE = 13 };

typedef struct {
    int version;
    bool wide; // 64-bit DWARF
    size_t length_at, header_length_at;
} Unit;

static Unit begin_unit(Buffer *b, int version, bool wide) {
    Unit unit = {.version = version, .wide = wide};
    if (wide) put_number(b, UINT32_MAX, 4);
    unit.length_at = b->size;
    put_number(b, 0, wide ? 8 : 4);
    put_number(b, (uint64_t)version, 2);
    if (version >= 5) put_number(b, 8, 2); // 8 bytes an address
    unit.header_length_at = b->size;
    put_number(b, 0, wide ? 8 : 4);
    put_number(b, 1, 1);                   // bytes an instruction
    if (version >= 4) put_number(b, 1, 1); // operations an instruction
    put_number(b, 1, 1);
    put_number(b, (uint8_t)LINE_BASE, 1);
    put_number(b, LINE_RANGE, 1);
    put_number(b, OPCODE_BASE, 1);
    put_bytes(b, (const uint8_t[]){0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1}, OPCODE_BASE - 1);
    return unit;
}

static void end_header(Buffer *b, const Unit *unit) {
    int width = unit->wide ? 8 : 4;
    set_number(b, unit->header_length_at, b->size - unit->header_length_at - (size_t)width, width);
}

static void end_unit(Buffer *b, const Unit *unit) {
    int width = unit->wide ? 8 : 4;
    set_number(b, unit->length_at, b->size - unit->length_at - (size_t)width, width);
}

// Directories /build and include, files main.cu (in /build) and part.h (in include).
static void put_tables(Buffer *b, const Unit *unit) {
    if (unit->version < 5) {
        put_string(b, "include");
        put_number(b, 0, 1);
        put_string(b, "main.cu");
        put_bytes(b, (const uint8_t[]){0, 0, 0}, 3);
        put_string(b, "part.h");
        put_bytes(b, (const uint8_t[]){1, 0, 0}, 3);
        put_number(b, 0, 1);
        return;
    }
    put_bytes(b, (const uint8_t[]){1, 1, 0x08, 2}, 4); // one field: path, a string; two entries
    put_string(b, "/build");
    put_string(b, "include");
    // Path in .debug_line_str, directory as a number, and an MD5 sum.
    put_bytes(b, (const uint8_t[]){3, 1, 0x1f, 2, 0x0b, 5, 0x1e, 3}, 8);
    static const struct { int name, directory; } files[] = {{1, 0}, {1, 0}, {9, 1}};
    for (int i = 0; i < 3; i++) {
        put_number(b, (uint64_t)files[i].name, unit->wide ? 8 : 4);
        put_number(b, (uint64_t)files[i].directory, 1);
        for (int n = 0; n < 16; n++) put_number(b, 0xee, 1);
    }
}

static void put_line_strings(Buffer *b) {
    put_string(b, "");
    put_string(b, "main.cu"); // at 1
    put_string(b, "part.h");  // at 9
}

static void set_address(Buffer *b, uint64_t address) {
    put_bytes(b, (const uint8_t[]){0, 9, 2}, 3);
    put_number(b, address, 8);
}

static void end_sequence(Buffer *b) {
    put_bytes(b, (const uint8_t[]){0, 1, 1}, 3);
}

// 0x1000 main.cu:10:7, 0x1004 main.cu:12, 0x1010 part.h:300, 0x1150 line 0, 0x1158 end; and one that was
// thrown away.
static void put_program(Buffer *b) {
    set_address(b, 0);
    put_bytes(b, (const uint8_t[]){3, 99, 1, 2, 0x80, 0x40, 1}, 7); // from 0 to 0x2000: line 100
    end_sequence(b);

    set_address(b, 0x1000);
    put_bytes(b, (const uint8_t[]){5, 7, 3, 9, 1, 5, 0}, 7);              // column 7, line 10, copy, column 0
    put_number(b, OPCODE_BASE + (2 - LINE_BASE) + LINE_RANGE * 4, 1);     // special: 4 bytes, 2 lines
    put_bytes(b, (const uint8_t[]){4, 2, 3, 0xa0, 2, 2, 12, 1}, 8);       // part.h, 288 lines, 12 bytes, copy
    put_bytes(b, (const uint8_t[]){0, 2, 4, 3, 6, 7, 10, 12, 5, 11}, 10); // what moves nothing
    for (int i = 0; i < 16; i++) put_number(b, 8, 1);                 // 16 times (255 - 13) / 14 = 17 bytes
    put_bytes(b, (const uint8_t[]){9, 0x30, 0, 3, 0xd4, 0x7d, 1}, 7); // 48 bytes, -300 lines
    put_bytes(b, (const uint8_t[]){2, 8}, 2);
    end_sequence(b);
}

static Buffer line_strings;

static FileImage file_with(const Buffer *line) {
    line_strings.size = 0;
    put_line_strings(&line_strings);
    return make_elf((TestSection[]){{".debug_line", line}, {".debug_line_str", &line_strings}}, 2);
}

static Buffer good_unit(int version, bool wide) {
    Buffer b = {.size = 0};
    Unit unit = begin_unit(&b, version, wide);
    put_tables(&b, &unit);
    end_header(&b, &unit);
    put_program(&b);
    end_unit(&b, &unit);
    return b;
}

// "FILE:LINE:COLUMN" of an address, "" where it is not known.
static const char *line_of(const FileImage *image, uint64_t address) {
    static char text[600];
    HostLine line;
    strcpy(text, "");
    if (find_host_line(image, address, &line))
        snprintf(text, sizeof text, "%s:%d:%d", line.file, line.line, line.column);
    return text;
}

// ---- Tests ----------------------------------------------------------------------------------------------

static void check_version(int version, bool wide) {
    Buffer b = good_unit(version, wide);
    FileImage image = file_with(&b);
    const char *directory = version >= 5 ? "/build/" : "";
    char first[64], second[64];
    snprintf(first, sizeof first, "%smain.cu:10:7", directory);
    snprintf(second, sizeof second, "%smain.cu:12:0", directory);
    CHECK_STR(line_of(&image, 0xfff), "");
    CHECK_STR(line_of(&image, 0x1000), first);
    CHECK_STR(line_of(&image, 0x1003), first);
    CHECK_STR(line_of(&image, 0x1004), second);
    CHECK_STR(line_of(&image, 0x100f), second);
    CHECK_STR(line_of(&image, 0x1010), "include/part.h:300:0");
    CHECK_STR(line_of(&image, 0x114f), "include/part.h:300:0");
    CHECK_STR(line_of(&image, 0x1150), "");
    CHECK_STR(line_of(&image, 0x1158), "");
    free_elf(&image);
}

TEST(version_3) {
    check_version(3, false);
}
TEST(version_4) {
    check_version(4, false);
}
TEST(version_5) {
    check_version(5, false);
}
TEST(version_5_with_64_bit_offsets) {
    check_version(5, true);
}
TEST(version_4_with_64_bit_offsets) {
    check_version(4, true);
}

TEST(units_behind_one_that_cannot_be_read_are_found) {
    Buffer b = good_unit(4, false), good = good_unit(5, false);
    set_number(&b, 4, 6, 2); // a version that does not exist
    put_bytes(&b, good.data, good.size);
    FileImage image = file_with(&b);
    CHECK_STR(line_of(&image, 0x1000), "/build/main.cu:10:7");
    free_elf(&image);
}

TEST(a_file_without_line_information_has_no_lines) {
    FileImage image = make_elf((TestSection[]){{".text", &(Buffer){{0x90}, 1}}}, 1);
    CHECK_STR(line_of(&image, 0x1000), "");
    free_elf(&image);
}

// A table with 2^63 entries without a field must not keep the reader busy.
TEST(a_huge_empty_table_takes_no_time) {
    Buffer b = {.size = 0};
    Unit unit = begin_unit(&b, 5, false);
    put_number(&b, 0, 1);
    put_bytes(&b, (const uint8_t[]){0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, 9);
    put_bytes(&b, (const uint8_t[]){0, 0}, 2);
    end_header(&b, &unit);
    put_program(&b);
    end_unit(&b, &unit);
    FileImage image = file_with(&b);
    CHECK_STR(line_of(&image, 0x1000), "");
    free_elf(&image);
}

static void use_damaged(const FileImage *image) {
    line_of(image, 0x1000);
    line_of(image, 0x1012);
}

TEST(any_damage_is_survived) {
    for (int version = 4; version <= 5; version++) {
        Buffer b = good_unit(version, false);
        FileImage image = file_with(&b);
        damage_elf(&image, use_damaged);
        free_elf(&image);
    }
}

// ---- What the compiler here writes ----------------------------------------------------------------------

static const char library_source[] =
    "__attribute__((noinline)) void *caller(void) { return __builtin_return_address(0); }\n"
    "void *call(void) {\n"
    "    char *address = caller();\n" // line 3
    "    return address - 1;\n"
    "}\n";

static void check_compiler(int version) {
    char directory[] = "/tmp/objects-test-XXXXXX", source[64], library[64], command[300];
    CHECK(mkdtemp(directory) != NULL);
    snprintf(source, sizeof source, "%s/called.c", directory);
    snprintf(library, sizeof library, "%s/called.so", directory);
    snprintf(command, sizeof command, "cc -g -gdwarf-%d -O1 -shared -fPIC -o %s %s", version, library,
             source);
    FILE *file = fopen(source, "w");
    CHECK(file && fputs(library_source, file) >= 0 && fclose(file) == 0);
    CHECK_EQ(system(command), 0);

    FileImage image;
    char error[300], expected[100];
    void *loaded = dlopen(library, RTLD_NOW), *symbol = loaded ? dlsym(loaded, "call") : NULL;
    Dl_info info;
    if (symbol && dladdr(symbol, &info) && file_image_open(&image, library, error, sizeof error)) {
        void *(*call)(void);
        memcpy(&call, &symbol, sizeof call);
        HostLine line = {.line = 0};
        CHECK(find_host_line(&image, (uint64_t)((char *)call() - (char *)info.dli_fbase), &line));
        snprintf(expected, sizeof expected, "%s", source);
        CHECK_STR(line.file, expected);
        CHECK_EQ(line.line, 3);
        file_image_close(&image);
    } else {
        check_fail(__FILE__, __LINE__, "the library could not be used");
    }
    if (loaded) dlclose(loaded);
    unlink(source);
    unlink(library);
    rmdir(directory);
}

TEST(this_compilers_version_3) {
    check_compiler(3);
}
TEST(this_compilers_version_4) {
    check_compiler(4);
}
TEST(this_compilers_version_5) {
    check_compiler(5);
}

CHECK_MAIN()
