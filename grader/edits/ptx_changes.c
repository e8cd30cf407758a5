// Lists changes of one thing in device code, for each kind of mistake those that would take it back.
#include "grader/edits/ptx_changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/edits/ptx_listing.h"

enum { NEAR_LABELS = 4, NEAR_SCALES = 24, NUMBERS_OFFERED = 12, OFFSETS_OFFERED = 12 };

PtxChange *listing_add(Listing *l, ChangeKind kind, const char *was) {
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

void listing_add_piece(PtxChange *change, PtxSpan span, const char *with) {
    if (!change) return;
    ChangedPiece *piece = &change->piece[change->pieces++];
    piece->at = span.at;
    piece->size = span.size;
    snprintf(piece->with, sizeof piece->with, "%s", with);
}

static void replace(Listing *l, ChangeKind kind, const char *was, PtxSpan span, const char *with) {
    listing_add_piece(listing_add(l, kind, was), span, with);
}

void listing_copy(const Listing *l, PtxSpan span, char *text, size_t size) {
    snprintf(text, size, "%.*s", (int)span.size, l->ptx + span.at);
}

void listing_replace_by_span(Listing *l, ChangeKind kind, const char *was, PtxSpan span, PtxSpan with) {
    char text[60];
    listing_copy(l, with, text, sizeof text);
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

bool listing_is_number(const Listing *l, PtxSpan span, long *value) {
    char text[40], *end;
    listing_copy(l, span, text, sizeof text);
    *value = strtol(text, &end, 10);
    return span.size < sizeof text && end > text && !*end;
}

bool listing_takes_numbers(const Listing *l, const PtxLine *line) {
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
        for (int k = 1; k < line->operands && line->function == function && listing_takes_numbers(l, line);
             k++) {
            long other;
            if (!listing_is_number(l, line->operand[k], &other) || labs(other - value) <= 2) continue;
            bool seen = false;
            for (int o = 0; o < count; o++) seen |= offered[o] == other;
            if (!seen && count < NUMBERS_OFFERED) offered[count++] = other;
        }
    }
    return count;
}

static void list_numbers(Listing *l, const PtxLine *line) {
    if (!listing_takes_numbers(l, line)) return;
    for (int k = 1; k < line->operands; k++) {
        long value, offered[NUMBERS_OFFERED + 5];
        if (!listing_is_number(l, line->operand[k], &value)) continue;
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
           line->operands == 3 && listing_is_number(l, line->operand[2], &value);
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
        PtxChange *change = listing_add(l, CHANGE_INDEXES, "");
        snprintf(one, sizeof one, "%.*s %.*s, %.*s, %.*s;", (int)other->opcode.size,
                 l->ptx + other->opcode.at, (int)destinations[0].size, l->ptx + destinations[0].at,
                 (int)sources[0].size, l->ptx + sources[0].at, (int)other->operand[2].size,
                 l->ptx + other->operand[2].at);
        snprintf(two, sizeof two, "%.*s %.*s, %.*s, %.*s;", (int)line->opcode.size, l->ptx + line->opcode.at,
                 (int)destinations[1].size, l->ptx + destinations[1].at, (int)sources[1].size,
                 l->ptx + sources[1].at, (int)line->operand[2].size, l->ptx + line->operand[2].at);
        listing_add_piece(change, line->whole, one);
        listing_add_piece(change, other->whole, two);
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
        listing_replace_by_span(l, CHANGE_OFFSET, "", line->operand[1], other->operand[operand]);
    }
}

// ---- Conditions ---------------------------------------------------------------------------------------------------

// The value of `a && b` begins with: mov.pred %p13, 0; not.pred %p15, %p14; mov.pred %p26, %p13; @%p15 bra the end. That of
// `a || b` has -1, and no `not`.
static void list_joined_values(Listing *l, const PtxLine *line) {
    long value;
    if (!opcode_begins(l, line, "mov.pred") || line->operands != 2 ||
        !listing_is_number(l, line->operand[1], &value))
        return;
    for (int i = l->at + 1; i < l->lines.count && i <= l->at + 4; i++) {
        const PtxLine *other = line_at(l, i);
        const bool negates = opcode_begins(l, other, "not.pred"), branches = opcode_begins(l, other, "bra");
        if (!negates && !branches) continue;
        if (branches && !other->guard.size) return;
        PtxChange *change = listing_add(l, CHANGE_JOINT, value ? "||" : "&&");
        listing_add_piece(change, line->operand[1], value ? "0" : "-1");
        if (negates)
            listing_add_piece(change, (PtxSpan){other->opcode.at, 3}, "mov");
        else
            listing_add_piece(change, (PtxSpan){other->guard.at, 1}, "@!");
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
            listing_copy(l, label->whole, target, sizeof target);
            PtxChange *change = listing_add(l, CHANGE_JOINT, "");
            listing_add_piece(change, (PtxSpan){line->guard.at, negated ? 2 : 1}, negated ? "@" : "@!");
            listing_add_piece(change, line->operand[0], target);
            seen++;
        }
    }
}

// ---- Removals -----------------------------------------------------------------------------------------------------

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
    PtxNames *names = calloc(1, sizeof *names);
    changes->no_memory = !names || !ptx_lines_read(&l.lines, ptx, size, source);
    if (!changes->no_memory) ptx_find_names(&l, names);
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
        ptx_list_variables(&l, names, line);
        ptx_list_swaps(&l, names, line);
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
