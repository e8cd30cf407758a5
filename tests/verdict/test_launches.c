// Right outputs that came from other launches than lab.spec asks for.
#include "grader/verdict/verdict.h"
#include "tests/check.h"

static const char text[] = "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\nentry f\n sizes n b\n block b\n"
                           " output out float n once\ntest 1 f n=40 b=33 1\n";

static LabSpec spec;
static CaseResult result;

// What a right output comes to after these records of `device`.
static bool judged(const char *records) {
    char error[300] = "";
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    CaseData data = {.entry = &spec.entries[0], .cells = 40};
    case_free_records(&result);
    result = (CaseResult){.key = spec.tests[0].key};
    records_parse(&result.records, records, strlen(records));
    return judge_launches(&result, &data);
}

#define STORED(bytes) "kernel\tname=k\tglobal_store_bytes=" #bytes "\n"

TEST(the_callers_block_is_asked_for) {
    CHECK(judged(STORED(160) "contribution\tcount=1\tblock=33,1,1\n"));
    CHECK(!judged(STORED(160) "contribution\tcount=1\tblock=64,1,1\n"));
    CHECK_HAS(result.message, "blocks of 64 x 1 x 1 threads, and the caller asked for 33 x 1 x 1");
    CHECK(!judged(STORED(160) "contribution\tcount=1\tblock=33,1,1\ncontribution\tcount=1\tblock=33,2,1\n"));
}

TEST(launches_that_were_not_kept_are_not_trusted) {
    CHECK(!judged(STORED(160) "contribution\tcount=1\tblock=33,1,1\ncontribution\tcount=0\n"));
    CHECK_HAS(result.message, "more different execution configurations");
}

TEST(a_refusal_must_be_of_the_callers_block) {
    CHECK(judged("refused\tgrid=1,1,1\tblock=33,1,1\n"));
    CHECK(!judged("refused\tgrid=1,1,1\tblock=64,1,1\n"));
    CHECK(!judged("work\tlaunches=0\n"));
    CHECK_HAS(result.message, "CUDA could not report whether that launch is valid");
}

// Was CUDA asked after these records, by an entry that is to report refusals?
static bool asked(const char *records) {
    judged(records);
    result.message[0] = 0;
    spec.entries[0].allow_launch = true;
    return judge_asked(&result, &(CaseData){.entry = &spec.entries[0]});
}

TEST(the_error_of_a_refused_launch_comes_from_cuda) {
    CHECK(asked("work\tlaunches=0\n"));
    CHECK(asked("refused\tgrid=1,1,1\tblock=33,1,1\tseen=1\tfile=x.cu\tline=7\n"));
    CHECK(!asked("refused\tgrid=1,1,1\tblock=33,1,1\tseen=0\tfile=x.cu\tline=7\n"));
    CHECK_HAS(result.message, "CUDA refused the launch in x.cu:7, but its error was never read");
    CHECK(!asked("refused\tgrid=1,1,1\tblock=33,1,1\n"));
}

TEST(no_element_is_stored_twice) {
    CHECK(!judged(STORED(164) "contribution\tcount=1\tblock=33,1,1\n"));
    CHECK_HAS(result.message, "40 elements, and 41 were stored: several threads write the same element");
    result.trivial = true; // nothing is computed, and nothing asked for
    CHECK(judge_launches(&result, &(CaseData){.entry = &spec.entries[0]}));
}

CHECK_MAIN()
