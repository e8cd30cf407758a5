// The words of a CUDA text, each where it stands: comments, strings and the preprocessor's lines are left out.
#ifndef WARPBOOK_LEXEMES_H
#define WARPBOOK_LEXEMES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { LEX_NAME, LEX_NUMBER, LEX_MARK } LexKind;

typedef struct {
    LexKind kind;
    size_t at;
    int length, line, column; // both from 1
    int mate; // of a bracket ( [ {, or the one that closes it: the other one's number; -1: it is none
} Lexeme;

typedef struct {
    const char *text;
    Lexeme *list;
    int count;
} Lexemes;

// False without memory, or where brackets do not fit together.
bool lexemes_read(Lexemes *x, const char *text);
void lexemes_free(Lexemes *x);

bool lexeme_is(const Lexemes *x, int i, const char *word);             // false too where there is no such one
bool lexeme_is_any(const Lexemes *x, int i, const char *const *words); // of a list that ends with NULL
bool lexemes_equal(const Lexemes *x, int i, int k);

// The body of the next function with __global__ or __device__ behind `from`: its brackets { and }. False: there is none.
bool next_device_function(const Lexemes *x, int from, int *begin, int *end);

// The name of the next function of the host alone behind `from`, whose body ends at `end`. False: there is none.
bool next_host_function(const Lexemes *x, int from, int *name, int *end);

// The { of "= {a, b}", "return {a, b}", "{a, b}" handed on or "Steps{a, b}": of values, and of no block.
bool opens_values(const Lexemes *x, int i);

// The first word of the body of the loop that begins at `at`, with for, while or do; -1: none does.
int loop_body_at(const Lexemes *x, int at);

// Where the statement ends that begins at `at`: behind its last word. `end`: of the block that it stands in.
int statement_end_at(const Lexemes *x, int at, int end);

#endif
