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

// The same with words before the token `first`, and words behind the token `last`: each list up to NULL, of WORDS_AROUND at most.
enum { WORDS_AROUND = 8 };
bool try_around(Trial *t, int first, int last, const char *const *before, const char *const *behind);

// quotients.c: the division at `i` rounded up, or not cut off; or what rounds up there, not always.
bool try_quotients(Trial *t, Cause *cause, int i);

// always_one_more.c: the same of one that rounds up, at its mark, where nothing is left over too.
bool try_always_one_more(Trial *t, Cause *cause, int i);

// opposite.c: the opposite of the condition, or of the truth value, that begins at `i`, in the function whose body begins at `begin`.
bool try_opposite(Trial *t, Cause *cause, int begin, int i);

// multiples.c: the number of a thread or a block at `i` rounded down to a multiple, as x / 2 * 2 is, in the function whose body begins at
// `begin`; and the other way round.
bool try_rounded_down(Trial *t, Cause *cause, int begin, int i);
bool try_not_rounded(Trial *t, Cause *cause, int i);

// insertions.c: a factor, a summand or a value more behind the token `i`; of the names, and of a variable that is set above.
bool try_insertions(Trial *t, Cause *cause, int i);
bool try_local_insertions(Trial *t, Cause *cause, int begin, int i);

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

// Is the name one of a value, not of a function, a type or what is assigned to?
bool is_value_token(const Trial *t, int i);

// Names as cause->other where the variable gets its value: that may be what is wrong.
void name_where_set(const Trial *t, Cause *cause, const HostToken *at);

// The ; or { that ends the statement, or its head, from `at` on.
int trial_statement_end(const Trial *t, int at);

// One operand, a name with its arguments or indices, a number, or brackets: its first token where `last` is its last one, and its last
// one where `first` is its first.
int one_operand_begin(const Trial *t, int last);
int one_operand_end(const Trial *t, int first);

// Is what stands behind the token an assignment to it?
bool is_assigned(const HostToken *at);

#endif
