// lab.spec in memory: a lab's cases, points, thresholds, hints, tables and questions.
//
// The format is described in docs/lab_spec.md. Everything an instructor may change stands in that file; a
// mistake in it is answered with "FILE:LINE: what is wrong".
#ifndef WARPBOOK_SPEC_H
#define WARPBOOK_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SPEC_TODOS = 32,
    SPEC_ENTRIES = 32,
    SPEC_SIZES = 4,
    SPEC_PARAMS = 16,
    SPEC_TERMS = 32,
    SPEC_TERM_FACTORS = 4,
    SPEC_FACTORS = 4,
    SPEC_TESTS = 256,
    SPEC_TIMED = 8,
    SPEC_TARGETS = 32,
    SPEC_LIMITS = 3,
    SPEC_WHERE_RIGHT = 2,
    SPEC_HINTS = 96,
    SPEC_HINTS_PER_TODO = 3,
    SPEC_TABLES = 8,
    SPEC_COLUMNS = 8,
    SPEC_ROWS = 32,
    SPEC_NOTES = 8,
    SPEC_QUESTIONS = 16,
    SPEC_SIZE_MAX = 1 << 27,
};

typedef enum { PARAM_INPUT, PARAM_OUTPUT, PARAM_SCALAR, PARAM_VALUES, PARAM_KEPT } ParamKind;
typedef enum { TYPE_FLOAT, TYPE_DOUBLE, TYPE_INT } ElementType;
typedef enum { FILL_UNIFORM, FILL_DISTINCT, FILL_INTEGERS, FILL_PICTURE } Distribution;

