// What the occupancy calculator of TODO 2.2 answers with each of the mistakes that people make in it.
//
// Included by reference.c; no header, for the reason that occupancy_rules.c gives.
#include "labs/lab2_device_query_occupancy/occupancy_rules.c"

static SmLimits sm_of(const LabCase *c, int i) {
    const int *threads = c->args[3], *registers = c->args[4], *shared = c->args[5];
    return limits_of(int_at(c, 1), i, (unsigned)(threads[i] * registers[i] + shared[i]));
}

static KernelNeeds kernel_of(const LabCase *c, int i) {
    const int *threads = c->args[3], *registers = c->args[4], *shared = c->args[5], *shape = c->args[6];
    SmLimits sm = sm_of(c, i);
    return random_kernel(&sm, threads[i], registers[i], shared[i], shape[i]);
}

// A mistake, as what it makes of the limits and of the needs before the rules are applied, or of the blocks that each
// resource allows; NULL: nothing.
typedef void Change(SmLimits *sm, KernelNeeds *kernel);
typedef void Recount(const SmLimits *sm, const KernelNeeds *kernel, int by[LIMITS]);

static void fill_occupancy(const LabCase *c, Change *change, Recount *recount, double *value, double *bound) {
    for (int i = 0; i < int_at(c, 2); ++i) {
        SmLimits sm = sm_of(c, i);
        KernelNeeds kernel = kernel_of(c, i);
        int by[LIMITS];
        if (change) change(&sm, &kernel);
        blocks_by_each(&sm, &kernel, by);
        if (recount) recount(&sm, &kernel, by);
        const SmOccupancy answer = least_of(by);
        value[2 * i] = answer.blocks;
        value[2 * i + 1] = answer.limits;
        bound[2 * i] = bound[2 * i + 1] = WHOLE;
    }
}

static void occupancy(const LabCase *c, double *value, double *bound) {
    fill_occupancy(c, NULL, NULL, value, bound);
}

// ---- Which limits are named ----------------------------------------------------------------------------

static void occupancy_one_limit(const LabCase *c, double *value, double *bound) {
    occupancy(c, value, bound);
    for (int i = 0; i < int_at(c, 2); ++i) {
        int limits = (int)value[2 * i + 1];
        value[2 * i + 1] = limits & -limits;
    }
}

static void occupancy_last_limit(const LabCase *c, double *value, double *bound) {
    occupancy(c, value, bound);
    for (int i = 0; i < int_at(c, 2); ++i) {
        int limits = (int)value[2 * i + 1];
        while (limits & (limits - 1)) limits &= limits - 1;
        value[2 * i + 1] = limits;
    }
}

// Each of the four is added as another number than its own: 1 warps, 2 registers, 4 shared, 8 blocks.
static void fill_renumbered(const LabCase *c, const int number[LIMITS], double *value, double *bound) {
    occupancy(c, value, bound);
    for (int i = 0; i < int_at(c, 2); ++i) {
        const int limits = (int)value[2 * i + 1];
        int sum = 0;
        for (int k = 0; k < LIMITS; k++) sum += limits >> k & 1 ? number[k] : 0;
        value[2 * i + 1] = sum;
    }
}

#define RENUMBERED(name, ...)                                                                                \
    static void occupancy_##name(const LabCase *c, double *value, double *bound) {                           \
        fill_renumbered(c, (const int[LIMITS]){__VA_ARGS__}, value, bound);                                  \
    }

RENUMBERED(registers_for_shared, 1, 4, 2, 8)
RENUMBERED(warps_for_registers, 2, 1, 4, 8)
RENUMBERED(warps_for_shared, 4, 2, 1, 8)
RENUMBERED(warps_for_blocks, 8, 2, 4, 1)
RENUMBERED(registers_for_blocks, 1, 8, 4, 2)
RENUMBERED(shared_for_blocks, 1, 2, 8, 4)
RENUMBERED(bits_from_the_end, 8, 4, 2, 1)
RENUMBERED(bits_one_higher, 2, 4, 8, 16)
RENUMBERED(numbers_for_bits, 1, 2, 3, 4)
RENUMBERED(numbers_from_zero, 0, 1, 2, 3)
RENUMBERED(blocks_first, 2, 4, 8, 1)

// ---- What an SM is taken to be -------------------------------------------------------------------------

