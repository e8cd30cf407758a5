// Where things are: the project's root, a lab's folder, what make has built.
#ifndef WARPBOOK_PROJECT_H
#define WARPBOOK_PROJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/lab/spec.h"

enum { PATH_SIZE = 4096 };

typedef struct {
    char root[PATH_SIZE / 2];
} Project;

// Finds the root from the place of this program. False with one sentence in `error`.
bool project_find(Project *project, char *error, size_t error_size);

// Writes ROOT/a/b/c... to `path`; parts are ended by NULL.
void project_path(const Project *project, char path[PATH_SIZE], ...) __attribute__((sentinel));

// Names of all lab folders, sorted; at most `most` of them.
int project_labs(const Project *project, char folders[][256], int most);

// The name of the lab that somebody has written as "3", "Lab3", "LAB3" or "lab03", in `name`; any other word itself.
const char *lab_name(const char *written, char name[64]);

// Finds the folder of "lab3", written as for lab_name: labs/lab3_NAME, or labs/lab3. False with one sentence in `error`.
bool project_lab_folder(const Project *project, const char *lab, char folder[256], char *error,
                        size_t error_size);

// Reads a lab folder's lab.spec.
bool project_load_spec(const Project *project, const char *folder, LabSpec *spec, char *error,
                       size_t error_size);

bool file_exists(const char *path);

// Was `built` made before the last change of `source`?
bool file_older(const char *built, const char *source);

#endif
