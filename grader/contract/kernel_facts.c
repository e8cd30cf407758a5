// The names of the facts of kernels.
#include "grader/contract/kernel_facts.h"

#include <string.h>

static const char *const names[KERNEL_FACTS] = {
    [FACT_SHARED_BYTES] = "shared_bytes_per_block",
    [FACT_REGISTERS] = "registers_per_thread",
    [FACT_OCCUPANCY] = "theoretical_occupancy_percent",
    [FACT_BRANCH_EFFICIENCY] = "branch_efficiency_percent",
    [FACT_HEADER_WARPS] = "header_warp_instructions",
    [FACT_HEADER_THREADS] = "header_thread_instructions",
    [FACT_HEADER_LINE] = "busiest_header_line",
    [FACT_PASSED_VALUES] = "passed_values",
    [FACT_ALONE_VALUES] = "alone_values",
    [FACT_CROSSING_VALUES] = "crossing_values",
    [FACT_LINE_VALUES] = "line_values",
    [FACT_AGAIN_VALUES] = "again_values",
    [FACT_STRAYED_VALUES] = "strayed_values",
    [FACT_COLUMNS] = "columns_with_halo",
};

int kernel_fact_find(const char *name) {
    for (int i = 0; i < KERNEL_FACTS; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

bool needs_occupancy(const char *expression) {
    return strstr(expression, names[FACT_REGISTERS]) || strstr(expression, names[FACT_OCCUPANCY]);
}

bool needs_all_blocks(const char *expression) {
    return strstr(expression, names[FACT_STRAYED_VALUES]) != NULL;
}

bool needs_witness(const char *expression) {
    for (int i = FACT_PASSED_VALUES; i <= FACT_COLUMNS; i++)
        if (strstr(expression, names[i])) return true;
    return false;
}