#define OCCUPANCY_BUT(name, ...)                                                                             \
    static void change_##name(SmLimits *sm, KernelNeeds *kernel) {                                           \
        (void)sm, (void)kernel;                                                                              \
        __VA_ARGS__;                                                                                         \
    }                                                                                                        \
    static void occupancy_##name(const LabCase *c, double *value, double *bound) {                           \
        fill_occupancy(c, change_##name, NULL, value, bound);                                                \
    }

OCCUPANCY_BUT(no_register_unit, sm->register_unit = 1)
OCCUPANCY_BUT(no_partitions, sm->partitions = 1)
OCCUPANCY_BUT(no_register_rounding, sm->register_unit = sm->partitions = 1)
OCCUPANCY_BUT(no_shared_unit, sm->shared_unit = 1)
OCCUPANCY_BUT(no_reserved, sm->shared_reserved = 0)
OCCUPANCY_BUT(no_shared_rounding, sm->shared_unit = 1, sm->shared_reserved = 0)
OCCUPANCY_BUT(no_block_slots, sm->blocks = INT_MAX)
OCCUPANCY_BUT(no_most_threads, sm->threads_per_block = INT_MAX)
OCCUPANCY_BUT(no_most_shared, sm->shared_per_block = INT_MAX)
OCCUPANCY_BUT(warps_down, kernel->threads = kernel->threads < 64 ? 32 : kernel->threads / 32 * 32)
OCCUPANCY_BUT(warp_too_many, kernel->threads = kernel->threads / 32 * 32 + 32)

// A number of one SM, where each SM has its own.
OCCUPANCY_BUT(register_unit_64, sm->register_unit = 64)
OCCUPANCY_BUT(register_unit_128, sm->register_unit = 128)
OCCUPANCY_BUT(register_unit_256, sm->register_unit = 256)
OCCUPANCY_BUT(register_unit_512, sm->register_unit = 512)
OCCUPANCY_BUT(register_unit_256_in_one, sm->register_unit = 256, sm->partitions = 1)
OCCUPANCY_BUT(partitions_4, sm->partitions = 4)
OCCUPANCY_BUT(threads_1024, sm->threads_per_block = 1024)
OCCUPANCY_BUT(partitions_4_threads_1024, sm->partitions = 4, sm->threads_per_block = 1024)
OCCUPANCY_BUT(registers_65536, sm->registers = 65536)
OCCUPANCY_BUT(shared_unit_128, sm->shared_unit = 128)
OCCUPANCY_BUT(shared_unit_256, sm->shared_unit = 256)
OCCUPANCY_BUT(shared_unit_512, sm->shared_unit = 512)
OCCUPANCY_BUT(shared_unit_1024, sm->shared_unit = 1024)
OCCUPANCY_BUT(reserved_1024, sm->shared_reserved = 1024)
OCCUPANCY_BUT(warps_32, sm->warps = 32)
OCCUPANCY_BUT(warps_48, sm->warps = 48)
OCCUPANCY_BUT(warps_64, sm->warps = 64)
OCCUPANCY_BUT(blocks_16, sm->blocks = 16)
OCCUPANCY_BUT(blocks_24, sm->blocks = 24)
OCCUPANCY_BUT(blocks_32, sm->blocks = 32)

// ---- How the blocks that a resource allows are counted -------------------------------------------------

static int round_up(int value, int unit) {
    return ceil_div(value, unit) * unit;
}

static int blocks_in(int all, int of_a_block) {
    return of_a_block ? all / of_a_block : INT_MAX;
}

static bool is_refused(const SmLimits *sm, const KernelNeeds *kernel, int resource) {
    return (resource == BY_WARPS && kernel->threads > sm->threads_per_block) ||
           (resource == BY_SHARED && kernel->shared > sm->shared_per_block);
}

// The warps that have room when each gets so many registers.
static int warps_with(const SmLimits *sm, int registers) {
    return registers ? sm->registers / sm->partitions / registers * sm->partitions : INT_MAX;
}

// warps: of a block; a_warp: its registers, and bytes: those of a block, both before they are rounded.
#define RECOUNTED(name, resource, ...)                                                                       \
    static void recount_##name(const SmLimits *sm, const KernelNeeds *kernel, int by[LIMITS]) {              \
        const int warps = ceil_div(kernel->threads, sm->warp_size);                                          \
        const int a_warp = kernel->registers * sm->warp_size;                                                \
        const int bytes = kernel->shared + sm->shared_reserved;                                              \
        (void)warps, (void)a_warp, (void)bytes;                                                              \
        if (!is_refused(sm, kernel, resource)) by[resource] = (__VA_ARGS__);                                 \
    }                                                                                                        \
    static void occupancy_##name(const LabCase *c, double *value, double *bound) {                           \
        fill_occupancy(c, NULL, recount_##name, value, bound);                                               \
    }

