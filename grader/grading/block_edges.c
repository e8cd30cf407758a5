// Which blocks a file has: the extents that fit all grids which it has launched at other sizes.
#include "grader/grading/block_edges.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDE = 30,     // sizes of a range from which on a file's own are looked for in it
    LONGEST = 256, // points of a block along an axis
    AXES = 3,
    BEHIND = 3, // a size behind a number has that many more: its interior has one point more than the number
    FAR = 72,   // sizes that are looked at beyond the range, from a number on
    FEW = 3,
    LANES = 32,
};

static const SizeRange *wide_range(const LabResult *result, const CaseResult *c) {
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    const SizeRange *range = &c->key.range[0];
    const bool wide = !c->key.placed && range->last && range->step == 1 && range->last - range->first >= WIDE;
    return entry->size_count == 1 && entry->term_count && wide ? range : NULL;
}

static int margin_of(const LabEntrySpec *entry) {
    int most = 0;
    for (int i = 0; i < entry->term_count; i++)
        for (int k = 0; k < entry->terms[i].factor_count; k++)
            for (int axis = 0; axis < AXES && entry->terms[i].factor[k].of_cell; axis++) {
                const int offset = abs(entry->terms[i].factor[k].offset[axis]);
                most = offset > most ? offset : most;
            }
    return most;
}

// The launch that has most blocks: a kernel beside it fills a border, or a buffer.
static const LaunchRecord *main_launch(const Records *records) {
    const LaunchRecord *most = NULL;
    long blocks = 0;
    for (int i = 0; i < records->launch_count; i++) {
        const LaunchRecord *l = &records->launches[i];
        const long own = l->grid[0] * l->grid[1] * l->grid[2];
        if (own > blocks) blocks = own, most = l;
    }
    return most;
}

// Has an earlier case been right at one of these sizes?
static bool was_right(const LabResult *result, const CaseResult *c, int first, int last) {
    for (const CaseResult *x = result->cases; x < c; x++)
        if (x->key.entry == c->key.entry && x->passed && x->key.size[0] >= first && x->key.size[0] <= last)
            return true;
    return false;
}

// The numbers that sizes are told apart by: one up to a warp's lanes is rather a thread's.
static int boundaries(const LabResult *result, int past, NamedSize named[NAMED_SIZES]) {
    const int all = named_sizes(result->source_path, past, named);
    int count = 0;
    for (int i = 0; i < all; i++)
        if (named[i].equal || named[i].number > LANES) named[count++] = named[i];
    return count;
}

static SizeSpan span_from(const LabResult *result, const CaseResult *c, const NamedSize *named, int until) {
    const SizeRange *range = &c->key.range[0];
    const int number = named->number, behind = named->equal ? 0 : BEHIND;
    const int end = number > range->last ? number + FAR : range->last;
    const bool known = was_right(result, c, number, number + 2 * behind);
    return (SizeSpan){.from = number,
                      .until = until,
                      .first = number > range->first ? number : range->first,
                      .last = until < end ? until : end,
                      .opening = known ? 0 : number + behind,
                      .most = named->equal || until < range->first ? 0 : FEW};
}

// For a file with numbers of 16 bits, which hold the points of a plane up to 181 * 181 alone: a size between the range and the next
// one that is tested, as far along as the one that was drawn; 0: there is hardly any.
static int size_behind(const LabResult *result, const CaseResult *c) {
    const SizeRange *range = &c->key.range[0];
    int next = INT_MAX;
    for (const CaseResult *x = result->cases; x < c; x++) {
        const int first = x->key.range[0].last ? x->key.range[0].first : x->key.size[0];
        if (x->key.entry == c->key.entry && first > range->last && first < next) next = first;
    }
    const long left = next == INT_MAX ? 0 : next - range->last - 1, width = range->last - range->first + 1;
    const long along = (c->key.size[0] - range->first) * left / width; // in the middle half
    return left < WIDE ? 0 : range->last + 1 + (int)(left / 4 + along / 2);
}

