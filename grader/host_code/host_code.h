// Interprets a host function of a student's file: enough of C for arithmetic on numbers, so that one can try what another text
// of it would compute. Whatever it does not know it refuses; a result is worth something only where it is the program's own.
#ifndef WARPBOOK_HOST_CODE_H
#define WARPBOOK_HOST_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HOST_NAME = 48, HOST_TOKENS = 12000, HOST_VARIABLES = 96, HOST_FIELDS = 300 };

typedef enum { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_MARK } TokenKind;

// CEILING and EXACT stand for a division of integers that rounds up, or keeps its fraction: no C has them.
typedef enum { DIVIDE_AS_C, DIVIDE_CEILING, DIVIDE_EXACT } Division;

typedef struct {
    TokenKind kind;
    char text[HOST_NAME]; // a path such as kernel.threads is one name, and so is a->b, as a.b
    int line;             // of the student's file; 0: of a header
    Division division;
} HostToken;

typedef struct {
    HostToken token[HOST_TOKENS];
    int count;
    struct {
        char structure[HOST_NAME], name[HOST_NAME];
        int type;         // HostType
    } field[HOST_FIELDS]; // of the structures that are declared
    int fields;
    int changed_at; // the token of a name whose assignment is changed: `changed_by` is added to the value. -1: none
    int changed_by;
} HostText;

typedef enum { HOST_INT, HOST_UNSIGNED, HOST_LONG, HOST_ULONG, HOST_FLOAT, HOST_DOUBLE } HostType;

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
    int steps;    // what it cost: operands and statements
    int overflow; // 1 + the token at which an int grew too large; 0: none did
} HostResult;

// Adds the tokens of a file to a text. `headers`: of the files of common/ that it includes too, before it. False where it is too
// long or cannot be read.
bool host_text_read(HostText *text, const char *path, const char *root);

// Where the body of a function begins, the token {, and ends. False: there is none.
bool host_function(const HostText *text, const char *name, int *begin, int *end);

// Calls the function whose parameters, and fields of these, are given.
void host_call(HostResult *result, const HostText *text, const char *name, const HostGiven *given, int count);

// The value of the expression at a token alone, with these variables: result->value.
void host_evaluate(HostResult *result, const HostText *text, int at, const HostGiven *given, int count);

double host_number_of(const HostValue *value);

// A result: the value of the field `name` of what was returned; of `name` itself where that is a number. False: it has none.
bool host_answer(const HostResult *result, const char *name, double *value);

#endif
