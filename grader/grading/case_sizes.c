// The sizes at which a case is run: its own, or those at which the file may do something else.
#include "grader/grading/case_sizes.h"

#include "grader/grading/block_edges.h"
#include "grader/grading/count_ways.h"

// Kernels that do more than this are not run at one more size: a right file that is slow must come to its end.
static bool is_quick(const CaseResult *c) {
    const uint64_t most_work = 1u << 30;
    return c->records.sum.value[COUNTER_thread_instructions] < most_work;
}

static bool simulate_size(Run *run, CaseResult *c, int size, bool *ran) {
    if (*ran) reset_case(c);
    *ran = true;
    set_case_size(run->result, c, size);
    return simulate_case(run, c);
}

// At the size behind the number where the span begins, and at those where the file's own blocks end with the grid.
static bool simulate_span(Run *run, CaseResult *c, SizeSpan span, bool *ran) {
    EdgeSearch edges = {.tries = 0};
    bool good = !span.opening || simulate_size(run, c, span.opening, ran);
    if (good && (!*ran || c->passed) && edges_begin(&edges, run->result, c, span))
        for (int size; good && (!*ran || (c->passed && is_quick(c))) && (size = edges_next(&edges, c));)
            good = simulate_size(run, c, size, ran);
    edges_end(&edges);
    return good;
}

// A case whose size is drawn from a wide range runs at sizes of each span in which the file does one thing, up to the first at which
// it is wrong; last in the span of the size that was drawn.
static bool simulate_spans(Run *run, CaseResult *c) {
    SizeSpan spans[SIZE_SPANS];
    const int count = size_spans(run->result, c, spans), drawn = c->key.size[0];
    bool good = true, ran = false;
    for (int i = 0; i < count && good && (!ran || c->passed); i++) {
        if (ran && i + 1 == count) {
            reset_case(c);
            set_case_size(run->result, c, drawn);
            ran = false;
        }
        good = simulate_span(run, c, spans[i], &ran);
    }
    return ran ? good : simulate_case(run, c);
}

static bool is_tested(const LabResult *result, const CaseResult *c) {
    for (int i = 0; i < result->test_count; i++)
        if (&result->cases[result->tests[i].case_index] == c) return true;
    return false;
}

// What is counted of values is counted at the last size alone, and at the drawn one where no test asks for the case.
bool simulate_sizes(Run *run, CaseResult *c) {
    const bool good = is_tested(run->result, c) ? simulate_spans(run, c) : simulate_case(run, c);
    c->key.placed = true;
    return good && count_ways(run, c);
}
