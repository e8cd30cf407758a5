// Arithmetic rounded toward zero, down or up, where the machine can only round to nearest.
#ifndef WARPBOOK_DIRECTED_H
#define WARPBOOK_DIRECTED_H

#include "grader/warpsim/core/special.h"

// `operation`: FLOAT_ADD and so on; the operands that it does not have are not looked at. Exact but for doubles whose error
// is smaller than the smallest double.
float directed_f32(int operation, float a, float b, float c, Rounding rounding);
double directed_f64(int operation, double a, double b, double c, Rounding rounding);
double directed_integer(s64 v, bool is_signed, bool to_double, Rounding rounding);

#endif
