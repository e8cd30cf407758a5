// How much memory this machine can still give.
#ifndef WARPBOOK_MEMORY_ROOM_H
#define WARPBOOK_MEMORY_ROOM_H

#include <stdint.h>

// Bytes that can be taken without driving others out; UINT64_MAX where the system does not say.
uint64_t memory_room(void);

#endif
