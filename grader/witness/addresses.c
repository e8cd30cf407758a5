// The whole numbers that an address was computed from: the places of the program on their way.
#include <string.h>

#include "grader/witness/parts.h"

enum { DEEPEST = 120, SEEN = 1024 };

// What has been looked at: a table by the node's number, which forgets where two fall on the same place.
typedef struct {
    const Witness *t;
    AddressPlaces *places;
    u32 seen[SEEN];
    int left;
} Search;

static const PtxInstruction *instruction_of(const Witness *t, const Node *n) {
    const Function *f;
    u32 at;
    return site_place(t, n->site, &f, &at) ? &f->ptx->code[at] : NULL;
}

static bool computes(const Witness *t, const Node *n) {
    const PtxInstruction *in = instruction_of(t, n);
    return in && !named(in, "mov") && !named(in, "cvt") && !named(in, "cvta");
}

static void note(AddressPlaces *p, u32 number) {
    if (p->count == ADDRESS_PLACES) return;
    int at = p->count++;
    for (; at > 0 && p->node[at - 1] > number; at--) p->node[at] = p->node[at - 1];
    p->node[at] = number;
}

static void look(Search *s, u32 number, int depth) {
    const Node *n = graph_at(&s->t->graph, number);
    if (!number || depth == DEEPEST || s->seen[number % SEEN] == number || --s->left < 0) return;
    s->seen[number % SEEN] = number;
    switch ((NodeKind)n->kind) {
    case NODE_OPERATION:
        if (computes(s->t, n)) note(s->places, number);
        look(s, n->a, depth + 1), look(s, n->b, depth + 1), look(s, n->c, depth + 1);
        break;
    case NODE_PAIR: look(s, n->a, depth + 1), look(s, n->b, depth + 1); break;
    case NODE_LOAD: // a variable that lies in the thread's own memory
        if (n->space == SPACE_LOCAL) look(s, n->a, depth + 1);
        break;
    case NODE_STORE: look(s, n->a, depth + 1); break;
    case NODE_SHUFFLE: look(s, n->a, depth + 1); break;
    default: break;
    }
}

void find_address_places(const Witness *t, u32 address, AddressPlaces *places) {
    Search s = {.t = t, .places = places, .left = SEEN};
    places->count = 0;
    look(&s, address, 0);
}

static bool scales(const Witness *t, const Node *n) {
    const PtxInstruction *in = instruction_of(t, n);
    return in && (named(in, "mul") || named(in, "mad") || named(in, "shl"));
}

u32 scaling_node(const Witness *t, u32 address, int axis) {
    AddressPlaces places;
    find_address_places(t, address, &places);
    for (int i = 0; i < places.count; i++) {
        const Node *n = graph_at(&t->graph, places.node[i]);
        if (n->depends & (DEPENDS_TID_X << axis) && scales(t, n)) return places.node[i];
    }
    return 0;
}

u32 pacing_node(const Witness *t, u32 address, int axis) {
    AddressPlaces places;
    find_address_places(t, address, &places);
    for (int i = 0; i < places.count; i++)
        if (graph_at(&t->graph, places.node[i])->depends & (DEPENDS_BLOCK_X << axis)) return places.node[i];
    return 0;
}

// The number that a sum adds to what depends on threads and blocks. False: it is not such a sum.
static bool added_number(const Witness *t, const Node *n, s64 *number) {
    const PtxInstruction *in = instruction_of(t, n);
    const Node *b = graph_at(&t->graph, n->b);
    if (!in || (!named(in, "add") && !named(in, "sub")) || !n->b || b->kind != NODE_CONSTANT) return false;
    *number = (s64)(s32)(u32)b->where * (named(in, "sub") ? -1 : 1);
    return true;
}

u32 shifting_node(const Witness *t, u32 address, int axis, s64 *by) {
    const u8 own = (u8)((DEPENDS_TID_X | DEPENDS_BLOCK_X) << axis);
    AddressPlaces places;
    find_address_places(t, address, &places);
    for (int i = 0; i < places.count; i++) {
        const Node *n = graph_at(&t->graph, places.node[i]);
        if (n->depends & own && !(n->depends & ~own) && added_number(t, n, by) && *by) return places.node[i];
    }
    return 0;
}
