// WRONG: the assembler includes files, and says their first lines
// EXPECT refused: does not compile
#include "tests/attacks/right_launches.cuh"
asm(".include \"/work/wt/grade/solutions/lab3_basic_stencil/stencil.cu\"");
asm(".include \"/etc/passwd\"");
