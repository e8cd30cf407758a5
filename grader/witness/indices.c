// Where indices are made: the arithmetic that joins a thread's and a block's, and that puts together the number of an element.
#include "grader/witness/parts.h"

enum { DEEPEST = 40 };

// The earliest arithmetic in a history that joins two indices: where a block's and a thread's place are added.
u32 joining_node(const Witness *t, u32 number, u8 depends, int depth) {
    const Node *n = graph_at(&t->graph, number);
    if (!number || n->kind != NODE_OPERATION || depth > DEEPEST || (n->depends & depends) != depends)
        return 0;
    const u32 inputs[] = {n->a, n->b, n->c};
    for (int i = 0; i < 3; i++) {
        const u32 deeper = joining_node(t, inputs[i], depends, depth + 1);
        if (deeper) return deeper;
    }
    return number;
}

// Does an operation only copy or widen another operation's value?
static bool copies(const Witness *t, u32 number) {
    const Node *n = graph_at(&t->graph, number);
    const Function *f;
    u32 at;
    return n->kind == NODE_OPERATION && site_place(t, n->site, &f, &at) &&
           (named(&f->ptx->code[at], "mov") || named(&f->ptx->code[at], "cvt")) && n->a &&
           graph_at(&t->graph, n->a)->kind == NODE_OPERATION;
}

// Where the index of a store is put together: what is multiplied by the size of an element and added to the
// buffer's address.
u32 element_node(const Witness *t, u32 address) {
    for (int depth = 0; address && depth < 8; depth++) {
        const Node *n = graph_at(&t->graph, address);
        const Function *f;
        u32 at;
        if (n->kind != NODE_OPERATION || !site_place(t, n->site, &f, &at)) return 0;
        const PtxInstruction *in = &f->ptx->code[at];
        if ((named(in, "mul") || named(in, "shl") || named(in, "mad")) && n->a) {
            // Behind what only copies or widens it.
            u32 index = n->a;
            while (copies(t, index)) index = graph_at(&t->graph, index)->a;
            return graph_at(&t->graph, index)->kind == NODE_OPERATION ? index : address;
        }
        const Node *left = graph_at(&t->graph, n->a);
        address = n->a && left->kind == NODE_OPERATION && left->depends ? n->a : n->b ? n->b : n->a;
    }
    return 0;
}

// The earliest arithmetic in a history that joins a thread's index along one axis alone with a block's, of whichever axis.
u32 mixing_node(const Witness *t, u32 number, int axis, int depth) {
    const Node *n = graph_at(&t->graph, number);
    const u8 own = (u8)(DEPENDS_TID_X << axis), threads = DEPENDS_TID_X | DEPENDS_TID_Y | DEPENDS_TID_Z,
             blocks = DEPENDS_BLOCK_X | DEPENDS_BLOCK_Y | DEPENDS_BLOCK_Z;
    if (!number || n->kind != NODE_OPERATION || depth > DEEPEST || !(n->depends & own)) return 0;
    const u32 inputs[] = {n->a, n->b, n->c};
    for (int i = 0; i < 3; i++) {
        const u32 deeper = mixing_node(t, inputs[i], axis, depth + 1);
        if (deeper) return deeper;
    }
    return (n->depends & threads) == own && (n->depends & blocks) ? number : 0;
}
