// What --watch is made of: telling that a file was saved, running a child and its end, the first error of
// many.
#include "grader/grading/captured.h"
#include "grader/grading/first_error.h"
#include "grader/grading/replace_file.h"
#include "grader/grading/saves.h"
#include "tests/check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/warpbook-rounds-XXXXXX", source[100];
static sigset_t mask;
static volatile sig_atomic_t stopped;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void nap(int ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static void write_in_place(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0);
    if (file) fclose(file);
}

static void by_renaming(void) {
    CHECK(replace_file(source, "renamed", 7));
}

static void in_place(void) {
    write_in_place(source, "written");
}

// As editors do that keep a copy: for a moment there is no file.
static void by_moving_away(void) {
    char kept[120];
    snprintf(kept, sizeof kept, "%s.kept", source);
    CHECK_EQ(rename(source, kept), 0);
    nap(150);
    write_in_place(source, "new one");
    CHECK_EQ(unlink(kept), 0);
}

static void a_header(void) {
    char header[120];
    snprintf(header, sizeof header, "%s/own.cuh", folder);
    write_in_place(header, "#define X\n");
}

static void *save_later(void *save) {
    nap(200);
    ((void (*)(void))save)();
    return NULL;
}

// Waits while another thread saves; how long until that was noticed?
static double wait_for(void (*save)(void), bool with_inotify) {
    Saves saves;
    pthread_t thread;
    saves_open(&saves, source);
    if (!with_inotify) saves_close(&saves);
    uint64_t before = saves_state(&saves);
    double start = seconds();
    CHECK_EQ(pthread_create(&thread, NULL, save_later, (void *)save), 0);
    saves_wait(&saves, before, &mask, &stopped);
    double took = seconds() - start;
    CHECK(saves_state(&saves) != before && saves_state(&saves) != 0);
    pthread_join(thread, NULL);
    saves_close(&saves);
    return took;
}

TEST(make_folder) {
    CHECK(mkdtemp(folder) != NULL);
    snprintf(source, sizeof source, "%s/x.cu", folder);
    write_in_place(source, "first");
}

TEST(every_kind_of_save_is_seen) {
    void (*const kinds[])(void) = {in_place, by_renaming, by_moving_away, a_header};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        CHECK(wait_for(kinds[i], true) >= 0.2);
        CHECK(wait_for(kinds[i], false) >= 0.2);
    }
}

TEST(a_save_before_the_wait_is_seen_too) {
    Saves saves;
    saves_open(&saves, source);
    uint64_t before = saves_state(&saves);
    write_in_place(source, "meanwhile");
    double start = seconds();
    saves_wait(&saves, before, &mask, &stopped);
    CHECK(seconds() - start < 5);
    saves_close(&saves);
}

TEST(other_files_do_not_count) {
    Saves saves;
    char other[120];
    saves_open(&saves, source);
    uint64_t before = saves_state(&saves);
    snprintf(other, sizeof other, "%s/.x.cu.swp", folder);
    write_in_place(other, "editor's");
    CHECK_EQ(saves_state(&saves), before);
    CHECK_EQ(unlink(other), 0);
    CHECK_EQ(unlink(source), 0);
    CHECK_EQ(saves_state(&saves), 0);
    saves_close(&saves);
}

// ---- Children ----

static int speak(const void *argument) {
    printf("out ");
    fflush(stdout);
    fprintf(stderr, "%s", (const char *)argument);
    return 7;
}

static int chatter(const void *argument) {
    (void)argument;
    for (int i = 0; i < 100000; i++) printf("a line of chatter, and many of them\n");
    return 0;
}

static int crash(const void *argument) {
    (void)argument;
    signal(SIGABRT, SIG_DFL);
    abort();
}

// Leaves a process behind that holds its output open.
static int leave_one(const void *argument) {
    (void)argument;
    if (fork() == 0) {
        nap(3000);
        _exit(0);
    }
    return 3;
}

static int hang(const void *argument) {
    (void)argument;
    if (fork() == 0) signal(SIGTERM, SIG_IGN);
    for (int i = 0; i < 60; i++) nap(1000);
    return 0;
}

static int run(int (*body)(const void *), const char *argument) {
    Captured c = run_captured(body, argument, &mask, &stopped);
    int status = c.status;
    free(c.text);
    return status;
}

TEST(output_and_status_come_back) {
    Captured c = run_captured(speak, "err", &mask, &stopped);
    CHECK_EQ(c.status, 7);
    CHECK(c.size == 7 && !memcmp(c.text, "out err", 7));
    free(c.text);
    CHECK_EQ(run(chatter, NULL), 0);
    CHECK_EQ(run(crash, NULL), 128 + SIGABRT);
}

TEST(a_process_left_behind_is_not_waited_for) {
    double start = seconds();
    CHECK_EQ(run(leave_one, NULL), 3);
    CHECK(seconds() - start < 2.5);
}

static void stop(int number) {
    (void)number;
    stopped = 1;
}

TEST(a_signal_ends_it_all) {
    struct sigaction action = {.sa_handler = stop};
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGALRM);
    CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
    sigprocmask(SIG_BLOCK, &held, &mask);
    sigdelset(&mask, SIGALRM);
    alarm(1);
    double start = seconds();
    CHECK(run(hang, NULL) >= 128); // its child ignores the first signal
    CHECK(stopped && seconds() - start < 10);
    nap(50);
    while (waitpid(-1, NULL, 0) > 0) { // what the test before has left, which ends by itself
    }
    CHECK(seconds() - start < 10);
    stopped = 0;
    sigprocmask(SIG_SETMASK, &mask, NULL);
    CHECK_EQ(rmdir(folder), -1); // own.cuh
    char header[120];
    snprintf(header, sizeof header, "%s/own.cuh", folder);
    CHECK(unlink(header) == 0 && rmdir(folder) == 0);
}

// ---- Compiler messages ----

static void expect_error(const char *messages, const char *first, int errors) {
    FirstError found = find_first_error(messages, strlen(messages));
    CHECK_EQ(found.errors, errors);
    CHECK_EQ(found.size, strlen(first));
    CHECK(found.size == strlen(first) && !memcmp(found.text, first, found.size));
}

TEST(the_first_error_is_found) {
    expect_error("x.cu(3): warning #177-D: unused\n  int i;\n      ^\n\nx.cu(9): error: a\n  foo;\n  ^\n\n"
                 "x.cu(10): error: b\n  bar;\n\n2 errors detected in the compilation of \"x.cu\".\n",
                 "x.cu(9): error: a\n  foo;\n  ^\n", 2);
    expect_error(
        "  nvcc  x.cu\nx.cu:1:10: fatal error: no.h: No such file\n    1 | #include \"no.h\"\n"
        "compilation terminated.\nx.cu does not compile.\nmake: *** [x] Error 1\n",
        "x.cu:1:10: fatal error: no.h: No such file\n    1 | #include \"no.h\"\ncompilation terminated.\n",
        1);
    expect_error("ptxas x.ptx, line 5; error   : wrong\n", "ptxas x.ptx, line 5; error   : wrong\n", 1);
    expect_error("make: *** No rule.  Stop.\n", "make: *** No rule.  Stop.\n", 0);
    expect_error("", "", 0);
}

__attribute__((constructor)) static void begin(void) {
    sigprocmask(SIG_SETMASK, NULL, &mask);
}

CHECK_MAIN()
