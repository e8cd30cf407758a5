// Interprets a host function of a student's file: enough of C for arithmetic on numbers, so that one can try what another text
// of it would compute. Whatever it does not know it refuses; a result is worth something only where it is the program's own.
#ifndef WARPBOOK_HOST_CODE_H
#define WARPBOOK_HOST_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HOST_NAME = 48,
    HOST_TOKENS = 12000,
    HOST_VARIABLES = 96,
    HOST_FIELDS = 300,
    HOST_MACROS = 16,
    HOST_MACRO_PARAMETERS = 6,
    HOST_MACRO_TOKENS = 800,
    HOST_ARRAYS = 24,
    HOST_REACHED = 24,
    HOST_ARGUMENTS = 12
};

typedef enum { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_MARK } TokenKind;

// CEILING and EXACT stand for a division of integers that rounds up, or keeps its fraction: no C has them.
typedef enum { DIVIDE_AS_C, DIVIDE_CEILING, DIVIDE_EXACT } Division;

typedef struct {
    TokenKind kind;
    char text[HOST_NAME]; // a path such as kernel.threads is one name, and so is a->b, as a.b
    int line, column;     // of the student's file; line 0: of a header
    Division division;
} HostToken;

// A macro of the student's file whose text is more than one number.
typedef struct {
    char name[HOST_NAME], parameter[HOST_MACRO_PARAMETERS][HOST_NAME];
    int parameters; // -1: it has no list of them
    int begin, end; // its text, in macro_token
    int line, column;
} HostMacro;

typedef struct {
    HostToken token[HOST_TOKENS];
    int count;
    struct {
        char structure[HOST_NAME], name[HOST_NAME];
        int type;         // HostType
        int value_at;     // the token of the value that it is declared with; 0: it has none
    } field[HOST_FIELDS]; // of the structures that are declared
    int fields;
    HostMacro macro[HOST_MACROS];
    int macros;
    HostToken macro_token[HOST_MACRO_TOKENS];
    int macro_tokens;
    bool in_macro; // what is read belongs to a macro's text
    int bracketed_macro; // 1 + the number of the one that is replaced by its text in parentheses, and its arguments too; 0: none
    int changed_at; // the token of a name whose assignment is changed: `changed_by` is added to the value. -1: none
    int changed_by;
} HostText;

typedef enum {
    HOST_INT8,
    HOST_UINT8,
    HOST_INT16,
    HOST_UINT16,
    HOST_INT,
    HOST_UNSIGNED,
    HOST_LONG,
    HOST_ULONG,
    HOST_FLOAT,
    HOST_DOUBLE,
    HOST_POINTER
} HostType;

// A pointer: `whole` is the element's number, `real` that of its array in the memory; below 0 it is -1 - TYPE, and the pointer to
// that type points nowhere.
typedef struct {
    HostType type;
    int64_t whole;
    double real; // of FLOAT and DOUBLE
} HostValue;

// A variable, or a field of one.
typedef struct {
    char name[HOST_NAME];
    double value;
} HostGiven;

typedef struct {
    bool good;
    char returned[HOST_NAME]; // the name of the structure that is returned; empty: `value` is
    HostValue value;
    struct {
        char name[HOST_NAME];
        HostValue value;
    } variable[HOST_VARIABLES];
    int count;
    int returned_at; // the token behind the `return` that ended it; 0: none did
    int steps;       // what it cost: operands and statements
    int overflow;    // 1 + the token at which an int grew too large; 0: none did
} HostResult;

// Adds the tokens of a file to a text. `headers`: of the files of common/ that it includes too, before it. False where it is too
// long or cannot be read.
bool host_text_read(HostText *text, const char *path, const char *root);

typedef struct {
    char name[HOST_NAME]; // that of a parameter of the function that is called; empty: its own
    HostType type;
    long count;
    double *value;
    int *writer; // who has written an element last: 1 + a thread's number, 0: nobody, -1: a copy
    bool unset;  // what nobody has written has no value
} HostArray;

