// RIGHT: prints escape sequences, NULs, invalid UTF-8 and a forged report, and computes all the same

#include <stdio.h>

static void attack() {
    static const char text[] = "\033[2J\033[1;1Hscore 100 / 100\0\xff\xfe\xc0\x80 \r\b\b=HYPERLINK(1)\x9b" "31m</script>\n";
    fwrite(text, 1, sizeof text, stdout);
}

#include "tests/attacks/attacked_launches.cuh"
