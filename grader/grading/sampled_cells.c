// Holds the values that sampled blocks have stored against the lab's reference.
//
// No large input exists: only those pieces of it are made that the blocks have read. A value that needs another piece is wrong
// whatever it is, for it was computed without it.
#include "grader/grading/sampled_cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/sampled_values.h"
#include "grader/lab/large_memory.h"
#include "grader/verdict/compare.h"

static bool is_floating(ElementType type) {
    return type == TYPE_FLOAT || type == TYPE_DOUBLE;
}

static bool can_be_judged(const CaseData *data, const LabEntry *lab) {
    if (!lab || !lab->in_parts) return false;
    for (int i = 0; i < data->arg_count; i++)
        if (data->args[i].buffer && !is_floating(data->entry->params[i].type)) return false;
    return true;
}

// Memory that the system gives holds zeros, and takes no room where nothing is written to it.
static bool make_buffers(CaseData *data) {
    for (int i = 0; i < data->arg_count; i++) {
        CaseArg *arg = &data->args[i];
        if (!arg->buffer) continue;
        arg->before[0] = arg->before[1] = large_zeros(arg->bytes);
        if (!arg->before[0]) return false;
    }
    CaseArg *output = &data->args[data->entry->output];
    output->after[0] = large_zeros(output->bytes);
    return output->after[0] != NULL;
}

// The part of an input that lies in the page which begins at `page`.
static void fill_part(const CaseArg *arg, uint64_t base, uint64_t page, uint32_t element, uint64_t draw) {
    const uint64_t last = base + arg->bytes, end = page + SAMPLED_PAGE;
    const uint64_t from = page < base ? base : page, to = end > last ? last : end;
    if (from < to) sampled_input((char *)arg->before[0] + (from - base), from, to - from, element, draw);
}

static void fill_page(CaseData *data, const uint64_t *address, uint64_t page, uint64_t draw) {
    for (int i = 0; i < data->arg_count; i++) {
        const LabParam *param = &data->entry->params[i];
        if (data->args[i].buffer && param->kind == PARAM_INPUT)
            fill_part(&data->args[i], address[i], page, (uint32_t)element_size(param->type), draw);
    }
}

// Puts the values where they were stored; returns the number of cells, which are listed in `cells`.
static size_t place_values(CaseData *data, uint64_t base, const char *values, uint64_t count, size_t *cells) {
    const int output = data->entry->output;
    const size_t element = element_size(data->entry->params[output].type);
    size_t placed = 0;
    for (uint64_t i = 0; i < count; i++) {
        StoredValue value;
        memcpy(&value, values + i * sizeof value, sizeof value);
        if (value.address < base || (value.address - base) / element >= data->cells) continue;
        cells[placed] = (value.address - base) / element;
        memcpy((char *)data->args[output].after[0] + element * cells[placed++], &value.bits, element);
    }
    return placed;
}

static void tell_wrong(ModelledCase *m, const Comparison *c, const CaseData *data, size_t count) {
    const Cell *x = &c->first;
    size_t at[3];
    char place[70];
    cell_position(c, x->index, at);
    if (c->axes == 3)
        snprintf(place, sizeof place, "[%zu][%zu][%zu]", at[2], at[1], at[0]);
    else if (c->axes == 2)
        snprintf(place, sizeof place, "[%zu][%zu]", at[1], at[0]);
    else
        snprintf(place, sizeof place, "[%zu]", x->index);
    char right[60] = "must be left as it is";
    if (x->bound != 0) snprintf(right, sizeof right, "is %.6g and must be %.6g", x->got, x->value);
    snprintf(
        m->wrong, sizeof m->wrong,
        "of %zu values that blocks all over the grid store, %zu %s wrong; the first is %.60s%s, which %s",
        count, c->wrong_count, c->wrong_count == 1 ? "is" : "are",
        data->entry->params[data->entry->output].name, place, right);
}