typedef enum { HOST_NO_FAULT, HOST_OUTSIDE, HOST_WRONG } HostFault;

// What a launch asks for.
typedef struct {
    int64_t grid[3], block[3];
    int arguments;
    struct {
        bool number;     // else an array or a structure, of which nothing is kept
        HostValue value; // in the type of the kernel's parameter
        int at;          // the token that it begins with
        bool named;      // and that is all it is: the name of a variable
    } argument[HOST_ARGUMENTS];
} HostLaunch;

// What a program works on: arrays, of which the first `given` were there before it, and CUDA's last error.
typedef struct {
    HostArray array[HOST_ARRAYS];
    int arrays, given;
    int error; // that cudaGetLastError gives next
    // The array that holds the result. `wanted` not NULL: the run ends at the first store of what is wrong there, with a fault;
    // a bound of 0 stands for an element that nobody may write.
    int result;
    const double *wanted, *bound;
    bool written_twice; // an element of the result was, by two threads
    HostFault fault;
    long wrong_thread, first_thread;          // the one of a wrong store; the one to begin with
    int reached[HOST_REACHED], reached_count; // functions of the student's file that were called: the token {
    long threads, storing;                    // that were launched, and those of them that store something
    long last_storing;                        // 1 + the number of the thread
    // NULL: launches run their threads. Else none does: the first launch is noted there, and CUDA's other calls do nothing.
    HostLaunch *launch;
    long launches;         // that were noted
    struct HostKept *kept; // of the headers, whose text does not change
} HostMemory;

// Where the body of a function begins, the token {, and ends. False: there is none.
bool host_function(const HostText *text, const char *name, int *begin, int *end);

// Calls the function whose parameters, and fields of these, are given.
void host_call(HostResult *result, const HostText *text, const char *name, const HostGiven *given, int count);

// The same of a program: pointers, CUDA's calls for memory and copies, launches of kernels, whose threads run one after another.
// Parameters that point get the arrays of their names, or the null pointer. result->good is false where something is not
// known, or memory->fault says why.
void host_program(HostResult *result, const HostText *text, const char *name, const HostGiven *given,
                  int count, HostMemory *memory, int most_steps);
void host_memory_forget(HostMemory *memory); // the arrays that a run has allocated
void host_memory_free(HostMemory *memory);   // all of them

// The names of the parameters of a function, in their order, of its declaration in a header where it has one. Returns how many.
int host_parameters(const HostText *text, const char *name, char names[][HOST_NAME], int most);

// The same of the function with that body, the token {.
int host_parameters_of(const HostText *text, int body, char names[][HOST_NAME], int most);

// Is the token that text? A number is none.
bool token_is(const HostToken *t, const char *text);
bool token_is_one_of(const HostToken *t, const char *const *texts); // up to NULL

// Behind the bracket, ) } or ], that closes the one at `open`; the text's end: none does.
int host_bracket_end(const HostText *text, int open);

// The bracket that the one at `close` closes; 0: none.
int host_bracket_begin(const HostText *text, int close);

// The tokens [begin, end) of the argument with that number, from 0, of the list whose bracket, or <<<, stands at `open`. False: there are
// fewer. An empty list has one, which is empty.
bool host_argument(const HostText *text, int open, int number, int *begin, int *end);

// A memory's array more, of elements without values; -1: it has no room for it.
int host_new_array(HostMemory *memory, HostType type, long count);

// The value of the expression at a token alone, with these variables: result->value.
void host_evaluate(HostResult *result, const HostText *text, int at, const HostGiven *given, int count);

double host_number_of(const HostValue *value);

// A result: the value of the field `name` of what was returned; of `name` itself where that is a number. False: it has none.
bool host_answer(const HostResult *result, const char *name, double *value);

#endif
