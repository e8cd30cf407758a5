// Lists changes of one thing in device code, for each kind of mistake those that would take it back.
#include "grader/edits/ptx_changes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/edits/ptx_lines.h"

enum { NEAR_LABELS = 4, NEAR_SCALES = 24, NUMBERS_OFFERED = 12, OFFSETS_OFFERED = 12 };

typedef struct {
    const char *ptx;
    PtxLines lines;
    PtxChanges *changes;
    int at; // the line that is looked at
} Listing;

static const PtxLine *line_at(const Listing *l, int i) {
    return &l->lines.list[i];
}

static bool opcode_begins(const Listing *l, const PtxLine *line, const char *word) {
    return !line->label && ptx_span_begins(l->ptx, line->opcode, word);
}

static PtxChange *add_change(Listing *l, ChangeKind kind, const char *was) {
    PtxChanges *c = l->changes;
    if (c->count == c->room) {
        const int room = c->room ? 2 * c->room : 512;
        PtxChange *grown = realloc(c->list, (size_t)room * sizeof *grown);
        if (!grown) {
            c->no_memory = true;
            return NULL;
        }
        c->list = grown;
        c->room = room;
    }
    PtxChange *change = &c->list[c->count++];
    *change = (PtxChange){.kind = kind, .line = line_at(l, l->at)->line};
    snprintf(change->was, sizeof change->was, "%s", was);
    return change;
}

static void add_piece(PtxChange *change, PtxSpan span, const char *with) {
    if (!change) return;
    ChangedPiece *piece = &change->piece[change->pieces++];
    piece->at = span.at;
    piece->size = span.size;
    snprintf(piece->with, sizeof piece->with, "%s", with);
}

static void replace(Listing *l, ChangeKind kind, const char *was, PtxSpan span, const char *with) {
    add_piece(add_change(l, kind, was), span, with);
}

static void copy_span(const Listing *l, PtxSpan span, char *text, size_t size) {
    snprintf(text, size, "%.*s", (int)span.size, l->ptx + span.at);
}

static void replace_by_span(Listing *l, ChangeKind kind, const char *was, PtxSpan span, PtxSpan with) {
    char text[60];
    copy_span(l, with, text, sizeof text);
    if (with.size < sizeof text) replace(l, kind, was, span, text);
}

// ---- Places and operators -----------------------------------------------------------------------------------------

static const struct {
    const char *ptx, *cuda;
} places[] = {{"%tid", "threadIdx"}, {"%ctaid", "blockIdx"}, {"%ntid", "blockDim"}, {"%nctaid", "gridDim"}};
enum { PLACES = sizeof places / sizeof *places };

static void list_places(Listing *l, const PtxLine *line) {
    if (!opcode_begins(l, line, "mov.u32") || line->operands != 2) return;
    for (int i = 0; i < PLACES; i++)
        for (int axis = 0; axis < 3; axis++) {
            char name[20], was[20], other[20];
            snprintf(name, sizeof name, "%s.%c", places[i].ptx, 'x' + axis);
            if (!ptx_span_is(l->ptx, line->operand[1], name)) continue;
            snprintf(was, sizeof was, "%s.%c", places[i].cuda, 'x' + axis);
            for (int k = 0; k < PLACES; k++)
                for (int a = 0; a < 3; a++) {
                    if ((k == i) == (a == axis)) continue; // one of the two is another one
                    snprintf(other, sizeof other, "%s.%c", places[k].ptx, 'x' + a);
                    replace(l, k == i ? CHANGE_AXIS : CHANGE_PLACE, was, line->operand[1], other);
                }
        }
}

static void list_comparisons(Listing *l, const PtxLine *line) {
    static const char *const ptx[] = {"lt", "le", "gt", "ge", "eq", "ne"}, *const cuda[] = {"<",  "<=", ">",
                                                                                            ">=", "==", "!="};
    if (!opcode_begins(l, line, "setp.") || line->opcode.size < 8) return;
    const PtxSpan which = {line->opcode.at + 5, 2};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6 && ptx_span_is(l->ptx, which, ptx[i]); k++)
            if (k != i) replace(l, CHANGE_COMPARISON, cuda[i], which, ptx[k]);
}

