// Reads the labs' folders as students have them.
#include "grader/class/handed_out.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/class/stop.h"
#include "grader/grading/replace_file.h"

static GivenText read_text(const char *path) {
    GivenText given = {0};
    given.text = read_whole_file(path, &given.size);
    return given;
}

void handed_out_read(HandedOut *h, const Project *project, const char *lab_folder, const LabSpec *spec) {
    char path[PATH_SIZE];
    *h = (HandedOut){.project = project, .lab_folder = lab_folder, .spec = spec, .own_lab = -1};
    h->lab_count = project_labs(project, h->labs, HANDED_OUT_LABS);
    h->functions = take_memory((size_t)h->lab_count + 1, sizeof *h->functions);
    for (int i = 0; i < h->lab_count; i++) {
        lab_functions_read(&h->functions[i], project, h->labs[i]);
        if (!strcmp(h->labs[i], lab_folder)) h->own_lab = i;
    }
    project_path(project, path, "labs", lab_folder, "skeleton", spec->source, NULL);
    h->skeleton = read_text(path);
    h->others = take_memory((size_t)spec->entry_count + 1, sizeof *h->others);
    for (int i = 0; i < spec->entry_count; i++) {
        const char *file = spec->entries[i].file;
        if (!*file || !strcmp(file, spec->source)) continue;
        project_path(project, path, "labs", lab_folder, file, NULL);
        h->others[h->other_count++] = read_text(path);
    }
}

void handed_out_free(HandedOut *h) {
    for (int i = 0; i < h->other_count; i++) free(h->others[i].text);
    free(h->others);
    free(h->functions);
    free(h->skeleton.text);
    *h = (HandedOut){0};
}

// ---- By its text ----------------------------------------------------------------------------------------

static size_t next_letter(const char *text, size_t size, size_t at) {
    while (at < size && isspace((unsigned char)text[at])) at++;
    return at;
}

// Editors of Windows put three bytes before a text that is UTF-8.
static size_t first_letter(const char *text, size_t size) {
    return next_letter(text, size, size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0);
}

bool same_but_blanks(const char *a, size_t a_size, const char *b, size_t b_size) {
    size_t i = first_letter(a, a_size), k = first_letter(b, b_size);
    while (i < a_size && k < b_size && a[i] == b[k])
        i = next_letter(a, a_size, i + 1), k = next_letter(b, b_size, k + 1);
    return i == a_size && k == b_size;
}

static bool is_given(const GivenText *given, const Entry *entry) {
    return given->text && entry->data && same_but_blanks(given->text, given->size, entry->data, entry->size);
}

bool handed_out_skeleton(const HandedOut *h, const Entry *entry) {
    return is_given(&h->skeleton, entry);
}

bool handed_out_other(const HandedOut *h, const Entry *entry) {
    for (int i = 0; i < h->other_count; i++)
        if (is_given(&h->others[i], entry)) return true;
    return false;
}

// ---- By its place ---------------------------------------------------------------------------------------

static bool is_part(const char *part, size_t length, const char *name) {
    return strlen(name) == length && !strncmp(part, name, length);
}

static bool is_lab_folder(const HandedOut *h, const char *part, size_t length) {
    for (int i = 0; i < h->lab_count; i++)
        if (is_part(part, length, h->labs[i])) return true;
    return false;
}

int handed_out_root(const HandedOut *h, const char *path) {
    const char *before = path; // the part before this one
    for (const char *part = path, *slash; (slash = strchr(part, '/')); before = part, part = slash + 1)
        if (is_lab_folder(h, part, (size_t)(slash - part)))
            return (
                int)((part > before && is_part(before, (size_t)(part - 1 - before), "labs") ? before : part) -
                     path);
    return -1;
}

// Does lab.spec speak of this file of the lab's folder?
static bool is_in_spec(const HandedOut *h, const char *name) {
    for (int i = 0; i < h->spec->entry_count; i++)
        if (!strcmp(h->spec->entries[i].file, name)) return true;
    return false;
}

static bool is_as_ours(const char *path, const Entry *entry) {
    GivenText ours = read_text(path);
    const bool same = is_given(&ours, entry);
    free(ours.text);
    return same;
}

// `place` is a path in labs/. Of what lies in another lab's folder a file with this lab's name may have got there by mistake.
static bool in_labs(const HandedOut *h, const Entry *entry, const char *place) {
    char path[PATH_SIZE];
    const char *inside = strchr(place, '/') + 1;
    project_path(h->project, path, "labs", place, NULL);
    if (!is_part(place, (size_t)(inside - 1 - place), h->lab_folder))
        return strcmp(entry_name(place), h->spec->source) || file_exists(path);
    return strcmp(inside, h->spec->source) && (!strncmp(inside, "skeleton/", strlen("skeleton/")) ||
                                               is_in_spec(h, inside) || is_as_ours(path, entry));
}

bool handed_out_place(const HandedOut *h, const Entry *entry, const char *path, const char *project,
                      int root) {
    const int own = handed_out_root(h, path);
    char folder[PATH_SIZE], part[256];
    struct stat info;
    if (own >= 0)
        return in_labs(h, entry,
                       path + own + (strncmp(path + own, "labs/", strlen("labs/")) ? 0 : strlen("labs/")));
    if (root < 0 || strncmp(path, project, (size_t)root)) return false;
    const char *inside = path + root;
    const size_t length = strcspn(inside, "/");
    if (!inside[length] || length >= sizeof part || is_part(inside, length, "labs")) return false;
    memcpy(part, inside, length);
    part[length] = 0;
    project_path(h->project, folder, part, NULL);
    return stat(folder, &info) == 0 && S_ISDIR(info.st_mode);
}
