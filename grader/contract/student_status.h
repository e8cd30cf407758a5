// What the exit status of the student's process says where that process itself gave up, and not the student's code.
// Statuses that programs rarely end with.
#ifndef WARPBOOK_STUDENT_STATUS_H
#define WARPBOOK_STUDENT_STATUS_H

enum {
    STUDENT_NOT_LOADED = 101, // the shared object of the student, or the lab's call.c
    STUDENT_NO_FUNCTION = 102,
    STUDENT_BAD_CALL = 103,     // what came from `device` cannot be a call
    STUDENT_NOT_CONNECTED = 104 // nothing comes from `device` any more: its descriptor is closed
};

#endif
