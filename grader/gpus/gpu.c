// Reads the description of a GPU from its data file.
//
// A line holds a key and its value, separated by spaces; # starts a comment. Sizes, clock rates and
// bandwidths have a unit ("48 KiB", "1980 MHz", "900 GB/s"). A key "model_NAME" gives a number of model_numbers.h. A key that may be missing leaves 0 in its field:
// the fact is not known.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/gpus/gpu.h"

typedef enum { TEXT, COUNT, BYTES, CLOCK, BANDWIDTH, TRIPLE, CAPABILITY, VERSION } Kind;

typedef struct {
    const char *key;
    Kind kind;
    size_t offset;
    size_t size; // bytes of the field
    bool needed;
    uint64_t min, max; // of a number, in the unit of the field
} Field;

#define U32(key, kind, member, needed, min, max)                                                             \
    { key, kind, offsetof(GpuDescription, member), sizeof(uint32_t), needed, min, max }
#define U64(key, kind, member, needed, min, max)                                                             \
    { key, kind, offsetof(GpuDescription, member), sizeof(uint64_t), needed, min, max }
#define KIB(n) ((n)*1024ull)

// What the simulator counts on bounds these numbers from above: 32 lanes a warp, its address space.
static const Field fields[] = {
    {"name", TEXT, offsetof(GpuDescription, device.name), sizeof((GpuDescription *)0)->device.name, true, 0,
     0},
    U32("compute_capability", CAPABILITY, device.major, true, 0, 99),
    U32("driver", VERSION, device.driver_version, true, 1000, 999990),
    U32("sm_count", COUNT, device.sm_count, true, 1, 4096),
    U32("warp_size", COUNT, device.warp_size, true, 32, 32),
    U32("schedulers_per_sm", COUNT, schedulers, true, 1, 32),
    U32("threads_per_sm", COUNT, device.threads_per_sm, true, 32, 4096),
    U32("blocks_per_sm", COUNT, device.blocks_per_sm, true, 1, 1024),
    U32("threads_per_block", COUNT, device.threads_per_block_max, true, 32, 1024),
    U32("block_size", TRIPLE, device.block_max, true, 1, 1024),
    U32("grid_size", TRIPLE, device.grid_max, true, 1, INT32_MAX),
    U32("registers_per_sm", COUNT, device.registers_per_sm, true, 1024, 1 << 24),
    U32("registers_per_block", COUNT, device.registers_per_block, true, 1024, 1 << 24),
    U32("registers_per_thread", COUNT, registers_per_thread_max, true, 16, 1024),
    U32("register_unit", COUNT, register_unit, true, 1, 4096),
    U64("shared_per_sm", BYTES, device.shared_per_sm, true, KIB(1), KIB(65536)),
    U64("shared_per_block", BYTES, device.shared_per_block, true, KIB(1), KIB(65536)),
    U64("shared_per_block_optin", BYTES, device.shared_per_block_optin, true, KIB(1), KIB(65536)),
    U64("shared_reserved_per_block", BYTES, device.shared_reserved_per_block, true, 0, KIB(64)),
    U32("shared_unit", BYTES, shared_unit, true, 1, KIB(64)),
    U32("load_line", BYTES, load_line, false, 32, 128),
    U64("constant_memory", BYTES, device.total_constant_memory, true, KIB(1), KIB(1024)),
    U64("global_memory", BYTES, device.total_global_memory, true, KIB(1024),
        DEVICE_ADDRESS_END - DEVICE_ADDRESS_BASE),
    U64("l2_cache", BYTES, device.l2_bytes, false, 1, INT32_MAX),
    U64("memory_pitch", BYTES, device.memory_pitch_max, true, KIB(1), INT32_MAX),
    U64("texture_alignment", BYTES, device.texture_alignment, true, 1, KIB(64)),
    U32("model_calibrated", COUNT, model_calibrated, false, 0, 1),
    U64("l1_and_shared", BYTES, l1_bytes, false, KIB(16), KIB(65536)),
    U32("clock", CLOCK, device.clock_khz, false, 1000, 100000000),
    U32("memory_clock", CLOCK, device.memory_clock_khz, false, 1000, 100000000),
    U32("memory_bus", COUNT, device.memory_bus_bits, false, 8, 1 << 20),
    U64("memory_bandwidth", BANDWIDTH, dram_bytes_per_second, false, 1, 1000000000000000),
};

enum { FIELD_COUNT = sizeof fields / sizeof *fields, LINE_SIZE = 512 };

typedef struct {
    const char *name; // 0 ends the list
    uint64_t factor;
} Unit;

static const Unit byte_units[] = {
    {"bytes", 1}, {"KiB", 1ull << 10}, {"MiB", 1ull << 20}, {"GiB", 1ull << 30}, {NULL, 0}};
static const Unit clock_units[] = {{"kHz", 1}, {"MHz", 1000}, {NULL, 0}};
static const Unit bandwidth_units[] = {{"MB/s", 1000000}, {"GB/s", 1000000000}, {NULL, 0}};

