// Is the right PTX found in fat binaries, and is one that lies about its sizes survived?
#include "tests/check.h"
#include "tests/objects/make_elf.h"

enum { PTX = 1, CUBIN = 2, LZ4 = 0x2000, ZSTD = 0x8000, PLAIN = 0x11 };

// ---- Making fat binaries --------------------------------------------------------------------------------

static size_t begin_fat(Buffer *b) {
    align_buffer(b, 8);
    put_number(b, 0xBA55ED50, 4);
    put_number(b, 1, 2);
    put_number(b, 16, 2);
    put_number(b, 0, 8);
    return b->size;
}

static void end_fat(Buffer *b, size_t start) {
    set_number(b, start - 8, b->size - start, 8);
}

static void put_entry(Buffer *b, int kind, int arch, int flags, const void *payload, size_t size,
                      size_t unpacked) {
    size_t padded = (size + 7) / 8 * 8;
    put_number(b, (uint64_t)kind, 2);
    put_number(b, 0x101, 2);
    put_number(b, 64, 4); // size of this header
    put_number(b, padded, 8);
    put_number(b, unpacked ? size : 0, 4);
    put_number(b, 0, 4);
    put_number(b, 0x90000, 4); // PTX 9.0
    put_number(b, (uint64_t)arch, 4);
    put_number(b, 0, 8); // file name
    put_number(b, (uint64_t)flags, 8);
    put_number(b, 0, 8);
    put_number(b, unpacked, 8);
    put_bytes(b, payload, size);
    for (size_t i = size; i < padded; i++) put_number(b, 0, 1);
}

static void put_text(Buffer *b, int arch, const char *text) {
    put_entry(b, PTX, arch, PLAIN, text, strlen(text), 0);
}

static FileImage file_with(const Buffer *fatbin) {
    return make_elf((TestSection[]){{".text", &(Buffer){{0x90}, 1}}, {".nv_fatbin", fatbin}}, 2);
}

static char error[600];

// What find_ptx says of a fat binary that it cannot use, "" where it can.
static const char *complaint(const Buffer *fatbin, int max_arch) {
    FileImage image = file_with(fatbin);
    PtxTexts texts;
    strcpy(error, "");
    if (find_ptx(&image, max_arch, &texts, error, sizeof error)) ptx_texts_free(&texts);
    free_elf(&image);
    return error;
}

// ---- What is found --------------------------------------------------------------------------------------

TEST(the_text_is_found_without_its_padding) {
    static Buffer b;
    size_t fat = begin_fat(&b);
    put_text(&b, 75, ".version 9.0\n"); // 13 bytes
    end_fat(&b, fat);
    FileImage image = file_with(&b);
    PtxTexts texts;
    CHECK(find_ptx(&image, 0, &texts, error, sizeof error));
    CHECK_EQ(texts.count, 1);
    CHECK_EQ(texts.items[0].arch, 75);
    CHECK_EQ(texts.items[0].size, 13);
    CHECK(memcmp(texts.items[0].text, ".version 9.0\n", 13) == 0);
    ptx_texts_free(&texts);
    free_elf(&image);
}

TEST(the_newest_that_the_device_takes_is_kept) {
    static Buffer b;
    size_t fat = begin_fat(&b);
    put_text(&b, 75, "a75");
    put_entry(&b, CUBIN, 90, PLAIN, "machine", 7, 0);
    put_text(&b, 90, "a90");
    put_text(&b, 80, "a80");
    end_fat(&b, fat);
    fat = begin_fat(&b);
    put_text(&b, 80, "b80");
    end_fat(&b, fat);
    static const struct {
        int max_arch;
        const char *first;
    } cases[] = {{0, "a90"}, {120, "a90"}, {90, "a90"}, {89, "a80"}, {80, "a80"}};
    FileImage image = file_with(&b);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PtxTexts texts;
        CHECK(find_ptx(&image, cases[i].max_arch, &texts, error, sizeof error));
        CHECK_EQ(texts.count, 2);
        CHECK_EQ(texts.cubin_count, 1);
        CHECK(memcmp(texts.items[0].text, cases[i].first, 3) == 0);
        CHECK(memcmp(texts.items[1].text, "b80", 3) == 0);
        ptx_texts_free(&texts);
    }
    free_elf(&image);
}

