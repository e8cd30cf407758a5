// Remembers scores and hints in progress.txt.
#include "grader/grading/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "grader/grading/replace_file.h"
#include "grader/text/writer.h"

enum { WORDS = 6, LINE_BYTES = 400, HINTS_MOST = 1000 };

static const char heading[] =
    "# What ./grade remembers of your work: one fact a line. Take a line out, and it is forgotten.\n";

// ---- The files that were graded -------------------------------------------------------------------------

static const char *file_name(const LabSpec *spec, int i) {
    return i == 0 ? spec->source : "answers.txt";
}

// FNV-1a of the content, 0 where there is no such file.
static uint64_t fingerprint(const Project *project, const LabSpec *spec, int i) {
    char folder[256], path[PATH_SIZE], error[1200];
    if (!project_lab_folder(project, spec->name, folder, error, sizeof error)) return 0;
    project_path(project, path, "labs", folder, file_name(spec, i), NULL);
    size_t size;
    char *text = read_whole_file(path, &size);
    if (!text) return 0;
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t k = 0; k < size; k++) hash = (hash ^ (unsigned char)text[k]) * 0x100000001b3;
    free(text);
    return hash;
}

// Was the file saved again while the grader ran? Then what was graded is not what lies there now.
static bool saved_meanwhile(const Project *project, const LabSpec *spec) {
    char folder[256], source[PATH_SIZE], built[PATH_SIZE], name[80], error[1200];
    if (!project_lab_folder(project, spec->name, folder, error, sizeof error)) return true;
    snprintf(name, sizeof name, "%.*s.so", (int)strcspn(spec->source, "."), spec->source);
    project_path(project, source, "labs", folder, spec->source, NULL);
    project_path(project, built, "build", spec->name, name, NULL);
    return file_older(built, source);
}

void progress_changed_files(const Progress *progress, const Project *project, const LabSpec *spec,
                            char *names, size_t size) {
    names[0] = 0;
    for (int i = 0; i < PROGRESS_FILES; i++)
        if (progress->files[i] != fingerprint(project, spec, i)) {
            size_t length = strlen(names);
            snprintf(names + length, size - length, "%s%s", length ? ", " : "", file_name(spec, i));
        }
}

// ---- Reading a line -------------------------------------------------------------------------------------

// "40 of 100": a score that can be.
static bool read_score(char *const *word, double *score, double *most) {
    char *end[2];
    double a = strtod(word[0], &end[0]), b = strtod(word[2], &end[1]);
    if (strcmp(word[1], "of") || *end[0] || *end[1] || !isfinite(a) || !isfinite(b)) return false;
    if (a < 0 || b <= 0 || a > b || b > 1e6) return false;
    *score = a;
    *most = b;
    return true;
}

static bool read_hints(const char *word, int *hints) {
    char *end;
    long number = strtol(word, &end, 10);
    if (*end || end == word || number < 0 || number > HINTS_MOST) return false;
    *hints = (int)number;
    return true;
}

static bool read_time(const char *word, char when[32]) {
    static const char form[] = "0000-00-00T00:00:00Z";
    size_t at = 0;
    for (; form[at] && word[at]; at++)
        if (form[at] == '0' ? word[at] < '0' || word[at] > '9' : word[at] != form[at]) return false;
    if (form[at] || word[at]) return false;
    memcpy(when, word, sizeof form);
    return true;
}

static bool read_file(Progress *p, const LabSpec *spec, char *const *word) {
    char *end;
    unsigned long long hash = strtoull(word[1], &end, 16);
    if (*end || end == word[1]) return false;
    for (int i = 0; i < PROGRESS_FILES; i++)
        if (!strcmp(word[0], file_name(spec, i))) {
            p->files[i] = hash;
            return true;
        }
    return false;
}

// Takes over what a line says of this lab. False for every other line.
static bool take_line(Progress *p, const LabSpec *spec, const char *line, size_t size) {
    char copy[LINE_BYTES], *word[WORDS], *rest = NULL;
    int count = 0;
    if (size >= sizeof copy || memchr(line, 0, size)) return false;
    memcpy(copy, line, size);
    copy[size] = 0;
    for (char *at = strtok_r(copy, " \t\r\n", &rest); at; at = strtok_r(NULL, " \t\r\n", &rest)) {
        if (count == WORDS) return false;
        word[count++] = at;
    }
    if (count < 3 || strcmp(word[0], spec->name)) return false;
    if (count == 5 && !strcmp(word[1], "score"))
        return read_score(word + 2, &p->score, &p->max_score) && (p->graded = true);
    if (count == 5 && !strcmp(word[1], "best")) return read_score(word + 2, &p->best, &p->best_max);
    if (count == 3 && !strcmp(word[1], "graded")) return read_time(word[2], p->when);
    if (count == 4 && !strcmp(word[1], "file")) return read_file(p, spec, word + 2);
    int todo = strcmp(word[1], "todo") ? -1 : spec_find_todo(spec, word[2]);
    if (todo < 0) return false;
    if (count == 4 && !strcmp(word[3], "done")) return p->done[todo] = true;
    return count == 5 && !strcmp(word[3], "hints") && read_hints(word[4], &p->hints_seen[todo]);
}

// ---- The file -------------------------------------------------------------------------------------------

static void find_path(const Project *project, char path[PATH_SIZE]) {
    project_path(project, path, "progress.txt", NULL);
}

static size_t line_size(const char *text, const char *end) {
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    return (size_t)((newline ? newline + 1 : end) - text);
}

