// What our libcudart offers to grader/student beside CUDA's own functions: being called by `device`.
#ifndef WARPBOOK_CONVERSATION_H
#define WARPBOOK_CONVERSATION_H

#include <stddef.h>

// Says that this process runs functions of the file at `path` when `device` asks for them (STUDENT_CALL). To
// be called before the file is opened, with the path that dlopen will get. CUDA calls made outside such a
// call, for instance by constructors of the file, then wait for the next one. Without it, the process is an
// ordinary program that calls CUDA whenever it likes, and its student's file is the program itself.
void runtime_host_student(const char *path);

// Waits for the next STUDENT_CALL and returns its payload, to be freed; NULL when `device` has closed the
// socket.
void *runtime_receive_call(size_t *size);

// Writes out stdout and stderr and tells `device` that the function has returned.
void runtime_call_returned(void);

#endif
