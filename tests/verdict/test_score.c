// Cases decided from what a session brought, and points given.
#include "grader/text/append.h"
#include "grader/verdict/verdict.h"
#include "tests/check.h"

#include <math.h>
#include <signal.h>

static LabSpec spec;
static LabResult result;

static const char text[] =
    "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\ntodo 2 \"two\"\nentry f\n input in float n uniform -1 1\n"
    " output out float n grid x\n scalar n int n\ntest 1 f n=2 5\ntest 1 f n=9 15\ntest 2 f n=33 10\n"
    "counter 2 f n=33 \"sectors\" global_load_sectors / global_load_requests full 4 none 8 20\n";

// out[i] = 2 in[i] inside; the ends stay.
static void twice(const LabCase *c, double *value, double *bound) {
    const float *in = c->args[0];
    for (int i = 0; i < c->n; i++) {
        value[i] = 2.0 * in[i];
        bound[i] = i == 0 || i == c->n - 1 ? 0 : 1e-6;
    }
}

static const LabEntry lab = {.entry = "f", .reference = twice};

static void plan(int only_todo) {
    char error[300] = "";
    lab_result_free(&result);
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    CHECK(plan_cases(&result, &spec, only_todo));
}

// What a right submission brings back, in both rounds.
static void right_data(CaseData *data, int n, SessionResult *session) {
    CHECK(case_data_make(data, &spec, &(CaseKey){.size = {n}}, 1));
    memset(session, 0, sizeof *session);
    session->state = SESSION_RAN;
    session->outcome = session->replay_outcome = OUTCOME_RETURNED;
    session->replayed = true;
    session->rounds_read = 2;
    for (int round = 0; round < 2; round++) {
        CHECK(case_input_after(&data->args[0], round));
        memcpy(data->args[1].after[round], data->args[1].before[round], data->args[1].bytes);
        const float *in = data->args[0].before[round];
        float *out = data->args[1].after[round];
        for (int i = 1; i < n - 1; i++) out[i] = 2 * in[i];
    }
}

static CaseResult judged; // of the last judge_right
static void (*spoil_data)(CaseData *data, SessionResult *session);

static const CaseResult *judge_at(int n) {
    CaseData data;
    SessionResult session;
    plan(-1);
    right_data(&data, n, &session);
    if (spoil_data) spoil_data(&data, &session);
    records_free(&judged.records);
    memset(&judged, 0, sizeof judged);
    CHECK(judge_case(&judged, &data, &lab, &session,
                     &(JudgeOptions){.threads = 1, .pattern = true, .launches = true}));
    case_data_free(&data);
    spoil_data = NULL;
    return &judged;
}

TEST(a_right_case_passes) {
    CHECK(judge_at(9)->passed);
    CHECK(!judged.trivial);
    CHECK_STR(judged.message, "");
    CHECK(judge_at(2)->passed);
    CHECK(judged.trivial);
}

static void change_input(CaseData *d, SessionResult *s) {
    (void)s;
    ((float *)d->args[0].after[0])[4] += 1;
}

TEST(inputs_must_come_back_unchanged) {
    spoil_data = change_input;
    CHECK(!judge_at(9)->passed);
    CHECK_HAS(judged.message, "input `in` was changed: 1 of its 9 elements, the first at index 4");
}

static void wrong_output(CaseData *d, SessionResult *s) {
    (void)s;
    ((float *)d->args[1].after[0])[4] = NAN;
}

static void wrong_second(CaseData *d, SessionResult *s) {
    (void)s;
    ((float *)d->args[1].after[1])[4] = 0;
}

static void zero_bound(CaseData *d, SessionResult *s) {
    (void)s;
    // -0.0 would compare equal to a 0.0 that was there: only the bits decide at the boundary.
    ((float *)d->args[1].before[0])[0] = 0.0f;
    ((float *)d->args[1].after[0])[0] = -0.0f;
}

static void whole_number(CaseData *d, SessionResult *s) {
    (void)s;
    ((float *)d->args[1].after[0])[4] = 1264930048.0f;
}

TEST(whole_numbers_are_told_in_full) {
    char number[40];
    spoil_data = whole_number;
    CHECK(!judge_at(9)->passed);
    CHECK_HAS(judged.where, "Got 1264930048, expected ");
    CHECK_STR(number_text(number, 1264930000, 6), "1264930000");
    CHECK_STR(number_text(number, -4294967296, 6), "-4294967296");
    CHECK_STR(number_text(number, 0.1, 6), "0.1");
    CHECK_STR(number_text(number, 2.5e9 + 0.5, 6), "2.5e+09");
    CHECK_STR(number_text(number, 1e30, 6), "1e+30"); // no double holds its last digits
    CHECK_STR(number_text(number, INFINITY, 6), "inf");
    CHECK_STR(number_text(number, NAN, 6), "nan");
}

