// Writes to standard error only: what goes to standard output may be kept.
#include "grader/class/show_progress.h"

#include <stdio.h>
#include <unistd.h>

#include "grader/session/link.h"
#include "grader/text/append.h"

enum { WIDTH = 30 };

static void write_estimate(char *text, size_t size, const ClassProgress *p) {
    int64_t left = p->all - p->before - p->done;
    double seconds = p->done ? (clock_seconds() - p->start) / (double)p->done * (double)left : 0;
    if (!p->done || !left)
        text[0] = 0;
    else if (seconds < 90)
        snprintf(text, size, ", about %.0f s left", seconds);
    else
        snprintf(text, size, ", about %.0f min left", seconds / 60);
}

static void show(ClassProgress *p) {
    char estimate[60], bar[WIDTH + 1];
    int64_t done = p->before + p->done;
    int tenths = p->all ? (int)(10 * done / p->all) : 10;
    write_estimate(estimate, sizeof estimate, p);
    for (int i = 0; i < WIDTH; i++) bar[i] = i * p->all < done * WIDTH ? '#' : '-';
    bar[WIDTH] = 0;
    if (p->terminal)
        fprintf(stderr, "\r%s %lld of %lld graded%s\033[K", bar, (long long)done, (long long)p->all,
                estimate);
    else if (tenths > p->shown)
        fprintf(stderr, "%lld of %lld graded%s\n", (long long)done, (long long)p->all, estimate);
    p->shown = tenths;
}

ClassProgress class_progress_begin(int64_t all, int64_t left) {
    ClassProgress p = {
        .all = all, .before = all - left, .start = clock_seconds(), .terminal = isatty(STDERR_FILENO)};
    p.shown = all ? (int)(10 * p.before / all) : 10;
    if (left)
        fprintf(stderr, "%s, %lld to grade\n", several((double)all, "submission").text, (long long)left);
    return p;
}

void class_progress_set(ClassProgress *p, int64_t done) {
    p->done = done;
    show(p);
}

void class_progress_end(const ClassProgress *p) {
    if (p->terminal && p->done) fputc('\n', stderr);
}
