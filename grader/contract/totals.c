// Which counters make up each total.
#include "grader/contract/totals.h"

#include <string.h>

enum { SECTOR_BYTES = 32, REQUEST_BYTES = 128 }; // of copies that no kernel makes

enum { READ_BYTES, READ_SECTORS, WRITTEN_SECTORS, SHARED_READ_BYTES, REQUESTS, TOTALS };
static const char *const names[TOTALS] = {"read_bytes", "read_sectors", "written_sectors",
                                          "shared_read_bytes", "requests"};

int total_find(const char *name) {
    for (int i = 0; i < TOTALS; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

#define OF(name) (counters->value[COUNTER_##name])

static uint64_t requests(const Counters *counters) {
    return OF(global_load_requests) + OF(global_store_requests) + OF(shared_load_requests) +
           OF(shared_store_requests) + OF(global_atomic_requests) + OF(shared_atomic_requests) +
           OF(texture_requests) + OF(copied_bytes) / REQUEST_BYTES;
}

uint64_t total_of(const Counters *counters, int total) {
    switch (total) {
    case READ_BYTES:
        return OF(global_load_bytes) + OF(global_atomic_bytes) + OF(texture_bytes) + OF(constant_data_bytes) +
               OF(copied_bytes);
    case READ_SECTORS:
        return OF(global_load_sectors) + OF(global_atomic_sectors) +
               (OF(texture_bytes) + OF(constant_data_bytes) + OF(copied_bytes)) / SECTOR_BYTES;
    case WRITTEN_SECTORS:
        return OF(global_store_sectors) + OF(global_atomic_sectors) + OF(copied_bytes) / SECTOR_BYTES;
    case SHARED_READ_BYTES: return OF(shared_load_bytes) + OF(shared_atomic_bytes);
    default: return requests(counters);
    }
}
