// A session's state, and what its files offer each other.
#ifndef WARPBOOK_SESSION_PARTS_H
#define WARPBOOK_SESSION_PARTS_H

#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

#include "grader/jail/jail.h"
#include "grader/session/session.h"

typedef struct Session {
    const SessionSetup *setup;
    CaseData *data;
    SessionResult *result;
    pid_t device;
    Jailed student;
    bool student_started;
    int profile_fd; // what Nsight Compute prints; -1 without it
    OutputPipe output;
    Link link;
    uint64_t address[SPEC_PARAMS]; // of each buffer
    bool called;                   // the submission has had a call, and may have allocated memory
} Session;

// session.c: a failure, in words; returns false.
__attribute__((format(printf, 3, 4))) bool session_fail(Session *s, SessionState state, const char *format,
                                                        ...);
CallOutcome outcome_of(const ReplyHead *reply);
bool has_fatal(const Records *records);
const char *device_words(const Session *s); // what `device` is, for messages
// Asks `device`; false, with the reason in the result, where it is lost. `payload`: see link_request.
bool session_request(Session *s, MessageHead head, const void *data, ReplyHead *reply, char **payload);
void close_fd(int *fd);
void sleep_ms(long ms);

// Says in the result why the link to `device` ended; returns false.
bool link_lost(Session *s);

// buffers.c: the case's arrays and those of the device; false, with the reason in the result, where that fails.
bool allocate_buffers(Session *s);
bool renew_buffers(Session *s, ParamKind kind); // those of that kind: the others stay
bool write_buffers(Session *s, int round);
bool read_buffers(Session *s, int round);

// host_data.c: sends `device` what arrays of the host hold in the repetition of a function that moves its data itself; the
// games that are played for one that times launches. Nothing for other functions.
bool send_inputs(Session *s);
bool send_games(Session *s);
bool suppose(Session *s); // and what is supposed of the GPU and the launches, for the model

// student_process.c: starts the student in the jail, with its socket at STUDENT_SOCKET_FD and its output in our pipe; false, with
// the reason in the result, where that fails.
bool start_student(Session *s, int socket_fd);
// Ends the student's process, where there is one, and notes how it ended.
void end_student(Session *s);

// device_process.c: `device` with its two sockets, kept from the case before or started; the grader's end is
// left in the link, the student's in *student_fd.
bool get_device(Session *s, int *student_fd);
// Ends it, or keeps it for the next case where it may be kept.
void leave_device(Session *s);

#endif
