// The side of the instructor: submits, follows, collects, submits again.
#include "grader/class/slurm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "grader/class/command_output.h"
#include "grader/class/folder.h"
#include "grader/class/import.h"
#include "grader/class/plan_file.h"
#include "grader/class/queue.h"
#include "grader/class/show_progress.h"
#include "grader/class/stop.h"
#include "grader/grading/replace_file.h"
#include "grader/session/link.h"

enum {
    CHUNK = 8,        // submissions in a task: Slurm takes a second or three to start one
    TASKS_MOST = 900, // in an array: Slurm's default limit is 1000
    IDLE_ROUNDS = 3,  // jobs that bring no result at all, until this is given up
    POLL_MS = 1000
};

typedef struct {
    Journal *journal;
    const GradePlan *plan;
    const char *options;
    int chunk;
    char name[64];    // of the job, the same for each command with this folder
    char *told;       // names of nodes and troubles that were spoken of
    bool silent;      // Slurm did not answer when it was last asked
    double last_news; // when a result last came
} Cluster;

// ---- Asking Slurm ---------------------------------------------------------------------------------------

// Says something once.
static void tell(Cluster *c, const char *text) {
    if (strstr(c->told, text)) return;
    fprintf(stderr, "\n%s\n", text);
    char *more = new_text("%s\n%s", c->told, text);
    free(c->told);
    c->told = more;
}

// The tasks of our jobs that Slurm still has, a line "JOB_TASK STATE REASON" each. NULL where it does not answer.
static char *active_tasks(Cluster *c) {
    int status;
    char *text = command_output((const char *const[]){"squeue", "--noheader", "--array", "--name", c->name,
                                                      "--format", "%i %T %r", NULL},
                                0, &status);
    if (status == 127)
        stop(
            "Slurm is not here: there is no squeue on PATH. Type the command on a node that has it, or leave out --slurm.");
    c->silent = status != 0;
    if (status == 0) return text;
    free(text);
    return NULL;
}

// A task that Slurm puts back waits two minutes before it may start: not here.
static void hasten(const char *tasks) {
    char *copy = new_text("%s", tasks), *rest = copy;
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (!strstr(line, " PENDING BeginTime")) continue;
        char *job = new_text("jobid=%.*s", (int)strcspn(line, " "), line);
        int status;
        free(command_output((const char *const[]){"scontrol", "update", job, "starttime=now", NULL}, 0,
                            &status));
        free(job);
    }
    free(copy);
}

// Nodes that take no work: only an administrator, or Slurm itself, brings them back.
static void look_at_nodes(Cluster *c) {
    int status;
    char *nodes = command_output(
        (const char *const[]){"sinfo", "--noheader", "--Node", "--format", "%N|%T|%E", NULL}, 0, &status);
    char *rest = nodes;
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *state = line, *reason;
        const char *node = strsep(&state, "|");
        if (!state) continue;
        reason = state;
        state = strsep(&reason, "|");
        if (strncmp(state, "drain", 5) && strncmp(state, "down", 4)) continue;
        char *text = new_text(
            "Node %s is %s (%s) and takes no work. Once it is well again, bring it back with: scontrol update "
            "nodename=%s state=resume",
            node, state, reason ? reason : "no reason given", node);
        tell(c, text);
        free(text);
    }
    free(nodes);
}

// ---- Submitting -----------------------------------------------------------------------------------------

static void write_file(const char *round, const char *name, const char *text) {
    char *path = new_text("%s/%s", round, name);
    if (!replace_file(path, text, strlen(text))) stop("%s cannot be written: %s.", path, strerror(errno));
    free(path);
}

// Writes chunk-1, chunk-2, ...; returns how many.
static int write_chunks(const Cluster *c, const char *round) {
    Queue queue;
    queue_find(&queue, c->journal);
    int size = c->chunk ? c->chunk : CHUNK, count = 0;
    if ((queue.count + size - 1) / size > TASKS_MOST) size = (queue.count + TASKS_MOST - 1) / TASKS_MOST;
    for (int at = 0; at < queue.count; at += size) {
        char *text = NULL, *name = new_text("chunk-%d", ++count);
        size_t length;
        FILE *list = open_memstream(&text, &length);
        if (!list) stop("There is no memory left.");
        for (int i = at; i < queue.count && i < at + size; i++) fprintf(list, "%s\n", queue.tasks[i].hash);
        fclose(list);
        write_file(round, name, text);
        free(text);
        free(name);
    }
    queue_free(&queue);
    return count;
}

static char *make_round(const Cluster *c, char name[32]) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(name, 32, "%lld-%03ld", (long long)now.tv_sec, now.tv_nsec / 1000000);
    free(folder_make(c->plan->out, "slurm"));
    char *inside = new_text("slurm/%s", name), *done = new_text("slurm/%s/done", name);
    char *round = folder_make(c->plan->out, inside);
    free(folder_make(c->plan->out, done));
    free(inside);
    free(done);
    return round;
}

