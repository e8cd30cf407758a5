// Collects the changes of a text, and puts the likeliest first.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { LONGEST = 4000 };

int words_length(const Editing *e, int from, int to) {
    const Lexeme *last = &e->x.list[to - 1];
    return (int)(last->at + (size_t)last->length - e->x.list[from].at);
}

static int cost(EditKind kind) {
    static const int costs[] = {
        [EDIT_COMPARISON] = 0, [EDIT_JOIN] = 1,       [EDIT_AXIS] = 0,       [EDIT_SUBSCRIPTS] = 0,
        [EDIT_SIGN] = 1,       [EDIT_EXCHANGE] = 2,   [EDIT_NUMBER] = 1,     [EDIT_PITCH] = 1,
        [EDIT_CONDITION] = 1,  [EDIT_ORDER] = 2,      [EDIT_WORD] = 4,       [EDIT_SHIFT] = 5,
        [EDIT_PLACE] = 4,      [EDIT_ASSIGNMENT] = 2, [EDIT_NEGATION] = 3,   [EDIT_MACRO] = 0,
        [EDIT_ALWAYS] = 1,     [EDIT_VALUE] = 0,      [EDIT_FRACTION] = 0,   [EDIT_BARRIER] = 0,
        [EDIT_OUTSIDE] = 1,    [EDIT_TYPE] = 0,       [EDIT_REFERENCE] = 0,  [EDIT_LIMIT] = 1,
        [EDIT_GROUPING] = 1,   [EDIT_ELSE] = 1,       [EDIT_STEP] = 2,       [EDIT_HANDED] = 1,
        [EDIT_CHAINED] = 0,    [EDIT_PACE] = 1,       [EDIT_APART] = 1,      [EDIT_DIGIT] = 1,
        [EDIT_ROUNDING] = 1,   [EDIT_UNSIGNED] = 0,   [EDIT_EMPTY] = 0,      [EDIT_DONE_ONCE] = 0,
        [EDIT_SKIPPED] = 0,    [EDIT_NEGATIVE] = 0,   [EDIT_CAPTURE] = 0,    [EDIT_TURNED] = 0,
        [EDIT_ROUNDED_UP] = 1, [EDIT_RING] = 0,       [EDIT_ARGUMENT] = 0,   [EDIT_ALTERNATIVE] = 0,
        [EDIT_ADDEND] = 1,     [EDIT_ORIGIN] = 0,     [EDIT_CLAMPED] = 0,    [EDIT_STAYS] = 1,
        [EDIT_AGAIN] = 1,      [EDIT_GOES_ON] = 0,    [EDIT_LEFT_OUT] = 1,   [EDIT_FLAT] = 0,
        [EDIT_SPARE] = 0,      [EDIT_MASK] = 0,       [EDIT_LATE_GUARD] = 0, [EDIT_MEMBERS] = 0,
        [EDIT_WHOLE_REST] = 1, [EDIT_WRAPPED] = 0,    [EDIT_BOUND] = 1,      [EDIT_ONLY_NEXT] = 0};
    return costs[kind];
}

static bool is_given_line(const Editing *e, int i) {
    if (!e->skeleton) return false;
    const char *begin = e->x.text + e->x.list[i].at - (size_t)(e->x.list[i].column - 1);
    const size_t length = strcspn(begin, "\n");
    for (const char *line = e->skeleton; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strcspn(line, "\n") == length && !strncmp(line, begin, length)) return true;
    return false;
}

int given_rank(const Editing *e, int i) {
    enum { GIVEN = 9 };
    return is_given_line(e, i) ? GIVEN : 0;
}

// Two words exchanged where a function is called, and the same two in it, do the same: the likelier place is the text of a TODO.
static int outside_rank(const Editing *e, size_t place) {
    enum { OUTSIDE = 4 };
    bool inside = false, any = false;
    for (const char *at = e->x.text, *own = at + place; (at = strstr(at, "// ")) && at < own; at++) {
        if (!strncmp(at, "// TODO ", 8)) inside = any = true;
        if (!strncmp(at, "// end ", 7)) inside = false;
    }
    return any && !inside ? OUTSIDE : 0;
}

void make_likely(Editing *e, int before, int rank) {
    for (int i = before; i < e->edits->count; i++)
        if (e->edits->list[i].rank > rank) e->edits->list[i].rank = rank;
}

