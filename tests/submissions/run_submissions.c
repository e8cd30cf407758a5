// Grades every submission in tests/LAB/right, tests/LAB/wrong and tests/attacks and holds the verdicts
// against what their heads announce (submission.h); also sees to it that no process and no file is left
// behind. Run from the project's root, after `make`:
//
//   build/tests/submissions/run_submissions [--jobs N] [--every K [--from I]] [NAME...]
//
// NAME: lab3/wrong/no_guard, lab3/wrong, lab3 or attacks; none: all of them. With --every only each K-th of a
// folder is graded, and one at least. In a tree without `solutions/` the points may be others than the head announces, so only
// what must hold of each grading is looked at.
//
// Prints "ok submission/NAME" or "not ok submission/NAME: why" for each; exits 1 when one is not ok.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/submissions/submission.h"

enum { SUBMISSIONS_MAX = 4096, JOBS_MAX = 64, SECONDS_EACH = 400, WHY = 600 };

static char *paths[SUBMISSIONS_MAX];
static int path_count;
static int every = 1, from; // of a folder's files, number `from`, `from + every`, ...
static bool solutions_here;

static bool is_chosen(const char *folder, const char *file, char **names) {
    char name[300];
    size_t length = strlen(file);
    if (length < 4 || strcmp(file + (length -= 3), ".cu") != 0) return false;
    snprintf(name, sizeof name, "%s/%.*s", strchr(folder, '/') + 1, (int)length, file);
    if (!*names) return true;
    for (; *names; ++names) {
        size_t length = strlen(*names);
        if (strncmp(*names, name, length) == 0 && (name[length] == 0 || name[length] == '/')) return true;
    }
    return false;
}

// Adds the .cu files of the folder that were chosen.
static void find_submissions(const char *folder, char **names) {
    char path[600];
    struct dirent **files;
    int number = 0, all = 0;
    int count = scandir(folder, &files, NULL, alphasort);
    for (int f = 0; f < count; ++f) all += is_chosen(folder, files[f]->d_name, names);
    const int step = all < every ? all : every; // one is graded of a folder that has fewer than `every`
    for (int f = 0; f < count; ++f) {
        const char *file = files[f]->d_name;
        if (!is_chosen(folder, file, names)) continue;
        snprintf(path, sizeof path, "%s/%s", folder, file);
        if (number++ % step != from % step) continue;
        if (path_count < SUBMISSIONS_MAX) paths[path_count++] = strdup(path);
    }
    for (int f = 0; f < count; ++f) free(files[f]);
    if (count >= 0) free(files);
}

static void find_labs(char **names) {
    glob_t found;
    if (glob("tests/lab*/right", GLOB_ONLYDIR, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; ++i) {
            char wrong[600];
            snprintf(wrong, sizeof wrong, "%.*swrong", (int)strlen(found.gl_pathv[i]) - 5, found.gl_pathv[i]);
            find_submissions(found.gl_pathv[i], names);
            find_submissions(wrong, names);
        }
    globfree(&found);
}

// Several submissions are graded at a time: one thread each, so that a failed case is not run twice
// (tests/same_report compares numbers of threads). What attacks the grader meets it as it is used.
static const char *workers(const Submission *s) {
    return strncmp(s->name, "attacks/", 8) == 0 ? "2" : "1";
}

// Runs the grader with `folder` for its temporary files; the result goes to `json` too. Returns its exit
// status, -1 when it was killed by a signal.
static int run_grade(const Submission *s, const char *folder, const char *json, FILE *out, FILE *errors) {
    pid_t pid = fork();
    if (pid < 0) return -1;
    if (pid == 0) {
        setenv("TMPDIR", folder, 1);
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(errors), STDERR_FILENO);
        alarm(SECONDS_EACH);
        execl("./grade", "grade", s->lab, s->path, "--json", json, "--workers", workers(s), (char *)NULL);
        fprintf(stderr, "./grade cannot be run: %s\n", strerror(errno));
        _exit(2);
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// This process is a subreaper: whatever the grader left running has become its child. Ends it all.
static bool left_processes(void) {
    enum { GRACE_MS = 2000 }; // for what is about to end
    bool any = false;
    for (int ms = 0; waitpid(-1, NULL, WNOHANG) >= 0; ++ms) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        if (ms < GRACE_MS) continue;
        any = true;
        FILE *children = popen("cat /proc/$PPID/task/*/children", "r");
        for (int pid; children && fscanf(children, "%d", &pid) == 1;) kill(pid, SIGKILL);
        if (children) pclose(children);
    }
    return any;
}

// Removes the folder of the temporary files; false when something was in it.
static bool remove_folder(const char *folder) {
    char command[64];
    if (rmdir(folder) == 0) return true;
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0) fprintf(stderr, "%s cannot be removed\n", folder);
    return false;
}

