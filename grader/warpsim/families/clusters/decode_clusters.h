// Decoding of the family, file by file: each decodes the current instruction where it is one of its own.
#ifndef WARPBOOK_DECODE_CLUSTERS_H
#define WARPBOOK_DECODE_CLUSTERS_H

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/decode.h"

bool decode_cluster(Decoder *d);
bool decode_asynchronous(Decoder *d);
bool decode_bulk(Decoder *d);

#endif
