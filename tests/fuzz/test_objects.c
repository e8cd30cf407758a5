// Fuzz target: the bytes are a shared object. Its PTX is looked for, and lines of a few of its addresses.
#include "grader/objects/objects.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static volatile char last; // every text is read to its end
    const FileImage image = {data, size};
    PtxTexts texts;
    char error[600];
    if (find_ptx(&image, size & 1 ? 75 : 0, &texts, error, sizeof error)) {
        for (int i = 0; i < texts.count; i++)
            if (texts.items[i].size) last = texts.items[i].text[texts.items[i].size - 1];
        ptx_texts_free(&texts);
    }
    program_is_runnable(&image, 12, error, sizeof error);
    has_device_code(&image);
    HostLine line;
    for (uint64_t address = 0x1000; address < 0x1040; address += 9) find_host_line(&image, address, &line);
    find_host_line(&image, UINT64_MAX, &line);
    (void)last;
    return 0;
}
