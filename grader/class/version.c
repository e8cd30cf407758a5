// Lists the files that decide what a submission is worth.
#include "grader/class/version.h"

#include <fts.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/entry.h"
#include "grader/class/stop.h"
#include "grader/grading/secret.h"
#include "grader/text/sha256.h"

typedef struct {
    char **paths;
    int count;
} Files;

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

// Every file below a folder, or the file itself, but for those whose names end so; what is not there adds nothing.
static void add_files(Files *files, const char *path, const char *but) {
    char *const roots[] = {(char *)path, NULL};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    for (FTSENT *found; walk && (found = fts_read(walk));) {
        if (found->fts_info != FTS_F || ends_with(found->fts_path, but)) continue;
        files->paths = more_memory(files->paths, (size_t)files->count + 1, sizeof *files->paths);
        files->paths[files->count++] = new_text("%s", found->fts_path);
    }
    if (walk) fts_close(walk);
}

static void finish(Files *files, const Project *project, char sum[CHECKSUM_SIZE]) {
    checksum_of_all(files->paths, files->count, project->root, sum);
    for (int i = 0; i < files->count; i++) free(files->paths[i]);
    free(files->paths);
}

static void add_part(Files *files, const Project *project, const char *top, const char *middle,
                     const char *name) {
    char path[PATH_SIZE];
    project_path(project, path, top, middle, name, NULL);
    add_files(files, path, ".a");
}

void grader_version(const Project *project, const char *lab, const char *lab_folder,
                    char sum[CHECKSUM_SIZE]) {
    static const char *const programs[] = {"grade", "device", "student"};
    Files files = {0};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        add_part(&files, project, "build", "bin", programs[i]);
    add_part(&files, project, "build", "lib", NULL);
    add_part(&files, project, "build", "nvcc_flags", NULL);
    add_part(&files, project, "build", lab, "call.so");
    add_part(&files, project, "build", lab, "reference.so");
    add_part(&files, project, "labs", lab_folder, "skeleton");
    add_part(&files, project, "solutions", lab_folder, NULL);
    add_part(&files, project, "common", NULL, NULL);
    finish(&files, project, sum);
}

void thresholds_version(const Project *project, const char *lab_folder, char sum[CHECKSUM_SIZE]) {
    Files files = {0};
    add_part(&files, project, "labs", lab_folder, "lab.spec");
    add_part(&files, project, "labs", "thresholds", NULL);
    finish(&files, project, sum);
}

bool secret_version(const Project *project, char sum[CHECKSUM_SIZE]) {
    static const char use[] = "which secret";
    Secret secret;
    char error[1200];
    uint8_t bytes[sizeof use + SECRET_BYTES], digest[SHA256_BYTES];
    if (!secret_load(&secret, project, error, sizeof error)) stop("%s", error);
    memcpy(bytes, use, sizeof use);
    memcpy(bytes + sizeof use, secret.bytes, SECRET_BYTES);
    sha256(bytes, sizeof bytes, digest);
    for (int i = 0; i < SHA256_BYTES; i++) snprintf(sum + 2 * i, 3, "%02x", digest[i]);
    return secret.kept;
}
