// Footprints, and the order of streams where programs seldom go: a thousand streams, parts of pages, much memory.
#include "grader/stream_order/stream_order.h"
#include "tests/check.h"

static const uint64_t caller[MESSAGE_CALLERS] = {1};

static StreamName stream(uint64_t handle) {
    return (StreamName){handle, 0, handle ? STREAM_NON_BLOCKING : STREAM_LEGACY};
}

static bool work(StreamOrder *o, uint64_t handle, uint64_t address, uint64_t bytes, TouchKind kind,
                 Conflict *conflict) {
    const StreamName s = stream(handle);
    stream_work_begin(o, &s, caller, "work");
    stream_work_touch(o, address, bytes, kind);
    return stream_work_end(o, false, conflict);
}

TEST(bytes_of_a_footprint) {
    Footprint f = {0};
    footprint_add(&f, 4090, 10, TOUCH_WRITE);       // the end of a page and the start of the next
    footprint_add(&f, 2 * 4096, 4096, TOUCH_WRITE); // a whole one at once
    for (int i = 0; i < 512; i++) footprint_add(&f, 3 * 4096 + (uint64_t)(i * 37 % 512) * 8, 8, TOUCH_READ);
    footprint_finish(&f);
    CHECK_EQ(f.count, 4);
    CHECK(f.pages[0].bits[TOUCH_WRITE][63] == 0xfc00000000000000);
    CHECK(f.pages[1].bits[TOUCH_WRITE][0] == 0xf && !f.pages[1].bits[TOUCH_READ]);
    CHECK(f.pages[2].bits[TOUCH_WRITE] == footprint_whole);
    CHECK(f.pages[3].bits[TOUCH_READ] == footprint_whole); // piece by piece
    footprint_clear(&f);
}

TEST(footprints_are_merged) {
    Footprint a = {0}, b = {0};
    for (uint64_t i = 0; i < 1000; i++) footprint_add(&a, i * 8192, 4, TOUCH_READ);
    for (uint64_t i = 0; i < 1000; i++) footprint_add(&b, i * 8192 + 4, 4, TOUCH_READ);
    footprint_add(&b, 4096, 4096, TOUCH_ATOMIC);
    footprint_merge(&a, &b);
    footprint_finish(&a);
    CHECK_EQ(a.count, 1001);
    CHECK_EQ(b.count, 0);
    CHECK(a.pages[0].bits[TOUCH_READ][0] == 0xff);
    CHECK(a.pages[1].bits[TOUCH_ATOMIC] == footprint_whole);
    footprint_clear(&a);
}

TEST(a_thousand_streams) {
    StreamOrder *o = stream_order_new();
    Conflict conflict;
    for (uint64_t s = 1; s <= 1000; s++) CHECK(!work(o, s, 0x10000 + s * 64, 64, TOUCH_WRITE, &conflict));
    CHECK(work(o, 1, 0x10000 + 1000 * 64, 1, TOUCH_READ, &conflict)); // what the last one wrote
    for (uint64_t s = 1; s <= 1000; s++) {
        const StreamName from = stream(s), to = stream(2000);
        stream_record_event(o, s, &from);
        stream_wait_event(o, &to, s);
    }
    CHECK(!work(o, 2000, 0x10000, 1001 * 64, TOUCH_WRITE, &conflict));
    CHECK(!stream_order_lost(o));
    stream_order_free(o);
}

TEST(the_newer_of_two) {
    StreamOrder *o = stream_order_new();
    Conflict conflict;
    CHECK(!work(o, 1, 0x1000, 4096, TOUCH_READ, &conflict));
    CHECK(!work(o, 1, 0x1800, 8, TOUCH_WRITE, &conflict));
    CHECK(work(o, 2, 0x1804, 1, TOUCH_READ, &conflict)); // the read before it would be no matter
    CHECK_EQ(conflict.earlier_kind, TOUCH_WRITE);
    CHECK_EQ(conflict.address, 0x1804);
    CHECK_EQ(conflict.earlier.time, 2);
    CHECK(work(o, 3, 0x1000, 4096, TOUCH_WRITE, &conflict));
    CHECK_EQ(conflict.address, 0x1000);
    CHECK_EQ(conflict.earlier_kind, TOUCH_READ);
    stream_order_free(o);
}

TEST(atomic_operations) {
    StreamOrder *o = stream_order_new();
    Conflict conflict;
    CHECK(!work(o, 1, 0x1000, 4, TOUCH_ATOMIC, &conflict));
    CHECK(!work(o, 2, 0x1000, 4, TOUCH_ATOMIC, &conflict));
    CHECK(work(o, 3, 0x1000, 4, TOUCH_READ, &conflict));
    stream_order_free(o);
}

