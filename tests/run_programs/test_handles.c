// Programs that create and destroy events all the time never run out of them.
#include "grader/device/device.h"
#include "grader/warpsim/core/simulator.h"
#include "tests/check.h"

enum { INVALID_HANDLE = 400, OUT_OF_MEMORY = 2 };

static int call(Device *d, uint32_t number, uint64_t argument, uint64_t *value) {
    MessageHead head = {.call = number, .arg = {argument}};
    ReplyHead reply = {0};
    Call c = {.head = &head, .reply = &reply};
    const int error = call_streams(d, &c);
    if (value) *value = reply.value[0];
    return error;
}

TEST(events_without_end) {
    Warpsim sim = {0}; // its first device is in use
    Device d = {.sim = &sim};
    uint64_t kept, handle;
    CHECK_EQ(call(&d, CALL_EVENT_CREATE, 0, &kept), 0);
    for (uint32_t i = 0; i < 2 * MAX_HANDLES; i++) {
        if (call(&d, CALL_EVENT_CREATE, 0, &handle)) break;
        if (handle == kept || call(&d, CALL_EVENT_DESTROY, handle, NULL)) break;
        handle = 0;
    }
    CHECK_EQ(handle, 0); // all rounds have come to their end
    CHECK_EQ(call(&d, CALL_EVENT_DESTROY, kept, NULL), 0);
    free_streams(&d);
}

TEST(destroyed_is_noticed) {
    Warpsim sim = {0}; // its first device is in use
    Device d = {.sim = &sim};
    uint64_t first, second;
    CHECK_EQ(call(&d, CALL_STREAM_CREATE, 0, &first), 0);
    CHECK_EQ(call(&d, CALL_STREAM_DESTROY, first, NULL), 0);
    CHECK_EQ(call(&d, CALL_STREAM_CREATE, 0, &second), 0);
    CHECK(second != first);
    CHECK_EQ(call(&d, CALL_STREAM_DESTROY, first, NULL), INVALID_HANDLE);
    CHECK_EQ(call(&d, CALL_STREAM_DESTROY, second, NULL), 0);
    free_streams(&d);
}

TEST(all_exist) {
    Warpsim sim = {0}; // its first device is in use
    Device d = {.sim = &sim};
    uint64_t handle;
    for (uint32_t i = 0; i < MAX_HANDLES; i++)
        if (call(&d, CALL_STREAM_CREATE, 0, &handle)) break;
    CHECK_EQ(d.streams.count, MAX_HANDLES);
    CHECK_EQ(call(&d, CALL_STREAM_CREATE, 0, &handle), OUT_OF_MEMORY);
    free_streams(&d);
}

CHECK_MAIN()