// Why a value cannot be taken; "" while all is well.
typedef struct {
    char text[200];
} Problem;

// ---- Values
// ---------------------------------------------------------------------------------------------------

static void store(const Field *field, GpuDescription *gpu, size_t index, uint64_t value) {
    uint8_t *place = (uint8_t *)gpu + field->offset + index * field->size;
    uint32_t narrow = (uint32_t)value; // field->max fits
    if (field->size == sizeof narrow)
        memcpy(place, &narrow, sizeof narrow);
    else
        memcpy(place, &value, sizeof value);
}

// Takes an unsigned decimal number off the front of *text.
static bool take_number(char **text, uint64_t *value) {
    if (**text < '0' || **text > '9') return false;
    errno = 0;
    *value = strtoull(*text, text, 10);
    return errno == 0;
}

static void skip_spaces(char **text) {
    *text += strspn(*text, " \t");
}

static bool in_range(const Field *field, uint64_t value, Problem *problem) {
    if (value >= field->min && value <= field->max) return true;
    const char *unit = field->kind == BYTES ? " bytes" : field->kind == CLOCK ? " kHz" : "";
    snprintf(problem->text, sizeof problem->text, "%s must be from %llu%s to %llu%s", field->key,
             (unsigned long long)field->min, unit, (unsigned long long)field->max, unit);
    return false;
}

static bool read_text(const Field *field, char *text, GpuDescription *gpu, Problem *problem) {
    if (strlen(text) >= field->size) {
        snprintf(problem->text, sizeof problem->text, "%s has more than %zu letters", field->key,
                 field->size - 1);
        return false;
    }
    strcpy((char *)gpu + field->offset, text);
    return true;
}

static bool read_measure(const Field *field, const Unit *units, char *text, GpuDescription *gpu,
                         Problem *problem) {
    uint64_t value;
    if (take_number(&text, &value)) {
        skip_spaces(&text);
        for (const Unit *unit = units; unit->name; unit++) {
            if (strcmp(text, unit->name) != 0) continue;
            uint64_t scaled;
            if (__builtin_mul_overflow(value, unit->factor, &scaled)) scaled = UINT64_MAX;
            if (!in_range(field, scaled, problem)) return false;
            store(field, gpu, 0, scaled);
            return true;
        }
    }
    int length =
        snprintf(problem->text, sizeof problem->text, "%s must be a whole number and a unit:", field->key);
    for (const Unit *unit = units; unit->name; unit++)
        length += snprintf(problem->text + length, sizeof problem->text - length, "%s%s",
                           unit == units   ? " "
                           : !unit[1].name ? " or "
                                           : ", ",
                           unit->name);
    return false;
}

static bool read_counts(const Field *field, size_t count, char *text, GpuDescription *gpu, Problem *problem) {
    for (size_t i = 0; i < count; i++) {
        uint64_t value;
        skip_spaces(&text);
        if (!take_number(&text, &value) || (*text && !strchr(" \t", *text)) || (i + 1 == count && *text)) {
            snprintf(problem->text, sizeof problem->text, "%s must be %s", field->key,
                     count == 3 ? "three whole numbers: x y z" : "a whole number without a unit");
            return false;
        }
        if (!in_range(field, value, problem)) return false;
        store(field, gpu, i, value);
    }
    return true;
}

// "9.0": a compute capability or a CUDA version.
static bool read_version(const Field *field, char *text, GpuDescription *gpu, Problem *problem) {
    uint64_t major, minor;
    if (!take_number(&text, &major) || *text++ != '.' || !take_number(&text, &minor) || *text || major > 99 ||
        minor > 9) {
        snprintf(problem->text, sizeof problem->text,
                 "%s must be two numbers with a point between, such as 9.0", field->key);
        return false;
    }
    if (field->kind == CAPABILITY) {
        gpu->device.major = (uint32_t)major;
        gpu->device.minor = (uint32_t)minor;
        return true;
    }
    if (!in_range(field, major * 1000 + minor * 10, problem)) return false;
    store(field, gpu, 0, major * 1000 + minor * 10);
    return true;
}

static bool read_value(const Field *field, char *text, GpuDescription *gpu, Problem *problem) {
    switch (field->kind) {
    case TEXT: return read_text(field, text, gpu, problem);
    case COUNT: return read_counts(field, 1, text, gpu, problem);
    case TRIPLE: return read_counts(field, 3, text, gpu, problem);
    case BYTES: return read_measure(field, byte_units, text, gpu, problem);
    case CLOCK: return read_measure(field, clock_units, text, gpu, problem);
    case BANDWIDTH: return read_measure(field, bandwidth_units, text, gpu, problem);
    case CAPABILITY:
    case VERSION: return read_version(field, text, gpu, problem);
    }
    return false;
}

// ---- Lines
// ----------------------------------------------------------------------------------------------------

// Cuts the comment, and the spaces at both ends.
static char *trim(char *line) {
    line[strcspn(line, "#\r\n")] = '\0';
    skip_spaces(&line);
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t", line[length - 1])) line[--length] = '\0';
    return line;
}