bool edits_have_room(const Edits *edits) {
    return edits->count < EDITS_COLLECTED;
}

void add_edit(Editing *e, EditKind kind, int from, int to, char *text, int about) {
    Edits *edits = e->edits;
    const Lexeme *first = &e->x.list[from], *own = &e->x.list[about];
    if (text && strlen(text) == (size_t)words_length(e, from, to) &&
        !strncmp(text, e->x.text + first->at, strlen(text))) {
        free(text); // it changes nothing
        return;
    }
    if (!text || !edits_have_room(edits)) {
        e->failed |= !text;
        free(text);
        return;
    }
    Edit *edit = &edits->list[edits->count++];
    *edit = (Edit){.kind = kind,
                   .line = own->line,
                   .column = own->column,
                   .at = first->at,
                   .length = (size_t)words_length(e, from, to),
                   .text = text,
                   .rank = 2 * cost(kind) + 3 * e->suspicion[about - e->begin] + given_rank(e, about) +
                           (kind == EDIT_EXCHANGE ? outside_rank(e, own->at) : 0)};
    append(edit->word, sizeof edit->word, "%.*s", own->length, e->x.text + own->at);
}

void add_text(Editing *e, EditKind kind, size_t at, size_t length, const char *text, int line, int column,
              const char *word, int word_length) {
    char *own = e->edits->count < EDITS_COLLECTED ? strdup(text) : NULL;
    if (!own) return;
    Edit *edit = &e->edits->list[e->edits->count++];
    *edit = (Edit){.kind = kind, .line = line, .column = column, .at = at, .length = length, .text = own};
    edit->rank = 0;
    append(edit->word, sizeof edit->word, "%.*s", word_length, word);
}

void add_words(Editing *e, EditKind kind, int from, int to, int about, const char *format, ...) {
    char words[LONGEST];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (length >= 0 && length < LONGEST) add_edit(e, kind, from, to, strdup(words), about);
}

void name_words(Editing *e, int before, int from, int to) {
    Edits *edits = e->edits;
    if (edits->count == before) return;
    Edit *edit = &edits->list[edits->count - 1];
    edit->word[0] = 0;
    append(edit->word, sizeof edit->word, "%.*s", WORDS(e, from, to));
}

// ---- Names ------------------------------------------------------------------------------------------------------

bool is_instance(const Editing *e, int i) {
    return lexeme_is(&e->x, i + 1, "<") && lexeme_is(&e->x, i + 3, ">") && lexeme_is(&e->x, i + 4, "(");
}

bool is_variable(const Editing *e, int i) {
    static const char *const others[] = {
        "const",  "int",   "float",    "double", "unsigned", "bool",   "if",      "for",    "while", "return",
        "size_t", "long",  "short",    "char",   "void",     "else",   "static",  "extern", "auto",  "true",
        "false",  "break", "continue", "sizeof", "float2",   "float4", "double2", "dim3"};
    if (i < 0 || i >= e->x.count || e->x.list[i].kind != LEX_NAME || lexeme_is(&e->x, i + 1, "(") ||
        lexeme_is(&e->x, i - 1, ".") || lexeme_is(&e->x, i - 1, "->") || lexeme_is(&e->x, i + 1, "::") ||
        lexeme_is(&e->x, i + 1, "<<<") || is_instance(e, i) || !strncmp(e->x.text + e->x.list[i].at, "__", 2))
        return false;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (lexeme_is(&e->x, i, others[k])) return false;
    return e->x.list[i + 1].kind != LEX_NAME; // the name of a type stands before another one
}

VariableType type_of(const Editing *e, int i) {
    for (int k = 0; k < e->names; k++)
        if (lexemes_equal(&e->x, e->name[k], i)) return (VariableType)e->type[k];
    return TYPE_OTHER;
}

int first_place(const Editing *e, int i) {
    for (int k = 0; k < e->names; k++)
        if (lexemes_equal(&e->x, e->name[k], i)) return e->name[k];
    return i;
}

