// The counters as JSON: a member for each name of a kernel, and an element for each instance and configuration.
#include <string.h>

#include "grader/report/kernels.h"
#include "grader/report/report.h"

static void write_registers(Json *json, const KernelCounters *kernel) {
    if (kernel->registers_per_thread >= 0) {
        json_integer(json, "registers_per_thread", kernel->registers_per_thread);
        json_string(json, "registers_target", kernel->registers_target);
    } else {
        json_null(json, "registers_per_thread");
        json_null(json, "registers_target");
    }
}

static void write_values(Json *json, const Counters *counters) {
    for (int i = 0; i < COUNTER_COUNT; i++) json_integer(json, counter_name(i), (int64_t)counters->value[i]);
    json_number(json, "branch_efficiency_percent", branch_efficiency(counters));
}

void write_counted(Json *json, const Records *records, const char *name,
                   void (*write_case)(Json *json, const void *context), const void *context) {
    static const char *const not_modelled[] = {"l1_hit_percent",   "l2_read_sectors",
                                               "l2_write_sectors", "dram_read_bytes",
                                               "dram_write_bytes", "achieved_occupancy_percent",
                                               "modelled_ms"};
    const KernelCounters sum = sum_of_instances(records, name);
    json_open(json, name, '{');
    write_values(json, &sum.counters);
    json_integer(json, "shared_bytes_per_block", sum.shared_bytes_per_block);
    write_registers(json, &sum);
    json_number(json, "theoretical_occupancy_percent", sum.theoretical_occupancy_percent);
    for (size_t i = 0; i < sizeof not_modelled / sizeof *not_modelled; i++) json_null(json, not_modelled[i]);
    if (write_case) write_case(json, context);
    json_close(json, '}');
}

static void write_triple_or_null(Json *json, const char *key, const long triple[3], bool known) {
    if (!known) {
        json_null(json, key);
        return;
    }
    json_open(json, key, '[');
    for (int i = 0; i < 3; i++) json_integer(json, NULL, triple[i]);
    json_close(json, ']');
}

void write_configurations(Json *json, const Records *records, const char *name,
                          void (*write_case)(Json *json, const void *context), const void *context) {
    for (int i = 0; i < records->configuration_count; i++) {
        const ConfigurationCounters *c = &records->configurations[i];
        const KernelCounters *kernel = &records->kernels[c->kernel];
        const bool known = c->block[0] > 0;
        if (strcmp(kernel->name, name)) continue;
        json_open(json, NULL, '{');
        json_string(json, "kernel", kernel->name);
        json_string(json, "instance", kernel->instance);
        json_string(json, "symbol", kernel->symbol);
        write_triple_or_null(json, "grid", c->grid, known);
        write_triple_or_null(json, "block", c->block, known);
        if (known)
            json_integer(json, "dynamic_shared_bytes", c->dynamic_shared_bytes);
        else
            json_null(json, "dynamic_shared_bytes");
        write_values(json, &c->counters);
        json_integer(json, "shared_bytes_per_block", c->shared_bytes_per_block);
        write_registers(json, kernel);
        json_number(json, "theoretical_occupancy_percent", c->theoretical_occupancy_percent);
        if (write_case) write_case(json, context);
        json_close(json, '}');
    }
}