RECOUNTED(unit_of_a_thread, BY_REGISTERS,
          warps_with(sm, round_up(kernel->registers, sm->register_unit) * sm->warp_size) / warps)
RECOUNTED(unit_of_a_thread_in_one, BY_REGISTERS,
          sm->registers / (round_up(kernel->registers, sm->register_unit) * sm->warp_size) / warps)
RECOUNTED(unit_of_a_block, BY_REGISTERS, sm->registers / round_up(a_warp * warps, sm->register_unit))
RECOUNTED(registers_of_threads, BY_REGISTERS,
          sm->registers / round_up(kernel->registers * kernel->threads, sm->register_unit))
RECOUNTED(threads_without_unit, BY_REGISTERS, sm->registers / (kernel->registers * kernel->threads))
RECOUNTED(registers_down, BY_REGISTERS,
          blocks_in(warps_with(sm, a_warp / sm->register_unit * sm->register_unit), warps))
RECOUNTED(register_unit_too_many, BY_REGISTERS,
          warps_with(sm, (a_warp / sm->register_unit + 1) * sm->register_unit) / warps)
RECOUNTED(block_in_a_partition, BY_REGISTERS,
          sm->registers / sm->partitions / round_up(a_warp, sm->register_unit) / warps * sm->partitions)
RECOUNTED(warps_of_all_partitions, BY_REGISTERS,
          warps_with(sm, round_up(a_warp, sm->register_unit)) / round_up(warps, sm->partitions))
RECOUNTED(one_partition_alone, BY_REGISTERS,
          sm->registers / sm->partitions / round_up(a_warp, sm->register_unit) / warps)

RECOUNTED(reserved_only_with_shared, BY_SHARED, kernel->shared ? by[BY_SHARED] : INT_MAX)
RECOUNTED(reserved_once, BY_SHARED,
          blocks_in(sm->shared - sm->shared_reserved, round_up(kernel->shared, sm->shared_unit)))
RECOUNTED(shared_down, BY_SHARED, blocks_in(sm->shared, bytes / sm->shared_unit * sm->shared_unit))
RECOUNTED(shared_unit_too_many, BY_SHARED, sm->shared / ((bytes / sm->shared_unit + 1) * sm->shared_unit))
RECOUNTED(shared_of_a_block, BY_SHARED, blocks_in(sm->shared_per_block, round_up(bytes, sm->shared_unit)))
RECOUNTED(reserved_counts_as_asked, BY_SHARED, bytes > sm->shared_per_block ? 0 : by[BY_SHARED])

RECOUNTED(threads_by_threads, BY_WARPS, sm->warps * sm->warp_size / kernel->threads)

// ---- In words ------------------------------------------------------------------------------------------

#define OWN_UNIT(resource, number, field)                                                                    \
    resource " were rounded up to a multiple of " number " on every SM: the unit of this SM is " field
#define OWN_NUMBER(what, number, field) what " " number " on every SM: this SM's number is " field

#define BITS                            "they are 1, 2, 4 and 8, in the order warps, registers, shared memory, blocks"
#define EXCHANGED(one, its, other, others)                                                                   \
    one " and " other " were exchanged in `limits`: it has " its " for " one ", and " others " for " other

