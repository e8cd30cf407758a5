// Fuzz target: the bytes are the text that `device` reports. They are parsed twice over: once more must add
// nothing.
#include <stdlib.h>

#include "grader/session/records.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Records records = {0}, others = {0};
    records_parse(&records, (const char *)data, size);
    const int findings = records.finding_count;
    records_parse(&others, (const char *)data, size);
    records_add_findings(&records, &others);
    if (records.finding_count != findings) abort();
    records_free(&records);
    records_free(&others);
    return 0;
}
