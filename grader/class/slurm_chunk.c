// The side of Slurm's nodes: one task grades its chunk.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/class/folder.h"
#include "grader/class/plan_file.h"
#include "grader/class/slurm.h"
#include "grader/class/stop.h"
#include "grader/class/version.h"
#include "grader/grading/replace_file.h"

// One that is killed in between is graded again; its second result changes nothing.
static bool grade_and_note(const GradePlan *plan, const char *round, const char *hash) {
    char *done = new_text("%s/slurm/%s/done/%s", plan->out, round, hash);
    bool good = access(done, F_OK) == 0;
    if (!good && (good = grade_one(plan, hash))) {
        int fd = open(done, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (fd >= 0) close(fd);
    }
    free(done);
    return good;
}

int slurm_chunk(GradePlan *plan, const char *round, const char *task) {
    char error[1200], *path = new_text("%s/slurm/%s/plan", plan->out, round);
    size_t size;
    plan_read(plan, path);
    free(path);
    char secret[CHECKSUM_SIZE];
    if (!secret_version(&plan->project, secret) || strcmp(secret, plan->secret))
        stop(
            "This node has another secret than the machine that started the class, or can read none: it would grade on other inputs. Let all "
            "nodes read %s/secret.",
            plan->project.root);
    const char *processors = getenv("SLURM_CPUS_PER_TASK");
    plan->threads = processors && atoi(processors) > 0 ? atoi(processors) : 1;
    snprintf(plan->work, sizeof plan->work, "%.1900s/slurm/%.40s/work-%.20s", plan->out, round, task);
    remove_folder(plan->work); // of this task's earlier life
    char *work = new_text("slurm/%s/work-%s", round, task);
    free(folder_make(plan->out, work));
    free(work);
    path = new_text("%s/slurm/%s/chunk-%s", plan->out, round, task);
    char *list = read_whole_file(path, &size), *rest = list;
    if (!list) stop("%s cannot be read: %s.", path, strerror(errno));
    if (!grade_known(plan, error, sizeof error)) stop("%s", error);
    bool all = true;
    for (char *hash; (hash = strsep(&rest, "\n"));)
        if (*hash) all &= grade_and_note(plan, round, hash);
    remove_folder(plan->work);
    free(list);
    free(path);
    return all ? EXIT_ALL_GRADED : EXIT_SOME_MISSING;
}