bool are_siblings(const Editing *e, int a, int b) {
    const VariableType own = type_of(e, a);
    if (own != type_of(e, b) || own == TYPE_OTHER) return false;
    const bool arrays = lexeme_is(&e->x, a + 1, "[") == lexeme_is(&e->x, b + 1, "[");
    if (own == TYPE_REAL) return arrays && !lexemes_equal(&e->x, a, b); // there are few
    const Lexeme *x = &e->x.list[a], *y = &e->x.list[b];
    const char *one = e->x.text + x->at, *other = e->x.text + y->at;
    if (lexemes_equal(&e->x, a, b)) return false;
    int same = 0, last = 0;
    while (same < x->length && same < y->length && one[same] == other[same]) same++;
    while (last < x->length && last < y->length && one[x->length - 1 - last] == other[y->length - 1 - last])
        last++;
    if (x->length == y->length && !strncasecmp(one, other, (size_t)x->length)) return true; // rows and ROWS
    const bool constants = isupper((unsigned char)one[0]) && isupper((unsigned char)other[0]);
    const bool shorter = x->length <= 2 && y->length <= 2;
    return shorter || constants || same >= 3 || last >= 3 ||
           (same >= 1 && same >= x->length - 1 && same >= y->length - 1);
}

// The type that a declaration begins with.
static VariableType named_type(const Editing *e, int i) {
    static const struct {
        const char *word;
        VariableType type;
    } types[] = {{"int", TYPE_WHOLE},   {"unsigned", TYPE_WHOLE}, {"size_t", TYPE_WHOLE},
                 {"long", TYPE_WHOLE},  {"short", TYPE_WHOLE},    {"auto", TYPE_WHOLE},
                 {"float", TYPE_REAL},  {"double", TYPE_REAL},    {"float4", TYPE_REAL},
                 {"float2", TYPE_REAL}, {"bool", TYPE_TRUTH}};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (lexeme_is(&e->x, i, types[k].word)) return types[k].type;
    return TYPE_OTHER;
}

// Does the declaration at word `name` hold where the word i stands?
static bool holds_at(const Editing *e, int name, int i) {
    for (int k = name; k > e->begin; k--) {
        const int mate = e->x.list[k].mate;
        if (mate >= 0 && mate < k) k = mate;
        if (mate <= k) continue;
        if (lexeme_is(&e->x, k, "{")) return name < i && i < mate;
        if (lexeme_is(&e->x, k - 1, "for")) return name < i && i < statement_end_at(&e->x, k - 1, e->end);
    }
    return name < i;
}

bool is_known_at(const Editing *e, int name, int i) {
    if (name < e->begin) return true; // a parameter, or the file's
    // A macro, where it is used first: behind the function, or behind i in it.
    if ((name > e->end || (name > i && !named_type(e, name - 1))) && is_constant(e, name)) return true;
    if (holds_at(e, name, i)) return true;
    for (int k = name + 1; k < i; k++) // loops that declare it, one behind the other
        if (lexemes_equal(&e->x, k, name) && named_type(e, k - 1) && holds_at(e, k, i)) return true;
    return false;
}

// "const int k = 0, j": from the name at i back to the type, over other names of the declaration.
static VariableType declared_type(const Editing *e, int i) {
    bool pointer = false, list = false;
    if (e->x.list[i - 1].kind == LEX_NAME && !named_type(e, i - 1))
        return TYPE_OTHER; // a type that is not known
    for (int k = i - 1; k > 0; k--) {
        const int mate = e->x.list[k].mate;
        if (lexeme_is(&e->x, k, ";") || lexeme_is(&e->x, k, "{") || lexeme_is(&e->x, k, "}")) break;
        if (lexeme_is(&e->x, k, "(") || lexeme_is(&e->x, k, "[")) break;
        if (lexeme_is(&e->x, k, "=") && !list) break; // it is part of another one's value
        if (mate >= 0 && mate < k) {
            k = mate;
            continue;
        }
        pointer |= lexeme_is(&e->x, k, "*") && !list;
        const VariableType type = named_type(e, k);
        if (type) return pointer ? TYPE_POINTER : type;
        list |= lexeme_is(&e->x, k, ",");
    }
    return TYPE_OTHER;
}

