// What the files of the PTX front end share; everybody else includes ptx.h.
//
//   arena.c        memory of one module, freed at once
//   names.c        interned names, what each is bound to, nested scopes
//   lexer.c        text to tokens
//   types.c        fundamental types
//   constants.c    integer and floating-point constants
//   locs.c         .loc and .file: source places, with inlining
//   variables.c    declarations of variables and parameters
//   initialisers.c values and addresses after "=" in a declaration
//   functions.c    .entry and .func headers and their directives
//   bodies.c       statements of a function: scopes, registers, labels, tables
//   instructions.c one instruction
//   operands.c     one operand
//   module.c       the directives of a module, ptx_parse()
//
// A function named parse_x starts with p->token at the first token of x and leaves it at the one after.
// An error is reported once, by ptx_fail(), which does not return; all memory hangs off the Parser, so
// nothing leaks.
#ifndef WARPBOOK_PTX_PARSER_H
#define WARPBOOK_PTX_PARSER_H

#include "grader/ptx/ptx.h"

#include <stdnoreturn.h>

enum {
    MAX_SCOPES = 64,             // nested { } in a function, the function's own included
    MAX_DIMENSIONS = 8,          // of an array
    MAX_NESTING = 32,            // parentheses in a constant
    MAX_REGISTERS = 1 << 17,     // in a function: twice what the simulator has room for
    MAX_FILES = 1 << 16,         // .file numbers
    MAX_INLINE_DEPTH = 64,       // frames that a chain of inlined_at may have
    MAX_VARIABLE_SIZE = 1 << 30, // bytes; also of all initialisers together
    MEMORY_FLOOR = 256 << 20,    // bytes that any module may take
    MEMORY_PER_BYTE = 64         // of text, on top of that; what nvcc writes takes about 10
};

// ---- arena.c

typedef struct PtxArena PtxArena;

PtxArena *ptx_arena_new(void);
void ptx_arena_free(PtxArena *arena);

// Zeroed memory that lives as long as the arena; NULL when there is none.
void *ptx_arena_alloc(PtxArena *arena, size_t size);

// `arena` takes over all memory of `other`, which is gone then.
void ptx_arena_join(PtxArena *arena, PtxArena *other);

// ---- names.c

typedef enum {
    BOUND_NOTHING,
    BOUND_REGISTER,
    BOUND_VARIABLE,
    BOUND_FUNCTION,
    BOUND_LABEL,
    BOUND_TABLE
} BindingKind;

typedef struct {
    BindingKind kind;
    int depth; // the scope that declared it: 0 is the module
    union {
        int index; // REGISTER, TABLE: in the function's array; LABEL: of the instruction it stands before
        PtxVariable *variable;
        PtxFunction *function;
    };
} Binding;

// An interned piece of text: equal texts are the same Name.
typedef struct Name Name;
struct Name {
    Name *next; // in the same bucket
    uint64_t hash;
    uint32_t length;
    Binding binding; // the innermost declaration in force
    char text[];     // ends in NUL
};

typedef struct {
    Name **buckets;
    size_t bucket_count; // a power of two
    size_t count;
    uint64_t seed; // differs from run to run, so that nobody can prepare colliding names
} NameTable;

// A binding to be restored when its scope ends.
typedef struct {
    Name *name;
    Binding hidden;
} HiddenBinding;

// ---- lexer.c

typedef enum {
    TOKEN_END,
    TOKEN_NAME,   // foo, $L__BB0_1, %r1
    TOKEN_DOT,    // .global, .shared::cta: `name` is without the leading dot
    TOKEN_INT,    // `value`
    TOKEN_F32,    // `value` holds the bits
    TOKEN_F64,    // `value` holds the bits
    TOKEN_STRING, // `name` is what stands between the quotes
    TOKEN_SIGN,   // one character: `sign`
} TokenKind;

typedef struct {
    TokenKind kind;
    char sign;
    int line, column;
    const char *start; // in the text
    size_t length;
    Name *name;
    uint64_t value;
} Token;

// ---- the parser

// A label was named before the end of its scope: where to write the instruction's index once that is known.
typedef struct {
    Name *name;
    int line, column;
    int instruction, operand; // of the function's code, when table_slot is NULL
    int *table_slot;          // an entry of .branchtargets
} LabelUse;

typedef struct {
    size_t first_hidden; // into Parser.hidden
    size_t first_use;    // into Parser.label_uses
} Scope;

typedef struct {
    Name *alias, *target;
    Token token;
} Alias;

