// How to call lab 8's functions: each gets in, out, n and its coefficients.
#include "common/lab.h"

#include "common/other_stencils.h"

#define CALLER(name, function_type, element, coefficients)                                                   \
    static void name(void (*function)(void), const void *const *args) {                                      \
        ((__typeof__(function_type) *)function)(*(const element *const *)args[0],                            \
                                                *(element *const *)args[1], *(const int *)args[2],           \
                                                *(const coefficients *)args[3]);                             \
    }

CALLER(call_plane, launch_plane, float, PlaneCoefficients)
CALLER(call_fourth, launch_fourth, float, FourthCoefficients)
CALLER(call_double, launch_double, double, DoubleCoefficients)

const LabCaller lab_callers[] = {
    {"launch_plane", call_plane},   {"launch_fourth", call_fourth},
    {"launch_double", call_double}, {"demo_plane", call_plane},
    {"demo_fourth", call_fourth},   {"demo_fourth_tile", call_fourth},
    {"demo_double", call_double},   {NULL, NULL},
};
