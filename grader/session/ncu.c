// Finds Nsight Compute and reads its table.
#include "grader/session/ncu.h"

#include <ctype.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/text/clean.h"

enum { COLUMNS = 64 };

const NcuMetric ncu_metrics[NCU_METRICS] = {
    {"global_load_requests", "global load requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", true,
     true},
    {"global_load_sectors", "global load sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", true,
     true},
    {"global_store_requests", "global store requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
     true, true},
    {"global_store_sectors", "global store sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", true,
     true},
    {"shared_load_bank_conflicts", "shared load bank conflicts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", true, false},
    {"shared_store_bank_conflicts", "shared store bank conflicts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", true, false},
    {"threads_per_instruction", "threads active an instruction",
     "smsp__thread_inst_executed_per_inst_executed.ratio", false, false},
    {"branch_efficiency_percent", "branch efficiency, percent",
     "smsp__sass_average_branch_targets_threads_uniform.pct", false, false},
};

double ncu_simulated(int metric, const Counters *c) {
    const uint64_t *v = c->value;
    const int counter = counter_find(ncu_metrics[metric].key);
    if (counter >= 0) return (double)v[counter];
    if (!strcmp(ncu_metrics[metric].key, "branch_efficiency_percent")) return branch_efficiency(c);
    return v[COUNTER_warp_instructions]
               ? (double)v[COUNTER_thread_instructions] / (double)v[COUNTER_warp_instructions]
               : NAN;
}

void ncu_bare_name(const char *name, char *bare, size_t size) {
    while (*name == '(' || *name == '<') { // "(anonymous namespace)::kernel", "<unnamed>::kernel"
        const char *rest = strstr(name, "::");
        if (!rest) break;
        name = rest + 2;
    }
    const char *start = name;
    const size_t end = strcspn(name, "<(");
    for (const char *c = name; c < name + end; c++)
        if (*c == ':' || *c == ' ') start = c + 1;
    snprintf(bare, size, "%.*s", (int)(name + end - start), start);
}

// ---- Where it is ------------------------------------------------------------------------------------------

static bool is_program(const char *folder, size_t length, char *path, size_t size) {
    snprintf(path, size, "%.*s/ncu", (int)length, folder);
    return access(path, X_OK) == 0;
}

bool ncu_find(char *path, size_t size) {
    const char *at = getenv("PATH"), *home = getenv("CUDA_HOME");
    char folder[4000];
    for (; at && *at; at += strcspn(at, ":"), at += *at == ':')
        if (is_program(at, strcspn(at, ":"), path, size)) return true;
    snprintf(folder, sizeof folder, "%s/bin", home ? home : "/usr/local/cuda");
    if (is_program(folder, strlen(folder), path, size)) return true;
    glob_t found;
    bool good = false;
    if (glob("/opt/nvidia/nsight-compute/*", 0, NULL, &found) == 0)
        for (size_t i = found.gl_pathc; i-- > 0 && !good;)
            good = is_program(found.gl_pathv[i], strlen(found.gl_pathv[i]), path, size);
    globfree(&found);
    return good;
}

int ncu_command(const char *path, const char *argv[NCU_ARGUMENTS], char *joined, size_t size) {
    joined[0] = 0;
    for (int i = 0; i < NCU_METRICS; i++) {
        const size_t used = strlen(joined);
        snprintf(joined + used, size - used, "%s%s", i ? "," : "", ncu_metrics[i].metric);
    }
    // Clocks are left alone: nothing here is a time.
    const char *words[] = {path,        "--csv", "--print-units",   "base", "--print-kernel-base", "function",
                           "--metrics", joined,  "--clock-control", "none", "--target-processes",  "all"};
    memcpy(argv, words, sizeof words);
    return sizeof words / sizeof *words;
}

// ---- What it answers --------------------------------------------------------------------------------------

// Cuts a line of quoted fields in place; returns how many there are.
static int cut_fields(char *line, char *field[COLUMNS]) {
    int count = 0;
    while (*line && count < COLUMNS) {
        const bool quoted = *line == '"';
        char *to = line += quoted;
        field[count++] = to;
        while (*line && (quoted ? *line != '"' || line[1] == '"' : *line != ',')) {
            line += quoted && *line == '"'; // "" inside quotes is one
            *to++ = *line++;
        }
        line += quoted && *line == '"';
        const bool more = *line == ',';
        *to = 0;
        line += more;
        if (!more) break;
    }
    return count;
}

