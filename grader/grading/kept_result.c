// Keeps the JSON of gradings, and reads it again.
#include "grader/grading/kept_result.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/report/report.h"
#include "grader/text/json_members.h"

enum { LABS = 64, RESULT_BYTES = 1 << 20 }; // of a page with two of them there is less than 4 MB

typedef struct {
    char *text; // NULL: none
    size_t size;
} ResultText;

static void paths(const Project *project, const LabSpec *spec, char last[PATH_SIZE], char before[PATH_SIZE]) {
    project_path(project, last, "build", spec->name, "graded.json", NULL);
    project_path(project, before, "build", spec->name, "before.json", NULL);
}

// A result of a lab that was graded, and its length.
static bool is_result(const ResultText *r) {
    JsonMember member;
    return json_is_object(r->text, r->size) && json_find_member(r->text, r->size, "schema", &member) &&
           member.value_size == 1 && *member.value == '1' &&
           json_find_member(r->text, r->size, "lab", &member) && *member.value == '"' &&
           json_find_member(r->text, r->size, "counters", &member) && *member.value == '{' &&
           json_find_member(r->text, r->size, "lines", &member) && *member.value == '[' &&
           json_find_member(r->text, r->size, "sources", &member) && *member.value == '[' &&
           json_find_member(r->text, r->size, "performance", &member) && *member.value == '{' &&
           !json_find_member(r->text, r->size, "refused", &member);
}

static bool load(const char *path, const char *shown, ResultText *r, char *error, size_t error_size) {
    FILE *file = fopen(path, "re");
    const int why = errno;
    *r = (ResultText){.text = file ? malloc(RESULT_BYTES + 1) : NULL};
    if (r->text) r->size = fread(r->text, 1, RESULT_BYTES + 1, file);
    const bool broken = !r->text || ferror(file);
    if (file) fclose(file);
    if (broken)
        snprintf(error, error_size, "%.1000s cannot be read: %s.", shown,
                 strerror(file ? errno ? errno : EIO : why));
    else if (r->size > RESULT_BYTES)
        snprintf(error, error_size,
                 "%.1000s is larger than a result is. Name a file that ./grade LAB --json FILE has written.",
                 shown);
    else if (!is_result(r))
        snprintf(error, error_size,
                 "%.1000s is not a result of a lab. Name a file that ./grade LAB --json FILE has written.",
                 shown);
    else
        return true;
    free(r->text);
    *r = (ResultText){0};
    return false;
}

static ResultText text_of(const LabResult *result) {
    ResultText r = {0};
    FILE *stream = open_memstream(&r.text, &r.size);
    if (!stream) return r;
    report_json(stream, result);
    if (!fclose(stream)) return r;
    free(r.text);
    return (ResultText){0};
}

static bool same_sources(const ResultText *a, const ResultText *b) {
    JsonMember x, y;
    return json_find_member(a->text, a->size, "sources", &x) &&
           json_find_member(b->text, b->size, "sources", &y) && x.value_size == y.value_size &&
           !memcmp(x.value, y.value, x.value_size);
}

static void write_text(FILE *stream, const void *data) {
    const ResultText *r = data;
    fwrite(r->text, 1, r->size, stream);
}

void kept_result_save(const Project *project, LabResult *result) {
    char last[PATH_SIZE], before[PATH_SIZE], error[1200];
    char *const against = result->against, *const others = result->others;
    ResultText old;
    result->against = result->others = NULL;
    ResultText now = text_of(result);
    result->against = against, result->others = others;
    paths(project, result->spec, last, before);
    if (result->solution) project_path(project, last, "build", result->spec->name, "solution.json", NULL);
    if (!result->solution && now.text && load(last, last, &old, error, sizeof error)) {
        if (!same_sources(&now, &old)) rename(last, before);
        free(old.text);
    }
    if (now.text && now.size <= RESULT_BYTES)
        write_result_file(last, "", write_text, &now, error, sizeof error);
    free(now.text);
}

// ---- The times of all of them -------------------------------------------------------------------------------

static void write_member(Json *json, const ResultText *r, const char *key) {
    JsonMember member;
    if (json_find_member(r->text, r->size, key, &member))
        json_value(json, key, member.value, member.value_size);
}

// One element of `others`, where the result has a time.
static void list_times(Json *json, const ResultText *r, const char *what) {
    JsonMember performance, times;
    if (!json_find_member(r->text, r->size, "performance", &performance) ||
        !json_find_member(performance.value, performance.value_size, "times", &times) ||
        *times.value != '[' || !memchr(times.value, '{', times.value_size))
        return;
    json_open(json, NULL, '{');
    json_string(json, "what", what);
    write_member(json, r, "lab");
    write_member(json, r, "title");
    write_member(json, r, "source");
    json_value(json, "times", times.value, times.value_size);
    json_close(json, '}');
}

void kept_results_list(const Project *project, LabResult *result) {
    static const struct {
        const char *file, *what;
        bool only_here; // of this lab alone
    } kinds[] = {{"solution.json", "solution", false},
                 {"graded.json", "own", false},
                 {"before.json", "earlier", true}};
    static char folders[LABS][256];
    FILE *stream = open_memstream(&result->others, &result->others_size);
    if (!stream) return;
    Json json = {.stream = stream};
    char path[PATH_SIZE], error[1200];
    const int labs = project_labs(project, folders, LABS);
    json_open(&json, NULL, '[');
    for (int i = 0; i < labs; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            char lab[256];
            ResultText r;
            snprintf(lab, sizeof lab, "%.*s", (int)strcspn(folders[i], "_"), folders[i]);
            if (kinds[k].only_here && strcmp(lab, result->spec->name) != 0) continue;
            project_path(project, path, "build", lab, kinds[k].file, NULL);
            if (!file_exists(path) || !load(path, path, &r, error, sizeof error)) continue;
            list_times(&json, &r, kinds[k].what);
            free(r.text);
        }
    json_close(&json, ']');
    if (!fclose(stream)) return;
    free(result->others);
    result->others = NULL;
}

bool kept_result_exists(const Project *project, const LabSpec *spec) {
    char last[PATH_SIZE], before[PATH_SIZE];
    paths(project, spec, last, before);
    return file_exists(last);
}

static void take(LabResult *result, ResultText *r, const char *what, const char *file) {
    free(result->against);
    result->against = r->text;
    result->against_size = r->size;
    result->against_what = what;
    result->against_file = file;
}

bool kept_result_load(const Project *project, LabResult *result, char *error, size_t error_size) {
    char last[PATH_SIZE], before[PATH_SIZE], none[1200];
    ResultText now, old, older;
    paths(project, result->spec, last, before);
    if (!load(last, last, &old, error, error_size)) return false;
    now = text_of(result);
    if (now.text && same_sources(&now, &old) && load(before, before, &older, none, sizeof none)) {
        free(old.text);
        old = older;
    }
    free(now.text);
    take(result, &old, "last", NULL);
    return true;
}

bool result_file_load(const char *path, const char *shown, LabResult *result, char *error,
                      size_t error_size) {
    ResultText r;
    if (!load(path, shown, &r, error, error_size)) return false;
    take(result, &r, "file", shown);
    return true;
}
