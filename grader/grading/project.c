// Finds the project's files.
#include "grader/grading/project.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LEVELS_UP = 3 }; // from the program's folder: ROOT, ROOT/build or ROOT/build/bin

bool project_find(Project *project, char *error, size_t error_size) {
    char path[PATH_SIZE];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    for (int i = 0; i < LEVELS_UP; i++) {
        char *slash = strrchr(path, '/'), labs[PATH_SIZE + 16];
        if (!slash) break;
        *slash = 0;
        snprintf(labs, sizeof labs, "%s/labs", path);
        if (!file_exists(labs) || strlen(path) >= sizeof project->root) continue;
        memcpy(project->root, path, strlen(path) + 1);
        return true;
    }
    snprintf(error, error_size,
             "The folder `labs` is not beside this program. Run ./grade in the project's folder.");
    return false;
}

void project_path(const Project *project, char path[PATH_SIZE], ...) {
    va_list parts;
    int length = snprintf(path, PATH_SIZE, "%s", project->root);
    va_start(parts, path);
    for (const char *part; (part = va_arg(parts, const char *)) && length < PATH_SIZE;)
        length += snprintf(path + length, (size_t)(PATH_SIZE - length), "/%s", part);
    va_end(parts);
}

bool file_exists(const char *path) {
    return access(path, F_OK) == 0;
}

bool file_older(const char *built, const char *source) {
    struct stat b, s;
    if (stat(built, &b) || stat(source, &s)) return false;
    return b.st_mtim.tv_sec != s.st_mtim.tv_sec ? b.st_mtim.tv_sec < s.st_mtim.tv_sec
                                                : b.st_mtim.tv_nsec < s.st_mtim.tv_nsec;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

int project_labs(const Project *project, char folders[][256], int most) {
    char path[PATH_SIZE];
    project_path(project, path, "labs", NULL);
    DIR *folder = opendir(path);
    int count = 0;
    for (struct dirent *entry; folder && count < most && (entry = readdir(folder));) {
        project_path(project, path, "labs", entry->d_name, "lab.spec", NULL);
        if (entry->d_name[0] != '.' && file_exists(path))
            snprintf(folders[count++], sizeof folders[0], "%s", entry->d_name);
    }
    if (folder) closedir(folder);
    qsort(folders, (size_t)count, sizeof folders[0], compare_names);
    return count;
}

const char *lab_name(const char *written, char name[64]) {
    const char *number = strncasecmp(written, "lab", 3) ? written : written + 3;
    const size_t digits = strspn(number, "0123456789");
    if (!digits || digits > 50 || number[digits]) return written;
    while (number[0] == '0' && number[1]) number++;
    snprintf(name, 64, "lab%s", number);
    return name;
}

bool project_lab_folder(const Project *project, const char *written, char found[256], char *error,
                        size_t error_size) {
    char folders[64][256], name[64];
    int count = project_labs(project, folders, 64);
    const char *lab = lab_name(written, name);
    size_t length = strlen(lab);
    for (int i = 0; i < count; i++) {
        char end = strncmp(folders[i], lab, length) ? '?' : folders[i][length];
        if (end != 0 && end != '_') continue;
        memcpy(found, folders[i], sizeof folders[i]);
        return true;
    }
    char names[600] = "";
    for (int i = 0; i < count && strlen(names) < sizeof names - 64; i++)
        snprintf(names + strlen(names), 64, "%s%.*s", i ? ", " : "", (int)strcspn(folders[i], "_"),
                 folders[i]);
    snprintf(
        error, error_size,
        "There is no lab or command \"%.100s\". The labs, each in one word: %s. The commands: ./grade --help",
        written, names);
    return false;
}

bool project_load_spec(const Project *project, const char *folder, LabSpec *spec, char *error,
                       size_t error_size) {
    char path[PATH_SIZE];
    project_path(project, path, "labs", folder, "lab.spec", NULL);
    if (!spec_load(spec, path, error, error_size)) return false;
    size_t length = strlen(spec->name);
    if (!strncmp(folder, spec->name, length) && (folder[length] == '_' || !folder[length])) return true;
    snprintf(error, error_size, "%s: the lab is called %s but its folder %s. Rename one of them.", path,
             spec->name, folder);
    return false;
}