int size_spans(const LabResult *result, const CaseResult *c, SizeSpan spans[SIZE_SPANS]) {
    const SizeRange *range = wide_range(result, c);
    NamedSize named[NAMED_SIZES];
    int count = 0;
    if (!range) return 0;
    const int behind = has_narrow_numbers(result->source_path) ? size_behind(result, c) : 0;
    if (behind) spans[count++] = (SizeSpan){behind, behind, behind, behind, behind, 0};
    const int drawn = c->key.size[0], numbers = boundaries(result, range->last, named);
    SizeSpan usual = {0, INT_MAX, range->first, range->last, 0, EDGE_SIZES};
    for (int i = 0; i < numbers; i++) {
        const int number = named[i].number, until = i + 1 < numbers ? named[i + 1].number - 1 : INT_MAX;
        const SizeSpan span = span_from(result, c, &named[i], until);
        const bool holds = number <= drawn && !named[i].equal;
        if (holds) usual.from = number;
        if (drawn < number && number <= usual.until) usual.until = number - 1;
        if (span.opening || (span.most && !(holds && drawn <= until))) spans[count++] = span;
    }
    if (usual.from > usual.first) usual.first = usual.from;
    if (usual.until < usual.last) usual.last = usual.until;
    spans[count++] = usual;
    return count;
}

static void see(EdgeSearch *s, const CaseResult *c) {
    if (c->key.size[0] < s->span.from || c->key.size[0] > s->span.until) return;
    const LaunchRecord *l = main_launch(&c->records);
    if (!l || strcmp(l->kernel, s->kernel)) return;
    SeenGrid *seen = &s->seen[s->count++];
    seen->n = c->key.size[0];
    for (int axis = 0; axis < AXES; axis++) seen->grid[axis] = (int)l->grid[axis];
}

// The kernel that the case of most blocks has launched. False: one of the cases was wrong.
static bool find_kernel(EdgeSearch *s, const CaseResult *c) {
    long most = 0;
    for (const CaseResult *x = s->result->cases; x <= c; x++) {
        if (x->key.entry != c->key.entry || x->key.size[0] < s->span.from || x->key.size[0] > s->span.until)
            continue;
        const LaunchRecord *l = main_launch(&x->records);
        if (x == c && !l) break; // it has not run
        if (!x->passed) return false;
        if (!l || l->grid[0] * l->grid[1] * l->grid[2] <= most) continue;
        most = l->grid[0] * l->grid[1] * l->grid[2];
        memcpy(s->kernel, l->kernel, sizeof s->kernel);
    }
    return most > 0;
}

bool edges_begin(EdgeSearch *s, const LabResult *result, const CaseResult *c, SizeSpan span) {
    *s = (EdgeSearch){.result = result, .span = span};
    if (!find_kernel(s, c)) return false;
    s->margin = margin_of(&result->spec->entries[c->key.entry]);
    s->seen = calloc((size_t)(c - result->cases) + EDGE_SIZES + 2, sizeof *s->seen);
    for (const CaseResult *x = result->cases; s->seen && x <= c; x++)
        if (x->key.entry == c->key.entry) see(s, x);
    return s->seen != NULL;
}

void edges_end(EdgeSearch *s) {
    free(s->seen);
    s->seen = NULL;
}

// Would blocks of that many points, which begin to count behind `left_out` points, make all these grids?
static bool fits(const EdgeSearch *s, int axis, int extent, int left_out) {
    bool several = false;
    for (int i = 0; i < s->count; i++) {
        const int points = s->seen[i].n - left_out;
        if ((points + extent - 1) / extent != s->seen[i].grid[axis]) return false;
        several |= s->seen[i].grid[axis] > 1;
    }
    return several;
}