// "53,816" and "31.90" are numbers.
static double number_of(const char *text) {
    char digits[64];
    size_t length = 0;
    for (; *text && length + 1 < sizeof digits; text++)
        if (*text != ',') digits[length++] = *text;
    digits[length] = 0;
    char *end;
    const double value = strtod(digits, &end);
    return length && !*end ? value : NAN;
}

static NcuKernel *kernel_of(NcuCounts *counts, const char *name) {
    char bare[256], clean[256];
    clean_text(clean, sizeof clean, name, strlen(name));
    ncu_bare_name(clean, bare, sizeof bare);
    for (int i = 0; i < counts->count; i++)
        if (!strcmp(counts->kernel[i].name, bare)) return &counts->kernel[i];
    if (counts->count == NCU_KERNELS) return NULL;
    NcuKernel *k = &counts->kernel[counts->count++];
    *k = (NcuKernel){.launches = 0};
    memcpy(k->name, bare, sizeof bare);
    for (int i = 0; i < NCU_METRICS; i++) k->value[i] = NAN;
    return k;
}

static void take_value(NcuKernel *kernel, const char *metric, double value) {
    for (int i = 0; i < NCU_METRICS; i++) {
        if (strcmp(ncu_metrics[i].metric, metric) || isnan(value)) continue;
        if (i == 0) kernel->launches++;
        const double before = isnan(kernel->value[i]) ? 0 : kernel->value[i];
        const int seen = kernel->launches > 1 && !isnan(kernel->value[i]) ? kernel->launches : 1;
        kernel->value[i] = ncu_metrics[i].summed ? before + value : before + (value - before) / seen;
    }
}

typedef struct {
    int kernel, metric, value; // columns; -1: there is no table yet
} Header;

static Header read_header(char *const *field, int count) {
    Header h = {-1, -1, -1};
    for (int i = 0; i < count; i++) {
        if (!strcmp(field[i], "Kernel Name")) h.kernel = i;
        if (!strcmp(field[i], "Metric Name")) h.metric = i;
        if (!strcmp(field[i], "Metric Value")) h.value = i;
    }
    return h;
}

static void explain(NcuCounts *counts, const char *text) {
    const char *error = strstr(text, "==ERROR==");
    char line[200] = "";
    if (strstr(text, "ERR_NVGPUCTRPERM"))
        snprintf(counts->why, sizeof counts->why,
                 "This user may not read the GPU's counters (ERR_NVGPUCTRPERM). Whoever runs the machine can "
                 "allow it: "
                 "NVreg_RestrictProfilingToAdminUsers=0 for the module nvidia.");
    else if (error) {
        clean_text(line, sizeof line, error, strcspn(error, "\r\n"));
        snprintf(counts->why, sizeof counts->why, "Nsight Compute says: %s", line);
    } else {
        snprintf(counts->why, sizeof counts->why, "Nsight Compute counted no kernel.");
    }
}

bool ncu_read(const char *text, size_t size, NcuCounts *counts) {
    char *copy = malloc(size + 1), *next = copy;
    Header h = {-1, -1, -1};
    const int before = counts->count;
    if (!copy) return false;
    memcpy(copy, text, size);
    copy[size] = 0;
    explain(counts, copy);
    while (next) {
        char *field[COLUMNS], *line = strsep(&next, "\n");
        if (*line != '"') continue;
        line[strcspn(line, "\r")] = 0;
        const int count = cut_fields(line, field);
        if (h.value < 0)
            h = read_header(field, count);
        else if (h.kernel >= 0 && h.kernel < count && h.metric >= 0 && h.metric < count && h.value < count) {
            NcuKernel *kernel = kernel_of(counts, field[h.kernel]);
            if (kernel) take_value(kernel, field[h.metric], number_of(field[h.value]));
        }
    }
    free(copy);
    if (counts->count > before) counts->why[0] = 0;
    return counts->count > before;
}
