// How to call the functions of functions.cu, as a lab's call.c does it.
#include "common/lab.h"

typedef struct {
    float c[7];
} Scales;
typedef void LaunchScale(float *out, int n, Scales scales);
typedef void TakesPointer(float *p);

static void call_launch_scale(void (*function)(void), const void *const *args) {
    ((LaunchScale *)function)(*(float *const *)args[0], *(const int *)args[1], *(const Scales *)args[2]);
}

static void call_with_pointer(void (*function)(void), const void *const *args) {
    ((TakesPointer *)function)(*(float *const *)args[0]);
}

const LabCaller lab_callers[] = {
    {"launch_scale", call_launch_scale},
    {"touch_on_host", call_with_pointer},
    {"copy_from_bad_address", call_with_pointer},
    {"end_early", call_with_pointer},
    {"not_there", call_with_pointer},
    {NULL, NULL},
};