TEST(outputs_are_compared_in_both_rounds) {
    spoil_data = wrong_output;
    CHECK(!judge_at(9)->passed);
    CHECK_HAS(judged.message, "1 of 9 points of `out` is wrong.");
    CHECK_HAS(judged.where, "out[4]. Got nan, expected");
    spoil_data = wrong_second;
    CHECK(!judge_at(9)->passed);
    CHECK_HAS(judged.message, "run again on new inputs");
    spoil_data = zero_bound;
    CHECK(!judge_at(9)->passed);
    CHECK_HAS(judged.where, "must stay as it was");
}

static void not_replayable(CaseData *d, SessionResult *s) {
    (void)d;
    s->replay_outcome = OUTCOME_NOT_REPLAYABLE;
    s->rounds_read = 1;
}
static void exits(CaseData *d, SessionResult *s) {
    (void)d;
    s->outcome = OUTCOME_DISCONNECTED;
    s->ended = true;
}
static void runs_out_of_time(CaseData *d, SessionResult *s) {
    exits(d, s);
    s->exit_signal = SIGXCPU;
}
static void crashes(CaseData *d, SessionResult *s) {
    exits(d, s);
    s->exit_signal = SIGSEGV;
}
static void spams(CaseData *d, SessionResult *s) {
    exits(d, s);
    s->output_limit = true;
}
static void sleeps(CaseData *d, SessionResult *s) {
    (void)d;
    s->outcome = OUTCOME_TIMEOUT;
}
static void device_dies(CaseData *d, SessionResult *s) {
    (void)d;
    s->state = SESSION_DEVICE_LOST;
    snprintf(s->reason, sizeof s->reason, "the simulator's process crashed (signal 11)");
}
static void refused(CaseData *d, SessionResult *s) {
    (void)d;
    s->state = SESSION_REFUSED;
    snprintf(s->reason, sizeof s->reason, "no device code in the file");
}

TEST(every_end_has_its_reason) {
    struct {
        void (*spoil)(CaseData *, SessionResult *);
        const char *message;
        bool hung;
    } ends[] = {
        {not_replayable, "copies data from the device back to the host", false},
        {exits, "ended with exit status 0 before f returned", false},
        {runs_out_of_time, "processor time", true},
        {crashes, "signal 11", false},
        {spams, "output limit", false},
        {sleeps, "did not return", true},
        {device_dies, "crashed (signal 11) while it ran", false},
        {refused, "no device code", false},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        spoil_data = ends[i].spoil;
        CHECK(!judge_at(9)->passed);
        CHECK_HAS(judged.message, ends[i].message);
        CHECK_EQ(judged.hung, ends[i].hung);
    }
    CHECK(judged.refused);
}

static void add_record(SessionResult *s, const char *line) {
    records_parse(&s->records, line, strlen(line));
}
static void leak(CaseData *d, SessionResult *s) {
    (void)d;
    add_record(s, "finding\tcheck=leak\tmessage=64 bytes are still allocated\n");
}
static void race(CaseData *d, SessionResult *s) {
    leak(d, s);
    add_record(s, "finding\tcheck=uninitialised\tmessage=first\nfinding\tcheck=race\tfatal=1\tmessage="
                  "second\tnext=do\n");
}

TEST(findings_fail_a_case_but_leaks_do_not) {
    spoil_data = leak;
    CHECK(judge_at(9)->passed);
    spoil_data = race;
    CHECK(!judge_at(9)->passed);
    CHECK_STR(judged.message, "second");
    CHECK_STR(judged.next, "do");
    CHECK_STR(judged.records.findings[judged.finding].check, "race");
}

static void pass(int index, bool passed, bool trivial) {
    result.cases[index].judged = true;
    result.cases[index].passed = passed;
    result.cases[index].trivial = trivial;
    result.cases[index].cells = 33;
}

static void count_sectors(int index, uint64_t requests, uint64_t sectors) {
    char line[200];
    snprintf(line, sizeof line,
             "kernel\tname=k\tlaunches=1\tglobal_load_requests=%llu\tglobal_load_sectors=%llu\n",
             (unsigned long long)requests, (unsigned long long)sectors);
    records_parse(&result.cases[index].records, line, strlen(line));
    result.cases[index].repeated.sum = result.cases[index].records.sum; // the repetition counted the same
}

