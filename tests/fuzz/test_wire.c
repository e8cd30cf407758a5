// Fuzz target: the bytes say in which pieces they are written to a socket and read from it, one behind the
// other, by the functions of grader/device/wire.c. What is read must be what was written.
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "grader/device/wire.h"
#include "tests/fuzz/fuzz.h"

enum { ROOM = 1 << 14, WRITES_MAX = 30 }; // less than a socket holds unread

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t sent[ROOM], got[ROOM];
    size_t written = 0, read = 0;
    int writes = 0;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 0;
    for (size_t i = 0; i < ROOM; i++) sent[i] = (uint8_t)(i * 7 + i / 256);
    for (size_t i = 0; i < size; i++) {
        const size_t piece = (size_t)(data[i] & 63) * (data[i] & 64 ? 16 : 1), waits = written - read;
        if (data[i] & 128) {
            if (piece > ROOM - written || writes++ == WRITES_MAX) break;
            if (wire_write(ends[0], sent + written, piece, 1000) != WIRE_OK) abort();
            written += piece;
        } else if (piece > waits) { // it is not all there: late, or closed
            if (size & 1) close(ends[0]), ends[0] = -1;
            const WireState state = wire_read(ends[1], got, piece, ends[0] < 0 ? 1000 : 0);
            if (state != (size & 1 ? WIRE_CLOSED : WIRE_LATE)) abort();
            break;
        } else if (data[i] & 1) {
            if (wire_skip(ends[1], piece, 1000) != WIRE_OK) abort();
            read += piece;
        } else {
            if (wire_read(ends[1], got, piece, 1000) != WIRE_OK || memcmp(got, sent + read, piece) != 0)
                abort();
            read += piece;
        }
    }
    if (ends[0] >= 0) close(ends[0]);
    close(ends[1]);
    return 0;
}
