// Is what a container or a job leaves found in cgroups of both versions? In a made-up /proc and /sys.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/class/memory.h"
#include "tests/check.h"

static char root[] = "/tmp/warpbook-memory-XXXXXX";

// Writes `text` to root/folder/name, and makes the folder.
static void put(const char *folder, const char *name, const char *text) {
    char command[400], path[400];
    snprintf(command, sizeof command, "mkdir -p %s/%s", root, folder);
    CHECK(system(command) == 0);
    snprintf(path, sizeof path, "%s/%s/%s", root, folder, name);
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0);
    if (file) fclose(file);
}

static void begin(const char *cgroup) {
    snprintf(root, sizeof root, "/tmp/warpbook-memory-XXXXXX");
    CHECK(mkdtemp(root) != NULL);
    put("proc", "meminfo", "MemTotal:       24000000 kB\nMemFree: 100 kB\nMemAvailable:    8000000 kB\n");
    if (cgroup) put("proc/self", "cgroup", cgroup);
}

static void is(int64_t kib) {
    char command[200];
    CHECK_EQ(memory_available_kib(root), kib);
    snprintf(command, sizeof command, "rm -rf %s", root);
    CHECK(system(command) == 0);
}

TEST(a_machine_without_cgroups) {
    begin(NULL);
    is(8000000);
}

TEST(no_proc) {
    CHECK_EQ(memory_available_kib("/nowhere"), -1);
}

TEST(version_2_and_its_parent) {
    begin("0::/system.slice/job\n");
    put("sys/fs/cgroup/system.slice/job", "memory.max", "max\n");
    put("sys/fs/cgroup/system.slice/job", "memory.current", "4096\n");
    put("sys/fs/cgroup/system.slice", "memory.max", "2147483648\n");
    put("sys/fs/cgroup/system.slice", "memory.current", "1610612736\n");
    put("sys/fs/cgroup/system.slice", "memory.stat", "anon 1\ninactive_file 536870912\n");
    is(1048576);
}

TEST(version_2_in_a_container_that_sees_itself_as_the_root) {
    begin("0::/../../docker/1234\n");
    put("sys/fs/cgroup", "memory.max", "1073741824\n");
    put("sys/fs/cgroup", "memory.current", "0\n");
    is(1048576);
}

TEST(version_1_beside_others) {
    begin("9:name=systemd:/\n8:cpu,memory:/jobs/12\n0::/\n");
    put("sys/fs/cgroup/memory/jobs/12", "memory.limit_in_bytes", "1073741824\n");
    put("sys/fs/cgroup/memory/jobs/12", "memory.usage_in_bytes", "536870912\n");
    put("sys/fs/cgroup/memory/jobs/12", "memory.stat", "cache 1\ntotal_inactive_file 268435456\n");
    put("sys/fs/cgroup/memory", "memory.limit_in_bytes", "9223372036854771712\n");
    put("sys/fs/cgroup/memory", "memory.usage_in_bytes", "0\n");
    is(786432);
}

TEST(a_full_one) {
    begin("0::/x\n");
    put("sys/fs/cgroup/x", "memory.max", "1000\n");
    put("sys/fs/cgroup/x", "memory.current", "2000\n");
    is(0);
}

CHECK_MAIN()
