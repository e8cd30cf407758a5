// Unpacks zstd frames, as nvcc 13 stores PTX by default, with the machine's libzstd, opened when it is needed first.
#ifndef WARPBOOK_ZSTD_H
#define WARPBOOK_ZSTD_H

#include "grader/objects/bytes.h"

// Is the library there?
bool zstd_is_here(void);

// Fills all `size` bytes of `out`. False where the frame is damaged or unpacks to another size.
bool zstd_unpack(Bytes frame, char *out, size_t size);

#endif
