// What `./grade demo ladder` runs: the finished files of labs 3 to 7 side by side. The tree that students get
// has no finished files; there this file is empty, and the command says what is missing.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#if __has_include("solutions/lab7_beyond/stencil.cu")

// Each file has a launch_stencil, a C function, of which there can be one only: it gets a name of its own.
// Kernels and constants are told apart by the namespace.
namespace basic {
#define launch_stencil    ladder_basic
#define launch_derivative ladder_derivative
extern "C" void ladder_basic(const float *in, float *out, int n, StencilCoefficients c);
#include "solutions/lab3_basic_stencil/stencil.cu"
#undef launch_derivative
#undef launch_stencil
} // namespace basic

namespace tiled {
#define launch_stencil ladder_tiled
extern "C" void ladder_tiled(const float *in, float *out, int n, StencilCoefficients c);
#include "solutions/lab4_shared_memory_tile/stencil.cu"
#undef launch_stencil
} // namespace tiled

namespace coarsened {
#define launch_stencil ladder_coarsened
extern "C" void ladder_coarsened(const float *in, float *out, int n, StencilCoefficients c);
#include "solutions/lab5_thread_coarsening/stencil.cu"
#undef launch_stencil
} // namespace coarsened

namespace register_tiled {
#define launch_stencil ladder_register
extern "C" void ladder_register(const float *in, float *out, int n, StencilCoefficients c);
#include "solutions/lab6_register_tiling/stencil.cu"
#undef launch_stencil
} // namespace register_tiled

namespace challenge {
#define launch_stencil ladder_challenge
extern "C" void ladder_challenge(const float *in, float *out, int n, StencilCoefficients c);
#include "solutions/lab7_beyond/stencil.cu"
#undef launch_stencil
} // namespace challenge

#endif
