// The recorded work of a case once more, with other device code or other launches.
#include "grader/session/session_parts.h"

static Tried try_message(Session *s, MessageHead head, const void *payload, TriedWork *work) {
    ReplyHead reply;
    head.call = GRADER_TRY;
    if (!write_buffers(s, 0) || !session_request(s, head, payload, &reply, NULL)) return TRY_LOST;
    *work = (TriedWork){reply.value[1], reply.value[2], reply.value[3]};
    if (reply.error) return TRIED_NOT;
    if (outcome_of(&reply) != OUTCOME_RETURNED) return TRIED_IN_VAIN;
    return read_buffers(s, 0) ? TRIED : TRY_LOST;
}

Tried session_try(Session *s, const char *ptx, size_t size, uint64_t budget, TriedWork *work) {
    return try_message(s, (MessageHead){.size = size, .arg = {budget}}, ptx, work);
}

Tried session_try_block(Session *s, const char *ptx, size_t size, uint64_t budget, TriedWork *work) {
    return try_message(s, (MessageHead){.size = size, .arg = {budget, 2}}, ptx, work);
}

Tried session_try_launch(Session *s, const ChangedLaunch *change, uint64_t budget, TriedWork *work) {
    ChangedLaunch sent = *change;
    if (sent.kind == LAUNCH_ADDRESS) sent.value = sent.value < SPEC_PARAMS ? s->address[sent.value] : 0;
    if (sent.kind == LAUNCH_ADDRESS && !sent.value) return TRIED_NOT;
    return try_message(s, (MessageHead){.size = sizeof sent, .arg = {budget, 1}}, &sent, work);
}
