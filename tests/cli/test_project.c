// Finding labs and built files, in a project made for the test.
#include "grader/grading/project.h"
#include "tests/check.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static Project project;
static LabSpec spec;
static char error[1200];

static void write_file(const char *name, const char *text) {
    char path[PATH_SIZE];
    project_path(&project, path, name, NULL);
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0);
    if (file) fclose(file);
}

static void make_folder(const char *name) {
    char path[PATH_SIZE];
    project_path(&project, path, name, NULL);
    CHECK_EQ(mkdir(path, 0777), 0);
}

static void set_time(const char *name, long seconds) {
    char path[PATH_SIZE];
    struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
    project_path(&project, path, name, NULL);
    CHECK_EQ(utimensat(AT_FDCWD, path, times, 0), 0);
}

static const char lab3[] =
    "lab lab3 \"T\"\nsource s.cu\ntodo 3.1 \"a\"\ntodo 3.2 \"b\"\nentry f\n output o float n\n"
    "test 3.1 f n=3 5\ntest 3.2 f n=4 5\n";

TEST(make_project) {
    char root[] = "/tmp/warpbook-project-XXXXXX";
    CHECK(mkdtemp(root) != NULL);
    snprintf(project.root, sizeof project.root, "%s", root);
    const char *folders[] = {"labs", "labs/lab3_x", "labs/lab30_y", "labs/notes", "build", "build/lab3"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) make_folder(folders[i]);
    write_file("labs/lab3_x/lab.spec", lab3);
    write_file("labs/lab30_y/lab.spec", "lab lab31 \"T\"\nsource s.cu\n");
}

TEST(labs_are_found_by_their_number) {
    char folders[8][256], folder[256];
    CHECK_EQ(project_labs(&project, folders, 8), 2);
    CHECK_STR(folders[0], "lab30_y");
    CHECK_STR(folders[1], "lab3_x");
    CHECK(project_lab_folder(&project, "lab3", folder, error, sizeof error));
    CHECK_STR(folder, "lab3_x");
    CHECK(project_lab_folder(&project, "lab30", folder, error, sizeof error));
    CHECK_STR(folder, "lab30_y");
    static const char *const written[] = {"3", "Lab3", "LAB3", "lab03"};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        CHECK(project_lab_folder(&project, written[i], folder, error, sizeof error));
        CHECK_STR(folder, "lab3_x");
    }
    CHECK(!project_lab_folder(&project, "lab4", folder, error, sizeof error));
    CHECK_HAS(error, "\"lab4\"");
    CHECK(!project_lab_folder(&project, "../labs", folder, error, sizeof error));
}

TEST(specs_are_loaded_from_their_folder) {
    CHECK(project_load_spec(&project, "lab3_x", &spec, error, sizeof error));
    CHECK_STR(spec.name, "lab3");
    CHECK(!project_load_spec(&project, "lab30_y", &spec, error, sizeof error));
    CHECK_HAS(error, "lab30_y/lab.spec:");
    write_file("labs/lab30_y/lab.spec", lab3);
    CHECK(!project_load_spec(&project, "lab30_y", &spec, error, sizeof error));
    CHECK_HAS(error, "Rename one");
}

TEST(older_files_are_told_apart) {
    char built[PATH_SIZE], source[PATH_SIZE];
    write_file("built", "");
    write_file("source", "");
    project_path(&project, built, "built", NULL);
    project_path(&project, source, "source", NULL);
    set_time("built", 1000);
    set_time("source", 1001);
    CHECK(file_older(built, source));
    set_time("built", 1001);
    CHECK(!file_older(built, source));
    CHECK(!file_older(built, "/no/such/file"));
    unlink(built);
    unlink(source);
}

TEST(remove_project) {
    const char *names[] = {"labs/lab3_x/lab.spec",
                           "labs/lab30_y/lab.spec",
                           "labs/lab3_x",
                           "labs/lab30_y",
                           "labs/notes",
                           "build/lab3",
                           "labs",
                           "build",
                           ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[PATH_SIZE];
        project_path(&project, path, names[i], NULL);
        CHECK_EQ(remove(path), 0);
    }
}

CHECK_MAIN()
