// Writes the text of grader/contract/witness_report.h.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/witness/account.h"

enum { ABSENT_ASKED = 48 };

void put_thread(const Account *a, u32 thread) {
    WitnessThread who;
    if (!witness_thread(a->t, thread, &who)) {
        fputs(" -1 0 0 0 0 0 0\n", a->to);
        return;
    }
    fprintf(a->to, " %d %u %u %u %u %u %u\n", (int)(who.launch - a->t->launches), who.block[0], who.block[1],
            who.block[2], who.thread[0], who.thread[1], who.thread[2]);
}

int use_site(Account *a, u32 site, u32 context) {
    if (site >= a->t->site_count) return -1;
    for (u32 i = a->first_used[site]; i; i = a->used[i - 1].next)
        if (a->used[i - 1].context == context) return (int)i - 1;
    if ((a->used_count & (a->used_count - 1)) == 0) {
        UsedSite *grown = realloc(a->used, (a->used_count ? 2 * (size_t)a->used_count : 1) * sizeof *grown);
        if (!grown) return -1;
        a->used = grown;
    }
    a->used[a->used_count] = (UsedSite){site, context, a->first_used[site]};
    a->first_used[site] = ++a->used_count;
    return (int)a->used_count - 1;
}

int use_node(Account *a, u32 number) {
    const Node *n = graph_at(&a->t->graph, number);
    return number ? use_site(a, n->site, n->context) : -1;
}

// ---- Why a cell was stored, or not --------------------------------------------------------------------------

// An index that moves no writer along any axis, as that of a single block, is taken for one along its own.
static u8 axes_of(const Account *a, u8 depends) {
    u8 axes = 0, moving = 0;
    for (int axis = 0; axis < 3; axis++) {
        moving |= axis_depends(a->writers, axis);
        if (axis_depends(a->writers, axis) & depends) axes |= (u8)(1 << axis);
    }
    for (int axis = 0; axis < 3 && !axes; axis++)
        if (depends & ~moving & (DEPENDS_TID_X | DEPENDS_BLOCK_X) << axis) axes |= (u8)(1 << axis);
    return axes;
}

// Where what is compared was computed: the bound, or else the other side.
static u32 bound_node(const Account *a, const Node *comparison) {
    const u32 sides[] = {comparison->b, comparison->a};
    for (int i = 0; i < 2; i++) {
        u32 number = sides[i];
        for (int depth = 0; number && depth < 40; depth++) {
            const Node *n = graph_at(&a->t->graph, number);
            const Function *f;
            u32 at;
            if (n->kind != NODE_OPERATION || !site_place(a->t, n->site, &f, &at)) break;
            if (!named(&f->ptx->code[at], "mov") && !named(&f->ptx->code[at], "cvt")) return number;
            number = n->a;
        }
    }
    return 0;
}

static void put_guard(Account *a, const Guard *g) {
    const Node *n = graph_at(&a->t->graph, g->node);
    u32 made = 0;
    for (int axis = 0; axis < 3 && !made; axis++)
        made = joining_node(a->t, g->node, (u8)((DEPENDS_TID_X | DEPENDS_BLOCK_X) << axis), 0);
    for (int axis = 0; axis < 3 && !made; axis++) // of a block alone: where its march begins
        made = joining_node(a->t, g->node, (u8)(DEPENDS_BLOCK_X << axis), 0);
    fprintf(a->to, "guard %d %" PRId64 " %" PRId64 " %d %u %u %d %d %d %d %d %d %d\n", use_node(a, g->node),
            g->left, g->right, g->held, n->depends, axes_of(a, n->depends), use_node(a, made),
            use_site(a, g->use, n->context), g->reused, use_node(a, bound_node(a, n)), g->equality,
            g->is_unsigned, use_site(a, g->branch, n->context));
}

// The latest store of a thread that wrote; of the thread itself where it wrote anything.
static const Node *model_store(const Account *a, u32 thread) {
    const Node *found = NULL;
    u32 last = 0;
    u64 best = 0;
    for (u32 i = 0; i < a->stores.count; i++) {
        const u32 number = a->stores.list[i];
        const Node *n = graph_at(&a->t->graph, number);
        if (!thread_has_histories(a->t, n->thread)) continue;
        const u64 distance =
            n->thread == thread ? 0 : 1 + (n->thread > thread ? n->thread - thread : thread - n->thread);
        if (found && (distance > best || (distance == best && number < last))) continue;
        found = n;
        last = number;
        best = distance;
    }
    return found;
}

