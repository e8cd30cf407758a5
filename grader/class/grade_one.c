// One run of ./grade, under a deadline.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // wait4
#endif
#include "grader/class/grade_one.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grader/class/folder.h"
#include "grader/class/stop.h"
#include "grader/grading/first_error.h"
#include "grader/grading/replace_file.h"
#include "grader/jail/jail.h"
#include "grader/session/link.h"
#include "grader/text/json.h"

// A folder of its own, with the submission, and what ./grade wrote there.
typedef struct {
    char *folder;
    char *report, *page, *errors; // texts, NULL before it has run
    int exit_status, exit_signal; // the signal is 0 where it exited
    bool late;                    // it was killed for its time
    double seconds, cpu_seconds;
    long memory_kib; // of its largest process
    time_t started;
} Run;

// What ./grade wrote to a file, without the name of the folder: that differs from run to run.
static char *read_text(const char *folder, const char *name) {
    size_t size;
    char *path = new_text("%s/%s", folder, name), *text = read_whole_file(path, &size);
    char *prefix = new_text("%s/", folder), *to = text;
    for (char *at = text, *next; text; at = next + strlen(prefix)) {
        next = strstr(at, prefix);
        size_t length = next ? (size_t)(next - at) : strlen(at);
        memmove(to, at, length);
        to += length;
        *to = 0;
        if (!next) break;
    }
    free(prefix);
    free(path);
    return text ? text : new_text("%s", "");
}