// Takes over this lab's lines; writes the others to `others` and returns where among them this lab's lines
// stood.
static size_t take_text(Progress *p, const LabSpec *spec, const char *text, size_t size, FILE *others) {
    size_t written = 0, place = SIZE_MAX;
    for (const char *at = text, *end = text + size; at < end;) {
        size_t length = line_size(at, end);
        if (take_line(p, spec, at, length)) {
            if (place == SIZE_MAX) place = written;
        } else if (others) {
            written += fwrite(at, 1, length, others);
            if (at[length - 1] != '\n') written += fwrite("\n", 1, 1, others);
        }
        at += length;
    }
    return place == SIZE_MAX ? written : place;
}

void progress_load(Progress *progress, const Project *project, const LabSpec *spec) {
    char path[PATH_SIZE];
    size_t size;
    memset(progress, 0, sizeof *progress);
    find_path(project, path);
    char *text = read_whole_file(path, &size);
    if (text) take_text(progress, spec, text, size, NULL);
    free(text);
}

static void print_facts(FILE *to, const Progress *p, const LabSpec *spec) {
    const char *lab = spec->name;
    if (p->graded) fprintf(to, "%s score %g of %g\n", lab, p->score, p->max_score);
    if (p->best_max > 0) fprintf(to, "%s best %g of %g\n", lab, p->best, p->best_max);
    if (p->when[0]) fprintf(to, "%s graded %s\n", lab, p->when);
    for (int i = 0; i < PROGRESS_FILES; i++)
        if (p->files[i])
            fprintf(to, "%s file %s %016llx\n", lab, file_name(spec, i), (unsigned long long)p->files[i]);
    for (int i = 0; i < spec->todo_count; i++) {
        if (p->done[i]) fprintf(to, "%s todo %s done\n", lab, spec->todos[i].id);
        if (p->hints_seen[i]) fprintf(to, "%s todo %s hints %d\n", lab, spec->todos[i].id, p->hints_seen[i]);
    }
}

// Another run may have written since this one has read: what only grows is not taken back.
static void merge(Progress *mine, const Progress *theirs) {
    for (int i = 0; i < SPEC_TODOS; i++)
        if (theirs->hints_seen[i] > mine->hints_seen[i]) mine->hints_seen[i] = theirs->hints_seen[i];
    if (theirs->best * mine->best_max > mine->best * theirs->best_max || mine->best_max <= 0) {
        mine->best = theirs->best;
        mine->best_max = theirs->best_max;
    }
}

// The new text of the file, from what it holds now. NULL without memory.
static char *compose(const Progress *progress, const LabSpec *spec, const char *text, size_t text_size,
                     size_t *size) {
    char *others = NULL, *all = NULL;
    size_t others_size = 0;
    Progress mine = *progress, theirs = {0};
    FILE *rest = open_memstream(&others, &others_size);
    if (!rest) return NULL;
    size_t place = take_text(&theirs, spec, text, text_size, rest);
    bool good = fclose(rest) == 0;
    FILE *file = good ? open_memstream(&all, size) : NULL;
    if (file) {
        merge(&mine, &theirs);
        if (!text_size) fputs(heading, file);
        fwrite(others, 1, place, file);
        print_facts(file, &mine, spec);
        fwrite(others + place, 1, others_size - place, file);
        good = fclose(file) == 0;
    }
    free(others);
    if (file && good) return all;
    free(all);
    return NULL;
}

// Reads, changes and replaces the file. False with errno set.
static bool rewrite(const Progress *progress, const Project *project, const LabSpec *spec) {
    char path[PATH_SIZE];
    size_t size = 0, new_size = 0;
    find_path(project, path);
    char *text = read_whole_file(path, &size);
    if (!text && errno != ENOENT) return false; // it may hold what must not be lost
    char *all = compose(progress, spec, text ? text : "", size, &new_size);
    errno = ENOMEM;
    bool good = all && replace_file(path, all, new_size);
    int error = errno;
    free(all);
    free(text);
    errno = error;
    return good;
}

void progress_save(const Progress *progress, const Project *project, const LabSpec *spec) {
    Progress now = *progress;
    for (int i = 0; i < PROGRESS_FILES && now.just_graded; i++) now.files[i] = fingerprint(project, spec, i);
    if (now.just_graded && saved_meanwhile(project, spec)) now.files[0] = 0;
    // The file is replaced, so the lock is on its folder. Where that cannot be locked, it goes without.
    int folder = open(project->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) flock(folder, LOCK_EX);
    bool good = rewrite(&now, project, spec);
    int error = errno;
    if (folder >= 0) close(folder);
    if (good) return;
    Writer writer = writer_open(stderr, COLOR_AUTO);
    writer_print(
        &writer, 0, 2, STYLE_PLAIN,
        "grade: progress.txt cannot be written: %s. Scores and hints of this run are not remembered.",
        strerror(error));
}

void progress_take_result(Progress *progress, const LabResult *result) {
    time_t now = time(NULL);
    struct tm utc;
    progress->graded = progress->just_graded = true;
    progress->score = result->score;
    progress->max_score = result->max_score;
    strftime(progress->when, sizeof progress->when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    if (progress->best_max <= 0 ||
        progress->score * progress->best_max >= progress->best * progress->max_score) {
        progress->best = progress->score;
        progress->best_max = progress->max_score;
    }
    for (int i = 0; i < result->spec->todo_count; i++) {
        double score, max_score;
        todo_score(result, i, &score, &max_score);
        progress->done[i] = score >= max_score;
    }
}
