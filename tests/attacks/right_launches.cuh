// Both launch functions, right, for attacks that lie beside the computation.
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/correct_stencil.cuh"
