// Inside the room: changes that are being collected.
#ifndef WARPBOOK_EDITING_H
#define WARPBOOK_EDITING_H

#include "grader/c_text/lexemes.h"
#include "grader/edits/edits.h"

enum { FAMILY_NAMES = 48, CALLED = 24, WORDS_NEAR = 200, EDITS_COLLECTED = 6000, EDITED_FUNCTIONS = 64 };

typedef enum { TYPE_OTHER, TYPE_WHOLE, TYPE_REAL, TYPE_TRUTH, TYPE_POINTER } VariableType;

// A function of device code: its brackets.
typedef struct {
    int begin, end;
    bool connected; // with a suspected line
} EditedFunction;

typedef struct {
    Lexemes x;
    Edits *edits;
    const int *lines;
    const char *skeleton;   // NULL: it is not known
    int begin, end;         // the function's brackets
    int name[FAMILY_NAMES]; // its variables and the constants of the file: the first place of each
    int type[FAMILY_NAMES]; // VariableType
    int names;
    int *suspicion; // of each word from `begin` on: how far from the suspected lines
    int helper
        [SUSPECTED_LINES]; // the names of functions that have a suspected line: their calls are suspected, too
    int helpers;
    struct {
        int name, distance;
    } called[CALLED]; // functions that the suspected ones call, and how far from the suspected lines
    int calls;
    EditedFunction function[EDITED_FUNCTIONS];
    int functions;
    struct {
        int name, rank;
    } near[WORDS_NEAR]; // words of all functions, and how much less likely a change is that only shows there
    int words_near;
    bool failed;
} Editing;

// Takes the words [from, to) for others: a new text that becomes the change's own, or NULL without memory.
void add_edit(Editing *e, EditKind kind, int from, int to, char *text, int about);

// The same with a text that is put together as by printf.
__attribute__((format(printf, 6, 7))) void add_words(Editing *e, EditKind kind, int from, int to, int about,
                                                     const char *format, ...);

// The same of any piece of the text, and with the word that it is about. As near to the suspected lines as can be.
void add_text(Editing *e, EditKind kind, size_t at, size_t length, const char *text, int line, int column,
              const char *word, int word_length);

// Those added since there were `before` are at least that likely, however far from the suspected lines: there are few of their kind.
void make_likely(Editing *e, int before, int rank);

// How much less likely a change at the word i is: its line stands in the skeleton, letter by letter.
int given_rank(const Editing *e, int i);

// The change that was added last, if one was since there were `before`, is about all the words [from, to).
void name_words(Editing *e, int before, int from, int to);

// The text of the words [from, to) in %.*s.
#define WORDS(e, from, to) words_length(e, from, to), (e)->x.text + (e)->x.list[from].at
int words_length(const Editing *e, int from, int to);

// Sorts them, and drops those that stand there twice and what comes behind the first `most`.
void keep_likeliest(Edits *edits, int most);

// Can one stand in the other's place: do their names look alike?
bool are_siblings(const Editing *e, int a, int b);
bool is_variable(const Editing *e, int i);
bool is_instance(const Editing *e, int i); // name<true>(...)
// Does a line have the word that is at `name`, between two words?
bool line_has(const Editing *e, int begin, int end, int line, int name);
VariableType type_of(const Editing *e, int i);
// Where the name that the word i is stands first, as a parameter of its function does; i: it is not known.
int first_place(const Editing *e, int i);

// Is the variable, whose first place is `name`, declared where the word i stands?
bool is_known_at(const Editing *e, int name, int i);

// declared.c: what keeps another word from standing in the place of this one.
// Is it the name that a declaration gives its variable: both of "int i = 0, j"?
bool is_declared_there(const Editing *e, int i);
// A macro that is a whole statement: "NUMBER_OF_THREAD;". It has no value.
bool is_statement(const Editing *e, int i);
// Is it declared const, or what it points to? `name`: where it is declared.
bool is_const(const Editing *e, int name);
// is_set, but not by a function that may be given its address.
bool is_given_value(const Editing *e, int i);
// Could the word at `name` stand in the place of the word i, as far as const goes? No constant is set, and nothing that it points to.
bool may_be_set(const Editing *e, int i, int name);
// Is it declared with the type of an object: "Coefficients c"?
bool is_object(const Editing *e, int i);
// Does the / at i divide numbers that are not whole?
bool divides_reals(const Editing *e, int i);

// Does the function with these brackets have the line, its head included?
bool function_has_line(const Lexemes *x, int begin, int end, int line);

// connected.c: which of e->function can have to do with a suspected line; of the function whose body begins there; does such a function use
// the name that stands at that word?
void find_connected(Editing *e);
bool is_connected(const Editing *e, int begin);
bool is_used_there(const Editing *e, int name);

// suspicion.c: fills in e->suspicion, to be freed. False without memory.
enum { SUSPICION_FAR = 6 };
bool find_suspicion(Editing *e);

// Is what the word names set there: "a =", "a[i] +=", "a++"?
bool is_set(const Editing *e, int i);

// The same for the function between e->begin and e->end, keeping nothing but the functions that it calls.
bool note_calls(Editing *e);

// Where the function's head begins, with its parameters: in front of its brackets.
int head_of_function(const Editing *e);

// The name of the function whose body begins there; -1: it is not clear.
int function_name(const Lexemes *x, int begin);

