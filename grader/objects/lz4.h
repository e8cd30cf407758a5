// Unpacks one LZ4 block, as `nvcc -compress-mode=speed` stores PTX, and older nvcc by default.
#ifndef WARPBOOK_LZ4_H
#define WARPBOOK_LZ4_H

#include "grader/objects/bytes.h"

// Fills all `size` bytes of `out`. Returns false where the block is damaged or unpacks to another size.
bool lz4_unpack(Bytes block, char *out, size_t size);

#endif
