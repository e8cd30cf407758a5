// The part of a CUDA file that its host code is made from.
#ifndef WARPBOOK_HOST_TEXT_H
#define WARPBOOK_HOST_TEXT_H

// Bare text (bare_text.h) without the bodies of functions that run on the GPU alone: where two files have the same host text,
// the host code of one works with the device code of the other. malloc'ed; NULL without memory, or where it is not clear what is
// such a body.
char *host_text(const char *bare);

#endif