static void list_operators(Listing *l, const PtxLine *line) {
    static const char *const to[][3] = {
        {"add.", "sub.", "+"}, {"sub.", "add.", "-"}, {"mul.lo.", "add.", "*"}, {"neg.", "mov.", "-"}};
    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        if (opcode_begins(l, line, to[i][0]))
            replace(l, CHANGE_OPERATOR, to[i][2], (PtxSpan){line->opcode.at, strlen(to[i][0])}, to[i][1]);
    if (opcode_begins(l, line, "add.s32") || opcode_begins(l, line, "add.s64"))
        replace(l, CHANGE_OPERATOR, "+", (PtxSpan){line->opcode.at, 4}, "mul.lo.");
}

static void list_negation(Listing *l, const PtxLine *line) {
    if (opcode_begins(l, line, "not.pred"))
        replace(l, CHANGE_NEGATION, "", (PtxSpan){line->opcode.at, 3}, "mov");
    if (line->guard.size && opcode_begins(l, line, "bra"))
        replace(l, CHANGE_NEGATION, "", (PtxSpan){line->guard.at, l->ptx[line->guard.at + 1] == '!' ? 2 : 1},
                l->ptx[line->guard.at + 1] == '!' ? "@" : "@!");
}

// ---- Numbers ------------------------------------------------------------------------------------------------------

static bool is_number(const Listing *l, PtxSpan span, long *value) {
    char text[40], *end;
    copy_span(l, span, text, sizeof text);
    *value = strtol(text, &end, 10);
    return span.size < sizeof text && end > text && !*end;
}

static bool takes_numbers(const Listing *l, const PtxLine *line) {
    static const char *const opcodes[] = {"add.",    "sub.",         "mul.lo.", "setp.", "mov.u32",
                                          "mov.b32", "st.param.b32", "div.",    "rem.",  "mul.wide."};
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        if (opcode_begins(l, line, opcodes[i])) return true;
    return false;
}

// Other numbers of the function, each once.
static int other_numbers(const Listing *l, int function, long value, long *offered) {
    int count = 0;
    for (int i = 0; i < l->lines.count && count < NUMBERS_OFFERED; i++) {
        const PtxLine *line = line_at(l, i);
        for (int k = 1; k < line->operands && line->function == function && takes_numbers(l, line); k++) {
            long other;
            if (!is_number(l, line->operand[k], &other) || labs(other - value) <= 2) continue;
            bool seen = false;
            for (int o = 0; o < count; o++) seen |= offered[o] == other;
            if (!seen && count < NUMBERS_OFFERED) offered[count++] = other;
        }
    }
    return count;
}

static void list_numbers(Listing *l, const PtxLine *line) {
    if (!takes_numbers(l, line)) return;
    for (int k = 1; k < line->operands; k++) {
        long value, offered[NUMBERS_OFFERED + 5];
        if (!is_number(l, line->operand[k], &value)) continue;
        int count = other_numbers(l, line->function, value, offered);
        for (long step = 1; step <= 2; step++)
            offered[count++] = value + step, offered[count++] = value - step;
        if (value) offered[count++] = -value;
        for (int i = 0; i < count; i++) {
            char was[30], with[30];
            snprintf(was, sizeof was, "%ld", value);
            snprintf(with, sizeof with, "%ld", offered[i]);
            replace(l, CHANGE_NUMBER, was, line->operand[k], with);
        }
    }
}

// ---- Elements -----------------------------------------------------------------------------------------------------

static bool is_scale(const Listing *l, const PtxLine *line) {
    long value;
    return (opcode_begins(l, line, "shl.b64") || opcode_begins(l, line, "mul.lo.s64")) &&
           line->operands == 3 && is_number(l, line->operand[2], &value);
}

