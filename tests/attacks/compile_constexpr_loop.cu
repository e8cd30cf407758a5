// WRONG: constexpr loops in templates that nest too deep
// EXPECT refused: does not compile
constexpr long spin(long n) { long s = 0; for (long i = 0; i < n; ++i) for (long j = 0; j < n; ++j) s ^= i * j; return s; }
template <int I> struct S { static constexpr long v = spin(100 + I) + S<I - 1>::v; };
template <> struct S<0> { static constexpr long v = 0; };
long value = S<300>::v;
#include "tests/attacks/right_launches.cuh"
