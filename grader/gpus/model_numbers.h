// Numbers of a GPU that the model of time (grader/model) needs, beside those that gpu.h has. A data file gives one of them with
// a line "model_NAME VALUE"; what it does not give is the H200's, as here.
#ifndef WARPBOOK_MODEL_NUMBERS_H
#define WARPBOOK_MODEL_NUMBERS_H

// X(name, value for the H200, what it is). Cycles are those of an SM.
#define MODEL_NUMBERS(X)                                                                                     \
    X(launch_us, 3.1, "an empty launch between two events, microseconds")                                    \
    X(block_interval, 1.2, "cycles between the starts of two blocks, on the whole GPU")                      \
    X(warp_start, 6.2, "cycles that starting one more warp costs an SM")                                     \
    X(block_end, 640, "cycles from a block's last instruction to the start of the next in its place")        \
    X(l1_latency, 34, "cycles, a load that hits L1")                                                         \
    X(shared_latency, 24, "cycles, a load from shared memory")                                               \
    X(l2_latency, 240, "cycles beyond L1's, a load that hits L2")                                            \
    X(dram_latency, 380, "cycles beyond L2's, a load from DRAM")                                             \
    X(special_latency, 18, "cycles, a reciprocal or a conversion")                                           \
    X(shuffle_latency, 24, "cycles")                                                                         \
    X(register_latency, 22, "cycles, a special register")                                                    \
    X(constant_latency, 26, "cycles, a load from constant memory that is not an operand")                    \
    X(atomic_latency, 400, "cycles, an atomic operation whose result is used")                               \
    X(barrier_latency, 18, "cycles from the last warp's arrival to the first instruction after")             \
    X(branch_latency, 10, "cycles that a warp waits after a branch")                                         \
    X(fp64_latency, 8, "cycles, where a scoreboard is used")                                                 \
    X(fma_cycles, 1, "cycles of a scheduler's unit for a warp's instruction")                                \
    X(alu_cycles, 2, "the same, integers and logic")                                                         \
    X(imad_cycles, 2, "the same, products of integers")                                                      \
    X(wide_product_cycles, 4, "the same, products of integers of 64 bits, or their upper half")              \
    X(fp64_cycles, 2, "the same, double")                                                                    \
    X(special_cycles, 8, "the same, special functions")                                                      \
    X(uniform_cycles, 2, "the same, uniform values")                                                         \
    X(tensor_cycles, 16, "the same, products of matrices")                                                   \
    X(shuffle_cycles, 1, "cycles of the SM for a shuffle")                                                   \
    X(lsu_queue, 64, "cycles of work that may wait for the load-store unit")                                 \
    X(line_cycles, 0.5, "cycles of L1 that a request of more than one line takes longer")                    \
    X(l2_port_bytes, 64, "bytes a cycle from L2 to one SM")                                                  \
    X(l2_bytes, 4000, "bytes a cycle from L2 to all SMs")                                                    \
    X(l2_overlap, 1.05, "how much faster L2 serves loads and stores together than one after the other")      \
    X(l2_request, 0.4, "sectors that asking L2 for a line costs beside those that are read")                 \
    X(l2_write_bytes, 2900, "bytes a cycle that all SMs can write to L2")                                    \
    X(l2_write_line, 1.13, "whole sectors that L2 needs for a line that is stored to, beside its sectors")   \
    X(l2_write_part, 1.29, "the same for each of its sectors that is stored in part")                        \
    X(dram_queue, 450, "cycles that a load from DRAM waits longer where half of its bandwidth is used")      \
    X(barrier_cycles, 2, "cycles of the SM for each warp that arrives at a barrier")                         \
    X(atomic_return, 6, "cycles of the SM for each lane at the same place, where the result is used")        \
    X(atomic_sector, 0.95, "cycles for each sector of a warp's atomic operation at the same 1 KiB")          \
    X(atomic_real, 3.3, "cycles for each lane of those at the same float")                                   \
    X(dram_efficiency, 0.87, "of the memory's peak that a copy reaches")                                     \
    X(dram_lone_read, 20, "bytes that a read at a place of its own costs DRAM beside its own")               \
    X(dram_lone_write, 175, "bytes that writing a single sector costs DRAM beside its own")                  \
    X(store_queue, 1500, "cycles of stores that may be on their way")                                        \
    X(atomic_lanes, 50, "atomic operations of lanes a cycle, the whole GPU")                                 \
    X(atomic_same, 0.4, "cycles for each lane of those at the same 1 KiB")                                   \
    X(atomic_request, 1.45, "cycles for a warp's atomic operation at the same 1 KiB, at least")              \
    X(write_through_share, 1, "of the bytes that leave L1 by stores")

typedef enum {
#define MODEL_NUMBER(name, value, words) MODEL_NUMBER_##name,
    MODEL_NUMBERS(MODEL_NUMBER)
#undef MODEL_NUMBER
        MODEL_NUMBER_COUNT
} ModelNumber;

#endif