static bool same_place(const Account *a, u32 one, u32 other) {
    const Node *x = graph_at(&a->t->graph, one), *y = graph_at(&a->t->graph, other);
    return x->site == y->site && x->context == y->context;
}

static void put_skipping_guards(Account *a, u64 element, u32 thread) {
    Guard own[GUARDS_MOST], other[GUARDS_MOST];
    const Node *missed = missed_store(&a->stores, element, thread),
               *model = missed ? missed : model_store(a, thread);
    const int count = find_guards(a->t, a->t->last_branch[thread], NULL, own);
    const int others = model ? find_guards(a->t, model->d, model, other) : 0;
    int put = 0;
    for (int turned = 0; turned < 2 && !put;
         turned++) // that a loop has ended says something where nothing else does
        for (int i = 0; i < count; i++)
            for (int k = 0; k < others; k++)
                if (own[i].turned == turned && own[i].held != other[k].held &&
                    same_place(a, own[i].node, other[k].node)) {
                    put_guard(a, &own[i]);
                    put++;
                }
}

// Where the indices of a store along an axis are made: of its address and of the comparisons before it.
static u32 index_node(const Account *a, const Node *store, int axis) {
    const u8 depends = (u8)((DEPENDS_TID_X | DEPENDS_BLOCK_X) << axis);
    Guard guards[GUARDS_MOST];
    const int count = find_guards(a->t, store->d, store, guards);
    u32 first = joining_node(a->t, store->b, depends, 0);
    if (!first) first = joining_node(a->t, store->b, (u8)(DEPENDS_TID_X << axis), 0); // the block is left out
    for (int i = 0; i < count; i++) {
        const u32 other = joining_node(a->t, guards[i].node, depends, 0);
        if (other && (!first || other < first)) first = other;
    }
    return first;
}

// Where the store's index along each axis is made of a thread's and a block's, and of which.
static void put_made(Account *a, const Node *store) {
    for (int axis = 0; axis < 3; axis++) {
        const u32 made = mixing_node(a->t, store->b, axis, 0);
        if (made)
            fprintf(a->to, "made %d %d %u\n", axis, use_node(a, made), graph_at(&a->t->graph, made)->depends);
    }
}

// Looked up once for all cells: each stands for all stores of the launch.
static void find_marches(Account *a) {
    const Node *model = a->marches_found ? NULL : model_store(a, 0),
               *first = model ? first_store_of(&a->stores, model->thread) : NULL; // where a march begins
    for (int axis = 0; axis < 3 && !a->marches_found; axis++) {
        MarchSpacing *m = &a->march[axis];
        m->known = march_spacing(&a->stores, axis, &m->distance, &m->points);
        m->made = m->known && first ? pacing_node(a->t, first->b, axis) : 0;
    }
    a->marches_found = true;
}

// How far apart blocks store, or marches begin, and how much each has; of marches where the block's index goes into that of the store.
static void put_spacing(Account *a) {
    find_marches(a);
    for (int axis = 0; axis < 3; axis++) {
        MarchSpacing s = a->march[axis];
        if (block_spacing(a->writers, axis, &s.distance, &s.points))
            s.made = 0;
        else if (!s.known)
            continue;
        fprintf(a->to, "apart %d %" PRId64 " %" PRId64 " %d\n", axis, s.distance, s.points,
                use_node(a, s.made));
    }
}

// Elements that belong to threads by no rule of steps: a thread of the last launch that stored nothing and compared the
// element's very index with something is the one that was to write it.
static bool compared_thread(const Account *a, u64 element, u32 *thread) {
    enum { LOOKED_AT = 20000 };
    Guard guards[GUARDS_MOST];
    const WatchedLaunch *l = a->t->launch_count ? &a->t->launches[a->t->launch_count - 1] : NULL;
    for (u64 k = 0; l && k < l->threads && k < LOOKED_AT; k++) {
        const u32 number = l->first_thread + (u32)k;
        if (first_stored(&a->stores, number, UINT64_MAX) != UINT64_MAX || !thread_has_histories(a->t, number))
            continue;
        const int count = find_guards(a->t, a->t->last_branch[number], NULL, guards);
        for (int i = 0; i < count; i++)
            if (guards[i].left == (s64)element &&
                graph_at(&a->t->graph, guards[i].node)->depends & DEPENDS_TID_X) {
                *thread = number;
                return true;
            }
    }
    return false;
}