static const char *const model_names[] = {
#define MODEL_NAME(name, value, words) #name,
    MODEL_NUMBERS(MODEL_NAME)
#undef MODEL_NAME
};

// "model_NAME VALUE": a number of the model of time, above 0, with a decimal point or without.
static bool read_model_number(const char *key, const char *value, GpuDescription *gpu, Problem *problem) {
    enum { MOST = 1000000 };
    for (size_t i = 0; i < MODEL_NUMBER_COUNT; i++) {
        if (strcmp(model_names[i], key) != 0) continue;
        if (gpu->model_numbers[i] > 0) {
            snprintf(problem->text, sizeof problem->text,
                     "model_%s is given twice; keep one of the two lines", key);
            return false;
        }
        char *end = NULL;
        const bool digits = *value && !value[strspn(value, "0123456789.")];
        const double number = digits ? strtod(value, &end) : 0;
        if (!digits || *end || number <= 0 || number > MOST) {
            snprintf(problem->text, sizeof problem->text,
                     "model_%s must be a number above 0 and up to %d, without a unit", key, MOST);
            return false;
        }
        gpu->model_numbers[i] = number;
        return true;
    }
    snprintf(problem->text, sizeof problem->text,
             "the model of time has no number \"%.60s\"; they are listed in model_numbers.h", key);
    return false;
}

static bool read_line(char *line, GpuDescription *gpu, bool *seen, Problem *problem) {
    static const char model[] = "model_";
    char *key = trim(line);
    if (!*key) return true;
    size_t length = strcspn(key, " \t");
    char *value = key + length;
    skip_spaces(&value);
    key[length] = '\0'; // `value` lies beyond, or is empty
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (strcmp(fields[i].key, key) != 0) continue;
        if (seen[i]) {
            snprintf(problem->text, sizeof problem->text, "%s is given twice; keep one of the two lines",
                     key);
            return false;
        }
        seen[i] = true;
        if (*value) return read_value(&fields[i], value, gpu, problem);
        snprintf(problem->text, sizeof problem->text, "%s has no value; a fact that is not known is left out",
                 key);
        return false;
    }
    if (!strncmp(key, model, strlen(model)))
        return read_model_number(key + strlen(model), value, gpu, problem);
    snprintf(problem->text, sizeof problem->text, "there is no key \"%.60s\"; the keys are listed in gpu.c",
             key);
    return false;
}

// What no single line can show. An SM must be able to hold one largest block at least, or nothing could be
// launched.
static bool is_consistent(const GpuDescription *gpu, const bool *seen, Problem *problem) {
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (!fields[i].needed || seen[i]) continue;
        snprintf(problem->text, sizeof problem->text, "%s is missing", fields[i].key);
        return false;
    }
    const DeviceDescription *d = &gpu->device;
    const char *wrong =
        d->threads_per_block_max > d->threads_per_sm      ? "threads_per_block is above threads_per_sm"
        : d->registers_per_block > d->registers_per_sm    ? "registers_per_block is above registers_per_sm"
        : gpu->load_line & (gpu->load_line - 1)           ? "load_line is not a power of two"
        : d->shared_per_block > d->shared_per_block_optin ? "shared_per_block is above shared_per_block_optin"
        : d->shared_per_block_optin + d->shared_reserved_per_block > d->shared_per_sm
            ? "shared_per_block_optin and shared_reserved_per_block together are above shared_per_sm"
            : NULL;
    if (wrong) snprintf(problem->text, sizeof problem->text, "%s", wrong);
    return !wrong;
}

static void take_id(const char *path, GpuDescription *gpu) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    int length = dot ? (int)(dot - name) : (int)strlen(name);
    snprintf(gpu->id, sizeof gpu->id, "%.*s", length, name);
}

bool gpu_read_file(const char *path, GpuDescription *gpu, char *error, size_t error_size) {
    FILE *file = fopen(path, "re");
    if (!file) {
        snprintf(error, error_size, "%s cannot be read: %s", path, strerror(errno));
        return false;
    }
    const bool good = gpu_read_stream(file, path, gpu, error, error_size);
    fclose(file);
    return good;
}

bool gpu_read_stream(FILE *file, const char *path, GpuDescription *gpu, char *error, size_t error_size) {
    memset(gpu, 0, sizeof *gpu);
    take_id(path, gpu);
    bool seen[FIELD_COUNT] = {false};
    Problem problem = {""};
    char line[LINE_SIZE];
    int number = 0;
    bool good = true;
    while (good && fgets(line, sizeof line, file)) {
        number++;
        if (strlen(line) + 1 == sizeof line) {
            snprintf(problem.text, sizeof problem.text, "the line is longer than %d letters", LINE_SIZE - 2);
            good = false;
        } else {
            good = read_line(line, gpu, seen, &problem);
        }
    }
    if (good && ferror(file)) {
        snprintf(problem.text, sizeof problem.text, "it cannot be read to its end");
        good = false;
    }
    good = good && is_consistent(gpu, seen, &problem);
    if (!good) snprintf(error, error_size, "%s:%d: %s", path, number, problem.text);
    return good;
}
