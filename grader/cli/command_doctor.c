// grade doctor: what is here, what is missing, and the one command that mends it.
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/jail/jail.h"
#include "grader/jail/probe.h"
#include "grader/lab/processors.h"
#include "grader/text/clean.h"

enum { TOOLKIT_OLDEST = 12 };

typedef struct {
    Writer writer;
    int missing;
} Doctor;

__attribute__((format(printf, 4, 5))) static void say(Doctor *d, Style style, const char *what,
                                                      const char *format, ...) {
    char text[PATH_SIZE + 400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char line[sizeof text + 40];
    snprintf(line, sizeof line, "%s: %s", what, text);
    d->missing += style == STYLE_BAD;
    writer_entry(&d->writer,
                 style == STYLE_GOOD  ? "ok"
                 : style == STYLE_BAD ? "MISSING"
                                      : "note",
                 style, line);
}

// The package manager of this system, from the identifiers in /etc/os-release.
typedef enum { SYSTEM_DEBIAN, SYSTEM_FEDORA, SYSTEM_ARCH, SYSTEM_SUSE, SYSTEM_OTHER } System;

static System find_system(void) {
    char line[300];
    FILE *file = fopen("/etc/os-release", "r");
    System system = SYSTEM_OTHER;
    while (file && fgets(line, sizeof line, file) && system == SYSTEM_OTHER) {
        if (strncmp(line, "ID=", 3) && strncmp(line, "ID_LIKE=", 8)) continue;
        if (strstr(line, "debian") || strstr(line, "ubuntu"))
            system = SYSTEM_DEBIAN;
        else if (strstr(line, "fedora") || strstr(line, "rhel"))
            system = SYSTEM_FEDORA;
        else if (strstr(line, "arch"))
            system = SYSTEM_ARCH;
        else if (strstr(line, "suse"))
            system = SYSTEM_SUSE;
    }
    if (file) fclose(file);
    return system;
}

typedef struct {
    const char *debian, *fedora, *arch, *suse;
} Packages;

static const char *install_command(const Packages *packages, char *to, size_t size) {
    switch (find_system()) {
    case SYSTEM_DEBIAN: snprintf(to, size, "sudo apt-get install %s", packages->debian); break;
    case SYSTEM_FEDORA: snprintf(to, size, "sudo dnf install %s", packages->fedora); break;
    case SYSTEM_ARCH: snprintf(to, size, "sudo pacman -S %s", packages->arch); break;
    case SYSTEM_SUSE: snprintf(to, size, "sudo zypper install %s", packages->suse); break;
    case SYSTEM_OTHER: snprintf(to, size, "the package manager's package %s", packages->debian); break;
    }
    return to;
}

// Looks for a program on PATH.
static bool find_program(const char *name, char path[PATH_SIZE]) {
    const char *at = getenv("PATH");
    while (at && *at) {
        size_t length = strcspn(at, ":");
        snprintf(path, PATH_SIZE, "%.*s/%s", (int)length, at, name);
        if (length && access(path, X_OK) == 0) return true;
        at += length + (at[length] == ':');
    }
    return false;
}

// What `path --version` prints, made printable, and the first line of it that has `mark` in it.
static bool read_version(const char *path, const char *mark, char *version, size_t size) {
    int ends[2];
    version[0] = 0;
    if (pipe(ends) < 0) return false;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        execl(path, path, "--version", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *output = fdopen(ends[0], "r");
    char line[400];
    while (output && fgets(line, sizeof line, output)) {
        const char *found = strstr(line, mark);
        if (found && !version[0]) clean_text(version, size, found, strcspn(found, "\n"));
    }
    if (output) fclose(output);
    int status = -1;
    if (pid > 0) waitpid(pid, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void check_compiler(Doctor *d) {
    static const Packages packages = {"build-essential", "gcc-c++ glibc-devel", "base-devel", "gcc-c++"};
    const char *names[] = {"cc", "gcc", "clang"};
    char path[PATH_SIZE], version[200], command[200];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!find_program(names[i], path)) continue;
        read_version(path, "", version, sizeof version);
        say(d, STYLE_GOOD, "C compiler", "%s (%s)", path, version);
        return;
    }
    say(d, STYLE_BAD, "C compiler", "install one with: %s",
        install_command(&packages, command, sizeof command));
}

static void check_make(Doctor *d) {
    static const Packages packages = {"make", "make", "make", "make"};
    char path[PATH_SIZE], version[200], command[200];
    if (!find_program("make", path)) {
        say(d, STYLE_BAD, "GNU Make", "install it with: %s",
            install_command(&packages, command, sizeof command));
        return;
    }
    read_version(path, "GNU Make", version, sizeof version);
    if (version[0])
        say(d, STYLE_GOOD, "GNU Make", "%s (%s)", path, version);
    else
        say(d, STYLE_BAD, "GNU Make", "%s is another make; install GNU's with: %s", path,
            install_command(&packages, command, sizeof command));
}

// The toolkit is looked for where the Makefile looks: CUDA_HOME, nvcc on PATH, /usr/local/cuda.
static bool find_nvcc(char path[PATH_SIZE]) {
    const char *home = getenv("CUDA_HOME");
    if (home && *home) {
        snprintf(path, PATH_SIZE, "%s/bin/nvcc", home);
        if (access(path, X_OK) == 0) return true;
    }
    if (find_program("nvcc", path)) return true;
    snprintf(path, PATH_SIZE, "/usr/local/cuda/bin/nvcc");
    return access(path, X_OK) == 0;
}

static void check_toolkit(Doctor *d) {
    static const Packages packages = {"nvidia-cuda-toolkit", "cuda-toolkit", "cuda", "cuda-toolkit"};
    const char *page = "https://developer.nvidia.com/cuda-downloads";
    char path[PATH_SIZE], version[200], command[200];
    const char *home = getenv("CUDA_HOME");
    install_command(&packages, command, sizeof command);
    const bool found = find_nvcc(path);
    if (home && *home && strncmp(path, home, strlen(home)))
        say(d, found ? STYLE_WARN : STYLE_BAD, "CUDA_HOME",
            "is %s, and there is no nvcc in its folder bin: it is ignored. Correct it, or unset it", home);
    if (!found) {
        say(d, STYLE_BAD, "CUDA Toolkit",
            "no nvcc in CUDA_HOME, on PATH or in /usr/local/cuda. Install version %d or newer with: %s "
            "(where that is too old or not there: %s)",
            TOOLKIT_OLDEST, command, page);
        return;
    }
    bool runs = read_version(path, "release ", version, sizeof version);
    int major = version[0] ? atoi(version + strlen("release ")) : 0;
    if (!runs || !major)
        say(d, STYLE_BAD, "CUDA Toolkit", "%s does not run. Install it again: %s", path, page);
    else if (major < TOOLKIT_OLDEST)
        say(d, STYLE_BAD, "CUDA Toolkit", "%s is %s; version %d or newer is needed: %s", path, version,
            TOOLKIT_OLDEST, page);
    else
        say(d, STYLE_GOOD, "CUDA Toolkit", "%s (%s)", path, version);
}

static void check_gpu(Doctor *d) {
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    bool device = access("/dev/nvidia0", F_OK) == 0;
    if (driver) dlclose(driver);
    if (driver && device)
        say(d, STYLE_GOOD, "GPU", "an NVIDIA GPU is here: ./grade LAB uses it beside the simulator.");
    else if (driver || device)
        say(d, STYLE_PLAIN, "GPU", "%s. None is needed: kernels run on the simulator.",
            driver ? "the driver's library is here but no GPU (/dev/nvidia0)"
                   : "a GPU is here but not the driver's library (libcuda.so.1)");
    else
        say(d, STYLE_PLAIN, "GPU", "none, and none is needed: kernels run on the simulator.");
}

static void check_jail(Doctor *d) {
    static const Packages packages = {"bubblewrap", "bubblewrap", "bubblewrap", "bubblewrap"};
    const char *kind = jail_kind();
    char command[200];
    if (!strcmp(kind, "bubblewrap") || !strcmp(kind, "namespaces"))
        say(d, STYLE_GOOD, "jail", "%s", kind);
    else
        say(d, STYLE_PLAIN, "jail", "%s. It works; a stronger one comes with: %s", kind,
            install_command(&packages, command, sizeof command));
}

static void check_machine(Doctor *d) {
    struct rlimit limit;
    const int cores = usable_processors();
    double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / (1 << 30);
    say(d, STYLE_GOOD, "machine", "%d core%s for this process, %.1f GiB of memory", cores,
        cores == 1 ? "" : "s", memory);
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        say(d, STYLE_PLAIN, "address space",
            "limited to %.1f GiB; when a case fails for memory: ulimit -v unlimited",
            (double)limit.rlim_cur / (1 << 30));
}

// For instructors only: what `./grade class` is built with.
static void check_class(Doctor *d, const Project *project) {
    static const Packages packages = {"libarchive-dev libsqlite3-dev", "libarchive-devel sqlite-devel",
                                      "libarchive sqlite", "libarchive-devel sqlite3-devel"};
    char path[PATH_SIZE], command[200];
    project_path(project, path, "build", "bin", "class", NULL);
    if (file_exists(path))
        say(d, STYLE_GOOD, "grade class", "built");
    else if (file_exists("/usr/include/archive.h") && file_exists("/usr/include/sqlite3.h"))
        say(d, STYLE_PLAIN, "grade class",
            "not built, and no student needs it. To grade a whole class: make class");
    else
        say(d, STYLE_PLAIN, "grade class",
            "not built, and no student needs it. To grade a whole class: %s, then make class",
            install_command(&packages, command, sizeof command));
}

// For pages that run their kernel again.
static void check_module(Doctor *d, const Project *project) {
    char path[PATH_SIZE];
    project_path(project, path, PAGE_MODULE, NULL);
    if (file_exists(path))
        say(d, STYLE_GOOD, "--page --alive", "the simulator for pages is built");
    else if (file_exists("/usr/include/wasm32-wasi/stdio.h"))
        say(d, STYLE_PLAIN, "--page --alive",
            "not built, and no student needs it. For pages that run their kernel again: make wasm");
    else
        say(d, STYLE_PLAIN, "--page --alive",
            "not built, and no student needs it. For pages that run their kernel again, on Debian and Ubuntu: "
            "sudo apt install clang lld wasi-libc libclang-rt-dev-wasm32, then make wasm");
}

static void check_built(Doctor *d, const Project *project) {
    static const char *const parts[] = {"device", "student"};
    char path[PATH_SIZE];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        project_path(project, path, "build", "bin", parts[i], NULL);
        if (file_exists(path)) continue;
        say(d, STYLE_PLAIN, "built", "build/bin/%s is not built yet. Build it with: make", parts[i]);
        return;
    }
    say(d, STYLE_GOOD, "built", "the grader and the simulator");
}

// The table of docs/instructors.md, as this machine is.
static int show_jails(const Project *project) {
    static const char *const words[] = {"not here", "held", "OPEN"};
    ProbeResult results[JAIL_KINDS][PROBES_MOST];
    char program[PATH_SIZE];
    project_path(project, program, "build", "bin", "grade", NULL);
    printf("| What a submission tries | bubblewrap | namespaces | landlock | rlimits |\n"
           "| --- | --- | --- | --- | --- |\n");
    for (JailKind kind = 0; kind < JAIL_KINDS; kind++) probe_kind(kind, program, results[kind]);
    for (int i = 0; i < probe_count(); i++) {
        printf("| %s", probe_words(i));
        for (JailKind kind = 0; kind < JAIL_KINDS; kind++) printf(" | %s", words[results[kind][i]]);
        printf(" |\n");
    }
    printf("| *strangers' files may be graded* | yes | yes | no | no |\n");
    return EXIT_SUCCESS;
}

int command_doctor(const Project *project, const Options *options) {
    if (options->jails) return show_jails(project);
    Doctor d = {.writer = writer_open(stdout, options->color)};
    check_compiler(&d);
    check_make(&d);
    check_toolkit(&d);
    check_gpu(&d);
    check_jail(&d);
    check_machine(&d);
    check_built(&d, project);
    check_class(&d, project);
    check_module(&d, project);
    if (d.missing)
        writer_print(&d.writer, 0, 0, STYLE_BOLD, "Mend what is MISSING, then run ./grade doctor again.");
    else
        writer_print(&d.writer, 0, 0, STYLE_BOLD, "All that is needed is here. Start with: ./grade");
    return d.missing ? EXIT_NOT_GRADED : EXIT_SUCCESS;
}