// threadIdx.x and the like stand in the place of no variable.
static bool is_place(const Editing *e, int i) {
    static const char *const places[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
        if (lexeme_is(&e->x, i, places[k])) return true;
    return false;
}

static void add_name(Editing *e, int i, VariableType type) {
    if (!is_variable(e, i) || e->names == FAMILY_NAMES || is_place(e, i) || is_statement(e, i)) return;
    for (int k = 0; k < e->names; k++)
        if (lexemes_equal(&e->x, e->name[k], i)) {
            if (!e->type[k]) e->type[k] = (int)type;
            return;
        }
    e->name[e->names] = i;
    e->type[e->names++] = (int)(type ? type : declared_type(e, i));
}

// "const int W = 32, H = 8;" and constexpr, outside of functions.
static void find_file_constants(Editing *e) {
    for (int i = 0; i < e->x.count; i++) {
        if (lexeme_is(&e->x, i, "{") && e->x.list[i].mate > i) i = e->x.list[i].mate;
        if (!lexeme_is(&e->x, i, "const") && !lexeme_is(&e->x, i, "constexpr")) continue;
        for (; i < e->x.count && !lexeme_is(&e->x, i, ";") && !lexeme_is(&e->x, i, "{"); i++)
            if (lexeme_is(&e->x, i + 1, "=")) add_name(e, i, declared_type(e, i));
        i--;
    }
}

int head_of_function(const Editing *e) {
    int from = e->begin;
    while (from > 0 && !lexeme_is(&e->x, from, ";") && !lexeme_is(&e->x, from, "}")) from--;
    return from;
}

// Those of the function, from its parameters on, and the constants of the file: of enumerations and declarations, and what else has a
// constant's name, such as a macro.
static void find_names(Editing *e) {
    e->names = 0;
    for (int i = head_of_function(e); i < e->end; i++) add_name(e, i, TYPE_OTHER);
    for (int i = 0; i < e->x.count; i++)
        if (lexeme_is(&e->x, i, "enum"))
            for (int k = i + 1; k < e->x.count && !lexeme_is(&e->x, k, ";"); k++) add_name(e, k, TYPE_WHOLE);
    find_file_constants(e);
    for (int i = 0; i < e->x.count; i++)
        if (is_constant(e, i) && is_variable(e, i)) add_name(e, i, TYPE_WHOLE);
}

// ---- Together ---------------------------------------------------------------------------------------------------

static int by_rank(const void *a, const void *b) {
    const Edit *x = a, *y = b;
    if (x->rank != y->rank) return x->rank - y->rank;
    return x->at != y->at ? (x->at < y->at ? -1 : 1) : strcmp(x->text, y->text);
}

static bool is_again(const Edit *a, const Edit *b) {
    return a->at == b->at && a->length == b->length && !strcmp(a->text, b->text);
}

void keep_likeliest(Edits *edits, int most) {
    int kept = 0;
    qsort(edits->list, (size_t)edits->count, sizeof *edits->list, by_rank);
    for (int i = 0; i < edits->count; i++) {
        bool again = kept == most;
        for (int k = 0; k < kept && !again; k++) again = is_again(&edits->list[k], &edits->list[i]);
        if (again)
            free(edits->list[i].text);
        else
            edits->list[kept++] = edits->list[i];
    }
    edits->count = kept;
}

bool function_has_line(const Lexemes *x, int begin, int end, int line) {
    int from = begin;
    while (from > 0 && !lexeme_is(x, from - 1, ";") && !lexeme_is(x, from - 1, "}")) from--;
    return line >= x->list[from].line && line <= x->list[end].line;
}

bool is_device_line(const char *text, int line) {
    Lexemes x;
    int begin, end;
    bool found = false;
    if (!lexemes_read(&x, text)) return false;
    for (int at = 0; !found && next_device_function(&x, at, &begin, &end); at = end)
        found = function_has_line(&x, begin, end, line);
    lexemes_free(&x);
    return found;
}

int function_name(const Lexemes *x, int begin) {
    const int open = lexeme_is(x, begin - 1, ")") ? x->list[begin - 1].mate : -1;
    return open > 0 && x->list[open - 1].kind == LEX_NAME ? open - 1 : -1;
}

// The : of a constructor's "Cell(int s) : x(s % 8), y{s / 8} {}" whose body, or whose first { of a value, stands at *body, which becomes
// the body. -1: it is no constructor, or has none.
static int initialisers_before(const Lexemes *x, int from, int *body) {
    int at = *body;
    while (at > from && !(lexeme_is(x, at, ":") && lexeme_is(x, at - 1, ")"))) {
        if (lexeme_is(x, at, ";") || lexeme_is(x, at, "}")) {
            if (x->list[at].mate < 0 || !opens_values(x, x->list[at].mate)) return -1;
        }
        at--;
    }
    const int colon = at;
    if (at <= from || x->list[at + 1].kind != LEX_NAME) return -1;
    for (at++; x->list[at].kind == LEX_NAME && x->list[at + 1].mate > at; at++) {
        at = x->list[at + 1].mate + 1;
        if (!lexeme_is(x, at, ",")) break;
    }
    if (!lexeme_is(x, at, "{")) return -1;
    *body = at;
    return colon;
}

// The next function of device code. `from`: its body's {, or the : of its initialisers, which are changed as its body is.
static bool next_edited_function(const Lexemes *x, int at, int *from, int *end) {
    if (!next_device_function(x, at, from, end)) return false;
    int body = *from;
    const int colon = initialisers_before(x, at, &body);
    if (colon >= 0) *from = colon, *end = x->list[body].mate;
    return true;
}

static void find_helpers(Editing *e) {
    int begin, end;
    for (int at = 0; next_edited_function(&e->x, at, &begin, &end); at = end)
        for (int i = 0; i < SUSPECTED_LINES; i++) {
            if (!function_has_line(&e->x, begin, end, e->lines[i]) || function_name(&e->x, begin) < 0)
                continue;
            if (e->helpers < SUSPECTED_LINES) e->helper[e->helpers++] = function_name(&e->x, begin);
        }
}

bool edits_of(Edits *edits, const char *text, const char *skeleton, const int lines[SUSPECTED_LINES],
              int most) {
    Editing e = {.edits = edits, .lines = lines, .skeleton = skeleton};
    bool suspected = false;
    *edits = (Edits){.list = calloc(EDITS_COLLECTED, sizeof *edits->list)};
    if (!edits->list || !lexemes_read(&e.x, text)) {
        edits_free(edits);
        return false;
    }
    find_helpers(&e);
    for (int at = 0, begin, end;
         e.functions < EDITED_FUNCTIONS && next_edited_function(&e.x, at, &begin, &end); at = end)
        e.function[e.functions++] = (EditedFunction){.begin = begin, .end = end};
    find_connected(&e);
    for (int at = 0; next_edited_function(&e.x, at, &e.begin, &e.end) && note_calls(&e); at = e.end) continue;
    for (int at = 0; next_edited_function(&e.x, at, &e.begin, &e.end); at = e.end) {
        const int first = edits->count;
        if (!is_connected(&e, e.begin)) continue;
        for (int i = 0; i < SUSPECTED_LINES; i++)
            suspected |= function_has_line(&e.x, e.begin, e.end, lines[i]);
        find_names(&e);
        if (!find_suspicion(&e)) break;
        for (int i = e.begin + 1; i < e.end; i++) edit_word(&e, i);
        edit_block(&e, e.begin + 1, e.end);
        edit_parameters(&e);
        edit_signs(&e);
        edit_masks(&e);
        edit_members(&e);
        edit_arguments(&e);
        edit_alike(&e, first);
        note_constants(&e);
        free(e.suspicion);
    }
    if (suspected) edit_macros(&e), edit_macro_texts(&e), edit_constants(&e), edit_member_orders(&e);
    lexemes_free(&e.x);
    keep_likeliest(edits, most);
    if (suspected && !e.failed && edits->count) return true;
    edits_free(edits);
    return false;
}

void edits_keep(Edits *edits, bool (*wanted)(EditKind kind), int most) {
    int kept = 0;
    for (int i = 0; i < edits->count; i++) {
        if (kept < most && wanted(edits->list[i].kind))
            edits->list[kept++] = edits->list[i];
        else
            free(edits->list[i].text);
    }
    edits->count = kept;
}

void edits_free(Edits *edits) {
    for (int i = 0; i < edits->count; i++) free(edits->list[i].text);
    free(edits->list);
    *edits = (Edits){.list = NULL};
}

char *edited_text(const char *text, const Edit *edit) {
    const size_t length = strlen(text), added = strlen(edit->text);
    char *edited = malloc(length - edit->length + added + 1);
    if (!edited) return NULL;
    memcpy(edited, text, edit->at);
    memcpy(edited + edit->at, edit->text, added);
    strcpy(edited + edit->at + added, text + edit->at + edit->length);
    return edited;
}