// As nvcc writes it for -maxrregcount=32, and with offsets and sizes that lead out of the header.
TEST(a_limit_of_registers_is_read) {
    static const struct {
        const char *options;
        uint64_t at, offset, size; // of the two numbers, and what they say
        int expected;
    } cases[] = {{" -maxrregcount=32 ", 64, 72, 18, 32},
                 {" -maxrregcount=32 ", 64, 72, 16, 3},
                 {" -maxrregcount=32 ", 64, 72, 1000, 0},
                 {" -maxrregcount=32 ", 1000, 72, 18, 0},
                 {" -maxrregcount=32 ", 64, 1000, 18, 0},
                 {"-lineinfo -maxrregcount=", 64, 72, 24, 0},
                 {"", 64, 72, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static Buffer b;
        b.size = 0;
        size_t fat = begin_fat(&b);
        put_entry(&b, PTX, 75, PLAIN, "", 0, 0);
        set_number(&b, fat + 4, 64 + 8 + 24, 4); // of a longer header
        set_number(&b, fat + 20, cases[i].at, 4);
        put_number(&b, cases[i].offset, 4);
        put_number(&b, cases[i].size, 4);
        const size_t options = b.size;
        put_string(&b, cases[i].options);
        while (b.size < options + 24) put_number(&b, 0, 1);
        b.size = options + 24;
        set_number(&b, fat + 8, 8, 8);
        put_string(&b, "a text.");
        end_fat(&b, fat);
        FileImage image = file_with(&b);
        PtxTexts texts;
        CHECK(find_ptx(&image, 0, &texts, error, sizeof error));
        CHECK_EQ(texts.count ? texts.items[0].registers_max : -1, cases[i].expected);
        ptx_texts_free(&texts);
        free_elf(&image);
    }
}

TEST(relocatable_device_code_is_found) {
    static Buffer b;
    size_t fat = begin_fat(&b);
    put_text(&b, 75, "text");
    end_fat(&b, fat);
    FileImage image = make_elf((TestSection[]){{"__nv_relfatbin", &b}}, 1);
    PtxTexts texts;
    CHECK(find_ptx(&image, 0, &texts, error, sizeof error));
    CHECK_EQ(texts.count, 1);
    ptx_texts_free(&texts);
    free_elf(&image);
}

// "abcd", then 300 bytes from 4 back, then "end".
static const uint8_t lz4_block[] = {0x4f, 'a', 'b', 'c', 'd', 4, 0, 255, 26, 0x30, 'e', 'n', 'd'};
enum { LZ4_UNPACKED = 4 + 4 + 15 + 255 + 26 + 3 };

static Buffer fat_with_lz4(size_t unpacked) {
    Buffer b = {.size = 0};
    size_t fat = begin_fat(&b);
    put_entry(&b, PTX, 75, PLAIN | LZ4, lz4_block, sizeof lz4_block, unpacked);
    end_fat(&b, fat);
    return b;
}

TEST(lz4_is_unpacked) {
    Buffer b = fat_with_lz4(LZ4_UNPACKED);
    FileImage image = file_with(&b);
    PtxTexts texts;
    CHECK(find_ptx(&image, 0, &texts, error, sizeof error));
    CHECK_EQ(texts.items[0].size, LZ4_UNPACKED);
    for (int i = 0; i < LZ4_UNPACKED - 3; i++) CHECK_EQ(texts.items[0].text[i], "abcd"[i % 4]);
    CHECK(memcmp(texts.items[0].text + LZ4_UNPACKED - 3, "end", 3) == 0);
    ptx_texts_free(&texts);
    free_elf(&image);
}

// ---- What is refused, and what is said ------------------------------------------------------------------

TEST(lz4_that_lies_about_its_size_is_refused) {
    static const size_t sizes[] = {1, LZ4_UNPACKED - 1, LZ4_UNPACKED + 1, 1u << 20, SIZE_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Buffer b = fat_with_lz4(sizes[i]);
        CHECK_HAS(complaint(&b, 0), "damaged");
    }
}

TEST(the_complaint_names_the_option_that_mends_it) {
    Buffer b = {.size = 0};
    size_t fat = begin_fat(&b);
    put_entry(&b, CUBIN, 75, PLAIN, "machine", 7, 0);
    end_fat(&b, fat);
    CHECK_HAS(complaint(&b, 0), "no PTX: build it with nvcc -arch=compute_75 -code=compute_75");
    put_entry(&b, PTX, 75, PLAIN | ZSTD, "packed", 6, 100);
    end_fat(&b, fat);
    CHECK_HAS(complaint(&b, 0), "-no-compress");
    b.size = 0;
    fat = begin_fat(&b);
    put_text(&b, 100, "text");
    put_text(&b, 90, "text");
    end_fat(&b, fat);
    CHECK_HAS(complaint(&b, 75), "compute_90 and newer, the device has compute capability 7.5");
    CHECK_STR(complaint(&b, 90), "");
    b.size = 0;
    CHECK_HAS(complaint(&b, 0), "no device code");
}

TEST(what_is_no_elf_file_is_refused) {
    PtxTexts texts;
    FileImage image = {(const uint8_t *)"#include <stdio.h>\n", 19};
    CHECK(!find_ptx(&image, 0, &texts, error, sizeof error));
    CHECK_HAS(error, "not a 64-bit ELF");
}

static void use_damaged(const FileImage *image) {
    PtxTexts texts;
    bool found = find_ptx(image, 90, &texts, error, sizeof error);
    for (int i = 0; found && i < texts.count; i++)
        CHECK(strnlen(texts.items[i].text, texts.items[i].size) < 1000);
    if (found) ptx_texts_free(&texts);
    CHECK(found || *error);
}

TEST(any_damage_is_survived) {
    Buffer b = fat_with_lz4(LZ4_UNPACKED);
    size_t fat = begin_fat(&b);
    put_text(&b, 80, "text");
    put_entry(&b, CUBIN, 90, PLAIN, "machine", 7, 0);
    end_fat(&b, fat);
    FileImage image = file_with(&b);
    damage_elf(&image, use_damaged);
    free_elf(&image);
}

TEST(files_that_cannot_be_read_are_named) {
    FileImage image;
    CHECK(!file_image_open(&image, "/no/such/file", error, sizeof error));
    CHECK_HAS(error, "/no/such/file cannot be opened: No such file");
    CHECK(!file_image_open(&image, "/dev/zero", error, sizeof error));
    CHECK_HAS(error, "not a regular file");
    CHECK(file_image_open(&image, "/proc/self/exe", error, sizeof error));
    CHECK(memcmp(image.data,
                 "\x7f"
                 "ELF",
                 4) == 0);
    file_image_close(&image);
}

CHECK_MAIN()
