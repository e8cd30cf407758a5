// PTX as the compiler prints it, an instruction a line: its parts, and the line of the source that it stands for.
#ifndef WARPBOOK_PTX_LINES_H
#define WARPBOOK_PTX_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { PTX_OPERANDS = 6 };

typedef struct {
    size_t at, size; // in the text
} PtxSpan;

typedef struct {
    int function;                 // 0, 1, ...
    int line;                     // of the source; 0: of another file, or of none
    PtxSpan whole, guard, opcode; // guard: "@%p1" or "@!%p1"; size 0: none
    PtxSpan operand[PTX_OPERANDS];
    int operands;
    bool label; // `whole` is a label, without its colon
} PtxLine;

typedef struct {
    PtxLine *list;
    int count, room;
    bool no_memory;
} PtxLines;

// Instructions and labels of all functions, in their order. False without memory; free with ptx_lines_free either way.
bool ptx_lines_read(PtxLines *lines, const char *ptx, size_t size, const char *source);
void ptx_lines_free(PtxLines *lines);

bool ptx_span_is(const char *ptx, PtxSpan span, const char *word);
bool ptx_span_begins(const char *ptx, PtxSpan span, const char *word);
bool ptx_spans_equal(const char *ptx, PtxSpan a, PtxSpan b);

#endif
