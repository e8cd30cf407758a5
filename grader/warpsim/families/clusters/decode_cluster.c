// Decoding the arrival at a cluster's barrier, and ranks.
#include "grader/warpsim/families/clusters/cluster.h"
#include "grader/warpsim/families/clusters/decode_clusters.h"

// mapa and getctarank: between an address of shared memory and the rank of its block in the cluster.
static bool decode_rank(Decoder *d) {
    const PtxOperand *o = d->in->operand;
    const int size = ptx_type_size(type_suffix(d->in, 0));
    const bool map = named(d->in, "mapa");
    const Operand a = source(d, &o[1], size), b = map ? source(d, &o[2], 4) : a;
    const Operand to = result_direct(d, &o[0], map ? size : 4);
    Op *op = emit(d, map ? run_map_rank : run_get_rank);
    op->width = (u8)size;
    op->d = to, op->a = a, op->b = b;
    return true;
}

bool decode_cluster(Decoder *d) {
    if (named(d->in, "mapa") || named(d->in, "getctarank")) return decode_rank(d);
    if (!named(d->in, "barrier") || !has(d, "cluster")) return false;
    emit(d, run_cluster_arrive);
    return true;
}
