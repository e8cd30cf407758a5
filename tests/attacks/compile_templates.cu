// WRONG: a template without end
// EXPECT refused: does not compile

template <int N> struct Endless {
    static const int value = Endless<N + 1>::value + Endless<N + 2>::value;
};
int bomb = Endless<0>::value;

#include "tests/attacks/right_launches.cuh"
