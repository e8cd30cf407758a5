// progress.txt: what is remembered between runs, whatever a hand or a full disk has done to the file.
#include "grader/grading/progress.h"
#include "grader/grading/replace_file.h"
#include "tests/check.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static Project project;
static LabSpec spec;
static char error[1200];

static const char lab3[] =
    "lab lab3 \"T\"\nsource s.cu\ntodo 3.1 \"a\"\ntodo 3.2 \"b\"\nentry f\n output o float n\n"
    "test 3.1 f n=3 5\ntest 3.2 f n=4 5\n";

static const char *path_of(const char *name) {
    static char path[PATH_SIZE];
    project_path(&project, path, name, NULL);
    return path;
}

static void write_file(const char *name, const char *text) {
    CHECK(replace_file(path_of(name), text, strlen(text)));
}

// The text of progress.txt.
static const char *remembered(void) {
    static char text[20000];
    size_t size;
    char *all = read_whole_file(path_of("progress.txt"), &size);
    snprintf(text, sizeof text, "%s", all ? all : "(nothing)");
    free(all);
    return text;
}

static int count_files(void) {
    int count = 0;
    DIR *folder = opendir(project.root);
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
    return count;
}

// Grades so that the first TODO has its points, the second too with `all`.
static void grade(Progress *progress, bool all) {
    LabResult result = {0};
    CHECK(plan_cases(&result, &spec, -1));
    for (int i = 0; i < result.case_count; i++)
        result.cases[i].judged = result.cases[i].passed = i == 0 || all;
    score_lab(&result);
    progress_take_result(progress, &result);
    lab_result_free(&result);
}

TEST(make_project) {
    char root[] = "/tmp/warpbook-progress-XXXXXX";
    CHECK(mkdtemp(root) != NULL);
    snprintf(project.root, sizeof project.root, "%s", root);
    CHECK(mkdir(path_of("labs"), 0777) == 0 && mkdir(path_of("labs/lab3_x"), 0777) == 0);
    write_file("labs/lab3_x/lab.spec", lab3);
    write_file("labs/lab3_x/s.cu", "// mine\n");
    CHECK(project_load_spec(&project, "lab3_x", &spec, error, sizeof error));
}

TEST(it_is_remembered) {
    Progress progress, again;
    progress_load(&progress, &project, &spec);
    CHECK(!progress.graded);
    grade(&progress, false);
    progress.hints_seen[1] = 2;
    progress_save(&progress, &project, &spec);
    progress_load(&again, &project, &spec);
    CHECK(again.graded && again.score == 5 && again.max_score == 10 && again.best == 5);
    CHECK(again.done[0] && !again.done[1]);
    CHECK_EQ(again.hints_seen[1], 2);
    CHECK_EQ(strlen(again.when), 20);
    CHECK_HAS(remembered(), "\nlab3 score 5 of 10\n");
    CHECK_HAS(remembered(), "\nlab3 todo 3.2 hints 2\n");
    CHECK_EQ(remembered()[0], '#');
}

TEST(the_best_score_stays) {
    Progress progress;
    progress_load(&progress, &project, &spec);
    grade(&progress, true);
    progress_save(&progress, &project, &spec);
    grade(&progress, false);
    progress_save(&progress, &project, &spec);
    progress_load(&progress, &project, &spec);
    CHECK(progress.score == 5 && progress.best == 10 && progress.best_max == 10);
    CHECK(progress.done[0] && !progress.done[1]);
}

TEST(changed_files_are_named) {
    Progress progress;
    char names[200];
    progress_load(&progress, &project, &spec);
    progress_changed_files(&progress, &project, &spec, names, sizeof names);
    CHECK_STR(names, "");
    write_file("labs/lab3_x/s.cu", "// more\n");
    progress_changed_files(&progress, &project, &spec, names, sizeof names);
    CHECK_STR(names, "s.cu");
    write_file("labs/lab3_x/answers.txt", "3.a =\n");
    progress_changed_files(&progress, &project, &spec, names, sizeof names);
    CHECK_STR(names, "s.cu, answers.txt");
    write_file("labs/lab3_x/s.cu", "// mine\n");
    CHECK_EQ(unlink(path_of("labs/lab3_x/answers.txt")), 0);
    progress_changed_files(&progress, &project, &spec, names, sizeof names);
    CHECK_STR(names, "");
}

// A save while the grader ran: what was built is older than the file.
TEST(a_save_meanwhile_counts_as_a_change) {
    Progress progress;
    char names[200];
    CHECK(mkdir(path_of("build"), 0777) == 0 && mkdir(path_of("build/lab3"), 0777) == 0);
    write_file("build/lab3/s.so", "");
    struct timespec times[2] = {{1000, 0}, {1000, 0}};
    CHECK_EQ(utimensat(AT_FDCWD, path_of("build/lab3/s.so"), times, 0), 0);
    progress_load(&progress, &project, &spec);
    grade(&progress, false);
    progress_save(&progress, &project, &spec);
    progress_load(&progress, &project, &spec);
    progress_changed_files(&progress, &project, &spec, names, sizeof names);
    CHECK_STR(names, "s.cu");
}

