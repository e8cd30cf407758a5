// The terms of a recipe as text: what each is a product of, and the way that it came by.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grader/witness/account.h"

static const char *space_name(u8 space) {
    return space == SPACE_SHARED   ? "shared"
           : space == SPACE_LOCAL  ? "local"
           : space == SPACE_CONST  ? "const"
           : space == SPACE_GLOBAL ? "global"
                                   : "none";
}

static const char *factor_kind(const Account *a, const Node *n) {
    switch ((NodeKind)n->kind) {
    case NODE_NONE: return "unset";
    case NODE_PARAMETER: return "parameter";
    case NODE_UNWRITTEN: return "unwritten";
    case NODE_STORE:
    case NODE_ATOMIC: return n->where - a->base < a->size && n->space == SPACE_GLOBAL ? "stored" : "other";
    case NODE_INITIAL: {
        const Allocation *from = witness_allocation(a->t, n->where);
        return from && from->parameter[0] ? "initial" : "parameter";
    }
    default: return "other";
    }
}

static void put_factor(Account *a, u32 node, int power) {
    const Node *n = graph_at(&a->t->graph, node);
    const bool memory = n->kind == NODE_INITIAL || n->kind == NODE_UNWRITTEN || n->kind == NODE_STORE ||
                        n->kind == NODE_ATOMIC;
    const u8 space = n->kind == NODE_INITIAL ? SPACE_GLOBAL : n->space;
    char name[120] = "-";
    u64 index = 0;
    if (memory) name_place(a->t, space, n->where, name, sizeof name, &index);
    fprintf(a->to, "factor %d %s %s %s %" PRIu64 " %" PRIu64 " %d", power, factor_kind(a, n),
            memory ? space_name(space) : "none", name, index, n->kind == NODE_INITIAL ? n->bits : n->where,
            n->kind == NODE_INITIAL ? -1 : use_node(a, node));
    put_thread(a, node && n->kind != NODE_INITIAL && n->kind != NODE_PARAMETER ? n->thread : UINT32_MAX);
}

// The number of the sites that an address was computed at; -1: there are none. Puts them when they are new.
static int use_via(Account *a, u32 address) {
    AddressPlaces places;
    Via via = {.count = 0};
    find_address_places(a->t, address, &places);
    for (int i = 0; i < places.count; i++) {
        const int site = use_node(a, places.node[i]);
        if (site >= 0) via.site[via.count++] = site;
    }
    for (int i = 0; i < a->vias; i++)
        if (a->via[i].count == via.count &&
            !memcmp(a->via[i].site, via.site, (size_t)via.count * sizeof *via.site))
            return i;
    if ((a->vias & (a->vias - 1)) == 0) {
        Via *grown = realloc(a->via, (a->vias ? 2 * (size_t)a->vias : 1) * sizeof *grown);
        if (!grown) return -1;
        a->via = grown;
    }
    a->via[a->vias] = via;
    fprintf(a->to, "via %d", a->vias);
    for (int i = 0; i < via.count; i++) fprintf(a->to, " %d", via.site[i]);
    fputc('\n', a->to);
    return a->vias++;
}

// Made for the first thread that uses it, and others use it too: it tells of no thread.
static bool is_shared_by_all(const Node *n) {
    return n->kind == NODE_CONSTANT || n->kind == NODE_PARAMETER || n->kind == NODE_SPECIAL;
}

static void find_last_nodes(Account *a) {
    const WatchedLaunch *l = a->t->launch_count ? &a->t->launches[a->t->launch_count - 1] : NULL;
    const u64 threads = l ? l->first_thread + l->threads : 0;
    a->last_node = calloc(threads + 1, sizeof *a->last_node);
    for (u32 number = 1; a->last_node && number < a->t->graph.count; number++) {
        const Node *n = graph_at(&a->t->graph, number);
        if (n->site != NO_SITE && n->thread < threads && !is_shared_by_all(n))
            a->last_node[n->thread] = number;
    }
}

// Of a word that another thread has stored, and that had left the kernel before it is loaded here: the site of that thread's
// last branch; -1: it is not so.
static int left_at(Account *a, u32 load) {
    const Node *n = graph_at(&a->t->graph, load), *stored = graph_at(&a->t->graph, n->a);
    if (n->kind != NODE_LOAD || n->space != SPACE_SHARED || stored->kind != NODE_STORE ||
        stored->thread == n->thread)
        return -1;
    if (!a->last_node) find_last_nodes(a);
    if (!a->last_node || a->last_node[stored->thread] > load) return -1;
    u32 branch = a->t->last_branch[stored->thread];
    const u8 threads = DEPENDS_TID_X | DEPENDS_TID_Y | DEPENDS_TID_Z;
    while (branch > n->a &&
           !(graph_at(&a->t->graph, branch)->depends & threads)) // a loop's, or the last return
        branch = graph_at(&a->t->graph, branch)->c;
    return branch > n->a ? use_node(a, branch) : -1;
}

