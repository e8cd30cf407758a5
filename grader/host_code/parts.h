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
enum { HOST_TOKENS_A_STEP = 32 }; // that are looked through at the cost of one step

// A run: where it is, and what its variables are.
typedef struct Run {
    const HostText *text;
    HostResult *r;
    int at;      // the next token
    int body;    // that the function begins with, the token {
    int steps;   // left
    int depth;   // of calls
    int nesting; // of brackets and statements, over all calls
    bool done;   // `return` was reached
    enum { GOES_ON, BREAKS, CONTINUES } leaving;
    HostMemory *memory;       // of a program; NULL: it computes with numbers alone
    long thread;              // that runs, counted through the grid; -1: the host
    const struct Run *caller; // of the function that runs; NULL: it is the first one
} Run;

// expression.c: the value of the expression that begins at run->at, which moves behind it. `assigned` too: a comma ends it.
HostValue host_expression(Run *run);
HostValue host_item(Run *run); // the same of one in < >, which ends it

// "c ? a : b" up to a comma, a bracket or the end of the statement: run->at moves to the one that is chosen. Where all of it ends; 0: it
// is no choice.
int host_enter_choice(Run *run);

// statement.c: carries out one statement, or skips it. Calls: the function's body with parameters that lie in run->r.
void host_statement(Run *run, bool skip);

// kept.c: what headers say, so that it need not be found again: constants, functions, and what functions answer to one number or
// two. All of it is the memory's; without one nothing is kept.
const HostValue *host_kept_constant(const Run *run, const char *name);
void host_keep_constant(Run *run, const char *name, const HostValue *value);
int host_kept_function(const Run *run, const char *name); // its token {; 0: none is kept
void host_keep_function(Run *run, const char *name, int begin);
const HostValue *host_kept_answer(const Run *run, int begin, const HostValue *arguments, int count);
void host_keep_answer(Run *run, int begin, const HostValue *arguments, int count, const HostValue *answer);

// memory.c: pointers and what they point to.
HostValue host_null(HostType to);
HostType host_pointee(const Run *run, const HostValue *pointer);
HostValue host_load(Run *run, HostValue pointer, int64_t index);
void host_store(Run *run, HostValue pointer, int64_t index, HostValue value);
void host_copy(Run *run, HostValue to, HostValue from, int64_t bytes);
void host_fill(Run *run, HostValue to, int byte, int64_t bytes);
long host_size(HostType type);
// a + b, a == b and the like with a pointer among them.
HostValue host_with_pointers(Run *run, const HostToken *op, HostValue a, HostValue b);

// local_arrays.c: does the pointer lead into an array that a function has for itself? The type and the number of its elements, which
// are 0 where it is no more.
bool host_is_local(const HostValue *pointer);
HostType host_local_type(const Run *run, const HostValue *pointer);
long host_local_count(const Run *run, const HostValue *pointer);
HostValue host_load_local(Run *run, const HostValue *pointer, int64_t index);
void host_store_local(Run *run, const HostValue *pointer, int64_t index, HostValue value);
// "type name[4] = {1, 2}", from the first bracket on.
void host_declare_array(Run *run, HostType type, const char *name);

// cuda.c: a call of CUDA's, or of what programs say to people, whose arguments begin at run->at. False: it is none.
bool host_cuda_called(Run *run, const char *name, HostValue *value);
bool host_cuda_constant(const char *name, HostValue *value);

// call.c: the mark <<< of the launch whose kernel's name stands at that token, behind what may stand in < >; 0: it is none.
int host_launch_marks(const HostText *text, int name);

// launch.c: the launch "name<<<...>>>(...)", from <<< on; and "dim3 name(...)", from the name on.
void host_launch(Run *run, const char *name);
void host_declare_dim3(Run *run);
bool host_assign_dim3(Run *run); // "name = dim3(...)"; false: it is something else

// structures.c: a structure that is declared, "Type name = ..." and "auto name = ..."; gets another value; or is returned. False: it is
// something else.
bool host_declare_structure(Run *run);
bool host_declare_auto(Run *run);
bool host_reassign_structure(Run *run);
bool host_return_structure(Run *run);
// Is the name a structure's, one of the function or of the file?
bool host_known_structure(Run *run, const char *name);
// A structure that is made at the next token, with a name of its own, and a point behind that; `number`: which no other one has. NULL:
// it cannot be made.
const char *host_made_structure(Run *run, int number);
// Does a structure begin at the next token? Its fields become those of `to`.
bool host_begins_structure(Run *run);
void host_take_structure(Run *run, const char *to);
// The fields of `from` become those of `to`, which are new ones, or are there.
void host_copy_structure(HostResult *r, const char *to, const HostResult *of, const char *from);
void host_assign_structure(Run *run, const char *to, const HostResult *of, const char *from);
bool host_returns_nothing(const HostText *text, int body); // the function with that body

// macros.c: the student's macros are replaced by their texts.
bool host_add_macro(HostText *text, const char *at, int line, int column);
bool host_expand_macros(HostText *text);

// statement.c: behind the bracket that closes the one that is next.
void host_skip_brackets(Run *run);

// tokens.c: adds the tokens of one line, without a preprocessor's.
bool host_tokenize_line(HostText *text, const char *at, int line, int column);

// variables.c
HostValue *host_variable(Run *run, const char *name); // NULL: there is none
void host_set(Run *run, const char *name, HostValue value, bool declares);
bool host_is_structure(const Run *run, const char *name);
bool host_type_named(const HostText *text, int *at,
                     HostType *type); // moves behind the words of a type of numbers
bool host_field_type(const HostText *text, const char *structure, const char *field, HostType *type);
bool host_constant(Run *run, const char *name, HostValue *value); // of an enum or at the level of the file

bool host_opens_block(const HostText *text, int at); // is the token a {, and no namespace's?

void host_fail(Run *run);
bool host_is(const Run *run, const char *text); // the next token
bool host_take(Run *run, const char *text);     // moves behind it, where it is the next one

#endif
