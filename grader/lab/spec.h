// lab.spec in memory: a lab's cases, points, thresholds and hints.
//
// The format is described in the head comment of labs/lab3_basic_stencil/lab.spec. Everything an instructor
// may change stands in that file; a mistake in it is answered with "FILE:LINE: what is wrong".
#ifndef WARPBOOK_SPEC_H
#define WARPBOOK_SPEC_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SPEC_TODOS = 32,
    SPEC_ENTRIES = 16,
    SPEC_PARAMS = 16,
    SPEC_FACTORS = 4,
    SPEC_TESTS = 256,
    SPEC_TARGETS = 32,
    SPEC_HINTS = 96,
    SPEC_HINTS_PER_TODO = 3,
    SPEC_N_MAX = 4096,
};

typedef enum { PARAM_INPUT, PARAM_OUTPUT, PARAM_SCALAR, PARAM_VALUES } ParamKind;
typedef enum { TYPE_FLOAT, TYPE_DOUBLE, TYPE_INT } ElementType;
typedef enum { FILL_UNIFORM, FILL_DISTINCT } Distribution;

// A product such as n*n*4.
typedef struct {
    int count;
    long factor[SPEC_FACTORS]; // 0 stands for n
} Product;

typedef struct {
    ParamKind kind;
    char name[32];
    ElementType type;
    Product size;              // elements of a buffer or of a by-value array; a scalar's value
    Distribution distribution; // inputs and by-value arrays
    double low, high;          // the range that it is filled from
    int axes;                  // output: 1 to 3 where it is a grid (the last factor of `size` is x), else 0
} LabParam;

typedef struct {
    char name[64]; // the student's function
    LabParam params[SPEC_PARAMS];
    int param_count;
    int output;             // which parameter is judged
    double budget_per_cell; // thread-instructions
} LabEntrySpec;

typedef struct {
    char id[16];    // "3.2"
    char what[120]; // what it asks for
} LabTodo;

typedef struct {
    int todo, entry; // indices
    int n;
    double points;
} LabTest;

// A counted target: full points at one bound, none at the other.
typedef struct {
    int todo, entry;
    int n;
    char what[120];
    char expression[160]; // see expression.h
    double full, none;
    double points;
} LabTarget;

typedef struct {
    int todo;
    char text[600];
} LabHint;

typedef struct {
    char name[32];   // "lab3"
    char title[100]; // "Basic 3D stencil"
    char source[64]; // "stencil.cu"
    LabTodo todos[SPEC_TODOS];
    LabEntrySpec entries[SPEC_ENTRIES];
    LabTest tests[SPEC_TESTS];
    LabTarget targets[SPEC_TARGETS];
    LabHint hints[SPEC_HINTS];
    int todo_count, entry_count, test_count, target_count, hint_count;
} LabSpec;

// Reads a lab.spec. On failure returns false and writes "FILE:LINE: what is wrong" to `error`.
bool spec_load(LabSpec *spec, const char *path, char *error, size_t error_size);

// The same from text in memory; `name` stands for the file in messages.
bool spec_parse(LabSpec *spec, const char *text, const char *name, char *error, size_t error_size);

// What a product comes to for one n.
size_t product_value(const Product *product, int n);

// Index of a TODO or an entry, -1 where there is none.
int spec_find_todo(const LabSpec *spec, const char *id);
int spec_find_entry(const LabSpec *spec, const char *name);

// Points of all tests and targets of one TODO, or of the whole lab for todo -1.
double spec_points(const LabSpec *spec, int todo);

size_t element_size(ElementType type);
const char *element_name(ElementType type);

#endif