// [a][b] is a * row + b * element: where the two sizes change places it is [b][a].
static void list_indexes(Listing *l, const PtxLine *line) {
    if (!is_scale(l, line)) return;
    for (int i = l->at + 1; i < l->lines.count && i < l->at + NEAR_SCALES; i++) {
        const PtxLine *other = line_at(l, i);
        if (other->function != line->function || other->line != line->line) return;
        if (!is_scale(l, other) || (ptx_spans_equal(l->ptx, line->opcode, other->opcode) &&
                                    ptx_spans_equal(l->ptx, line->operand[2], other->operand[2])))
            continue;
        char one[60], two[60];
        PtxSpan destinations[2] = {line->operand[0], other->operand[0]},
                sources[2] = {line->operand[1], other->operand[1]};
        PtxChange *change = add_change(l, CHANGE_INDEXES, "");
        snprintf(one, sizeof one, "%.*s %.*s, %.*s, %.*s;", (int)other->opcode.size,
                 l->ptx + other->opcode.at, (int)destinations[0].size, l->ptx + destinations[0].at,
                 (int)sources[0].size, l->ptx + sources[0].at, (int)other->operand[2].size,
                 l->ptx + other->operand[2].at);
        snprintf(two, sizeof two, "%.*s %.*s, %.*s, %.*s;", (int)line->opcode.size, l->ptx + line->opcode.at,
                 (int)destinations[1].size, l->ptx + destinations[1].at, (int)sources[1].size,
                 l->ptx + sources[1].at, (int)line->operand[2].size, l->ptx + line->operand[2].at);
        add_piece(change, line->whole, one);
        add_piece(change, other->whole, two);
    }
}

// [%rd1+4]: where the base ends; 0: it is no such operand.
static size_t base_size(const Listing *l, PtxSpan operand) {
    if (!operand.size || l->ptx[operand.at] != '[') return 0;
    size_t size = 1;
    while (size < operand.size && l->ptx[operand.at + size] != '+' && l->ptx[operand.at + size] != ']')
        size++;
    return size;
}

static bool same_base(const Listing *l, PtxSpan a, PtxSpan b) {
    const size_t size = base_size(l, a);
    return size && size == base_size(l, b) && !memcmp(l->ptx + a.at, l->ptx + b.at, size);
}

static void list_offsets(Listing *l, const PtxLine *line) {
    const bool loads = opcode_begins(l, line, "ld."), call = opcode_begins(l, line, "ld.param.b");
    if (!loads || call || line->operands != 2 || !base_size(l, line->operand[1])) return;
    const int first = l->changes->count;
    for (int i = 0; i < l->lines.count && l->changes->count < first + OFFSETS_OFFERED; i++) {
        const PtxLine *other = line_at(l, i);
        const int operand = opcode_begins(l, other, "ld.") ? 1 : 0;
        if (other->function != line->function || other->operands != 2 ||
            !(operand || opcode_begins(l, other, "st.")) ||
            !same_base(l, line->operand[1], other->operand[operand]) ||
            ptx_spans_equal(l->ptx, line->operand[1], other->operand[operand]))
            continue;
        replace_by_span(l, CHANGE_OFFSET, "", line->operand[1], other->operand[operand]);
    }
}

// ---- Conditions ---------------------------------------------------------------------------------------------------

// The value of `a && b` begins with: mov.pred %p13, 0; not.pred %p15, %p14; mov.pred %p26, %p13; @%p15 bra the end. That of
// `a || b` has -1, and no `not`.
static void list_joined_values(Listing *l, const PtxLine *line) {
    long value;
    if (!opcode_begins(l, line, "mov.pred") || line->operands != 2 || !is_number(l, line->operand[1], &value))
        return;
    for (int i = l->at + 1; i < l->lines.count && i <= l->at + 4; i++) {
        const PtxLine *other = line_at(l, i);
        const bool negates = opcode_begins(l, other, "not.pred"), branches = opcode_begins(l, other, "bra");
        if (!negates && !branches) continue;
        if (branches && !other->guard.size) return;
        PtxChange *change = add_change(l, CHANGE_JOINT, value ? "||" : "&&");
        add_piece(change, line->operand[1], value ? "0" : "-1");
        if (negates)
            add_piece(change, (PtxSpan){other->opcode.at, 3}, "mov");
        else
            add_piece(change, (PtxSpan){other->guard.at, 1}, "@!");
        return;
    }
}