typedef struct {
    PtxModule *module;
    PtxArena *arena;
    NameTable names;

    const char *cursor, *end, *line_start; // the lexer's place in the text
    int line;
    Token token, next; // the current token and the one after
    const char *text;
    size_t text_size;

    PtxFunction *function; // being parsed, NULL at module scope
    Scope scopes[MAX_SCOPES];
    int depth; // of the current scope: 0 at module scope, 1 for a function's parameters, 2 for its body
    HiddenBinding *hidden;
    size_t hidden_count, hidden_capacity;
    LabelUse *label_uses;
    size_t label_use_count, label_use_capacity;
    PtxInstruction *code; // of `function`; moves to the arena at its end
    size_t code_count, code_capacity;
    size_t register_total; // in all functions

    int loc;               // in force, -1 for none
    int *loc_slots;        // hash table: index + 1 of the latest PtxLoc at a place, 0 for a free slot
    size_t loc_slot_count; // a power of two, or 0
    size_t loc_slots_used;
    int files_needed; // one more than the highest file number that a .loc uses

    Alias *aliases;
    int alias_count;
    size_t initialiser_total; // bytes
    size_t allocated;         // bytes of the arena
    size_t
        memory_limit; // for `allocated`: a multiple of the text, so that small text cannot fill the machine

    PtxError *error;
    void *way_back; // escape.c's own
} Parser;

// escape.c: runs parse(p). False: it was left by ptx_escape.
bool ptx_attempt(Parser *p, void (*parse)(Parser *p));
noreturn void ptx_escape(Parser *p);

// Stops the parse with a message about `token`.
noreturn void ptx_fail(Parser *p, const Token *token, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
noreturn void ptx_fail_at(Parser *p, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
noreturn void ptx_fail_memory(Parser *p);

// Stops with "expected X, found Y", where Y is the current token.
noreturn void ptx_fail_expected(Parser *p, const char *expected);

// Zeroed arena memory; does not return when there is none.
void *ptx_alloc(Parser *p, size_t size);

// Makes room for one more element in an arena array whose capacity is always the next power of two, and
// returns the new, zeroed element. `*array` may move.
void *ptx_append(Parser *p, void *array, int *count, size_t element_size);

// Makes room for one more element in a malloc()ed array that belongs to the parser.
void ptx_reserve(Parser *p, void *array, size_t count, size_t *capacity, size_t element_size);

// names.c
Name *ptx_intern(Parser *p, const char *text, size_t length);
void ptx_names_free(NameTable *names);
void ptx_open_scope(Parser *p, const Token *token);
void ptx_close_scope(Parser *p);
// Binds `name` in the current scope; fails when that scope has declared it already. `token` is for the
// message.
Binding *ptx_bind(Parser *p, Name *name, BindingKind kind, const Token *token);

// lexer.c
void ptx_lexer_start(Parser *p, const char *text, size_t size);
void ptx_advance(Parser *p);
bool ptx_at_sign(const Parser *p, char sign);
bool ptx_at_dot(const Parser *p, const char *directive); // directive without its dot
bool ptx_accept_sign(Parser *p, char sign);
bool ptx_accept_dot(Parser *p, const char *directive);
void ptx_expect_sign(Parser *p, char sign);
Name *ptx_expect_name(Parser *p, const char *what);
// Skips a balanced ( ) or { } group that starts at the current token.
void ptx_skip_group(Parser *p, char open, char close);

// constants.c
int64_t ptx_parse_int(Parser *p);                              // an integer constant expression
int64_t ptx_parse_offset(Parser *p);                           // zero or more "+ 4", "- 4", "+-4": their sum
int ptx_parse_bounded(Parser *p, int limit, const char *what); // an integer in [0, limit]
bool ptx_at_constant(const Parser *p);
void ptx_parse_constant(Parser *p, PtxOperand *constant); // INT, F32 or F64

// locs.c
void ptx_parse_loc(Parser *p);
void ptx_parse_file(Parser *p);
void ptx_finish_files(Parser *p);

// variables.c
typedef struct {
    PtxSpace space;
    PtxType type;
    size_t align; // 0 where not given
    int vector;   // 1, 2, 4 or 8
    bool is_extern, is_managed;
} Declaration;

typedef struct {
    size_t length[MAX_DIMENSIONS]; // elements; the first is 0 for an unsized array
    int count;                     // 0 for a scalar
} Dimensions;

// The state space that a directive names, SPACE_GENERIC when it names none.
PtxSpace ptx_space_named(const char *directive);
void ptx_parse_variables(Parser *p, bool is_extern);
void ptx_parse_parameters(Parser *p, PtxVariable **params, int *count, size_t *size);

// initialisers.c
void ptx_parse_initialiser(Parser *p, PtxVariable *variable, const Dimensions *dimensions);

// functions.c
void ptx_parse_function(Parser *p, bool is_extern);
void ptx_skip_function_directives(Parser *p);

// bodies.c
void ptx_parse_body(Parser *p);
void ptx_use_label(Parser *p, LabelUse use);

// instructions.c
void ptx_parse_instruction(Parser *p);

// operands.c
void ptx_parse_operand(Parser *p, PtxInstruction *instruction);
void ptx_parse_scalar(Parser *p, PtxOperand *operand); // anything but an address, a vector or a list
void ptx_parse_list(Parser *p, PtxOperand *operand);   // (a, b)
PtxOperand *ptx_add_operand(Parser *p, PtxInstruction *instruction);
void ptx_resolve_name(Parser *p, PtxOperand *operand); // the name at the current token

#endif
