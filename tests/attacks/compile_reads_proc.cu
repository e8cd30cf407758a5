// RIGHT: includes files of /proc/self, which tell nothing there, and asks which other files there are
#include "/proc/self/cmdline"
#if __has_include("/work/wt/grade/solutions/lab3_basic_stencil/stencil.cu")
#pragma message "there are solutions"
#endif
#if __has_include("/etc/hostname")
#pragma message "there is a host name"
#endif
#include "tests/attacks/right_launches.cuh"
