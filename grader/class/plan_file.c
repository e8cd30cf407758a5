// A line "name value" for each member.
#include "grader/class/plan_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/stop.h"
#include "grader/grading/replace_file.h"

void plan_write(const GradePlan *plan, const char *path) {
    char *text = new_text("lab %s\nlab_folder %s\nsource %s\ndevice %s\ngpu %s\nsecret %s\nseed %" PRId64
                          "\ncondition %" PRId64 "\nseconds_most %d\n",
                          plan->lab, plan->lab_folder, plan->source, plan->device, plan->gpu, plan->secret,
                          plan->seed, plan->condition, plan->seconds_most);
    if (!replace_file(path, text, strlen(text))) stop("%s cannot be written: %s.", path, strerror(errno));
    free(text);
}

static void read_line(GradePlan *plan, const char *name, const char *value) {
    if (!strcmp(name, "lab")) snprintf(plan->lab, sizeof plan->lab, "%s", value);
    if (!strcmp(name, "lab_folder")) snprintf(plan->lab_folder, sizeof plan->lab_folder, "%s", value);
    if (!strcmp(name, "source")) snprintf(plan->source, sizeof plan->source, "%s", value);
    if (!strcmp(name, "device")) snprintf(plan->device, sizeof plan->device, "%s", value);
    if (!strcmp(name, "gpu")) snprintf(plan->gpu, sizeof plan->gpu, "%s", value);
    if (!strcmp(name, "secret")) snprintf(plan->secret, sizeof plan->secret, "%s", value);
    if (!strcmp(name, "seed")) plan->seed = strtoll(value, NULL, 10);
    if (!strcmp(name, "condition")) plan->condition = strtoll(value, NULL, 10);
    if (!strcmp(name, "seconds_most")) plan->seconds_most = atoi(value);
}

void plan_read(GradePlan *plan, const char *path) {
    size_t size;
    char *text = read_whole_file(path, &size), *rest = text;
    if (!text) stop("%s cannot be read: %s.", path, strerror(errno));
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *value = line;
        const char *name = strsep(&value, " ");
        if (value) read_line(plan, name, value);
    }
    free(text);
}
