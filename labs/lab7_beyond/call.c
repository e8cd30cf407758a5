// How to call lab 7's functions, all of one type: the student's, those of demo.cu and those of ladder.cu.
#include "common/stencil_call.h"

const LabCaller lab_callers[] = {
    {"launch_stencil", call_stencil},   {"launch_basic", call_stencil},
    {"launch_march", call_stencil},     {"launch_march4", call_stencil},
    {"ladder_basic", call_stencil},     {"ladder_tiled", call_stencil},
    {"ladder_coarsened", call_stencil}, {"ladder_register", call_stencil},
    {"ladder_challenge", call_stencil}, {NULL, NULL},
};