// A condition that is one of several leads elsewhere where they are joined otherwise.
static void list_joined_branches(Listing *l, const PtxLine *line) {
    if (!line->guard.size || !opcode_begins(l, line, "bra") || line->operands != 1) return;
    const bool negated = l->ptx[line->guard.at + 1] == '!';
    for (int step = -1, seen; step <= 1; step += 2) {
        seen = 0;
        for (int i = l->at + step; i >= 0 && i < l->lines.count && seen < NEAR_LABELS; i += step) {
            const PtxLine *label = line_at(l, i);
            if (label->function != line->function) break;
            if (!label->label || ptx_spans_equal(l->ptx, label->whole, line->operand[0])) continue;
            char target[60];
            copy_span(l, label->whole, target, sizeof target);
            PtxChange *change = add_change(l, CHANGE_JOINT, "");
            add_piece(change, (PtxSpan){line->guard.at, negated ? 2 : 1}, negated ? "@" : "@!");
            add_piece(change, line->operand[0], target);
            seen++;
        }
    }
}

// ---- Variables ----------------------------------------------------------------------------------------------------

static bool is_register(const Listing *l, PtxSpan span) {
    return span.size > 2 && l->ptx[span.at] == '%' && isdigit((unsigned char)l->ptx[span.at + span.size - 1]);
}

static size_t class_size(const Listing *l, PtxSpan reg) {
    size_t size = 1;
    while (size < reg.size && isalpha((unsigned char)l->ptx[reg.at + size])) size++;
    return size;
}

static bool same_class(const Listing *l, PtxSpan a, PtxSpan b) {
    const size_t size = class_size(l, a);
    return size == class_size(l, b) && !memcmp(l->ptx + a.at, l->ptx + b.at, size);
}

static bool defines(const Listing *l, const PtxLine *line) {
    return !line->label && line->operands > 1 && !opcode_begins(l, line, "st.") &&
           !opcode_begins(l, line, "bra");
}

// Registers of a function that hold something of the thread's place: threadIdx and blockIdx, and what is computed from them.
static bool is_of_place(const Listing *l, int function, PtxSpan reg, int deep) {
    enum { DEEP = 8 };
    for (int i = 0; i < l->lines.count && deep < DEEP; i++) {
        const PtxLine *line = line_at(l, i);
        if (line->function != function || !defines(l, line) ||
            !ptx_spans_equal(l->ptx, line->operand[0], reg))
            continue;
        for (int k = 1; k < line->operands; k++) {
            const PtxSpan used = line->operand[k];
            if (ptx_span_begins(l->ptx, used, "%tid.") || ptx_span_begins(l->ptx, used, "%ctaid."))
                return true;
            if (is_register(l, used) && !ptx_spans_equal(l->ptx, used, reg) &&
                is_of_place(l, function, used, deep + 1))
                return true;
        }
    }
    return false;
}

// A name of the source: a register that is used at another line than the one that computes it.
static bool is_variable(const Listing *l, int function, PtxSpan reg) {
    int defined = 0;
    for (int i = 0; i < l->lines.count; i++) {
        const PtxLine *line = line_at(l, i);
        if (line->function != function || !line->operands) continue;
        if (defines(l, line) && ptx_spans_equal(l->ptx, line->operand[0], reg)) defined = line->line;
        for (int k = defines(l, line) ? 1 : 0; k < line->operands; k++)
            if (ptx_spans_equal(l->ptx, line->operand[k], reg) && line->line && line->line != defined)
                return true;
    }
    return false;
}

