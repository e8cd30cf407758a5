// Cells of an output that are not computed, and were written all the same.
//
// A kernel that reads a boundary point and writes it back leaves the values as they were. But another kernel, or another
// block, may own that point, and the value of its own may be lost between the two. Only the witness sees such a store.
#include "grader/cause/boundary_writes.h"

#include <stdio.h>

#include "grader/cause/difference.h"
#include "grader/contract/witness_report.h"
#include "grader/verdict/compare.h"

size_t boundary_to_ask(const CaseData *data, const LabEntry *lab, uint64_t *cells) {
    Comparison c;
    size_t asked = 0, kept = 0, seen = 0;
    if (!compare_keeping_cells(&c, data, lab, 0)) return 0;
    for (size_t i = 0; i < c.cells; i++) kept += c.bound[i] == 0;
    const size_t every = kept / WITNESS_CELLS_MAX + 1;
    for (size_t i = 0; i < c.cells && asked < WITNESS_CELLS_MAX; i++)
        if (c.bound[i] == 0 && seen++ % every == 0) cells[asked++] = i;
    comparison_free(&c);
    return asked;
}

static void say(Cause *cause, const CaseData *data, const Witnessed *w, const WCell *cell) {
    const LabEntrySpec *entry = data->entry;
    int at[3];
    cell_place(data, cell->index, at);
    *cause = (Cause){.known = true, .sure = true, .todo = -1, .example = (long)cell->index};
    cause->place = *site_place(w, cell->site);
    snprintf(
        cause->what, sizeof cause->what,
        "Boundary points of `%s` must not be written, not even with the value that they hold. Thread (%d,%d,%d) of "
        "block (%d,%d,%d) writes the one at x = %d, y = %d, z = %d.",
        entry->params[entry->output].name, cell->who.thread[0], cell->who.thread[1], cell->who.thread[2],
        cell->who.block[0], cell->who.block[1], cell->who.block[2], at[0], at[1], at[2]);
    snprintf(
        cause->next, sizeof cause->next,
        "Another kernel, or another block, may own that point. Store the points beside it one by one, and leave it out.");
}

bool explain_boundary_write(Cause *cause, const CaseData *data, const char *text, size_t size) {
    Witnessed w;
    bool found = false;
    if (!size || !witnessed_read(&w, text, size)) return false;
    for (int i = 0; i < w.cells && !found; i++) {
        found = w.cell[i].site >= 0;
        if (found) say(cause, data, &w, &w.cell[i]);
    }
    witnessed_free(&w);
    return found;
}
