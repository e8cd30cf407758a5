// Inside the room: numbers, and a run of a function.
#ifndef WARPBOOK_HOST_CODE_PARTS_H
#define WARPBOOK_HOST_CODE_PARTS_H

#include "grader/host_code/host_code.h"

HostValue host_convert(HostValue v, HostType type);
HostValue host_of_number(double number);
HostValue host_literal(const char *text);
bool host_truth(const HostValue *v);

// *overflow: the result is an int and does not fit into one. *good becomes false where C gives it no meaning.
HostValue host_operate(const HostToken *op, HostValue a, HostValue b, bool *overflow, bool *good);

// What one call may cost, in operands and statements, and how deep it may be nested: the text is a stranger's.
enum { HOST_STEPS = 100000, HOST_NESTING = 200 };

// A run: where it is, and what its variables are.
typedef struct {
    const HostText *text;
    HostResult *r;
    int at;      // the next token
    int steps;   // left
    int depth;   // of calls
    int nesting; // of brackets and statements, over all calls
    bool done;   // `return` was reached
} Run;

// expression.c: the value of the expression that begins at run->at, which moves behind it. `assigned` too: a comma ends it.
HostValue host_expression(Run *run);

// statement.c: carries out one statement, or skips it. Calls: the function's body with parameters that lie in run->r.
void host_statement(Run *run, bool skip);

// variables.c
HostValue *host_variable(Run *run, const char *name); // NULL: there is none
void host_set(Run *run, const char *name, HostValue value, bool declares);
bool host_is_structure(const Run *run, const char *name);
bool host_type_named(const HostText *text, int *at,
                     HostType *type); // moves behind the words of a type of numbers
bool host_field_type(const HostText *text, const char *structure, const char *field, HostType *type);
bool host_constant(Run *run, const char *name, HostValue *value); // of an enum or at the level of the file

void host_fail(Run *run);
bool host_is(const Run *run, const char *text); // the next token
bool host_take(Run *run, const char *text);     // moves behind it, where it is the next one

#endif
