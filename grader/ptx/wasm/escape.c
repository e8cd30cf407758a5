// How a parse is left at its first error in WebAssembly, which has no setjmp(): by an exception of the script that runs the module.
#include "grader/ptx/parser.h"

#define FROM_PAGE(name) __attribute__((import_module("page"), import_name(name)))

// Both are in grader/page/machine.js. The first calls run(context); it answers false where page_escape() was called meanwhile.
FROM_PAGE("attempt") bool page_attempt(void (*run)(Parser *), Parser *context);
FROM_PAGE("escape") _Noreturn void page_escape(void);

bool ptx_attempt(Parser *p, void (*parse)(Parser *)) {
    return page_attempt(parse, p);
}

noreturn void ptx_escape(Parser *p) {
    (void)p;
    page_escape();
}
