// Reads and writes labs/thresholds/GPU_NAME.txt.
#include "grader/grading/thresholds.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/grading/replace_file.h"

static const char folder[] = "labs/thresholds";

// "labs/thresholds/NVIDIA_H200.txt": a GPU's name is the driver's, and may have any sign.
static void file_name(const char *gpu_name, char *name, size_t size) {
    const int start = snprintf(name, size, "%s/%.100s.txt", folder, gpu_name);
    for (char *c = name + sizeof folder; start > 0 && *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '.' && *c != '-') *c = '_';
}

static char *read_thresholds(const Project *project, const char *name) {
    char path[PATH_SIZE], *bytes;
    size_t size;
    project_path(project, path, name, NULL);
    bytes = read_whole_file(path, &size);
    char *text = bytes ? realloc(bytes, size + 1) : NULL;
    if (text) text[size] = 0;
    return text;
}

// "launch_stencil n=512", as lab.spec has it.
static void case_text(const LabSpec *spec, const CaseKey *key, char *text, size_t size) {
    char sizes[120];
    case_words(spec, key, "=", " ", sizes, sizeof sizes);
    snprintf(text, size, "%s %s", spec->entries[key->entry].name, sizes);
}

// Cuts "LAB CASE require PERCENT" in place. False: it is not of that form.
static bool cut_line(char *line, char **lab, char **words, double *percent) {
    char *require = strstr(line, " require "), *end;
    *lab = line;
    *words = strchr(line, ' ');
    if (!require || require <= *words) return false;
    *(*words)++ = *require = 0;
    *percent = strtod(require + strlen(" require "), &end);
    return end > require + 1 && !end[strspn(end, " \t")] && *percent > 0 && *percent <= 100;
}

static bool take_line(char *line, LabSpec *spec, bool *counts) {
    char *lab, *words, wanted[200];
    double percent;
    line[strcspn(line, "#")] = 0;
    line += strspn(line, " \t");
    if (!*line) return true;
    if (!cut_line(line, &lab, &words, &percent)) return false;
    for (int i = 0; i < spec->timed_count && !strcmp(lab, spec->name); i++) {
        LabTimed *timed = &spec->timed[i];
        case_text(spec, &timed->key, wanted, sizeof wanted);
        if (strcmp(words, wanted) || timed->required <= 0) continue; // what is only shown stays so
        timed->required = percent;
        *counts = true;
    }
    return true;
}

bool thresholds_apply(const Project *project, const char *gpu_name, LabSpec *spec, char *used,
                      size_t used_size, char *error, size_t error_size) {
    char name[200];
    bool counts = false, good = true;
    file_name(gpu_name, name, sizeof name);
    char *text = read_thresholds(project, name), *next = text;
    for (int number = 1; good && next; number++) {
        char *line = strsep(&next, "\n");
        good = take_line(line, spec, &counts);
        if (!good)
            snprintf(
                error, error_size,
                "%s:%d: a line must read: LAB ENTRY NAME=VALUE... require PERCENT. To write the file again: "
                "./grade calibrate",
                name, number);
    }
    free(text);
    snprintf(used, used_size, "%s", counts ? name : "");
    return good;
}

// ---- Writing ----------------------------------------------------------------------------------------------

// Is this a line of that lab?
static bool of_lab(const char *line, const char *lab) {
    const size_t length = strlen(lab);
    line += strspn(line, " \t");
    return !strncmp(line, lab, length) && (line[length] == ' ' || line[length] == '\t');
}

static void write_head(FILE *to, const char *gpu_name) {
    fprintf(
        to,
        "# What times must reach on this GPU: %s. Written by ./grade calibrate.\n"
        "# In percent of the speed of a copy on the same GPU; it takes the place of what lab.spec requires.\n"
        "# Change a number, or remove a line to have lab.spec's again.\n",
        gpu_name);
}

static bool make_folder(const Project *project) {
    char path[PATH_SIZE];
    project_path(project, path, folder, NULL);
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

bool thresholds_write(const Project *project, const char *gpu_name, const LabSpec *spec,
                      const Threshold *list, int count, char *name, size_t name_size, char *error,
                      size_t error_size) {
    char path[PATH_SIZE], words[200], *bytes = NULL;
    size_t size = 0;
    file_name(gpu_name, name, name_size);
    project_path(project, path, name, NULL);
    char *old = read_thresholds(project, name), *next = old;
    FILE *to = open_memstream(&bytes, &size);
    if (to && !old) write_head(to, gpu_name);
    while (to && next) {
        const char *line = strsep(&next, "\n");
        if (*line && !of_lab(line, spec->name)) fprintf(to, "%s\n", line);
    }
    for (int i = 0; to && i < count; i++) {
        case_text(spec, &list[i].key, words, sizeof words);
        fprintf(to, "%s %s require %.1f # %s\n", spec->name, words, list[i].percent, list[i].reason);
    }
    const bool good = to && !fclose(to) && make_folder(project) && replace_file(path, bytes, size);
    if (!good) snprintf(error, error_size, "%s cannot be written: %s.", name, strerror(errno));
    free(bytes);
    free(old);
    return good;
}