// The last branch of a thread that its own place in the block decided; 0: none did.
static u32 own_branch(const Account *a, u32 thread) {
    const u8 threads = DEPENDS_TID_X | DEPENDS_TID_Y | DEPENDS_TID_Z;
    u32 branch = a->t->last_branch[thread];
    while (branch && !(graph_at(&a->t->graph, branch)->depends & threads))
        branch = graph_at(&a->t->graph, branch)->c;
    return branch;
}

// Those of the reader's block that had left the kernel before it read an unwritten word: one of them was to write it.
static void put_ends(Account *a, u32 unwritten) {
    const Node *n = graph_at(&a->t->graph, unwritten);
    WitnessThread who;
    if (a->told_ends || n->space != SPACE_SHARED || !witness_thread(a->t, n->thread, &who)) return;
    a->told_ends = true;
    if (!a->last_node) find_last_nodes(a);
    const u32 *block = who.launch->block, threads = block[0] * block[1] * block[2],
              first = n->thread - ((who.thread[2] * block[1] + who.thread[1]) * block[0] + who.thread[0]);
    for (u32 thread = first; a->last_node && thread < first + threads; thread++) {
        const u32 branch = a->last_node[thread] < unwritten ? own_branch(a, thread) : 0;
        if (!branch) continue;
        fprintf(a->to, "ended %d", use_node(a, branch));
        put_thread(a, thread);
    }
}

// The element of a buffer that a value is a copy of; NULL: it is computed.
static const Node *copied_from(const Account *a, u32 value) {
    enum { FARTHEST = 64 };
    const Node *n = graph_at(&a->t->graph, value);
    for (int i = 0; i < FARTHEST && value; i++, n = graph_at(&a->t->graph, value)) {
        const Function *f;
        u32 at;
        const bool moved = n->kind == NODE_OPERATION && site_place(a->t, n->site, &f, &at) &&
                           named(&f->ptx->code[at], "mov");
        if (n->kind == NODE_INITIAL) return n;
        if (n->kind != NODE_LOAD && n->kind != NODE_STORE && !moved) return NULL;
        value = n->a;
    }
    return NULL;
}

// What the reader's block had in its shared memory: the value that belongs in a word may lie in another one.
static void put_held(Account *a, u32 unwritten) {
    const Node *n = graph_at(&a->t->graph, unwritten);
    WitnessThread who;
    if (a->told_held || n->space != SPACE_SHARED || !witness_thread(a->t, n->thread, &who)) return;
    a->told_held = true;
    const u32 *block = who.launch->block, threads = block[0] * block[1] * block[2],
              first = n->thread - ((who.thread[2] * block[1] + who.thread[1]) * block[0] + who.thread[0]);
    for (u32 number = 1; number < unwritten; number++) {
        const Node *store = graph_at(&a->t->graph, number);
        if (store->kind != NODE_STORE || store->space != SPACE_SHARED || store->thread - first >= threads)
            continue;
        const Node *from = copied_from(a, store->a);
        char name[120] = "-", buffer[120] = "-";
        u64 index = 0, element = 0;
        if (!from) continue;
        name_place(a->t, SPACE_SHARED, store->where, name, sizeof name, &index);
        name_place(a->t, SPACE_GLOBAL, from->where, buffer, sizeof buffer, &element);
        fprintf(a->to, "held %d %s %" PRIu64 " %s %" PRIu64, use_node(a, number), name, index, buffer,
                element);
        put_thread(a, store->thread);
    }
}

static void put_step(Account *a, u32 node, bool moves) {
    const Node *n = graph_at(&a->t->graph, node);
    static const char *const kinds[] = {[NODE_LOAD] = "load",
                                        [NODE_STORE] = "store",
                                        [NODE_SHUFFLE] = "shuffle",
                                        [NODE_ATOMIC] = "atomic",
                                        [NODE_OPERATION] = "operation"};
    if (n->kind >= sizeof kinds / sizeof *kinds || !kinds[n->kind]) return;
    const Function *f;
    u32 at;
    if (n->kind == NODE_OPERATION && !moves && site_place(a->t, n->site, &f, &at) &&
        named(&f->ptx->code[at], "mov"))
        return; // it says nothing
    const bool memory = n->kind == NODE_LOAD || n->kind == NODE_STORE || n->kind == NODE_ATOMIC;
    char name[120] = "-";
    u64 index = 0;
    if (memory) name_place(a->t, n->space, n->where, name, sizeof name, &index);
    const int via = memory ? use_via(a, n->b) : -1;
    fprintf(a->to, "step %s %d %s %s %" PRIu64 " %d %d %u", kinds[n->kind], use_node(a, node),
            memory ? space_name(n->space) : "none", name, index, via, left_at(a, node), node);
    put_thread(a, n->thread);
}

void put_term(Account *a, const Term *term) {
    fprintf(a->to, "term %.17g\n", term->coefficient);
    for (int i = 0; i < term->count; i++) put_factor(a, term->factor[i].node, term->factor[i].power);
    for (int i = 0; i < term->count; i++)
        if (graph_at(&a->t->graph, term->factor[i].node)->kind == NODE_UNWRITTEN) {
            put_ends(a, term->factor[i].node);
            put_held(a, term->factor[i].node);
        }
    for (int i = 0; i < term->steps; i++) put_step(a, term->step[i], term->zero && i == term->steps - 1);
}