// The branch that is the last one of a thread, of that thread which came farthest down in the kernel; among equals of one in
// the middle of the launch.
static u32 farthest_branch(const Witness *t, const WatchedLaunch *l) {
    enum { LOOKED_AT = 4096, BACK = 64 };
    u32 best = t->last_branch[l->first_thread + (u32)(l->threads / 2)], best_site = 0;
    const u64 step = l->threads / LOOKED_AT + 1;
    for (u64 k = 0; k < l->threads; k += step) {
        u32 number = t->last_branch[l->first_thread + (u32)((k + l->threads / 2) % l->threads)];
        const u32 last = number;
        for (int back = 0; number && back < BACK; back++, number = graph_at(&t->graph, number)->c) {
            const Node *n = graph_at(&t->graph, number);
            if (n->kind != NODE_BRANCH || !n->a || n->context || n->site <= best_site) continue;
            best = last;
            best_site = n->site;
        }
    }
    return best;
}

// Where a number of the program is added to the store's index along each axis.
static void put_shifts(Account *a, const Node *store) {
    for (int axis = 0; axis < 3; axis++) {
        s64 by;
        const u32 shift = shifting_node(a->t, store->b, axis, &by);
        if (shift) fprintf(a->to, "shift %d %d %" PRId64 "\n", axis, use_node(a, shift), by);
    }
}

static void put_absent(Account *a, u64 element) {
    static const char *const reasons[] = {"all", "beyond", "gap", "skipped"};
    u32 thread = UINT32_MAX;
    int axis;
    Absence why = find_absent(a->t, a->writers, element, &thread, &axis);
    if (why == ABSENT_GAP && axis < 0 && compared_thread(a, element, &thread)) why = ABSENT_SKIPPED;
    const bool elsewhere =
        why == ABSENT_BEYOND && is_stored_elsewhere(&a->stores, a->writers, element, axis, &thread);
    if (elsewhere) why = ABSENT_SKIPPED;
    if (why == ABSENT_SKIPPED && !thread_has_histories(a->t, thread)) {
        put_spacing(a);
        return;
    }
    const Node *model = why == ABSENT_GAP || why == ABSENT_BEYOND ? model_store(a, 0) : NULL;
    const u32 made = !model ? 0 : axis >= 0 ? index_node(a, model, axis) : element_node(a->t, model->b);
    fprintf(a->to, "absent %s %d %d", reasons[why], axis, use_node(a, made));
    put_thread(a, thread);
    if (model) put_made(a, model), put_shifts(a, model);
    if (why != ABSENT_ALL) put_spacing(a);
    if (why == ABSENT_SKIPPED && !elsewhere) put_skipping_guards(a, element, thread);
    if (why != ABSENT_ALL || !a->t->launch_count) return;
    // Nobody came to a store: where the thread that came farthest turned off.
    Guard guards[GUARDS_MOST];
    const WatchedLaunch *l = &a->t->launches[a->t->launch_count - 1];
    const int count = find_guards(a->t, farthest_branch(a->t, l), NULL, guards);
    for (int i = 0; i < count; i++) put_guard(a, &guards[i]);
}

static void put_guards(Account *a, const Node *store) {
    Guard guards[GUARDS_MOST];
    const int count = find_guards(a->t, store->d, store, guards);
    for (int i = 0; i < count; i++) put_guard(a, &guards[i]);
}