static const LabMistake OCCUPANCY_MISTAKES[] = {
    {"only one limit is named where several resources run out together", occupancy_one_limit},
    {"a limit overwrites the one that was found before it: combine them with |=", occupancy_last_limit},
    {EXCHANGED("registers", "2", "shared memory", "4"), occupancy_registers_for_shared},
    {EXCHANGED("warps", "1", "registers", "2"), occupancy_warps_for_registers},
    {EXCHANGED("warps", "1", "shared memory", "4"), occupancy_warps_for_shared},
    {EXCHANGED("warps", "1", "blocks", "8"), occupancy_warps_for_blocks},
    {EXCHANGED("registers", "2", "blocks", "8"), occupancy_registers_for_blocks},
    {EXCHANGED("shared memory", "4", "blocks", "8"), occupancy_shared_for_blocks},
    {"`limits` were 8 for warps, 4 for registers, 2 for shared memory and 1 for blocks: " BITS,
     occupancy_bits_from_the_end},
    {"`limits` were 2 for warps, 4 for registers, 8 for shared memory and 16 for blocks: " BITS,
     occupancy_bits_one_higher},
    {"`limits` were the sum of 1 for warps, 2 for registers, 3 for shared memory and 4 for blocks: " BITS,
     occupancy_numbers_for_bits},
    {"`limits` were the sum of 0 for warps, 1 for registers, 2 for shared memory and 3 for blocks: " BITS,
     occupancy_numbers_from_zero},
    {"`limits` were 1 for blocks, 2 for warps, 4 for registers and 8 for shared memory: " BITS,
     occupancy_blocks_first},
    {"the registers of a warp are not rounded up to register_unit", occupancy_no_register_unit},
    {"the SM were a single partition: a warp cannot take its registers from two partitions",
     occupancy_no_partitions},
    {"registers are not rounded at all: neither to register_unit nor to whole warps in each partition",
     occupancy_no_register_rounding},
    {"shared memory is not rounded up to shared_unit", occupancy_no_shared_unit},
    {"the reserved shared memory of each block is forgotten", occupancy_no_reserved},
    {"shared memory is taken as asked for: without the reserved bytes, and not rounded up",
     occupancy_no_shared_rounding},
    {"an SM had any number of block slots", occupancy_no_block_slots},
    {"a block may have more than threads_per_block threads", occupancy_no_most_threads},
    {"a block may have more than shared_per_block bytes", occupancy_no_most_shared},
    {"the warps of a block are rounded down", occupancy_warps_down},
    {"a block had one warp more than its threads fill, where they fill whole warps: round up, and no further",
     occupancy_warp_too_many},

    {OWN_UNIT("the registers of a warp", "64", "sm.register_unit"), occupancy_register_unit_64},
    {OWN_UNIT("the registers of a warp", "128", "sm.register_unit"), occupancy_register_unit_128},
    {OWN_UNIT("the registers of a warp", "256", "sm.register_unit"), occupancy_register_unit_256},
    {OWN_UNIT("the registers of a warp", "512", "sm.register_unit"), occupancy_register_unit_512},
    {OWN_UNIT(
         "the registers of a warp", "256",
         "sm.register_unit") ", and a warp takes its registers from one partition, where this counts them in a single one",
     occupancy_register_unit_256_in_one},
    {OWN_NUMBER("there were", "65536 registers", "sm.registers"), occupancy_registers_65536},
    {OWN_NUMBER("there were", "4 partitions", "sm.partitions"), occupancy_partitions_4},
    {OWN_NUMBER("a block had at most", "1024 threads", "sm.threads_per_block"), occupancy_threads_1024},
    {"there were 4 partitions on every SM, and a block had at most 1024 threads: these are sm.partitions and "
     "sm.threads_per_block",
     occupancy_partitions_4_threads_1024},
    {"register_unit were a unit of each thread's registers: a warp's registers are rounded up to it, all "
     "together",
     occupancy_unit_of_a_thread},
    {"register_unit were a unit of each thread's registers, and the SM a single partition: a warp's registers are "
     "rounded up to it, all together, and lie in one partition",
     occupancy_unit_of_a_thread_in_one},
    {"the registers of a block were rounded up to register_unit, and lay in the SM as one piece: each warp's are "
     "rounded up, and a partition holds whole warps",
     occupancy_unit_of_a_block},
    {"only the threads that a block has got registers: whole warps get them, each rounded up to register_unit, in "
     "one partition",
     occupancy_registers_of_threads},
    {"the registers of a block were threads times registers: whole warps get registers, each rounded up to "
     "register_unit, in one partition",
     occupancy_threads_without_unit},
    {"the registers of a warp were rounded down to register_unit: it gets a whole unit for what is left over",
     occupancy_registers_down},
    {"a warp got one unit of registers too many where its registers fill whole units: round up, and no further",
     occupancy_register_unit_too_many},
    {"all warps of a block took their registers from the same partition: its warps are spread over all of them",
     occupancy_block_in_a_partition},
    {"the warps of a block were rounded up to a multiple of the partitions, for the registers: a partition may "
     "have one warp of a block more than another",
     occupancy_warps_of_all_partitions},
    {"only one partition had registers: an SM has as many shares of them as partitions",
     occupancy_one_partition_alone},

    {OWN_UNIT("the shared memory of a block", "128", "sm.shared_unit"), occupancy_shared_unit_128},
    {OWN_UNIT("the shared memory of a block", "256", "sm.shared_unit"), occupancy_shared_unit_256},
    {OWN_UNIT("the shared memory of a block", "512", "sm.shared_unit"), occupancy_shared_unit_512},
    {OWN_UNIT("the shared memory of a block", "1024", "sm.shared_unit"), occupancy_shared_unit_1024},
    {OWN_NUMBER("the system reserved", "1024 bytes for each block", "sm.shared_reserved"),
     occupancy_reserved_1024},
    {"a block that asks for no shared memory took none: it has the reserved bytes all the same",
     occupancy_reserved_only_with_shared},
    {"bytes were reserved once for the SM: they are reserved for each block", occupancy_reserved_once},
    {"the shared memory of a block were rounded down to shared_unit: it gets a whole unit for what is left over",
     occupancy_shared_down},
    {"a block got one unit of shared memory too many where its bytes fill whole units: round up, and no further",
     occupancy_shared_unit_too_many},
    {"the blocks of an SM shared what one block may have, shared_per_block: the SM has sm.shared bytes",
     occupancy_shared_of_a_block},
    {"the reserved bytes counted among those that a block may ask for: shared_per_block is compared with "
     "kernel.shared alone",
     occupancy_reserved_counts_as_asked},

    {OWN_NUMBER("there was room for", "32 warps", "sm.warps"), occupancy_warps_32},
    {OWN_NUMBER("there was room for", "48 warps", "sm.warps"), occupancy_warps_48},
    {OWN_NUMBER("there was room for", "64 warps", "sm.warps"), occupancy_warps_64},
    {"threads were counted for the limit of warps: a warp that is partly filled takes the room of a whole one",
     occupancy_threads_by_threads},
    {OWN_NUMBER("there were", "16 block slots", "sm.blocks"), occupancy_blocks_16},
    {OWN_NUMBER("there were", "24 block slots", "sm.blocks"), occupancy_blocks_24},
    {OWN_NUMBER("there were", "32 block slots", "sm.blocks"), occupancy_blocks_32},
    {NULL, NULL},
};

