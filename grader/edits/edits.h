// Small changes of a CUDA text that may undo a mistake: another comparison, a word for another one, two words or statements
// exchanged, a number one more or less. Which of them does is found out by whoever runs them.
#ifndef WARPBOOK_EDITS_H
#define WARPBOOK_EDITS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    EDIT_COMPARISON,  // < for <=
    EDIT_JOIN,        // && for ||
    EDIT_AXIS,        // .x for .y
    EDIT_SUBSCRIPTS,  // [a][b] for [b][a]
    EDIT_SIGN,        // + for -
    EDIT_EXCHANGE,    // two words of a statement, or of a pair of brackets
    EDIT_NUMBER,      // a number of the text
    EDIT_PITCH,       // a factor more or less
    EDIT_CONDITION,   // a condition more, of another variable
    EDIT_ORDER,       // two statements that follow each other
    EDIT_WORD,        // a variable for another one
    EDIT_SHIFT,       // one more or less than a variable
    EDIT_PLACE,       // a statement, elsewhere in its block
    EDIT_ASSIGNMENT,  // += for =
    EDIT_NEGATION,    // a condition that is meant the other way round
    EDIT_MACRO,       // parentheses in the text of a macro
    EDIT_ALWAYS,      // no condition
    EDIT_VALUE,       // a first value for a variable that has none
    EDIT_FRACTION,    // a number that is divided as a float, not as an int
    EDIT_ELSE,        // else before an if
    EDIT_GROUPING,    // parentheses around a part of an expression
    EDIT_BARRIER,     // a barrier more
    EDIT_OUTSIDE,     // a statement behind the condition that it stands under
    EDIT_REFERENCE,   // a parameter that is no copy
    EDIT_TYPE,        // a type that holds more
    EDIT_LIMIT,       // a larger number
    EDIT_STEP,        // a loop that moves something on
    EDIT_HANDED,      // a value more that is handed on
    EDIT_ROUNDING,    // a / c * b for a * b / c
    EDIT_CHAINED,     // two comparisons in one
    EDIT_PACE,        // how far a loop goes on
    EDIT_APART,       // no else between conditions that may hold together
    EDIT_DIGIT,       // / or % more, for a coordinate of a flat number
    EDIT_UNSIGNED,    // a number without a sign
    EDIT_SIGNED,      // an int for `auto`
    EDIT_SKIPPED,     // the steps at the end of a round, before a `continue` too
    EDIT_NEGATIVE,    // a remainder of what is never below 0
    EDIT_EMPTY,       // no ; behind the head of an if or a loop
    EDIT_DONE_ONCE,   // while for do ... while
    EDIT_POWER,       // n * n for n ^ 2
    EDIT_CAPTURE,     // a lambda's references in place of copies
    EDIT_TURNED,      // a loop from its other end
    EDIT_ROUNDED_UP,  // a division rounded up
    EDIT_RING,        // the first elements of an array that is gone through in turn
    EDIT_ARGUMENT,    // a parameter for a constant
    EDIT_ALTERNATIVE, // the end of the grid beside that of the block
    EDIT_ADDEND,      // what is added to the same index elsewhere
    EDIT_ORIGIN,      // the number of a step, counted from another one
    EDIT_CLAMPED,     // a number before min() or max() cut it off
    EDIT_STAYS,       // no return
    EDIT_AGAIN,       // a load before a loop, in each of its steps
    EDIT_GOES_ON,     // continue for break
    EDIT_LEFT_OUT,    // no other value for some threads
    EDIT_FLAT,        // the block's own sizes in the number of a thread
    EDIT_SPARE,       // a value that is set aside before another one takes its place
    EDIT_MASK,        // a mask behind a shift, as the others of the function have
    EDIT_LATE_GUARD,  // a condition that stands behind an access, before it; last_line: where it stands
    EDIT_MEMBERS,     // members of a struct in another order
    EDIT_WHOLE_REST,  // a remainder of 0 that stands for a whole part
    EDIT_ONLY_NEXT,   // a statement alone left out for a return or `continue`
    EDIT_BOUND,       // the index that is stored to, for what else a return asks
    EDIT_WRAPPED,     // an index that goes on at the other end of its array
} EditKind;

typedef struct {
    EditKind kind;
    int line, column;
    size_t at, length;  // what is replaced,
    char *text;         // and by what
    char word[48];      // what stands there, or what it is about
    char other[48];     // what belongs there, where that is said
    int places;         // that are changed alike, 0: this one alone
    int last_line;      // of them; of a lambda's copy, where the variable is changed
    bool at_definition; // of a macro or a constant: a use of it shows what is wrong
    int rank;           // the lowest is the likeliest
} Edit;

typedef struct {
    Edit *list;
    int count;
} Edits;

// Lines that are suspected, the first one most of all; 0: none.
enum { SUSPECTED_LINES = 4 };

// Keeps the first edits, `most` of them, of kinds that are wanted.
void edits_keep(Edits *edits, bool (*wanted)(EditKind kind), int most);

// Changes of the functions that run on the device, the likeliest ones first; `most` at most. `skeleton`: lines that stand in
// it, too, were hardly changed; NULL: it is not known. False without memory, where the text cannot be read, and where none of the
// lines lies in such a function.
bool edits_of(Edits *edits, const char *text, const char *skeleton, const int lines[SUSPECTED_LINES],
              int most);
void edits_free(Edits *edits);

// A barrier more behind each statement that all threads of the block come to, as far as the text shows: inside of loops, and of no
// condition. `lines`: of two accesses and of a call that one of them is inlined into, or 0; the functions that hold one are meant. False
// as above, and where these have no statement.
enum { BARRIER_LINES = 3 };
bool barriers_of(Edits *edits, const char *text, const int lines[BARRIER_LINES]);

// Changes for what goes wrong at large sizes alone, wherever it stands: a type that holds more, a number that is larger. `most`, and
// false, as above.
bool too_small_of(Edits *edits, const char *text, int most);

// A parameter of the kernel for each of the constants that it uses, where the launch hands it a number. `most`, and false, as above.
bool handed_numbers_of(Edits *edits, const char *text, const char *kernel, int most);

// Parentheses in the text of each macro that an operator beside it, or beside what it is given, would take apart. `most`, and false, as
// above.
bool open_macros_of(Edits *edits, const char *text, int most);

// A condition that stands behind one of the lines, in the same function, before it: the lines read or write, and some threads are to be
// kept away from them. `lines`: of an access and of a call that it is inlined into, or 0. `most`, and false, as above.
enum { LATE_GUARD_LINES = 2 };
bool late_guards_of(Edits *edits, const char *text, const int lines[LATE_GUARD_LINES], int most);

// Does the line belong to a function that runs on the device?
bool is_device_line(const char *text, int line);

// The whole text with that change; to be freed. NULL without memory.
char *edited_text(const char *text, const Edit *edit);

// What is wrong there, given that the change makes everything right.
void say_edit(const Edit *edit, char *words, size_t size);
const char *edit_advice(const Edit *edit);

#endif