// macros.c: the macros of the file with parentheses. macro_text.c: with another word or sign in their text.
void edit_macros(Editing *e);
void edit_macro_texts(Editing *e);

// constants.c: of the file, those that suspected lines use, or lines near them; notes the words of a function that are near.
void edit_constants(Editing *e);
void note_constants(Editing *e);

// parameters.c: of the function, those that it sets and that are copies.
void edit_parameters(Editing *e);

// captures.c: of a lambda that has copies.
void edit_captures(Editing *e, int i);

// handed_numbers.c: of the kernel, constants in the place of its parameters.
void edit_arguments(Editing *e);

// rounded_up.c: a division, at its mark; which words that one of whole numbers takes, [*from, *to), and what stands in their place.
enum { LONGEST_DIVISION = 400 };
void edit_rounded_up(Editing *e, int i);
void edit_whole_rest(Editing *e, int i);
bool may_be_rounded_up(const Editing *e, int i, int *from, int *to);
void say_rounded_up(const Editing *e, int from, int i, int to, char *text, size_t size);

// ring.c: the first elements of an array whose index goes round in a loop behind them, at the first one's name.
void edit_ring(Editing *e, int i);
void edit_wrapped(Editing *e, int i); // at the name of a shared array
void edit_turns(Editing *e, int i);   // at the type of a declaration

// conditions.c: a comparison of a number that was cut off; a return; a value that some threads change.
void edit_clamped(Editing *e, int i);
void edit_stays(Editing *e, int i);
void edit_only_next(Editing *e, int i);
void edit_stored_bound(Editing *e, int i);
void edit_left_out(Editing *e, int i);

// origins.c: an index of an array that is gone through in turn, at its %.
void edit_origin(Editing *e, int i);

// addends.c: the indices of the array at the word i.
void edit_addends(Editing *e, int i);

// alternatives.c: a comparison with the end of a block, at its ==.
void edit_alternative(Editing *e, int i);

// again.c: what is loaded before the loop whose head begins at the word i.
void edit_again(Editing *e, int i);

// turned.c: the head of a loop that moves an array's elements.
void edit_turned(Editing *e, int i);

// members.c: of the function, objects of the file's own structs.
void edit_members(Editing *e);

// member_order.c: members of the file's structs in another order.
void edit_member_orders(Editing *e);

// paces.c: what a loop goes on by, behind its +=. rotations.c: variables that take each other's values, at the first one.
void edit_pace(Editing *e, int i);
void edit_rotation(Editing *e, int i);

// bounds.c: a bound that begins at the word i; where a value ends that begins there.
void edit_bound(Editing *e, int i);
int value_end(const Editing *e, int i);

// words.c: changes at the word i. places.c: changes of the statements of a block, and of blocks in it.
void edit_word(Editing *e, int i);

// subscripts.c: the indices of an array.
void edit_subscripts(Editing *e, int i);
void edit_index(Editing *e, int i);
void edit_fixed_index(Editing *e, int i);
void edit_row(Editing *e, int i);

// signs.c: of the function, ints that are divided.
void edit_signs(Editing *e);

// masks.c: shifts of the function that have no mask, where another one has.
void edit_masks(Editing *e);

// chains.c: the head of an if or a loop that ends at once; a loop whose condition comes last.
void edit_empty(Editing *e, int i);
void edit_done_once(Editing *e, int i);

// words.c: a factor more or less at the word i.
void edit_pitch(Editing *e, int i);

// factors.c: a factor for a number that is added beside a product; a power, where ^ stands.
void edit_factor(Editing *e, int i);
void edit_power(Editing *e, int i);

// How much likelier changes are of which there are few: a constant for another one, one for the same along another axis besides, a name for another one.
enum { FEW_CONSTANTS = 7, FEW_NAMES = 8, FEW_AXES = 5 };

bool is_constant(const Editing *e, int i); // by its name: TILE_X

// extents.c: gridDim for blockDim and the like; a factor more where a block begins; a number of the data for one of them. Is it gridDim.x * blockDim.x, by which a
// loop may go on?
void edit_extents(Editing *e, int i);
void edit_share(Editing *e, int i);
void edit_size(Editing *e, int i);
bool is_all_threads(const Editing *e, int i);

// steps.c: what a loop moves on, at the word i; what a `continue` skips.
void edit_steps(Editing *e, int i);
void edit_jump(Editing *e, int i);

// grouping.c: parentheses, where an operator stands.
void edit_grouping(Editing *e, int i);

// grouping.c: behind the operand that begins at i: a name with its members, indices and arguments, a number, or parentheses; where
// the operand begins whose last word is `last`. -1: there is none.
int end_of_operand(const Editing *e, int i);
int begin_of_operand(const Editing *e, int last);

// digits.c: a coordinate that is taken out of a flat number, where / or % stands.
void edit_digits(Editing *e, int i);
void edit_remainder(Editing *e, int i);
void edit_repeated_divisor(Editing *e, int i);
void edit_row_length(Editing *e, int i);

// chains.c: `else` between conditions of which several may hold.
void edit_chain(Editing *e, int i);

// subscripts.c: does the word stand in an index of an array, among those of its brackets that have the order that is usual there?
bool in_usual_order(const Editing *e, int i);
void edit_block(Editing *e, int begin, int end);

// alike.c: those from number `first` on, at several places of the function at once.
void edit_alike(Editing *e, int first);
bool edits_have_room(const Edits *edits);

#endif
