// Variables of device code: registers and symbols that stand for names of the source. Lists changes of one for another.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/edits/ptx_listing.h"

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

static void add_name(const Listing *l, PtxNames *names, int function, PtxSpan span) {
    for (int i = 0; i < names->count; i++)
        if (names->list[i].function == function && ptx_spans_equal(l->ptx, names->list[i].span, span)) return;
    if (names->count < PTX_NAMES)
        names->list[names->count++] = (PtxName){span, function, is_of_place(l, function, span, 0)};
}

void ptx_find_names(const Listing *l, PtxNames *names) {
    for (int i = 0; i < l->lines.count; i++) {
        const PtxLine *line = line_at(l, i);
        if (!defines(l, line)) continue;
        if (is_register(l, line->operand[0]) && is_variable(l, line->function, line->operand[0]))
            add_name(l, names, line->function, line->operand[0]);
        if (opcode_begins(l, line, "mov.u") && is_symbol(l, line->operand[1]))
            add_name(l, names, line->function, line->operand[1]);
    }
}

static bool is_name(const Listing *l, const PtxNames *names, int function, PtxSpan span) {
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

void ptx_list_variables(Listing *l, const PtxNames *names, const PtxLine *line) {
    if (line->label || opcode_begins(l, line, "ld.param") || is_copy(l, line)) return;
    const bool compared = is_compared_place(l, line);
    const bool sides = compared || opcode_begins(l, line, "setp.");
    for (int k = defines(l, line) ? 1 : 0; k < line->operands; k++) {
        const PtxSpan used = line->operand[k];
        long number;
        const bool place = k && (compared || ptx_span_begins(l->ptx, used, "%ntid.") ||
                                 ptx_span_begins(l->ptx, used, "%nctaid.")),
                   constant =
                       place || (k && listing_takes_numbers(l, line) && listing_is_number(l, used, &number));
        if (!constant && !is_name(l, names, line->function, used)) continue;
        for (int i = 0; i < names->count; i++) {
            const PtxName *n = &names->list[i];
            const PtxSpan like = constant ? line->operand[0] : used;
            if (n->function != line->function || ptx_spans_equal(l->ptx, n->span, used) ||
                is_symbol(l, n->span) != is_symbol(l, like) ||
                (!is_symbol(l, like) && !same_class(l, n->span, like)))
                continue;
            const bool alike =
                compared || (is_register(l, used) && n->of_place == is_of_place(l, line->function, used, 0));
            const ChangeKind kind = sides && alike ? CHANGE_COMPARED : CHANGE_VARIABLE;
            listing_replace_by_span(l, kind, "", used, n->span);
        }
    }
}

void ptx_list_swaps(Listing *l, const PtxNames *names, const PtxLine *line) {
    enum { NEAR = 24 };
    for (int k = 1; k < line->operands && !line->label && !is_copy(l, line); k++) {
        if (!is_register(l, line->operand[k]) || !is_name(l, names, line->function, line->operand[k]))
            continue;
        for (int i = l->at; i < l->lines.count && i < l->at + NEAR; i++) {
            const PtxLine *other = line_at(l, i);
            if (other->function != line->function || other->line != line->line) break;
            for (int o = i == l->at ? k + 1 : 1; o < other->operands; o++) {
                const PtxSpan a = line->operand[k], b = other->operand[o];
                if (!is_register(l, b) || ptx_spans_equal(l->ptx, a, b) || !same_class(l, a, b) ||
                    !is_name(l, names, line->function, b))
                    continue;
                char one[60], two[60];
                listing_copy(l, b, one, sizeof one), listing_copy(l, a, two, sizeof two);
                PtxChange *change = listing_add(l, CHANGE_SWAP, "");
                listing_add_piece(change, a, one), listing_add_piece(change, b, two);
            }
        }
    }
}