static bool is_symbol(const Listing *l, PtxSpan span) {
    return ptx_span_begins(l->ptx, span, "_Z");
}

typedef struct {
    PtxSpan span;
    int function;
    bool of_place;
} Name;

enum { NAMES_MOST = 400 };

typedef struct {
    Name list[NAMES_MOST];
    int count;
} Names;

static void add_name(const Listing *l, Names *names, int function, PtxSpan span) {
    for (int i = 0; i < names->count; i++)
        if (names->list[i].function == function && ptx_spans_equal(l->ptx, names->list[i].span, span)) return;
    if (names->count < NAMES_MOST)
        names->list[names->count++] = (Name){span, function, is_of_place(l, function, span, 0)};
}

static void find_names(const Listing *l, Names *names) {
    for (int i = 0; i < l->lines.count; i++) {
        const PtxLine *line = line_at(l, i);
        if (!defines(l, line)) continue;
        if (is_register(l, line->operand[0]) && is_variable(l, line->function, line->operand[0]))
            add_name(l, names, line->function, line->operand[0]);
        if (opcode_begins(l, line, "mov.u") && is_symbol(l, line->operand[1]))
            add_name(l, names, line->function, line->operand[1]);
    }
}

static bool is_name(const Listing *l, const Names *names, int function, PtxSpan span) {
    for (int i = 0; i < names->count; i++)
        if (names->list[i].function == function && ptx_spans_equal(l->ptx, names->list[i].span, span))
            return true;
    return false;
}

// A copy from register to register stands for no line of its own: the compiler puts those of all variables of a loop to its end.
static bool is_copy(const Listing *l, const PtxLine *line) {
    return opcode_begins(l, line, "mov.") && line->operands == 2 && is_register(l, line->operand[1]);
}

// threadIdx.x itself in a comparison: it is read right before, into a register of its own.
static bool is_compared_place(const Listing *l, const PtxLine *line) {
    enum { NEAR = 4 };
    if (!opcode_begins(l, line, "mov.u32") || line->operands != 2 ||
        !ptx_span_begins(l->ptx, line->operand[1], "%tid."))
        return false;
    for (int i = l->at + 1; i < l->lines.count && i <= l->at + NEAR; i++) {
        const PtxLine *other = line_at(l, i);
        for (int k = 1; k < other->operands && other->line == line->line && opcode_begins(l, other, "setp.");
             k++)
            if (ptx_spans_equal(l->ptx, other->operand[k], line->operand[0])) return true;
    }
    return false;
}

static void list_variables(Listing *l, const Names *names, const PtxLine *line) {
    if (line->label || opcode_begins(l, line, "ld.param") || is_copy(l, line)) return;
    const bool compared = is_compared_place(l, line);
    const bool sides = compared || opcode_begins(l, line, "setp.");
    for (int k = defines(l, line) ? 1 : 0; k < line->operands; k++) {
        const PtxSpan used = line->operand[k];
        long number;
        const bool place = k && (compared || ptx_span_begins(l->ptx, used, "%ntid.") ||
                                 ptx_span_begins(l->ptx, used, "%nctaid.")),
                   constant = place || (k && takes_numbers(l, line) && is_number(l, used, &number));
        if (!constant && !is_name(l, names, line->function, used)) continue;
        for (int i = 0; i < names->count; i++) {
            const Name *n = &names->list[i];
            const PtxSpan like = constant ? line->operand[0] : used;
            if (n->function != line->function || ptx_spans_equal(l->ptx, n->span, used) ||
                is_symbol(l, n->span) != is_symbol(l, like) ||
                (!is_symbol(l, like) && !same_class(l, n->span, like)))
                continue;
            const bool alike =
                compared || (is_register(l, used) && n->of_place == is_of_place(l, line->function, used, 0));
            const ChangeKind kind = sides && alike ? CHANGE_COMPARED : CHANGE_VARIABLE;
            replace_by_span(l, kind, "", used, n->span);
        }
    }
}

