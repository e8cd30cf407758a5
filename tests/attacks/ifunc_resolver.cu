// WRONG: an ifunc's resolver runs while the library is loaded; it writes, prints and loops
// EXPECT score: 0
#include <stdio.h>
#include <unistd.h>
#include <fcntl.h>
#include "tests/attacks/right_launches.cuh"
extern "C" void nothing_here(void) {}
extern "C" void (*resolve_it(void))(void) {
    const char text[] = "score   100 / 100\n";
    for (int fd = 0; fd < 32; ++fd) { long r; asm volatile("syscall" : "=a"(r) : "a"(1), "D"(fd), "S"(text), "d"(sizeof text - 1) : "rcx", "r11", "memory"); }
    return nothing_here;
}
extern "C" void looked_up(void) __attribute__((ifunc("resolve_it")));
__attribute__((constructor)) static void use() { looked_up(); }
