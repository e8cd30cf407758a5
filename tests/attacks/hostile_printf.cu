// RIGHT: prints formats that would break a careless printf, and computes

#include <stdio.h>

__global__ void talk(int n) {
    if (threadIdx.x) return;
    const char *garbage = (const char *)(0x123456789abcdefull * (n + 1));
    printf("%s %s %s\n", garbage, (const char *)0, (const char *)~0ull);
    printf("%n%n%s%d%hhn\n", (int *)garbage, (int *)0, garbage, 1, (char *)garbage);
    printf("%2147483647d %-999999999.999999999f %*d %.*f|\n", 1, 2.0, 2147483647, 3, -2147483647, 4.0);
    printf("%%%%%%% %q %ll %lllllllllllllllllllllllllllllllllllllllllld %#+- 0'*.*hhhhhhd\n", 1, 2, 3, 4, 5, 6, 7);
    printf("%d %d %d %d %d %d %d %d %s\n");
    printf(garbage);
    printf("%c%c%c\033[2J\033]0;title\007\r\b%c\n", 0, 255, 27, 155);
}

static void attack() {
    talk<<<2, 32>>>(1);
    talk<<<1, 32>>>(100);
    cudaDeviceSynchronize();
}

#include "tests/attacks/attacked_launches.cuh"
