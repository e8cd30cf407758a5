// Totals of counters, for expressions: all ways in which a value may move, so that none is a way around a
// counted target.
#ifndef WARPBOOK_TOTALS_H
#define WARPBOOK_TOTALS_H

#include "grader/contract/counters.h"

// Index of a total by its name in lab.spec, -1 where there is none of that name:
//   read_bytes         that kernels got from global memory: by loads, atomic operations, textures and surfaces and
//                      asynchronous copies, from __constant__ variables that were filled on the device; and those
//                      that the host had copied from device memory to device memory
//   read_sectors       of 32 bytes, that these reads touched
//   written_sectors    of 32 bytes, stored to global memory, by stores, atomic operations and such copies
//   shared_read_bytes  from shared memory, by loads and atomic operations
//   requests           of the load-store unit and the texture unit: loads, stores and atomic operations in
//                      global and shared memory, texture and surface accesses; a copy counts one for 128 bytes
int total_find(const char *name);

uint64_t total_of(const Counters *counters, int total);

#endif
