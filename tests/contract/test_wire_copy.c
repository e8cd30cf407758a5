// The attackers' copy of the messages is that of grader/contract/protocol.h: else the attacks would only be refused.
#include "grader/contract/protocol.h"
#include "tests/attacks/wire.cuh"
#include "tests/check.h"

#define SAME_PLACE(mine, theirs, field) CHECK_EQ(offsetof(mine, field), offsetof(theirs, field))

TEST(heads) {
    CHECK_EQ(sizeof(Head), sizeof(MessageHead));
    SAME_PLACE(Head, MessageHead, call);
    SAME_PLACE(Head, MessageHead, device);
    SAME_PLACE(Head, MessageHead, size);
    SAME_PLACE(Head, MessageHead, stream);
    SAME_PLACE(Head, MessageHead, thread);
    SAME_PLACE(Head, MessageHead, waits);
    SAME_PLACE(Head, MessageHead, arg);
    SAME_PLACE(Head, MessageHead, caller);
    CHECK_EQ(sizeof(Reply), sizeof(ReplyHead));
    SAME_PLACE(Reply, ReplyHead, error);
    SAME_PLACE(Reply, ReplyHead, size);
    SAME_PLACE(Reply, ReplyHead, value);
}

TEST(numbers) {
    CHECK_EQ(SOCKET, STUDENT_SOCKET_FD);
    CHECK_EQ(HELLO, CALL_HELLO);
    CHECK_EQ(RESET, CALL_RESET);
    CHECK_EQ(SYNCHRONIZE, CALL_SYNCHRONIZE);
    CHECK_EQ(MALLOC, CALL_MALLOC);
    CHECK_EQ(WRITE, CALL_WRITE);
    CHECK_EQ(READ, CALL_READ);
    CHECK_EQ(RETURNED, CALL_RETURNED);
    CHECK_EQ(HOST_FAULT, CALL_HOST_FAULT);
    CHECK_EQ(LOAD, CALL_LOAD);
    CHECK_EQ(ALLOCATE_SHARED, CALL_ALLOCATE_SHARED);
    CHECK_EQ(SHARE_VARIABLE, CALL_SHARE_VARIABLE);
    CHECK_EQ(OWNER, CALL_OWNER);
}

CHECK_MAIN()