TEST(other_lines_stay) {
    static const char text[] = "# a note\nlab1 score 7 of 10\n\nlab3 score 1 of 10\nlab3 todo 3.1 hints 1\n"
                               "lab3 todo 9.9 done\nlab30 score 2 of 3\nlab3 nonsense\nno newline at the end";
    Progress progress;
    write_file("progress.txt", text);
    progress_load(&progress, &project, &spec);
    CHECK(progress.score == 1 && progress.hints_seen[0] == 1);
    progress.hints_seen[0] = 2;
    progress_save(&progress, &project, &spec);
    CHECK_STR(remembered(), "# a note\nlab1 score 7 of 10\n\nlab3 score 1 of 10\nlab3 todo 3.1 hints 2\n"
                            "lab3 todo 9.9 done\nlab30 score 2 of 3\nlab3 nonsense\nno newline at the end\n");
}

TEST(broken_lines_do_no_harm) {
    static const char *const broken[] = {"lab3 score x of 10",
                                         "lab3 score 5 of",
                                         "lab3 score -1 of 10",
                                         "lab3 score nan of 10",
                                         "lab3 score 11 of 10",
                                         "lab3 score 1e999 of 1e999",
                                         "lab3 score 0 of 0",
                                         "lab3 todo 3.1 hints -7",
                                         "lab3 todo 3.1 hints 1e9",
                                         "lab3 todo 3.1 done twice",
                                         "lab3 graded yesterday",
                                         "lab3 file s.cu zz",
                                         "lab3 file other.cu 12",
                                         "lab3 best 3 of 2",
                                         "lab3",
                                         "lab3 todo 3.1 hints",
                                         "lab3 graded 2026-01-31T12:00:00Z0",
                                         "lab3 todo 3.1 hints 99999999999999999999",
                                         "\xff\xfe lab3 \x01"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        Progress progress, none = {0};
        char line[200];
        snprintf(line, sizeof line, "%s\n", broken[i]);
        write_file("progress.txt", line);
        progress_load(&progress, &project, &spec);
        if (memcmp(&progress, &none, sizeof none)) check_fail(__FILE__, __LINE__, broken[i]);
        progress.hints_seen[1] = 1;
        progress_save(&progress, &project, &spec);
        CHECK_HAS(remembered(), broken[i]);
        CHECK_HAS(remembered(), "lab3 todo 3.2 hints 1\n");
    }
}

TEST(long_lines_and_nuls_stay) {
    static char text[9000], again[9100];
    memset(text, 'a', sizeof text);
    memcpy(text, "lab3 ", 5);
    memcpy(text + 5000, "\0\nlab3 todo 3.1 hints 2\n", 24);
    Progress progress;
    CHECK(replace_file(path_of("progress.txt"), text, sizeof text));
    progress_load(&progress, &project, &spec);
    CHECK_EQ(progress.hints_seen[0], 2);
    progress_save(&progress, &project, &spec);
    FILE *file = fopen(path_of("progress.txt"), "r");
    size_t size = file ? fread(again, 1, sizeof again, file) : 0;
    if (file) fclose(file);
    CHECK_EQ(size, sizeof text + 1); // the last line has its newline now
    CHECK(!memcmp(text, again, sizeof text));
}

TEST(what_another_run_wrote_is_not_taken_back) {
    Progress one, two;
    write_file("progress.txt", "lab3 todo 3.1 hints 1\n");
    progress_load(&one, &project, &spec);
    progress_load(&two, &project, &spec);
    two.hints_seen[0] = 2;
    progress_save(&two, &project, &spec);
    grade(&one, true);
    progress_save(&one, &project, &spec);
    progress_load(&two, &project, &spec);
    CHECK(two.hints_seen[0] == 2 && two.score == 10);
}

// Messages of the failures below go nowhere.
static void save_quietly(const Progress *progress) {
    fflush(stderr);
    int kept = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDERR_FILENO);
    progress_save(progress, &project, &spec);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(nothing);
}

TEST(a_full_disk_changes_nothing) {
    Progress progress;
    static const char text[] = "lab1 score 7 of 10\nlab3 todo 3.1 hints 1\n";
    write_file("progress.txt", text);
    int files = count_files();
    progress_load(&progress, &project, &spec);
    progress.hints_seen[0] = 2;
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, little;
    CHECK_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    little = (struct rlimit){10, before.rlim_max};
    CHECK_EQ(setrlimit(RLIMIT_FSIZE, &little), 0);
    save_quietly(&progress);
    CHECK_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    CHECK_STR(remembered(), text);
    CHECK_EQ(count_files(), files);
}

TEST(what_cannot_be_read_is_not_replaced) {
    Progress progress;
    CHECK_EQ(unlink(path_of("progress.txt")), 0);
    CHECK_EQ(mkdir(path_of("progress.txt"), 0777), 0);
    int files = count_files();
    progress_load(&progress, &project, &spec);
    CHECK(!progress.graded);
    grade(&progress, true);
    save_quietly(&progress);
    CHECK_EQ(count_files(), files);
    CHECK_EQ(rmdir(path_of("progress.txt")), 0);
}

TEST(remove_project) {
    const char *names[] = {"labs/lab3_x/lab.spec", "labs/lab3_x/s.cu", "labs/lab3_x", "labs",
                           "build/lab3/s.so",      "build/lab3",       "build",       ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) CHECK_EQ(remove(path_of(names[i])), 0);
}

CHECK_MAIN()
