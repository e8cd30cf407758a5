// What the host code of a function asked for, with the lines: allocations and copies of one that moves its data itself; steps of
// the first game of one that times a played device.
#ifndef WARPBOOK_HOST_MOVES_H
#define WARPBOOK_HOST_MOVES_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/warpsim.h"

enum { HOST_ARRAYS = 16, HOST_MOVES = 64 }; // as many as grader/session/records.h has room for

// An array of the host that the function is called with; `bytes` is NULL for the one that it is to fill.
typedef struct {
    char name[40];
    uint8_t *bytes;
    uint64_t size;
    uint32_t element;
} HostArray;

typedef struct {
    const char *kind;                 // as in the record `move`
    uint64_t address, bytes, room;    // on the device; how much; of the allocation there, 0: none
    char holds[40];                   // whose beginning was uploaded: the name of an array
    int error;                        // cudaError_t
    uint64_t times;                   // how often, one after the other
    uint64_t caller[MESSAGE_CALLERS]; // where
} HostMove;

typedef struct {
    HostArray array[HOST_ARRAYS];
    int arrays;
    HostMove move[HOST_MOVES]; // the first ones
    int count;
    // The lab's own code calls the function again, with a fault that is played, and then for other reasons: of the first kind of call
    // nothing is noted but what fails by the fault, of the others nothing.
    PlayedFault fault;
    bool over; // one has been played
} HostMoves;

// Takes over an array of GRADER_ARRAY. False where it makes no sense or memory is missing.
bool host_moves_array(HostMoves *m, const MessageHead *head, const uint8_t *payload);

// Before a call of the function: forgets what was asked for in the one before.
void host_moves_begin(HostMoves *m);

// A request of the student's process that was carried out. Device memory that a whole array was copied to gets its name.
void host_moves_note(HostMoves *m, Warpsim *s, const MessageHead *head, const ReplyHead *reply,
                     const uint8_t *payload, int error);

// The device memory that the function's answer came from: where it read most, the latest. 0: it read less than is wanted. It
// gets the answer's name.
uint64_t host_moves_answer(const HostMoves *m, Warpsim *s);

// Where the allocation that begins there was given back; NULL: it was not.
const uint64_t *host_moves_freed(const HostMoves *m, uint64_t base);

void host_moves_free(HostMoves *m);

#endif
