// The installation's secret: made once, read by its owner alone, and no data without it.
#include "grader/grading/secret.h"
#include "grader/lab/random.h"
#include "grader/lab/siphash.h"
#include "tests/check.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

// The vector of the paper's appendix A, and two of its authors' list.
TEST(siphash_is_siphash) {
    uint8_t key[16], text[16];
    for (int i = 0; i < 16; i++) key[i] = text[i] = (uint8_t)i;
    CHECK_EQ(siphash(key, text, 15), 0xa129ca6149be45e5);
    CHECK_EQ(siphash(key, text, 0), 0x726fdb47dd0e0e31);
    CHECK_EQ(siphash(key, text, 8), 0x93f5f5799a932462);
}

TEST(it_is_made_once_for_its_owner_alone) {
    const Project project = new_project();
    Secret first, second;
    char error[600] = "", path[PATH_SIZE];
    struct stat info;
    CHECK(secret_load(&first, &project, error, sizeof error));
    CHECK(secret_load(&second, &project, error, sizeof error));
    CHECK_STR(error, "");
    CHECK(first.kept && second.kept);
    CHECK(!memcmp(first.bytes, second.bytes, SECRET_BYTES));
    project_path(&project, path, "secret", NULL);
    CHECK(stat(path, &info) == 0);
    CHECK_EQ(info.st_mode & 0777, 0600);
    CHECK_EQ(info.st_size, 2 * SECRET_BYTES + 1);
    remove_project(&project);
}

TEST(two_installations_have_two) {
    const Project one = new_project(), two = new_project();
    Secret a, b;
    char error[600];
    CHECK(secret_load(&a, &one, error, sizeof error) && secret_load(&b, &two, error, sizeof error));
    CHECK(memcmp(a.bytes, b.bytes, SECRET_BYTES) != 0);
    CHECK(random_data_seed(a.bytes, 42) != random_data_seed(b.bytes, 42));
    CHECK(random_data_seed(a.bytes, 42) == random_data_seed(a.bytes, 42));
    CHECK(random_data_seed(a.bytes, 42) != random_data_seed(a.bytes, 43));
    remove_project(&one);
    remove_project(&two);
}

// Gradings that start together at the first use.
TEST(many_at_once_agree) {
    const Project project = new_project();
    enum { MANY = 20 };
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    for (int i = 0; i < MANY; i++) {
        if (fork()) continue;
        Secret secret;
        char error[600];
        bool good = secret_load(&secret, &project, error, sizeof error);
        _exit(!good || write(ends[1], secret.bytes, SECRET_BYTES) != SECRET_BYTES);
    }
    Secret own;
    char error[600];
    CHECK(secret_load(&own, &project, error, sizeof error));
    for (int i = 0; i < MANY; i++) {
        uint8_t bytes[SECRET_BYTES];
        int status = -1;
        wait(&status);
        CHECK_EQ(status, 0);
        CHECK_EQ(read(ends[0], bytes, sizeof bytes), SECRET_BYTES);
        CHECK(!memcmp(bytes, own.bytes, SECRET_BYTES));
    }
    close(ends[0]);
    close(ends[1]);
    remove_project(&project);
}

TEST(a_damaged_one_is_said) {
    const Project project = new_project();
    static const char *const texts[] = {"", "0123", "not hexadecimal digits, not at all"};
    for (int i = 0; i < 3; i++) {
        char path[PATH_SIZE], error[600] = "";
        Secret secret;
        project_path(&project, path, "secret", NULL);
        FILE *file = fopen(path, "w");
        fputs(texts[i], file);
        fclose(file);
        CHECK(!secret_load(&secret, &project, error, sizeof error));
        CHECK_HAS(error, "/secret is not a secret as ./grade has made it");
    }
    remove_project(&project);
}

TEST(where_the_project_cannot_be_written_it_is_in_the_home) {
    const Project shared = {.root = "/proc/warpbook"}, home = new_project(); // for root, too
    Secret first, second, none;
    char error[600], path[PATH_SIZE];
    unsetenv("XDG_STATE_HOME");
    setenv("HOME", home.root, 1);
    CHECK(secret_load(&first, &shared, error, sizeof error));
    CHECK(secret_load(&second, &shared, error, sizeof error));
    CHECK(first.kept && !memcmp(first.bytes, second.bytes, SECRET_BYTES));
    project_path(&home, path, ".local", "state", "warpbook", "secret", NULL);
    CHECK(file_exists(path));
    setenv("HOME", "/proc/nowhere", 1);
    CHECK(secret_load(&none, &shared, error, sizeof error));
    CHECK(!none.kept);
    CHECK(memcmp(first.bytes, none.bytes, SECRET_BYTES) != 0);
    remove_project(&home);
}

CHECK_MAIN()
