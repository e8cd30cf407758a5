// student: runs the functions of a student's shared object when `device` asks for them. The only program that
// the student's host code ever runs in.
//
//     student STUDENT.so CALL.so      with its socket at descriptor STUDENT_SOCKET_FD
//
// CALL.so is the lab's call.c: for each entry point it knows how to call the student's function with the
// arguments that `device` sends. Our libcudart is linked in (found beside this program), so the student's
// CUDA calls reach it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/lab.h"
#include "common/lab_room.h"
#include "grader/contract/protocol.h"
#include "grader/contract/student_status.h"
#include "grader/jail/jail.h"
#include "grader/runtime/conversation.h"

enum { ARGUMENTS_MAX = 64 };

typedef void Function(void);

typedef struct {
    const char *student_path, *call_path;
    void *student;            // what dlopen gave for it
    const LabCaller *callers; // what call.c defines
} Files;

static void *open_file(const char *path, const char *advice) {
    void *file = dlopen(path, RTLD_NOW);
    if (file) return file;
    fprintf(stderr, "student: %s cannot be loaded: %s\n%s\n", path, dlerror(), advice);
    exit(STUDENT_NOT_LOADED);
}

static const LabCaller *find_callers(const char *path) {
    const char *advice = "It is the lab's call.c, built: run make, then grade again.";
    const LabCaller *callers = dlsym(open_file(path, advice), "lab_callers");
    if (callers) return callers;
    fprintf(stderr,
            "student: %s does not define lab_callers. Define it in the lab's call.c, see common/lab.h.\n",
            path);
    exit(STUDENT_NOT_LOADED);
}

static Function *find_entry(const Files *files, const char *name) {
    Function *entry = NULL;
    *(void **)&entry = dlsym(files->student, name);
    if (entry) return entry;
    fprintf(stderr, "student: the function %s is not in your file.\n", name);
    exit(STUDENT_NO_FUNCTION);
}

static LabCall *find_caller(const Files *files, const char *name) {
    for (const LabCaller *caller = files->callers; caller->entry; caller++)
        if (strcmp(caller->entry, name) == 0) return caller->call;
    fprintf(stderr, "student: lab_callers in %s has no line for %s. Add one to the lab's call.c.\n",
            files->call_path, name);
    exit(STUDENT_NOT_LOADED);
}

static _Noreturn void refuse_call(const char *why) {
    fprintf(stderr, "student: `device` sent a call that cannot be made: %s\n", why);
    exit(STUDENT_BAD_CALL);
}

// Copies `size` bytes off the front of the payload, which moves on.
static void take(const char **payload, size_t *left, void *to, size_t size) {
    if (size > *left) refuse_call("its arguments end too early");
    memcpy(to, *payload, size);
    *payload += size;
    *left -= size;
}

// Gives each argument memory of its own, aligned for any type, because the payload aligns them to 8 bytes
// only.
static int unpack_arguments(const char *payload, size_t left, uint64_t count, void **args, size_t *sizes) {
    if (count > ARGUMENTS_MAX) refuse_call("it has too many arguments");
    for (uint64_t i = 0; i < count; i++) {
        uint64_t size;
        take(&payload, &left, &size, sizeof size);
        if (size > left) refuse_call("its arguments end too early");
        args[i] = lab_room(size);
        sizes[i] = size;
        if (!args[i]) refuse_call("there is no memory for its arguments");
        take(&payload, &left, args[i], size);
        size_t padding = (8 - size % 8) % 8;
        if (padding > left) padding = left;
        payload += padding;
        left -= padding;
    }
    return (int)count;
}

static void serve_call(const Files *files, const char *payload, size_t size) {
    CallRequest request;
    void *args[ARGUMENTS_MAX];
    size_t sizes[ARGUMENTS_MAX];
    take(&payload, &size, &request, sizeof request);
    request.name[sizeof request.name - 1] = '\0';
    const int count = unpack_arguments(payload, size, request.arg_count, args, sizes);
    LabCall *call = find_caller(files, request.name);
    call(find_entry(files, request.name), (const void *const *)args);
    for (int i = 0; i < count; i++) lab_room_free(args[i], sizes[i]);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr,
                "usage: student STUDENT.so CALL.so (the grader starts this program, with a socket as "
                "descriptor %d)\n",
                STUDENT_SOCKET_FD);
        return STUDENT_NOT_LOADED;
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); // what was printed before a crash must not be lost in a buffer
    Files files = {.student_path = argv[1], .call_path = argv[2]};
    files.callers = find_callers(files.call_path);
    runtime_host_student(files.student_path);
    (void)jail_lock_down(); // where there is no seccomp, what jail_start could set up has to do
    files.student =
        open_file(files.student_path,
                  "A name that is not defined anywhere: declare it, define it, or take its use out. "
                  "Otherwise build your file again.");

    for (;;) {
        size_t size;
        char *payload = runtime_receive_call(&size);
        if (!payload) return EXIT_SUCCESS;
        serve_call(&files, payload, size);
        free(payload);
        runtime_call_returned();
    }
}