static void put_cell(Account *a, u64 element) {
    static Recipe recipe;
    const u32 number = shadow_find(&a->t->global, a->base + a->width * element);
    const Node *n = graph_at(&a->t->graph, number);
    const bool written = is_written(&a->stores, element);
    if (written && !thread_has_histories(a->t, n->thread)) return;
    fprintf(a->to, "cell %" PRIu64 " %d", element, written ? use_node(a, number) : -1);
    put_thread(a, written ? n->thread : UINT32_MAX);
    if (!written) {
        if (a->unwritten++ % a->absent_every == 0) put_absent(a, element);
        return;
    }
    fprintf(a->to, "first %" PRIu64 "\n", first_stored(&a->stores, n->thread, element));
    fprintf(a->to, "index %d\n", use_node(a, element_node(a->t, n->b)));
    put_guards(a, n);
    static const char *const narrowing_names[] = {"", "whole", "float", "left", "idle"};
    u32 narrowing;
    const Narrowing narrowed = find_narrowing(a->t, number, a->width, &narrowing);
    if (narrowed) fprintf(a->to, "narrowed %s %d\n", narrowing_names[narrowed], use_node(a, narrowing));
    find_recipe(a->t, number, a->base, a->size, &recipe);
    for (int i = 0; i < recipe.count; i++) put_term(a, &recipe.term[i]);
}

// The shared array whose name the access went through, which element that was to be, and how many it has.
static void put_access(Account *a, const Node *n) {
    const PtxVariable *v = shared_variable_of(a->t, n);
    char name[120];
    if (!v || v->is_extern) return;
    source_name(v->name, name, sizeof name);
    // Windows of shared memory begin at multiples of 4 GiB.
    const s64 bytes = (s64)(s32)(u32)n->where - (s64)(uintptr_t)v->user, width = n->bytes ? n->bytes : 4;
    fprintf(a->to, "access %s %" PRId64 " %zu\n", name, (bytes - (bytes < 0 ? width - 1 : 0)) / width,
            v->size / (size_t)width);
}

// How the thread came to where it stopped.
static void put_focus(Account *a, u64 focus) {
    static const char *const kinds[] = {"", "overflow", "narrow", "unsigned"};
    const WatchedLaunch *l = a->t->launch_count ? &a->t->launches[a->t->launch_count - 1] : NULL;
    Guard guards[GUARDS_MOST];
    if (!focus || !l || focus > l->threads) return;
    const u32 thread = l->first_thread + (u32)(focus - 1);
    if (!thread_has_histories(a->t, thread)) return;
    fputs("focus", a->to);
    put_thread(a, thread);
    const Node *access = access_outside(a->t, thread), *last = access ? access : last_place(a->t, thread);
    const int count = find_guards(a->t, a->t->last_branch[thread], last, guards);
    for (int i = 0; i < count; i++)
        if (!access || !stands_behind(a->t, &guards[i], access)) put_guard(a, &guards[i]);
    const Lost lost = access ? find_lost(a->t, access->b, thread) : (Lost){.kind = LOST_NOT};
    const Rounds rounds = access ? find_rounds(a->t, access) : (Rounds){0};
    if (access) put_access(a, access), put_shifts(a, access);
    if (access)
        fprintf(a->to, "rounds %u %" PRId64 " %d\n", rounds.earlier, rounds.bytes,
                use_site(a, access->site, access->context));
    if (lost.kind)
        fprintf(a->to, "lost %s %d %" PRId64 " %" PRId64 "\n", kinds[lost.kind], use_node(a, lost.node),
                lost.exact, lost.held);
}

bool site_source_line(const Witness *t, u32 site, u32 context, const char **file, int *line, int *column) {
    u32 at;
    const Function *f;
    bool found = false;
    for (;;) {
        if (!site_place(t, site, &f, &at)) return found;
        found = program_source_line(f, at, file, line, column);
        if ((found && warpsim_is_users_file(*file)) || !context) return found;
        site = t->calls[context - 1].site;
        context = t->calls[context - 1].parent;
    }
}

// The kernel's own line that called the code of a site; its own line where that is the kernel's.
static int find_call_line(const Account *a, const UsedSite *u) {
    u32 site = u->site, at;
    const Function *f;
    for (u32 context = u->context; context; context = a->t->calls[context - 1].parent)
        site = a->t->calls[context - 1].site;
    return site_place(a->t, site, &f, &at) ? program_call_line(f, at) : 0;
}

static void put_sites(const Account *a) {
    for (u32 i = 0; i < a->used_count; i++) {
        const char *file;
        int line, column;
        if (site_source_line(a->t, a->used[i].site, a->used[i].context, &file, &line, &column))
            fprintf(a->to, "site %u %d %d %d %s\n", i, line, column, find_call_line(a, &a->used[i]), file);
    }
}

