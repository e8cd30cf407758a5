// WRONG: values in registers alone; what goes through shared memory are sums that are ready to be stored
// EXPECT score: 80
#include "tests/lab5/results_handed_on.cuh"
