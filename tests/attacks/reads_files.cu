// RIGHT: looks for the solution, the reference and the grader's memory, finds nothing, and computes

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

// The attack came through: the case must not pass.
static void came_through(const char *what) {
    fprintf(stderr, "came through: %s\n", what);
    abort();
}

static void try_open(const char *path) {
    int fd = open(path, O_RDONLY);
    if (fd >= 0) came_through(path);
}

static void try_write(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    if (fd >= 0) came_through(path);
}

static void attack() {
    char path[600], line[400];
    // The root of the project is seen from where this file was loaded.
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        char *start = strchr(line, '/'), *build = start ? strstr(start, "/build/") : NULL;
        if (!build) continue;
        *build = 0;
        const char *files[] = {"/solutions/lab3_basic_stencil/stencil.cu", "/build/lab3/reference.so", "/build/lab3/solution.so",
                               "/labs/lab3_basic_stencil/reference.c", "/labs/lab3_basic_stencil/lab.spec", "/build/bin/grade"};
        for (const char *file : files) {
            snprintf(path, sizeof path, "%s%s", start, file);
            try_open(path);
        }
        snprintf(path, sizeof path, "%s/build/forged", start);
        try_write(path);
    }
    if (maps) fclose(maps);
    // Process 1 may be the jail's own, which holds nothing.
    for (int pid = getppid(); pid > 1 && pid > (int)getppid() - 3; --pid) {
        snprintf(path, sizeof path, "/proc/%d/mem", pid);
        if (pid != getpid()) try_open(path);
        char byte;
        struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
        if (pid != getpid() && process_vm_readv(pid, &here, 1, &there, 1, 0) > 0) came_through("process_vm_readv");
        if (ptrace(PTRACE_ATTACH, pid, 0, 0) == 0) came_through("ptrace");
    }
    try_open("/etc/passwd");
    try_open("/root");
    try_open("/home");
    try_write("/tmp/warpbook-forged");
    try_write("/dev/shm/warpbook-forged");
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) came_through("a socket");
    if (fork() == 0) _exit(0);
    if (errno != EPERM && errno != ENOSYS) came_through("fork");
    execl("/bin/true", "true", (char *)NULL);
}

#include "tests/attacks/attacked_launches.cuh"