// Asked before anybody has waited: "not yet" a few times, and then an answer that orders what comes later.
TEST(questions_of_the_host) {
    StreamOrder *o = stream_order_new();
    Conflict conflict;
    uint32_t times[8] = {0}, different = 0;
    for (uint64_t s = 1; s < 8; s++) {
        const StreamName name = stream(s);
        CHECK(stream_host_asks(o, &name)); // nothing is under way
        work(o, s, 0x1000 * s, 64, TOUCH_WRITE, &conflict);
        while (!stream_host_asks(o, &name)) times[s]++;
        CHECK(times[s] >= 2 && times[s] <= 1025);
        different += times[s] != times[1];
        CHECK(!stream_host_touches(o, NULL, 0x1000 * s, 64, TOUCH_WRITE, &conflict));
        CHECK(stream_host_asks(o, &name)); // known
    }
    CHECK(different > 0);
    stream_order_free(o);
}

TEST(questions_about_events) {
    StreamOrder *o = stream_order_new();
    Conflict conflict;
    const StreamName one = stream(1);
    uint32_t times = 0;
    CHECK(stream_host_asks_event(o, 5)); // never recorded
    work(o, 1, 0x1000, 64, TOUCH_WRITE, &conflict);
    stream_record_event(o, 5, &one);
    work(o, 1, 0x2000, 64, TOUCH_WRITE, &conflict); // behind it
    while (!stream_host_asks_event(o, 5)) times++;
    CHECK(times >= 2 && times <= 1025);
    CHECK(!stream_host_touches(o, NULL, 0x1000, 64, TOUCH_WRITE, &conflict));
    CHECK(stream_host_touches(o, NULL, 0x2000, 64, TOUCH_READ, &conflict));
    CHECK_EQ(conflict.earlier_kind, TOUCH_WRITE);
    CHECK(!stream_host_touches(o, &one, 0x2000, 64, TOUCH_READ, &conflict)); // a host function in the stream
    stream_order_free(o);
}

TEST(host_functions) {
    StreamOrder *o = stream_order_new();
    Conflict conflict;
    const StreamName one = stream(1), two = stream(2);
    CHECK(!stream_host_function(o, &one, 0)); // nothing is under way
    work(o, 1, 0x1000, 64, TOUCH_WRITE, &conflict);
    CHECK(stream_host_function(o, &one, 0));
    CHECK(stream_is_behind_function(o, &one, 0));
    CHECK(!stream_is_behind_function(o, &two, 0));
    CHECK(!stream_is_behind_function(o, NULL, 0));
    stream_record_event(o, 5, &one);
    stream_wait_event(o, &two, 5);
    CHECK(stream_is_behind_function(o, &two, 0));
    CHECK(stream_host_touches(o, NULL, 0x1000, 64, TOUCH_READ, &conflict));
    stream_host_waits_function(o, 0);
    CHECK(stream_is_behind_function(o, NULL, 0));
    CHECK(!stream_host_touches(o, NULL, 0x1000, 64, TOUCH_READ, &conflict));
    stream_order_free(o);
}

// Past RECENT_WORK_MOST what is known is forgotten: races are missed, and it is said; none is invented.
TEST(more_than_is_kept) {
    StreamOrder *o = stream_order_new();
    Conflict conflict;
    const uint64_t pages = 300000;
    for (uint64_t s = 1; s <= 3 && !stream_order_lost(o); s++) {
        const StreamName name = stream(s);
        stream_work_begin(o, &name, caller, "work");
        for (uint64_t i = 0; i < pages; i++) stream_work_touch(o, i * 4096 + s * 8, 8, TOUCH_WRITE);
        CHECK(!stream_work_end(o, false, &conflict));
    }
    CHECK(!work(o, 4, 2 * 4096 + 16, 4, TOUCH_READ, &conflict) || !stream_order_lost(o));
    for (uint64_t s = 5; s <= 9; s++) {
        const StreamName name = stream(s);
        stream_work_begin(o, &name, caller, "work");
        for (uint64_t i = 0; i < pages; i++) stream_work_touch(o, i * 4096 + s * 8, 8, TOUCH_WRITE);
        CHECK(!stream_work_end(o, false, &conflict));
    }
    CHECK(stream_order_lost(o));
    CHECK(!work(o, 4, 0, 4, TOUCH_WRITE, &conflict));
    CHECK(work(o, 9, 0, 4, TOUCH_WRITE, &conflict)); // what comes later is checked again
    stream_order_free(o);
}

CHECK_MAIN()
