// WRONG: latency and throughput are divided, not multiplied
// EXPECT test: 2.3/n=20
// EXPECT says: is their product
// EXPECT pass: 2.2/generation=9,n=1000

#define OWN_OPERATIONS
#include "tests/lab2/correct_facts.cuh"
#include "tests/lab2/correct_occupancy.cuh"
#include "tests/lab2/correct_latency.cuh"
#include "tests/lab2/correct_matrix.cuh"

double operations_in_flight(double latency, double throughput) {
    return throughput / latency;
}
