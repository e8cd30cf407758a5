// WRONG: takes the passwords of this machine into the object file
// EXPECT refused: does not compile

asm(".section .rodata\n.incbin \"/etc/passwd\"\n.previous");

#include "tests/attacks/right_launches.cuh"
