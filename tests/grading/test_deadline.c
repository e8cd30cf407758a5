// One deadline for a whole grading: once it is over nothing more is started.
#include "grader/grading/run_cases.h"
#include "grader/session/link.h"
#include "tests/check.h"

#include <unistd.h>

static LabSpec spec;
static LabEntry no_entries[1];
static const LabLibrary library = {.entries = no_entries};

static LabResult planned(void) {
    LabResult result = {0};
    const char *text =
        "lab lab7 \"T\"\nsource x.cu\ntodo 7.1 \"a\"\nentry f\n output o float n\ntest 7.1 f n=3 5\n";
    char error[600] = "";
    CHECK(spec_parse(&spec, text, "lab.spec", error, sizeof error));
    CHECK_STR(error, "");
    CHECK(plan_cases(&result, &spec, -1));
    return result;
}

// The programs do not exist: to start one would be trouble of the machine.
static RunPlan plan_with(double deadline) {
    return (RunPlan){.library = &library,
                     .session = {.device_program = "/no/device",
                                 .student_program = "/no/student",
                                 .library_folder = "/no",
                                 .submission = "/no/x.so",
                                 .call_library = "/no/call.so",
                                 .workers = 1,
                                 .wall_seconds = 5,
                                 .idle_ms = 1000,
                                 .cpu_seconds = 1},
                     .deadline = deadline};
}

TEST(after_the_deadline_no_case_is_begun) {
    LabResult result = planned();
    const RunPlan plan = plan_with(clock_seconds() - 1);
    char error[600] = "";
    CHECK(plan_is_over(&plan));
    CHECK(run_cases(&plan, &result, error, sizeof error));
    CHECK_STR(error, "");
    CHECK_EQ(result.passed, 0);
    for (int i = 0; i < result.case_count; i++)
        CHECK_HAS(result.cases[i].message, "not run: the time that a grading may take was over");
    lab_result_free(&result);
}

TEST(before_it_they_are) {
    LabResult result = planned();
    const RunPlan plan = plan_with(clock_seconds() + 100);
    char error[600] = "";
    CHECK(!plan_is_over(&plan));
    CHECK(!run_cases(&plan, &result, error, sizeof error));
    CHECK_HAS(error, "cannot be run");
    lab_result_free(&result);
}

// Others have the GPU meanwhile: that is not this grading's time.
TEST(waiting_for_the_gpu_does_not_count) {
    GpuTurn turn = {.waited = 100};
    RunPlan plan = plan_with(clock_seconds() - 50);
    CHECK(plan_is_over(&plan));
    plan.session.turn = &turn;
    CHECK(!plan_is_over(&plan));
}

CHECK_MAIN()