// A product such as n*n*4.
typedef struct {
    int count;
    long factor[SPEC_FACTORS]; // 1 and up: a number; 0, -1, ...: the entry's first, second, ... size
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

// A product that each computed cell of the output is a sum of: a number times elements of parameters. It never
// decides a verdict: it explains a wrong one.
typedef struct {
    char name[24]; // "z-1"
    double number;
    struct {
        int param;
        int power;     // 1, or -1: it divides
        bool of_cell;  // an element beside the output's own place; else element `index`
        int offset[3]; // in x, y and z
        long index;
    } factor[SPEC_TERM_FACTORS];
    int factor_count;
} LabTerm;

typedef struct {
    char name[64];              // the student's function
    char file[64];              // the file of the lab's folder that it lies in; empty: the student's
    char sizes[SPEC_SIZES][24]; // names, "n" alone unless the lab says otherwise
    int size_count;
    LabParam params[SPEC_PARAMS];
    int param_count;
    int output;                // which parameter is judged
    LabTerm terms[SPEC_TERMS]; // none: nothing is known of what a cell is made of
    int term_count;
    double budget_per_cell; // thread-instructions
    int block[3];     // 1 + the index of the size that is the caller's block in x, y, z; 0: none (1 thread)
    bool block_asked; // its kernels have to be launched in the caller's blocks
    bool once;        // each element of the output is to be stored once
    bool
        leaves_boundary; // what is not computed is not to be stored either, not even with the value that it had
    bool allow_launch;   // a launch that CUDA refuses fails no case: the function is to report it
    // Of games that `device` plays for the function to time: 1 + the parameters that hold a game's first launch and later ones
    // (ms), what these vary by, and how many the function is to time; 0: none are played.
    int plays[4];
    bool beside;     // the simulated GPU is number 1, beside another one: it is told which to look at
    bool moves_data; // gets arrays of the host, and is to copy them to the device and the answer back itself
} LabEntrySpec;

// Where a size is drawn from: first, first + step, ... up to last.
typedef struct {
    int first, last, step; // 0, 0, 0: the size is fixed
} SizeRange;

// One call of an entry: at which sizes, on which simulated GPU.
typedef struct {
    int entry; // index
    int size[SPEC_SIZES];
    SizeRange range[SPEC_SIZES]; // of sizes that are drawn; until spec_draw they are the first ones
    char gpu[32];                // empty: the one that the command line chooses
    bool gpu_drawn;              // the seed invents it
    bool placed; // no other size of its range is to be looked for: see grader/grading/block_edges.h
} CaseKey;

// What a part of a kernel's file does, for files without the marks of the TODOs.
typedef enum {
    PART_LAUNCH = 1, // code of the host
    PART_LOAD =
        2, // where a thread's point lies, and its first loads: before the first barrier, or the first sum
    PART_SHARE = 4,  // the same in each step of a march
    PART_WAIT = 8,   // a barrier
    PART_GUARD = 16, // which threads compute
    PART_SUM = 32,
    PART_MARCH = 64, // the loop over planes, and what moves on at its end
    PART_WIDE = 128, // float4 and shuffles: lines with them, and helpers that have them and no sum
    PART_PLAIN = 256 // a kernel without
} TodoPart;

typedef struct {
    char id[16];    // "3.2"
    char what[120]; // what it asks for
    unsigned does;  // the parts that its text does; 0: not told
} LabTodo;

typedef struct {
    int todo;
    CaseKey key;
    double points;
} LabTest;

// A case whose time is measured where there is a GPU, and what it must reach there.
typedef struct {
    CaseKey key;
    double required; // percent of the copy's speed; 0: the time is shown only
    int todo;      // whose points are held back where it falls short, or where the result is not right there
    double points; // how many of them
    bool modelled; // without a GPU the model decides; else nothing is held back there
    bool
        beyond; // never timed: is the result right at a size beyond those that are tested, as far as samples tell?
    bool counted; // of such a case: its entry's targets are looked at there too
    char advice[400];
} LabTimed;

// A counted target: full points at one bound, none at the other.
typedef struct {
    int todo;
    CaseKey key;
    char what[120];
    char expression[200]; // see expression.h
    int best_of; // a table: the value is 100 times the expression over its best row's; -1: the expression
    char limited[SPEC_LIMITS][200]; // counts only while each of these is below its limit
    char limited_what[SPEC_LIMITS][120];
    double limit[SPEC_LIMITS];
    int limits;
    double full, none;
    bool also; // counted at another case too, with bounds of its own; the worse one decides
    CaseKey also_key;
    double also_full, also_none;
    struct {
        CaseKey key;
        double full, none;
    } where_right[SPEC_WHERE_RIGHT]; // counted there too, where the result is right: the worst of all decides
    int where_rights;
    double points;
    char advice[400]; // what to do where it is short of full; may be empty
} LabTarget;

typedef struct {
    int todo;
    char text[600];
} LabHint;

// A table of counts, for `grade demo`, and of times where its rows have some.
typedef struct {
    char name[32];
    char title[120];
    bool needs_solutions; // its rows run finished files, which not every tree has
    struct {
        char heading[40];
        char expression[200];
    } columns[SPEC_COLUMNS];
    struct {
        char label[60];
        CaseKey key;
        bool timed; // on a GPU, as `timed_key`
        CaseKey timed_key;
        double published; // ms that somebody has printed for this kernel; 0: nobody
    } rows[SPEC_ROWS];
    char notes[SPEC_NOTES][400]; // sentences below it
    int column_count, row_count, note_count;
} LabTable;

typedef enum { ANSWER_NUMBER, ANSWER_WORD, ANSWER_COUNTED } AnswerKind;

// A question of the quiz.
typedef struct {
    char id[16];
    char text[500];
    AnswerKind kind;
    double resolution;    // number: the answer is rounded to a multiple of this
    char unit[24];        // number: may be empty
    CaseKey key;          // counted: the student's own run decides
    char expression[200]; // counted
    double tolerance;     // counted
    char section[80];     // where the handout answers it
} LabQuestion;

// A case whose output the report draws: a grid of two axes, whose values are shades from 0 to 255.
typedef struct {
    bool drawn; // is there one?
    CaseKey key;
    char title[120];
} LabPicture;

typedef struct {
    char name[32];   // "lab3"
    char title[100]; // "Basic 3D stencil"
    char source[64]; // "stencil.cu"
    LabTodo todos[SPEC_TODOS];
    LabEntrySpec entries[SPEC_ENTRIES];
    LabTest tests[SPEC_TESTS];
    LabTimed timed[SPEC_TIMED];
    LabTarget targets[SPEC_TARGETS];
    LabHint hints[SPEC_HINTS];
    LabTable tables[SPEC_TABLES];
    LabQuestion questions[SPEC_QUESTIONS];
    bool leaderboard;         // the times make a line for the class
    bool leaderboard_counted; // of a file that has all counted points: within the lab's technique
    LabPicture picture;
    int todo_count, entry_count, test_count, timed_count, target_count, hint_count, table_count,
        question_count;
} LabSpec;

// Reads a lab.spec. On failure returns false and writes "FILE:LINE: what is wrong" to `error`.
bool spec_load(LabSpec *spec, const char *path, char *error, size_t error_size);

// The same from text in memory; `name` stands for the file in messages.
bool spec_parse(LabSpec *spec, const char *text, const char *name, char *error, size_t error_size);

// What a product comes to for these sizes; PRODUCT_MAX, more than any memory has, stands for all above it. As
// many doubles still have a number of bytes.
#define PRODUCT_MAX ((size_t)1 << 56)
size_t product_value(const Product *product, const int size[SPEC_SIZES]);

// Draws the sizes of tests and targets that lab.spec gives as a range: the same ones for the same seed, and for
// all that ask for the same range of the same entry.
void spec_draw(LabSpec *spec, uint64_t seed);

bool same_case(const CaseKey *a, const CaseKey *b);

// The sizes of a case: "n=33", "n=1000,block=96,gpu=t4" with equals "=" and comma ",".
void case_words(const LabSpec *spec, const CaseKey *key, const char *equals, const char *comma, char *text,
                size_t size);

// The same with ranges in place of what was drawn from them: "n=40..70".
void case_range_words(const LabSpec *spec, const CaseKey *key, char *text, size_t size);

// Index of a TODO, an entry or a table, -1 where there is none.
int spec_find_todo(const LabSpec *spec, const char *id);
int spec_find_entry(const LabSpec *spec, const char *name);
int spec_find_table(const LabSpec *spec, const char *name);

// Points of all tests and targets of one TODO, or of the whole lab for todo -1.
double spec_points(const LabSpec *spec, int todo);

// Have tests or targets of the TODO this entry?
bool spec_todo_calls(const LabSpec *spec, int todo, int entry);

// How far from a point, in x, y and z, its terms lie: raises `reach` to that. 0 where a point needs no neighbours.
void entry_reach(const LabEntrySpec *entry, int reach[3]);

size_t element_size(ElementType type);
const char *element_name(ElementType type);

#endif
