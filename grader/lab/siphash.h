// SipHash-2-4 by Aumasson and Bernstein ("SipHash: a fast short-input PRF", 2012): who does not have the key
// cannot tell its values from random ones, nor get from some of them to others.
#ifndef WARPBOOK_SIPHASH_H
#define WARPBOOK_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t siphash(const uint8_t key[16], const void *text, size_t size);

#endif
