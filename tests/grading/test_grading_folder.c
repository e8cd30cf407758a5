// The folder of a grading: nobody else's, removed when its owner was killed, never before.
#include "grader/grading/grading_folder.h"
#include "grader/grading/compile.h"
#include "grader/session/link.h"
#include "tests/check.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// A project with nothing in it.
static Project new_project(void) {
    Project project = {0};
    strcpy(project.root, "/tmp/warpbook-test-XXXXXX");
    CHECK(mkdtemp(project.root) != NULL);
    return project;
}

static void remove_project(const Project *project) {
    char command[3000];
    snprintf(command, sizeof command, "rm -rf '%s'", project->root);
    CHECK_EQ(system(command), 0);
}

static int entries_of(const Project *project) {
    char command[3000];
    int count = -1;
    snprintf(command, sizeof command, "ls '%s/build/tmp' | wc -l", project->root);
    FILE *list = popen(command, "r");
    CHECK(list && fscanf(list, "%d", &count) == 1);
    if (list) pclose(list);
    return count;
}

// A process that makes a folder with a file in it, tells its path, and waits to be killed.
static pid_t start_owner(const Project *project, char path[PATH_SIZE]) {
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        GradingFolder folder;
        char error[600], file[PATH_SIZE + 8];
        if (!grading_folder_make(&folder, project, error, sizeof error)) _exit(1);
        snprintf(file, sizeof file, "%s/file", folder.path);
        fclose(fopen(file, "w"));
        if (write(ends[1], folder.path, PATH_SIZE) != PATH_SIZE) _exit(1);
        for (;;) pause();
    }
    close(ends[1]);
    CHECK_EQ(read(ends[0], path, PATH_SIZE), PATH_SIZE);
    close(ends[0]);
    return pid;
}

TEST(two_folders_are_two) {
    const Project project = new_project();
    GradingFolder one, two;
    char error[600] = "";
    CHECK(grading_folder_make(&one, &project, error, sizeof error));
    CHECK(grading_folder_make(&two, &project, error, sizeof error));
    CHECK_STR(error, "");
    CHECK(strcmp(one.path, two.path) != 0);
    CHECK(file_exists(one.path) && file_exists(two.path));
    grading_folder_remove(&one);
    CHECK(file_exists(two.path));
    grading_folder_remove(&two);
    grading_folder_remove(&two);
    CHECK_EQ(entries_of(&project), 0);
    remove_project(&project);
}

TEST(the_next_grading_removes_what_a_killed_one_left) {
    const Project project = new_project();
    char path[PATH_SIZE], error[600];
    pid_t owner = start_owner(&project, path);
    GradingFolder next;
    CHECK(grading_folder_make(&next, &project, error, sizeof error));
    CHECK(file_exists(path)); // it is in use
    grading_folder_remove(&next);
    kill(owner, SIGKILL);
    waitpid(owner, NULL, 0);
    CHECK(file_exists(path));
    CHECK(grading_folder_make(&next, &project, error, sizeof error));
    CHECK(!file_exists(path));
    grading_folder_remove(&next);
    CHECK_EQ(entries_of(&project), 0);
    remove_project(&project);
}

// A number says nothing: two containers have the same ones.
TEST(a_folder_in_use_is_nobodys_to_remove) {
    const Project project = new_project();
    char path[PATH_SIZE], error[600];
    pid_t owner = start_owner(&project, path);
    for (int i = 0; i < 20; i++) {
        GradingFolder next;
        CHECK(grading_folder_make(&next, &project, error, sizeof error));
        grading_folder_remove(&next);
    }
    CHECK(file_exists(path));
    kill(owner, SIGKILL);
    waitpid(owner, NULL, 0);
    remove_project(&project);
}

TEST(other_names_and_links_are_left_alone) {
    const Project project = new_project();
    char path[PATH_SIZE], link[PATH_SIZE], error[600];
    GradingFolder folder;
    CHECK(grading_folder_make(&folder, &project, error, sizeof error));
    project_path(&project, path, "build", "tmp", "mine", NULL);
    CHECK_EQ(mkdir(path, 0700), 0);
    project_path(&project, link, "build", "tmp", "warpbook-grading-abcdef", NULL);
    CHECK_EQ(symlink(path, link), 0);
    grading_folder_remove(&folder);
    CHECK(grading_folder_make(&folder, &project, error, sizeof error));
    CHECK(file_exists(path));
    grading_folder_remove(&folder);
    remove_project(&project);
}

TEST(a_project_that_cannot_be_written_grades_in_tmpdir) {
    Project project = {.root = "/proc/warpbook"}; // for root, too
    char base[] = "/tmp/warpbook-test-XXXXXX", error[600] = "";
    GradingFolder folder;
    CHECK(mkdtemp(base) != NULL);
    setenv("TMPDIR", base, 1);
    CHECK(grading_folder_make(&folder, &project, error, sizeof error));
    CHECK_EQ(strncmp(folder.path, base, strlen(base)), 0);
    CHECK(grading_folder_room(&folder) > 0);
    grading_folder_remove(&folder);
    setenv("TMPDIR", "/tmp/with blank", 1); // nvcc would trip over it
    CHECK(grading_folder_make(&folder, &project, error, sizeof error));
    CHECK_EQ(strncmp(folder.path, "/tmp/warpbook-grading-", 22), 0);
    grading_folder_remove(&folder);
    unsetenv("TMPDIR");
    rmdir(base);
}

// ---- The deadline of a whole grading --------------------------------------------------------------------

static Project this_project(void) {
    Project project = {.root = ""};
    char *root = realpath(".", NULL);
    CHECK(root && strlen(root) < sizeof project.root);
    snprintf(project.root, sizeof project.root, "%s", root ? root : "");
    free(root);
    return project;
}

// Templates that the compiler needs minutes for.
static const char *const endless = "template <int N, int M> struct F { static const int v = F<N - 1, M>::v + "
                                   "F<N - 1, M + 1 << N % 20>::v; };\n"
                                   "template <int M> struct F<0, M> { static const int v = M; };\n"
                                   "int f() { return F<40, 1>::v; }\n";

TEST(the_deadline_ends_a_compiler) {
    const Project project = this_project();
    Compilation c = {.project = &project,
                     .lab_folder = "lab3_basic_stencil",
                     .shown = "endless.cu",
                     .quiet = true,
                     .deadline = clock_seconds() + 1};
    char error[600];
    const double start = clock_seconds();
    CHECK(compile_take_text(&c, "endless.cu", endless, error, sizeof error));
    CHECK(!compile_submission(&c, error, sizeof error));
    CHECK(c.refused);
    CHECK_HAS(error, "endless.cu was not compiled in the time that a grading may take");
    CHECK(clock_seconds() - start < 30); // 120 without a deadline
    compile_clean_up(&c);
}

CHECK_MAIN()
