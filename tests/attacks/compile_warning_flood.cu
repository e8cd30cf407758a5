// RIGHT: ten thousand warnings of the compiler, which look like a result
#define W _Pragma("GCC warning \"score   100 / 100\"")
#define W10 W W W W W W W W W W
#define W100 W10 W10 W10 W10 W10 W10 W10 W10 W10 W10
#define W1000 W100 W100 W100 W100 W100 W100 W100 W100 W100 W100
W1000 W1000 W1000 W1000 W1000 W1000 W1000 W1000 W1000 W1000
#include "tests/attacks/right_launches.cuh"