// Extents of blocks along an axis that fit, some of which may not be the file's: the fewer there are the more each counts.
typedef struct {
    int count, left_out;
    int extent[LONGEST];
    double likely[LONGEST]; // all together 1
    bool tried[LONGEST];    // some size had a block's end at its own
    bool one_more[LONGEST]; // or one point behind it
} Extents;

static bool was_tried(const EdgeSearch *s, int extent) {
    for (int i = 0; i < s->tries; i++)
        if ((s->tried[i] - 2 * s->margin) % extent == 0) return true;
    return false;
}

// By any case before: those of a lab's own have such sizes for the blocks that most people choose.
static bool had_one_more(const EdgeSearch *s, int extent) {
    for (int i = 0; i < s->count; i++) {
        const int points = s->seen[i].n - 2 * s->margin;
        if (points > extent && points % extent == 1) return true;
    }
    return false;
}

// People choose round numbers, and those of computers, with or without a halo.
static double likelihood(int extent, int margin) {
    const bool chosen = extent % 10 == 0 || extent % 8 == 0 || (extent + 2 * margin) % 8 == 0;
    return chosen ? 4 : 1;
}

static void find_extents(const EdgeSearch *s, int axis, Extents *e) {
    const int left_out[] = {2 * s->margin, 0};
    double all = 0;
    e->count = 0;
    for (int k = 0; k < 2 && !e->count; k++) {
        e->left_out = left_out[k];
        for (int extent = 2; extent <= LONGEST && e->count < LONGEST; extent++)
            if (fits(s, axis, extent, left_out[k])) e->extent[e->count++] = extent;
    }
    for (int i = 0; i < e->count; i++) all += e->likely[i] = likelihood(e->extent[i], s->margin);
    for (int i = 0; i < e->count; i++) {
        e->likely[i] /= all;
        e->tried[i] = was_tried(s, e->extent[i]);
        e->one_more[i] = had_one_more(s, e->extent[i]);
    }
}

// How likely it is that this size has a block's end at its own, or one point before, and no size before had; and, as far as that is
// not known, how much the grid at this size will tell of the extents.
static double worth_of(const Extents *e, int size, int margin) {
    double ends = 0, told = 1;
    bool left = false;
    for (int i = 0; i < e->count; i++) {
        const int rest = (size - 2 * margin) % e->extent[i];
        if ((!e->tried[i] && rest == 0) || (!e->one_more[i] && rest == 1)) ends += e->likely[i];
        left |= !e->tried[i];
    }
    for (int i = 0; i < e->count && left;) { // neighbours make the same grid
        const int blocks = (size - e->left_out + e->extent[i] - 1) / e->extent[i];
        double same = 0;
        for (; i < e->count && (size - e->left_out + e->extent[i] - 1) / e->extent[i] == blocks; i++)
            same += e->likely[i];
        told -= same * same;
    }
    return ends + (left && e->count ? told : 0);
}

int edges_next(EdgeSearch *s, const CaseResult *c) {
    static Extents extents[AXES];
    const int first = s->span.first, sizes = s->span.last - first + 1;
    int best = 0;
    double most = 0;
    if (s->tries == s->span.most) return 0;
    if (s->tries) see(s, c);
    for (int axis = 0; axis < AXES; axis++) find_extents(s, axis, &extents[axis]);
    const int own = c->key.size[0] - first; // the drawn one first, then small ones
    const int from = !s->tries && own >= 0 && own < sizes ? own : 0;
    for (int i = 0; i < sizes; i++) {
        const int size = first + (from + i) % sizes;
        double worth = 0;
        for (int axis = 0; axis < AXES; axis++) worth += worth_of(&extents[axis], size, s->margin);
        if (worth > most + 1e-9) most = worth, best = size;
    }
    if (best) s->tried[s->tries++] = best;
    return best;
}

void set_case_size(const LabResult *result, CaseResult *c, int size) {
    c->key.size[0] = size;
    case_words(result->spec, &c->key, "=", ",", c->sizes, sizeof c->sizes);
}
