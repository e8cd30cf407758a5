// The hardware's counters beside the simulator's (--ncu).
#include <math.h>
#include <string.h>

#include "grader/report/kernels.h"
#include "grader/report/report.h"

const KernelCounters *simulated_counters(const HardwareCounts *h, const NcuKernel *kernel) {
    char bare[256];
    for (int i = 0; i < h->from->records.kernel_count; i++) {
        ncu_bare_name(h->from->records.kernels[i].name, bare, sizeof bare);
        if (!strcmp(bare, kernel->name)) return &h->from->records.kernels[i];
    }
    return NULL;
}

static void print_number(const Writer *writer, double value, bool summed) {
    if (isnan(value))
        fprintf(writer->stream, "%16s", "-");
    else
        fprintf(writer->stream, summed ? "%16.0f" : "%16.2f", value);
}

typedef struct {
    int compared, equal; // requests and sectors that both sides have
} Agreement;

static void print_kernel(const Writer *writer, const NcuKernel *kernel, const KernelCounters *simulated,
                         Agreement *agreement) {
    for (int i = 0; i < NCU_METRICS; i++) {
        const NcuMetric *m = &ncu_metrics[i];
        const double here = simulated ? ncu_simulated(i, &simulated->counters) : NAN,
                     there = kernel->value[i];
        fprintf(writer->stream, "    %-32s", m->words);
        print_number(writer, here, m->summed);
        print_number(writer, there, m->summed);
        fputc('\n', writer->stream);
        if (!m->same || isnan(here) || isnan(there)) continue;
        agreement->compared++;
        agreement->equal += here == there;
    }
}

static const char *agreement_words(const Agreement *agreement) {
    if (!agreement->compared)
        return "No request or sector count could be compared: ncu gave none for these kernels, or the "
               "simulator did not run them.";
    if (agreement->equal == agreement->compared) return "Requests and sectors are equal.";
    return "Requests and sectors are not all equal: the GPU's assembler has merged or dropped accesses, or "
           "the simulator is wrong. Please report it, with your file.";
}

void print_hardware(const Writer *writer, const LabResult *result) {
    const HardwareCounts *h = result->hardware;
    if (!h) return;
    if (!h->counts.count) {
        writer_print(writer, 0, 2, STYLE_WARN, "No counters of hardware, which costs no points: %s",
                     h->counts.why);
        writer_blank(writer);
        return;
    }
    writer_print(writer, 0, 2, STYLE_BOLD, "Counted by the simulator and by Nsight Compute on the %s",
                 result->gpu_name);
    Agreement agreement = {0};
    for (int i = 0; i < h->counts.count; i++) {
        const NcuKernel *kernel = &h->counts.kernel[i];
        char name[340];
        snprintf(name, sizeof name, "%.200s, %s", kernel->name, h->from->sizes);
        fprintf(writer->stream, "  %-34.34s%16s%16s\n", name, "simulator", "ncu");
        print_kernel(writer, kernel, simulated_counters(h, kernel), &agreement);
    }
    writer_words(writer, 2, 2, STYLE_FAINT, agreement_words(&agreement));
    writer_words(
        writer, 2, 2, STYLE_FAINT,
        "The others need not be: the simulator counts PTX, the hardware what its assembler made of it "
        "(0 % branch efficiency: it left no branch), and its bank conflicts depend on how loads meet "
        "each other.");
    writer_blank(writer);
}