static void put_launches(const Account *a) {
    for (u32 i = 0; i < a->t->launch_count; i++) {
        const WatchedLaunch *l = &a->t->launches[i];
        char name[120];
        source_name(l->kernel->display_name, name, sizeof name);
        fprintf(a->to, "launch %u %s %u %u %u %u %u %u\n", i, name, l->grid[0], l->grid[1], l->grid[2],
                l->block[0], l->block[1], l->block[2]);
    }
}

static void put_arrays(const Account *a) {
    for (u32 i = 0; i < a->t->function_count; i++) {
        const PtxFunction *f = a->t->functions[i].function->ptx;
        for (int k = 0; k < f->variable_count; k++) {
            const PtxVariable *v = f->variables[k];
            char name[120];
            if (v->space != SPACE_SHARED && v->space != SPACE_LOCAL) continue;
            source_name(v->name, name, sizeof name);
            fprintf(a->to, "array %s %s %" PRIu64 " %zu\n", v->space == SPACE_SHARED ? "shared" : "local",
                    name, (u64)(uintptr_t)v->user, v->size);
        }
    }
}

static void put_fills(Account *a) {
    static Fills fills;
    find_fills(a->t, &fills);
    for (int i = 0; i < fills.count; i++) {
        const Fill *f = &fills.list[i];
        char name[120];
        if (!f->variable || f->low[0] == UINT32_MAX) continue;
        source_name(f->variable->name, name, sizeof name);
        fprintf(a->to, "fill %d %s %u %zu %d %" PRId64, use_node(a, f->node), name, f->width,
                f->variable->is_extern ? 0 : f->variable->size / f->width, f->outside != 0,
                f->outside_element);
        for (int axis = 0; axis < 3; axis++)
            fprintf(a->to, " %" PRId64 " %u %u", f->step[axis], f->low[axis], f->high[axis]);
        for (int axis = 0; axis < 3; axis++)
            fprintf(a->to, " %d", use_node(a, scaling_node(a->t, graph_at(&a->t->graph, f->node)->b, axis)));
        put_thread(a, f->outside ? graph_at(&a->t->graph, f->outside)->thread
                                 : graph_at(&a->t->graph, f->node)->thread);
    }
}

static void put_refills(Account *a) {
    static Refills refills;
    find_refills(a->t, &refills);
    for (int i = 0; i < refills.count; i++)
        if (refills.list[i].again)
            fprintf(a->to, "refill %d %" PRIu64 " %" PRIu64 "\n", use_node(a, refills.list[i].node),
                    refills.list[i].stores, refills.list[i].again);
}

char *witness_account(Witness *t, u64 base, const u32 extent[3], const u64 *elements, size_t count, u64 focus,
                      size_t *size) {
    const Allocation *buffer = witness_allocation(t, base);
    char *text = NULL;
    Account a = {.t = t,
                 .base = base,
                 .size = buffer ? buffer->size : 0,
                 .width = buffer && buffer->element ? (u32)buffer->element : 4};
    if (!t->graph.chunks) { // no kernel ran; number 0 is to be there
        u32 number;
        graph_add(&t->graph, &number);
    }
    a.first_used = calloc(t->site_count + 1, sizeof *a.first_used);
    a.writers = find_writers(t, base, a.size / a.width, a.width, extent);
    a.to = gather_stores(&a.stores, t, base, a.size, a.width, extent, false) && a.first_used && a.writers
               ? open_memstream(&text, size)
               : NULL;
    if (a.to) {
        put_launches(&a), put_arrays(&a);
        u64 unwritten = 0;
        for (size_t i = 0; i < count; i++)
            unwritten +=
                buffer && elements[i] < buffer->size / a.width && !is_written(&a.stores, elements[i]);
        a.absent_every = unwritten / ABSENT_ASKED + 1;
        for (size_t i = 0; i < count; i++)
            if (buffer && elements[i] < buffer->size / a.width) put_cell(&a, elements[i]);
        put_focus(&a, focus);
        put_fills(&a), put_refills(&a);
        put_sites(&a);
        fprintf(a.to, "end %d\n", t->graph.full);
        fclose(a.to);
    }
    free_writers(a.writers);
    free(a.first_used), free(a.used), free(a.stores.list), free(a.via), free(a.last_node);
    return text;
}
