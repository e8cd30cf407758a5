// WRONG: shuts the socket down in one direction and waits
// EXPECT score: 20

#include "tests/attacks/wire.cuh"

static void attack() {
    shutdown(SOCKET, SHUT_WR);
    pause();
}

#include "tests/attacks/attacked_launches.cuh"