TEST(the_worse_of_both_runs_counts) {
    plan(-1);
    pass(1, true, false);
    pass(2, true, false);
    count_sectors(2, 100, 400);
    result.cases[2].repeated.sum.value[COUNTER_global_load_sectors] = 600;
    score_lab(&result);
    CHECK(result.targets[0].score == 10);
}

TEST(tests_and_targets_share_cases) {
    plan(-1);
    CHECK_EQ(result.case_count, 3);
    CHECK_EQ(result.test_count, 3);
    CHECK_EQ(result.target_count, 1);
    CHECK_EQ(result.targets[0].case_index, result.tests[2].case_index);
    CHECK_STR(result.tests[1].id, "1/n=9");
    plan(1);
    CHECK_EQ(result.case_count, 1);
    score_lab(&result);
    CHECK(result.max_score == 30);
}

TEST(full_marks) {
    plan(-1);
    pass(0, true, true);
    pass(1, true, false);
    pass(2, true, false);
    count_sectors(2, 100, 400);
    score_lab(&result);
    CHECK(result.score == 50 && result.max_score == 50 && result.passed);
    CHECK_EQ(next_todo(&result), -1);
    CHECK_EQ(first_failure(&result), -1);
}

TEST(doing_nothing_scores_nothing) {
    plan(-1);
    pass(0, true, true);
    pass(1, false, false);
    pass(2, false, false);
    score_lab(&result);
    CHECK(result.score == 0 && !result.passed);
    CHECK_HAS(result.tests[0].message, "nothing to compute");
    CHECK_EQ(next_todo(&result), 0);
}

TEST(targets_are_linear_between_their_bounds) {
    struct {
        uint64_t sectors;
        double score;
    } steps[] = {{300, 20}, {400, 20}, {500, 15}, {600, 10}, {601, 9.9}, {800, 0}, {3200, 0}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        plan(-1);
        pass(1, true, false);
        pass(2, true, false);
        count_sectors(2, 60, steps[i].sectors * 6 / 10);
        count_sectors(2, 40, steps[i].sectors - steps[i].sectors * 6 / 10); // two kernels add up
        score_lab(&result);
        CHECK(result.targets[0].score == steps[i].score);
    }
}

static void fail_with(int index, bool trivial, bool finding) {
    pass(index, false, trivial);
    result.cases[index].finding = finding ? 0 : -1;
    snprintf(result.cases[index].pattern, sizeof result.cases[index].pattern, "pattern");
}

// A mistake that fails at every n is shown at one that has something to compute.
TEST(the_first_failure_is_a_telling_one) {
    plan(-1);
    fail_with(0, true, true);
    fail_with(1, false, true);
    fail_with(2, false, true);
    CHECK_EQ(first_failure(&result), 1);
    result.cases[1].finding = -1;
    result.cases[1].cells = 9; // too few for a pattern, but more than nothing
    CHECK_EQ(first_failure(&result), 1);
    pass(1, true, false);
    CHECK_EQ(first_failure(&result), 0); // of the first TODO that failed
}

// A share that is raised by needless work is worth nothing; one that is bad anyhow is told without that.
TEST(a_target_may_have_a_limit) {
    for (int sectors = 500; sectors <= 900; sectors += 400) {
        plan(-1);
        LabTarget *target = &spec.targets[0];
        target->limits = 1;
        snprintf(target->limited[0], sizeof target->limited[0], "global_load_requests / n");
        snprintf(target->limited_what[0], sizeof target->limited_what[0], "requests an element");
        target->limit[0] = 3;
        pass(2, true, false);
        count_sectors(2, 100, sectors);
        score_lab(&result);
        CHECK(result.targets[0].score == 0 && !result.targets[0].passed);
        CHECK(!strstr(result.targets[0].message, "must stay below 3") == (sectors == 900));
        target->limit[0] = 4;
        score_lab(&result);
        CHECK((result.targets[0].score > 0) == (sectors == 500));
    }
}

TEST(targets_need_a_right_result) {
    plan(-1);
    pass(2, false, false);
    count_sectors(2, 100, 400);
    score_lab(&result);
    CHECK(result.targets[0].score == 0);
    CHECK(isnan(result.targets[0].value));
    CHECK_HAS(result.targets[0].message, "not right yet");
    plan(-1);
    pass(2, true, false);
    count_sectors(2, 0, 0);
    score_lab(&result);
    CHECK(result.targets[0].score == 0);
    CHECK_HAS(result.targets[0].message, "no value");
}

CHECK_MAIN()
