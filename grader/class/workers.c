// A process for each submission: whatever becomes of it, the others go on.
#include "grader/class/workers.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/class/import.h"
#include "grader/class/memory.h"
#include "grader/class/queue.h"
#include "grader/class/show_progress.h"
#include "grader/class/stop.h"
#include "grader/lab/processors.h"

enum { MEMORY_EACH_KIB = 1 << 20 }; // a compiler, a simulator and the largest case: 0.5 GiB, and room

int workers_fit(void) {
    int64_t kib = memory_available_kib("");
    int processors = usable_processors();
    if (kib < 0 || kib / MEMORY_EACH_KIB >= processors) return processors;
    return kib >= 2 * MEMORY_EACH_KIB ? (int)(kib / MEMORY_EACH_KIB) : 1;
}

static volatile sig_atomic_t stopped_by; // a signal, 0: none

static void note_signal(int number) {
    stopped_by = number;
}

static void on_stop(void (*handler)(int)) {
    const struct sigaction action = {.sa_handler = handler}; // without SA_RESTART: wait() ends
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// Ends this process by the signal, as its parent expects; its workers end with it.
_Noreturn static void end_stopped(Journal *j) {
    const int64_t left = queue_left(j), all = queue_chosen(j);
    fprintf(
        stderr,
        "\nStopped: %lld of %lld submissions have a result. Nothing of it is lost: type the same command again.\n",
        (long long)(all - left), (long long)all);
    on_stop(SIG_DFL);
    raise(stopped_by);
    _exit(128 + stopped_by);
}

static pid_t start_worker(const GradePlan *plan, const char *hash) {
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid) return pid;
    on_stop(SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(EXIT_STOPPED);
    _exit(grade_one(plan, hash) ? EXIT_ALL_GRADED : EXIT_SOME_MISSING);
}

// Waits for one worker; which task it had, -1 for none.
static int wait_for_one(Queue *queue, bool *good) {
    int status;
    pid_t pid;
    while ((pid = wait(&status)) < 0 && errno == EINTR && !stopped_by) {
    }
    *good = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_ALL_GRADED;
    for (int i = 0; pid > 0 && i < queue->count; i++)
        if (queue->tasks[i].worker == pid) return i;
    return -1;
}

// The next task that nobody is at and that may be tried, -1 where there is none now. The last try is made alone: the first ones
// may have been in each other's way.
static int next_task(const Queue *queue, int running) {
    for (int tries = 0; tries < TRIES; tries++)
        for (int i = 0; i < queue->count; i++) {
            const Task *task = &queue->tasks[i];
            if (task->worker && task->tries == TRIES) return -1; // that one is alone
            if (!task->done && !task->worker && task->tries == tries)
                return tries == TRIES - 1 && running ? -1 : i;
        }
    return -1;
}

// How many at a time after this one: fewer where the machine was in the way, and again more while all goes well.
static int next_jobs(int jobs, int most, bool good) {
    if (good) return jobs < most ? jobs + 1 : most;
    return jobs > 1 ? jobs / 2 : 1;
}

int64_t workers_grade(Journal *j, const GradePlan *plan, int jobs) {
    char *results = new_text("%s/results", plan->out);
    Queue queue;
    queue_find(&queue, j);
    on_stop(note_signal);
    ClassProgress progress = class_progress_begin(queue_chosen(j), queue.count);
    for (int running = 0, most = jobs;;) {
        int next = running < jobs ? next_task(&queue, running) : -1;
        if (next >= 0) {
            pid_t pid = start_worker(plan, queue.tasks[next].hash);
            if (pid < 0 && !running) stop("No process can be started: %s.", strerror(errno));
            if (pid > 0) {
                queue.tasks[next].worker = pid;
                queue.tasks[next].tries++;
                running++;
                continue;
            }
        }
        if (!running) break;
        bool good;
        int task = wait_for_one(&queue, &good);
        if (stopped_by) end_stopped(j);
        running--;
        if (task < 0) continue;
        queue.tasks[task].worker = 0;
        queue.tasks[task].done = good;
        jobs = next_jobs(jobs, most, good);
        import_results(j, results);
        if (good) class_progress_set(&progress, progress.done + 1);
    }
    on_stop(SIG_DFL);
    class_progress_end(&progress);
    queue_free(&queue);
    free(results);
    return queue_left(j);
}
