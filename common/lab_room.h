// For the grader's process that calls a student's function: arrays of the host behind whose end nothing lies, so that a copy
// of too many bytes is noticed wherever the heap happens to put them.
#ifndef WARPBOOK_LAB_ROOM_H
#define WARPBOOK_LAB_ROOM_H

#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

static inline size_t lab_room_pages(size_t bytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

// Where the room begins in its pages: it ends where they do.
static inline size_t lab_room_offset(size_t bytes) {
    return lab_room_pages(bytes) - bytes;
}

// `bytes` bytes of zeros with a page behind them that nobody may touch, aligned for an array of any type that fills them. NULL: no
// memory.
static inline void *lab_room(size_t bytes) {
    const size_t pages = lab_room_pages(bytes), guard = (size_t)sysconf(_SC_PAGESIZE);
    char *room = mmap(NULL, pages + guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return NULL;
    if (mprotect(room + pages, guard, PROT_NONE)) return NULL;
    return room + lab_room_offset(bytes);
}

static inline void lab_room_free(void *room, size_t bytes) {
    if (room)
        munmap((char *)room - lab_room_offset(bytes), lab_room_pages(bytes) + (size_t)sysconf(_SC_PAGESIZE));
}

#endif
