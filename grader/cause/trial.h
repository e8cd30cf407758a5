// Tries which change of one word of a student's text makes every answer right.
#ifndef WARPBOOK_TRIAL_H
#define WARPBOOK_TRIAL_H

#include "grader/host_code/host_code.h"
#include "grader/verdict/cause.h"

enum { TRIAL_PARTS = HOST_REACHED, TRIAL_NAMES = 32 };

typedef struct Trial {
    HostText *text;
    struct {
        int begin, end; // tokens of a function's body
    } part[TRIAL_PARTS];
    int parts;
    char name[TRIAL_NAMES]
             [HOST_NAME]; // what may stand in the place of a variable, beside those of the function itself
    int names;
    const char *path, *root; // where the text was read
    int first_line;          // whose words are tried first, since it is suspected; 0: none is
    int last_line;           // whose words are tried last; 0: none is
    long left;               // steps of calls that may still be tried
    bool (*all_right)(struct Trial *);
} Trial;

// The token whose change makes everything right, with what is wrong there as cause->route, and cause->place at it but for the
// file; 0: there is none. The text is as it was afterwards.
int changed_token(Trial *t, Cause *cause);

// Adds a name to those that may stand in the place of a variable; those of the file's enumerations.
void trial_add_name(Trial *t, const char *name);
void trial_add_constants(Trial *t);

// The function and those of the student's file that it calls, as parts to be changed, and their parameters as names.
void trial_add_functions(Trial *t, const char *name);

// Is everything right with these tokens behind `at`, as of its line?
bool try_more(Trial *t, int at, const HostToken *more, int count);

// The same without as many tokens from `at` on.
bool try_less(Trial *t, int at, int tokens);

// index_alone.c: the same with the index of the element at `i` in place of its value. False: it is no such element, or that is no help.
bool try_index_alone(Trial *t, Cause *cause, int i);

// missing_comparison.c: the same with a comparison more in the condition of the `if` at `i`, in the function whose body begins at
// `begin`. False: it is no `if`, or none helps.
bool try_comparison(Trial *t, Cause *cause, int begin, int i);

// parentheses.c: a pair more around what stands before or behind the operator at `i`, or in the text of a macro, with what is
// wrong as cause->route; for a macro cause->place is at it.
bool try_parentheses(Trial *t, Cause *cause, int i);
bool try_macros(Trial *t, Cause *cause);
int operand_end(const Trial *t,
                int at); // the last token of the operand of a bracket or an assignment that holds `at`

bool is_operand(const HostToken *t); // or the end of one

// Is what stands behind the token an assignment to it?
bool is_assigned(const HostToken *at);

#endif
