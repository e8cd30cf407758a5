// Draws an output cell by cell.
#include "grader/verdict/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/verdict/compare.h"

static char letter(const Comparison *c, size_t cell) {
    const bool computed = c->bound[cell] != 0;
    if (!c->wrong[cell]) return computed ? CELL_RIGHT : CELL_KEPT;
    if (!computed) return CELL_OVERWRITTEN;
    return c->untouched[cell] ? CELL_NEVER : CELL_WRONG;
}

// "OWNER:COUNT ..." to a number for each cell.
static void take_owners(Picture *p, const char *text) {
    size_t cell = 0;
    for (const char *at = text; at && *at && cell < p->cells;) {
        char *end;
        const unsigned long owner = strtoul(at, &end, 10);
        if (*end != ':') return;
        unsigned long count = strtoul(end + 1, &end, 10);
        while (count-- && cell < p->cells) p->owner[cell++] = (uint32_t)owner;
        at = end + strspn(end, " ");
        if (end == at && *at) return;
    }
}

static void list_wrong(Picture *p, const Comparison *c, const CaseData *data, const LabEntry *lab) {
    for (size_t i = 0; i < c->cells && p->wrong_listed < PICTURE_WRONG; i++) {
        if (!c->wrong[i]) continue;
        WrongCell *cell = &p->wrong[p->wrong_listed++];
        *cell = (WrongCell){i, c->got[i], c->bound[i] == 0 ? NAN : c->value[i], ""};
        if (lab->describe) describe_cell(lab, data, 0, i, cell->words, sizeof cell->words);
    }
}

bool picture_draw(Picture *p, const CaseData *data, const LabEntry *lab) {
    Comparison c;
    if (!compare_keeping_cells(&c, data, lab, 0)) return false;
    const size_t listed = c.wrong_count < PICTURE_WRONG ? c.wrong_count : PICTURE_WRONG;
    p->state = malloc(c.cells + 1);
    p->owner = calloc(c.cells + 1, sizeof *p->owner);
    p->wrong = calloc(listed + 1, sizeof *p->wrong);
    const bool good = p->state && p->owner && p->wrong;
    if (good) {
        p->cells = c.cells;
        p->axes = c.axes;
        memcpy(p->extent, c.extent, sizeof p->extent);
        p->wrong_count = c.wrong_count;
        for (size_t i = 0; i < c.cells; i++) p->state[i] = letter(&c, i);
        list_wrong(p, &c, data, lab);
        take_owners(p, p->records.watched.owners.text);
    }
    comparison_free(&c);
    return good;
}

void picture_free(Picture *p) {
    records_free(&p->records);
    free(p->state), free(p->owner), free(p->wrong), free(p->recipes);
    memset(p, 0, sizeof *p);
}
