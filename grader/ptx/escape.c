// How a parse is left at its first error, from however deep: by the C library's jump. (In WebAssembly: wasm/escape.c.)
#include <setjmp.h>

#include "grader/ptx/parser.h"

bool ptx_attempt(Parser *p, void (*parse)(Parser *)) {
    jmp_buf back;
    p->way_back = &back;
    if (setjmp(back)) return false;
    parse(p);
    return true;
}

noreturn void ptx_escape(Parser *p) {
    longjmp(*(jmp_buf *)p->way_back, 1);
}