// The parts of the payload, whose sizes are checked. False: it is damaged.
static bool take_parts(const SessionResult *session, SampledValues *head, const char **pages,
                       const char **values) {
    if (!session->sampled || session->sampled_size < sizeof *head) return false;
    const uint64_t room = session->sampled_size - sizeof *head;
    memcpy(head, session->sampled, sizeof *head);
    if (head->pages > room / sizeof(uint64_t) || head->values > room / sizeof(StoredValue)) return false;
    *pages = (const char *)session->sampled + sizeof *head;
    *values = *pages + head->pages * sizeof(uint64_t);
    return head->pages * sizeof(uint64_t) + head->values * sizeof(StoredValue) == room;
}

// What a launch stores is the result only where no other one stores to the same place, or may: all together then store no more
// than the output has. In doubt for the student.
static bool stores_once(const ModelledCase *m, const SampledValues *head) {
    const double most_share = 1.05, errors = 6;
    return !head->missed && m->stored_share - errors * m->stored_error <= most_share;
}

// ---- Which part of the output has been stored to ----------------------------------------------------------------------------

// The longest run of places along the axis, of `extent`, that no value lies at.
static size_t longest_gap(const char *values, uint64_t count, uint64_t base, size_t element, size_t step,
                          size_t extent, size_t *from) {
    size_t longest = 0;
    unsigned char *seen = calloc(extent / 8 + 1, 1);
    for (uint64_t i = 0; i < count && seen; i++) {
        StoredValue value;
        memcpy(&value, values + i * sizeof value, sizeof value);
        if (value.address < base) continue;
        const size_t place = (value.address - base) / element / step % extent;
        seen[place / 8] |= (unsigned char)(1 << place % 8);
    }
    for (size_t at = 0, begin = 0; at <= extent && seen; at++) {
        if (at < extent && !(seen[at / 8] >> at % 8 & 1)) continue;
        if (at - begin > longest) longest = at - begin, *from = begin;
        begin = at + 1;
    }
    free(seen);
    return longest;
}

// Blocks are drawn all over the grid: that `storing` of them all miss a share f of what the launch covers has a chance of at most
// (1 - f)^storing. Blocks that come to the same places by indices that wrap around store right values, and as many as there are to
// store, and some places get none.
static void find_uncovered(ModelledCase *m, const CaseData *data, uint64_t base, const SampledValues *head,
                           const char *values) {
    const double chance = 1e-6;
    const size_t element = element_size(data->entry->params[data->entry->output].type);
    size_t extent[3], step = 1;
    output_extent(data, extent);
    for (int axis = 0; axis < 3; step *= extent[axis], axis++) {
        size_t from = 0;
        if (extent[axis] < 2 || head->missed || !head->storing) continue;
        const size_t gap = longest_gap(values, head->values, base, element, step, extent[axis], &from);
        if (pow(1 - (double)gap / (double)extent[axis], (double)head->storing) >= chance) continue;
        snprintf(m->uncovered, sizeof m->uncovered,
                 "blocks all over the grid store nothing where %c lies between %zu and %zu", 'x' + axis, from,
                 from + gap - 1);
        return;
    }
}

void judge_sampled_cells(ModelledCase *m, CaseData *data, const LabEntry *lab, const SessionResult *session,
                         uint64_t draw) {
    SampledValues head;
    const char *pages, *values;
    m->unseen = true;
    if (!take_parts(session, &head, &pages, &values)) return;
    find_uncovered(m, data, session->sampled_address[data->entry->output], &head, values);
    if (!can_be_judged(data, lab) || !stores_once(m, &head) || !make_buffers(data)) return;
    size_t *cells = calloc(head.values + 1, sizeof *cells);
    if (!cells) return;
    for (uint64_t i = 0; i < head.pages; i++) {
        uint64_t page;
        memcpy(&page, pages + i * sizeof page, sizeof page);
        fill_page(data, session->sampled_address, page, draw);
    }
    const uint64_t base = session->sampled_address[data->entry->output];
    m->looked_at = place_values(data, base, values, head.values, cells);
    m->unseen = !m->looked_at;
    Comparison c;
    compare_listed(&c, data, lab, 0, cells, m->looked_at);
    if (c.wrong_count) tell_wrong(m, &c, data, m->looked_at);
    free(cells);
}