static char *contents(FILE *file) {
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    char *text = calloc((size_t)size + 1, 1);
    rewind(file);
    if (!text || fread(text, 1, (size_t)size, file) != (size_t)size) abort();
    return text;
}

static char *contents_of(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = file ? contents(file) : strdup("");
    if (file) fclose(file);
    return text;
}

// What the grader must answer: as announced, and with one voice.
static bool judge(const Submission *s, int status, const char *json, const char *report, const char *errors,
                  char *why, size_t why_size) {
    if (solutions_here && !submission_judge(s, status, json, errors, why, why_size)) return false;
    if (!submission_hides(s, json, report, why, why_size)) return false;
    return status == 2 || submission_agrees(status, json, report, why, why_size);
}

// Grades one submission and prints its line. Returns whether it went as announced.
static bool run_submission(const char *path) {
    Submission s;
    char why[WHY] = "", folder[] = "/tmp/warpbook-XXXXXX", results[] = "/tmp/warpbook-XXXXXX", json[64];
    FILE *out = tmpfile(), *errors = tmpfile();
    if (!out || !errors || !mkdtemp(folder) || !mkdtemp(results)) abort();
    snprintf(json, sizeof json, "%s/result.json", results);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    bool good = submission_read(&s, path, why, sizeof why);
    if (good) {
        int status = run_grade(&s, folder, json, out, errors);
        good = judge(&s, status, contents_of(json), contents(out), contents(errors), why, sizeof why);
        if (left_processes() && good) {
            snprintf(why, sizeof why, "processes were left behind");
            good = false;
        }
    }
    unlink(json);
    rmdir(results);
    if (!remove_folder(folder) && good) {
        snprintf(why, sizeof why, "files were left behind");
        good = false;
    }
    for (char *c = why; *c; ++c)
        if (*c == '\n') *c = ' ';
    printf(good ? "ok submission/%s\n" : "not ok submission/%s: %s\n", s.name, why);
    fflush(stdout);
    return good;
}

// Waits for one of the running processes; returns whether it went well.
static bool wait_for_one(void) {
    int status = 1;
    while (wait(&status) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv) {
    (void)argc;
    int jobs = 2, running = 0, failures = 0;
    char **names = argv + 1;
    for (; names[0] && names[1] && names[0][0] == '-'; names += 2) {
        if (strcmp(names[0], "--jobs") == 0) jobs = atoi(names[1]);
        if (strcmp(names[0], "--every") == 0) every = atoi(names[1]);
        if (strcmp(names[0], "--from") == 0) from = atoi(names[1]);
    }
    if (jobs < 1 || jobs > JOBS_MAX || every < 1 || from < 0) {
        fprintf(stderr, "usage: run_submissions [--jobs 1..%d] [--every K [--from I]] [NAME...]\n", JOBS_MAX);
        return 2;
    }
    solutions_here = access("solutions", F_OK) == 0;
    find_labs(names);
    find_submissions("tests/attacks", names);
    if (!path_count) {
        fprintf(stderr, "There is no such submission. Run this from the project's root.\n");
        return 2;
    }
    for (int p = 0; p < path_count; ++p) {
        if (running == jobs) {
            failures += !wait_for_one();
            --running;
        }
        if (fork() == 0) _exit(run_submission(paths[p]) ? 0 : 1);
        ++running;
    }
    for (; running; --running) failures += !wait_for_one();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