// Two variables of a line change places.
static void list_swaps(Listing *l, const Names *names, const PtxLine *line) {
    for (int k = 1; k < line->operands && !line->label && !is_copy(l, line); k++) {
        if (!is_register(l, line->operand[k]) || !is_name(l, names, line->function, line->operand[k]))
            continue;
        for (int i = l->at; i < l->lines.count && i < l->at + NEAR_SCALES; i++) {
            const PtxLine *other = line_at(l, i);
            if (other->function != line->function || other->line != line->line) break;
            for (int o = i == l->at ? k + 1 : 1; o < other->operands; o++) {
                const PtxSpan a = line->operand[k], b = other->operand[o];
                if (!is_register(l, b) || ptx_spans_equal(l->ptx, a, b) || !same_class(l, a, b) ||
                    !is_name(l, names, line->function, b))
                    continue;
                char one[60], two[60];
                copy_span(l, b, one, sizeof one), copy_span(l, a, two, sizeof two);
                PtxChange *change = add_change(l, CHANGE_SWAP, "");
                add_piece(change, a, one), add_piece(change, b, two);
            }
        }
    }
}

static void list_removals(Listing *l, const PtxLine *line) {
    const bool barrier = opcode_begins(l, line, "bar.sync") || opcode_begins(l, line, "barrier.sync");
    if (barrier || (opcode_begins(l, line, "st.") && !opcode_begins(l, line, "st.param")))
        replace(l, CHANGE_REMOVAL, barrier ? "__syncthreads" : "", line->whole, "");
}

// ---- All of them --------------------------------------------------------------------------------------------------

static int by_kind(const void *a, const void *b) {
    const PtxChange *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    return x->piece[0].at < y->piece[0].at ? -1 : x->piece[0].at > y->piece[0].at;
}

bool ptx_changes_list(PtxChanges *changes, const char *ptx, size_t size, const char *source) {
    *changes = (PtxChanges){0};
    Listing l = {.ptx = ptx, .changes = changes};
    Names *names = calloc(1, sizeof *names);
    changes->no_memory = !names || !ptx_lines_read(&l.lines, ptx, size, source);
    if (!changes->no_memory) find_names(&l, names);
    for (l.at = 0; l.at < l.lines.count && !changes->no_memory; l.at++) {
        const PtxLine *line = line_at(&l, l.at);
        if (!line->line || line->label) continue;
        list_places(&l, line);
        list_comparisons(&l, line);
        list_operators(&l, line);
        list_numbers(&l, line);
        list_negation(&l, line);
        list_indexes(&l, line);
        list_offsets(&l, line);
        list_joined_values(&l, line);
        list_joined_branches(&l, line);
        list_variables(&l, names, line);
        list_swaps(&l, names, line);
        list_removals(&l, line);
    }
    ptx_lines_free(&l.lines);
    free(names);
    if (changes->count) qsort(changes->list, (size_t)changes->count, sizeof *changes->list, by_kind);
    return !changes->no_memory;
}

void ptx_changes_free(PtxChanges *changes) {
    free(changes->list);
    *changes = (PtxChanges){0};
}

char *ptx_with_change(const char *ptx, size_t size, const PtxChange *change, size_t *changed_size) {
    char *text = malloc(size + sizeof change->piece), *to = text;
    size_t from = 0;
    if (!text) return NULL;
    for (int i = 0; i < change->pieces; i++) {
        const ChangedPiece *p = &change->piece[i];
        memcpy(to, ptx + from, p->at - from), to += p->at - from;
        memcpy(to, p->with, strlen(p->with)), to += strlen(p->with);
        from = p->at + p->size;
    }
    memcpy(to, ptx + from, size - from), to += size - from;
    *changed_size = (size_t)(to - text);
    return text;
}