// The script gets its paths as arguments, so that none of their signs is the shell's.
static void submit(Cluster *c) {
    static const char script[] = "#!/bin/sh\nexec \"$1\" --chunk \"$2\" \"$3\" \"$SLURM_ARRAY_TASK_ID\"\n";
    char round_name[32], *round = make_round(c, round_name), program[PATH_SIZE];
    project_path(&c->plan->project, program, "build", "bin", "class", NULL);
    char *plan = new_text("%s/plan", round), *job = new_text("%s/job.sh", round),
         *options = new_text("%s", c->options);
    plan_write(c->plan, plan);
    write_file(round, "job.sh", script);
    char *array = new_text("--array=1-%d", write_chunks(c, round)),
         *output = new_text("--output=%s/%%a.log", round);
    char *name = new_text("--job-name=%s", c->name);
    const char *argv[64] = {"sbatch", "--parsable", "--requeue", "--open-mode=append", "--cpus-per-task=1",
                            array,    output,       name};
    int count = 8, status;
    for (char *rest = options, *word; (word = strsep(&rest, " ")) && count < 56;)
        if (*word) argv[count++] = word;
    const char *tail[] = {job, program, c->plan->out, round_name, NULL};
    memcpy(argv + count, tail, sizeof tail);
    char *answer = command_output(argv, 1, &status);
    if (status != 0) {
        answer[strcspn(answer, "\n")] = 0;
        stop("Slurm did not take the job: %s. Options that your cluster asks for go behind --slurm=, as in "
             "--slurm=\"--partition=teaching --account=cuda\"",
             status == 127 ? "there is no sbatch on PATH" : answer);
    }
    free(answer), free(name), free(array), free(output), free(options), free(job), free(plan), free(round);
    c->last_news = clock_seconds();
}

// ---- Following ------------------------------------------------------------------------------------------

static void take_results(Cluster *c, ClassProgress *progress) {
    char *results = new_text("%s/results", c->plan->out);
    import_results(c->journal, results);
    free(results);
    int64_t done = progress->all - progress->before - queue_left(c->journal);
    if (done == progress->done) return;
    c->last_news = clock_seconds();
    class_progress_set(progress, done);
}

static void cancel(const Cluster *c) {
    int status;
    free(command_output((const char *const[]){"scancel", "--name", c->name, NULL}, 0, &status));
}

// Follows our jobs until Slurm has none of them or everything has a result. What a job does not say for longer
// than one submission may take, it will never say: a node can die without Slurm's seeing it.
static void follow(Cluster *c, ClassProgress *progress) {
    for (;;) {
        char *tasks = active_tasks(c);
        if (c->silent) tell(c, "Slurm does not answer. This waits, and goes on when it does.");
        take_results(c, progress);
        bool ended = tasks && !*tasks, stuck = clock_seconds() - c->last_news > c->plan->seconds_most + 120;
        if (tasks && strstr(tasks, " RUNNING") == NULL) {
            hasten(tasks);
            look_at_nodes(c);
            stuck = false; // it waits for its turn
        }
        free(tasks);
        if (ended || stuck || !queue_left(c->journal)) break;
        nanosleep(&(struct timespec){.tv_sec = POLL_MS / 1000}, NULL);
    }
    take_results(c, progress);
    cancel(c);
}

int64_t slurm_grade(Journal *j, const GradePlan *plan, const char *options, int chunk) {
    struct stat info;
    if (stat(plan->out, &info)) stop("%s cannot be read: %s.", plan->out, strerror(errno));
    Cluster c = {.journal = j,
                 .plan = plan,
                 .options = options,
                 .chunk = chunk,
                 .told = new_text("%s", ""),
                 .last_news = clock_seconds()};
    snprintf(c.name, sizeof c.name, "warpbook-%llx-%llx", (unsigned long long)info.st_dev,
             (unsigned long long)info.st_ino);
    int64_t left = queue_left(j);
    ClassProgress progress = class_progress_begin(queue_chosen(j), left);
    for (int idle = 0; left && idle < IDLE_ROUNDS;) {
        char *earlier = active_tasks(&c); // of a command that was killed
        if (!earlier) tell(&c, "Slurm does not answer. This waits, and goes on when it does.");
        if (earlier && !*earlier) submit(&c);
        free(earlier);
        follow(&c, &progress);
        int64_t now = queue_left(j);
        idle = now < left ? 0 : idle + 1;
        left = now;
    }
    if (left) look_at_nodes(&c);
    if (left) fprintf(stderr, "\nWhat the tasks said is in %s/slurm/*/*.log\n", plan->out);
    class_progress_end(&progress);
    free(c.told);
    return left;
}
