// Keeps what chosen warps went through, and writes it down.
#include "grader/device/warp_paths.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/device_report.h"
#include "grader/warpsim/warpsim.h"

enum { PATHS = 48, WARPS_EACH = 4, STEPS = 400, FILE_NAMES = 8 };

// Basic blocks of the same lines with the same lanes, one after the other, are one step.
typedef struct {
    uint32_t mask, instructions;
    int line, last, file; // the source lines that it is made of; 0: not known
} Step;

typedef struct {
    int launch;
    uint64_t block;
    uint32_t warp, count;
    Step steps[STEPS];
    bool cut;
} Path;

struct WarpPaths {
    Path *paths;
    int count;
    const char *files[FILE_NAMES];
    int file_count;
};

WarpPaths *warp_paths_new(void) {
    WarpPaths *p = calloc(1, sizeof *p);
    if (p) p->paths = calloc(PATHS, sizeof *p->paths);
    if (p && p->paths) return p;
    warp_paths_free(p);
    return NULL;
}

void warp_paths_free(WarpPaths *p) {
    if (p) free(p->paths);
    free(p);
}

static Path *path_of(WarpPaths *p, int launch, const TracedEntry *e) {
    if (e->warp >= WARPS_EACH) return NULL;
    for (int i = p->count; i-- > 0;)
        if (p->paths[i].launch == launch && p->paths[i].block == e->block && p->paths[i].warp == e->warp)
            return &p->paths[i];
    if (p->count == PATHS) return NULL;
    p->paths[p->count] = (Path){.launch = launch, .block = e->block, .warp = e->warp};
    return &p->paths[p->count++];
}

static int file_index(WarpPaths *p, const char *name) {
    for (int i = 0; i < p->file_count; i++)
        if (!strcmp(p->files[i], name)) return i;
    if (p->file_count == FILE_NAMES) return -1;
    p->files[p->file_count] = name;
    return p->file_count++;
}

// The lines of the block's first file, from the smallest to the largest.
static void find_lines(WarpPaths *p, const TracedEntry *e, Step *step) {
    for (uint32_t i = 0; i < e->instructions; i++) {
        const char *name;
        int line, column;
        if (!warpsim_source_line(e->function, e->instruction + i, &name, &line, &column)) continue;
        const int file = file_index(p, name);
        if (file < 0 || (step->line && file != step->file)) continue;
        if (!step->line || line < step->line) step->line = line;
        if (line > step->last) step->last = line;
        step->file = file;
    }
}

void warp_paths_note(WarpPaths *p, int launch, const TracedEntry *e) {
    Path *path = path_of(p, launch, e);
    if (!path || !e->mask) return;
    Step step = {.mask = e->mask, .instructions = e->instructions};
    find_lines(p, e, &step);
    Step *before = path->count ? &path->steps[path->count - 1] : NULL;
    if (before && before->mask == step.mask && before->line == step.line && before->last == step.last &&
        before->file == step.file)
        before->instructions += step.instructions;
    else if (path->count == STEPS)
        path->cut = true;
    else
        path->steps[path->count++] = step;
}

void warp_paths_write(FILE *to, const WarpPaths *p,
                      void (*put_launch)(FILE *to, const void *context, int launch, uint64_t block),
                      const void *context) {
    enum { RECORD = REPORT_FIELD_MAX - 80 };
    for (int i = 0; i < p->file_count; i++) fprintf(to, "path_file\tname=%.400s\n", p->files[i]);
    for (int i = 0; i < p->count; i++) {
        const Path *path = &p->paths[i];
        fputs("path", to);
        put_launch(to, context, path->launch, path->block);
        fprintf(to, "\twarp=%" PRIu32 "\tcut=%d\n", path->warp, path->cut);
        long used = 0;
        for (uint32_t k = 0; k < path->count; k++) {
            const Step *s = &path->steps[k];
            if (!used) used = fprintf(to, "path_steps\tsteps=");
            used += fprintf(to, "%d:%d:%d:%" PRIu32 ":%" PRIu32 " ", s->file, s->line, s->last, s->mask,
                            s->instructions);
            if (used >= RECORD) used = 0 * fputc('\n', to);
        }
        if (used) fputc('\n', to);
    }
}