static const LabMention OCCUPANCY_MENTIONS[] = {
    {occupancy_no_register_unit, "kernel.registers"},
    {occupancy_no_partitions, "sm.registers"},
    {occupancy_no_register_rounding, "kernel.registers"},
    {occupancy_no_shared_unit, "kernel.shared"},
    {occupancy_no_reserved, "kernel.shared"},
    {occupancy_no_shared_rounding, "kernel.shared"},
    {occupancy_no_most_threads, "sm.warps"},
    {occupancy_no_most_shared, "sm.shared"},
    {occupancy_partitions_4, "sm.registers"},
    {occupancy_partitions_4_threads_1024, "sm.registers"},
    {occupancy_threads_1024, "sm.warps"},
    {occupancy_warps_down, "kernel.threads"},
    {occupancy_warp_too_many, "kernel.threads"},
    {occupancy_register_unit_64, "kernel.registers"},
    {occupancy_register_unit_128, "kernel.registers"},
    {occupancy_register_unit_256, "kernel.registers"},
    {occupancy_register_unit_512, "kernel.registers"},
    {occupancy_register_unit_256_in_one, "kernel.registers"},
    {occupancy_unit_of_a_thread, "kernel.registers"},
    {occupancy_unit_of_a_thread_in_one, "kernel.registers"},
    {occupancy_unit_of_a_block, "kernel.registers"},
    {occupancy_registers_of_threads, "kernel.registers"},
    {occupancy_threads_without_unit, "kernel.registers"},
    {occupancy_registers_down, "kernel.registers"},
    {occupancy_register_unit_too_many, "kernel.registers"},
    {occupancy_block_in_a_partition, "sm.registers"},
    {occupancy_warps_of_all_partitions, "sm.registers"},
    {occupancy_one_partition_alone, "sm.registers"},
    {occupancy_shared_unit_128, "kernel.shared"},
    {occupancy_shared_unit_256, "kernel.shared"},
    {occupancy_shared_unit_512, "kernel.shared"},
    {occupancy_shared_unit_1024, "kernel.shared"},
    {occupancy_reserved_1024, "kernel.shared"},
    {occupancy_reserved_only_with_shared, "kernel.shared"},
    {occupancy_reserved_once, "kernel.shared"},
    {occupancy_shared_down, "kernel.shared"},
    {occupancy_shared_unit_too_many, "kernel.shared"},
    {occupancy_shared_of_a_block, "sm.shared_per_block"},
    {occupancy_reserved_counts_as_asked, "sm.shared_per_block"},
    {occupancy_threads_by_threads, "sm.warps"},
    {NULL, NULL},
};