static int open_output(const char *folder, const char *name) {
    char *path = new_text("%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    free(path);
    return fd;
}

_Noreturn static void become_grade(const GradePlan *plan, const Run *run, const char *file) {
    char program[PATH_SIZE], seed[24], threads[16];
    project_path(&plan->project, program, "build", "bin", "grade", NULL);
    snprintf(seed, sizeof seed, "%" PRId64, plan->seed);
    snprintf(threads, sizeof threads, "%d", plan->threads);
    const char *argv[20] = {program,     plan->lab, file,       "--json",     "report.json", "--seed", seed,
                            "--workers", threads,   "--device", plan->device, "--color",     "never"};
    int count = 13;
    if (plan->gpu[0]) argv[count++] = "--gpu", argv[count++] = plan->gpu;
    if (jail_keeps_strangers()) argv[count++] = "--strangers"; // keeps nothing of this file for the next one
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int page = open_output(run->folder, "page"), errors = open_output(run->folder, "errors");
    if (page < 0 || errors < 0 || chdir(run->folder)) _exit(127);
    dup2(page, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    execv(program, (char *const *)argv);
    _exit(127);
}

// Waits until the process has ended, or kills it with all that it has started.
static void wait_for(Run *run, pid_t pid, int seconds_most) {
    double start = clock_seconds();
    struct rusage usage = {0};
    int status;
    pid_t ended;
    while ((ended = wait4(pid, &status, WNOHANG, &usage)) == 0 || (ended < 0 && errno == EINTR)) {
        if (!run->late && clock_seconds() - start > seconds_most) {
            run->late = true;
            kill(-pid, SIGKILL);
            kill(pid, SIGKILL);
        }
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    run->seconds = clock_seconds() - start;
    run->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run->exit_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    run->cpu_seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    run->memory_kib = usage.ru_maxrss;
}

// Runs ./grade on a copy of `path` under the name of the lab's file, so that the report names it as the student
// knows it.
static void run_grade(const GradePlan *plan, Run *run, const char *path) {
    size_t size;
    char *bytes = read_whole_file(path, &size), *copy;
    run->folder = new_text("%s/XXXXXX", plan->work);
    if (!bytes || !mkdtemp(run->folder)) stop("%s cannot be graded: %s.", path, strerror(errno));
    copy = new_text("%s/%s", run->folder, plan->source);
    if (!replace_file(copy, bytes, size)) stop("%s cannot be written: %s.", copy, strerror(errno));
    run->started = time(NULL);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) become_grade(plan, run, plan->source);
    if (pid < 0) stop("No process can be started: %s.", strerror(errno));
    wait_for(run, pid, plan->seconds_most);
    run->report = read_text(run->folder, "report.json");
    run->page = read_text(run->folder, "page");
    run->errors = read_text(run->folder, "errors");
    remove_folder(run->folder);
    free(copy);
    free(bytes);
}

static void free_run(Run *run) {
    free(run->folder), free(run->report), free(run->page), free(run->errors);
    *run = (Run){0};
}

static bool was_graded(const Run *run) {
    return (run->exit_status == 0 || run->exit_status == 1) && !run->late &&
           strstr(run->report, "\"score\":");
}

static bool was_refused(const Run *run) {
    return run->exit_status == 2 && !run->late && strstr(run->report, "\"refused\":\"submission\"");
}

static char *trouble(const Run *run, int seconds_most) {
    if (run->late) return new_text("It took longer than %d seconds, and was given up.", seconds_most);
    if (run->exit_signal) return new_text("./grade was killed by signal %d.", run->exit_signal);
    if (run->exit_status == 127) return new_text("./grade could not be started.");
    const char *text = run->errors;
    size_t length = strlen(text);
    return new_text("./grade exited with status %d: %s", run->exit_status,
                    text + (length > 600 ? length - 600 : 0));
}

static void write_result(const GradePlan *plan, const char *hash, const Run *run, const char *outcome,
                         const char *why) {
    char node[128] = "", *text = NULL;
    size_t size;
    gethostname(node, sizeof node - 1);
    char *token = new_text("%.16s-%s-%ld-%lld", hash, node, (long)getpid(), (long long)run->started);
    char *path = new_text("%s/results/%s.json", plan->out, token);
    Json json = {.stream = open_memstream(&text, &size)};
    if (!json.stream) stop("There is no memory left.");
    json_open(&json, NULL, '{');
    json_string(&json, "token", token);
    json_string(&json, "hash", hash);
    json_integer(&json, "condition", plan->condition);
    json_string(&json, "outcome", outcome);
    json_bytes(&json, "message", why, strlen(why));
    json_string(&json, "node", node);
    json_integer(&json, "started", run->started);
    json_number(&json, "seconds", run->seconds);
    json_number(&json, "cpu_seconds", run->cpu_seconds);
    json_integer(&json, "memory_kib", run->memory_kib);
    json_bytes(&json, "report", run->report, strlen(run->report));
    json_bytes(&json, "page", run->page, strlen(run->page));
    json_bytes(&json, "errors", run->errors, strlen(run->errors));
    json_close(&json, '}');
    fclose(json.stream);
    if (!replace_file(path, text, size)) stop("%s cannot be written: %s.", path, strerror(errno));
    free(text);
    free(path);
    free(token);
}

// The first line of the first error that the compiler has named.
static char *first_error(const Run *run) {
    FirstError first = find_first_error(run->errors, strlen(run->errors));
    return new_text("does not compile: %.*s", (int)strcspn(first.text, "\n"), first.text);
}

bool grade_one(const GradePlan *plan, const char *hash) {
    Run run = {0};
    char *path = new_text("%s/files/%s.cu", plan->out, hash), *why = NULL;
    run_grade(plan, &run, path);
    bool refused = was_refused(&run), graded = was_graded(&run);
    if (refused) { // no marks at all: only where a second run says the same
        free_run(&run);
        run_grade(plan, &run, path);
        refused = was_refused(&run);
        graded = was_graded(&run);
        if (!refused) why = new_text("It did not compile at first, and did when it was tried again.");
        graded = false;
    }
    if (refused) why = first_error(&run);
    if (!graded && !refused && !why) why = trouble(&run, plan->seconds_most);
    write_result(plan, hash, &run, graded ? "graded" : refused ? "refused" : "trouble", why ? why : "");
    free(why);
    free(path);
    free_run(&run);
    return graded || refused;
}

bool grade_known(const GradePlan *plan, char *error, size_t error_size) {
    char solution[PATH_SIZE], skeleton[PATH_SIZE];
    Run run = {0};
    project_path(&plan->project, solution, "solutions", plan->lab_folder, plan->source, NULL);
    project_path(&plan->project, skeleton, "labs", plan->lab_folder, "skeleton", plan->source, NULL);
    bool known = file_exists(solution);
    run_grade(plan, &run, known ? solution : skeleton);
    bool good = known ? was_graded(&run) && run.exit_status == 0 : was_graded(&run);
    const char *line = strstr(run.page, "score   ");
    if (!good && was_graded(&run))
        snprintf(
            error, error_size,
            "The lab's own solution does not get full marks here (%.*s). Nothing was graded: either lab.spec asks "
            "for more than the solution gives, or this machine cannot grade. See: make %s SOLUTION=1 && ./grade %s "
            "--solution",
            line ? (int)strcspn(line, "\n") : 0, line ? line : "", plan->lab, plan->lab);
    else if (!good && run.late)
        snprintf(
            error, error_size,
            "The lab's own %s takes longer here than %d seconds. Nothing was graded: give each submission more with "
            "--timeout.",
            known ? "solution" : "skeleton", plan->seconds_most);
    else if (!good)
        snprintf(error, error_size, "This machine cannot grade: %.900s",
                 run.errors[0] ? run.errors : "./grade does not run");
    free_run(&run);
    return good;
}
