// Does the runner of test submissions notice when a verdict is not the announced one?
#include "tests/check.h"

#include "tests/json.h"
#include "tests/submissions/submission.h"

// A result of the grader's: one failed test, one passed test, one finding.
static const char FAILED[] =
    "{\"score\":40,\"max_score\":100,\"passed\":false,"
    "\"tests\":[{\"id\":\"3.1/n=3\",\"passed\":true,\"message\":\"\"},"
    "{\"id\":\"3.2/n=3\",\"passed\":false,\"message\":\"1 of 27 points is wrong.\",\"pattern\":\"never "
    "written\"}],"
    "\"performance\":{\"targets\":[{\"id\":\"3.4/counter-1\",\"passed\":false,\"message\":\"30\"}]},"
    "\"findings\":[{\"check\":\"race\",\"line\":7,\"message\":\"two threads\"}]}";
static const char PASSED[] =
    "{\"score\":100,\"max_score\":100,\"passed\":true,"
    "\"tests\":[{\"id\":\"3.1/n=3\",\"passed\":true,\"message\":\"\"}],\"findings\":[]}";
static const char ACCUSED[] = "{\"score\":100,\"max_score\":100,\"passed\":true,"
                              "\"tests\":[{\"id\":\"3.1/n=3\",\"passed\":true,\"message\":\"\"}],"
                              "\"findings\":[{\"check\":\"leak\",\"line\":7,\"message\":\"1024 bytes\"}]}";

// A submission in a file of its own, read back; `head` is all that it consists of.
static bool judged(const char *folder, const char *head, int status, const char *json, char *why,
                   size_t why_size) {
    char directory[] = "/tmp/warpbook-XXXXXX", path[100], command[200];
    Submission s;
    if (!mkdtemp(directory)) abort();
    snprintf(path, sizeof path, "%s/%s", directory, folder);
    snprintf(command, sizeof command, "mkdir %s", path);
    if (system(command) != 0) abort();
    snprintf(path, sizeof path, "%s/%s/a.cu", directory, folder);
    FILE *file = fopen(path, "w");
    if (!file || fputs(head, file) < 0 || fclose(file) != 0) abort();
    bool good =
        submission_read(&s, path, why, why_size) && submission_judge(&s, status, json, "", why, why_size);
    snprintf(command, sizeof command, "rm -r %s", directory);
    if (system(command) != 0) abort();
    return good;
}

static char why[200];

static bool wrong_with(const char *expectations, int status, const char *json) {
    char head[600];
    snprintf(head, sizeof head, "// WRONG: x\n%s", expectations);
    return judged("wrong", head, status, json, why, sizeof why);
}

static bool right_with(const char *expectations, int status, const char *json) {
    char head[600];
    snprintf(head, sizeof head, "// RIGHT: x\n%s", expectations);
    return judged("right", head, status, json, why, sizeof why);
}

TEST(announced_verdicts) {
    CHECK(wrong_with("// EXPECT test: 3.2/n=3\n// EXPECT pass: 3.1/n=3\n// EXPECT says: never written\n", 1,
                     FAILED));
    CHECK(wrong_with(
              "// EXPECT test: 3.2/n=3\n// EXPECT check: race\n// EXPECT line: HERE\n\nx // <-- HERE\n", 1,
              FAILED) == false); // the mark is at line 6, the finding at 7
    CHECK_HAS(why, "reports line 7, expected line 6");
    CHECK(wrong_with(
        "// EXPECT test: 3.2/n=3\n// EXPECT check: race\n// EXPECT line: HERE\n\n\nx // <-- HERE\n", 1,
        FAILED));
    CHECK(wrong_with("// EXPECT test: 3.2/n=3\n// EXPECT says: two threads\n", 1, FAILED));
    CHECK(wrong_with("// EXPECT test: 3.4/counter-1\n", 1, FAILED));
    CHECK(right_with("", 0, PASSED));
    CHECK(right_with("// EXPECT check: leak\n", 0, ACCUSED));
}

TEST(unannounced_verdicts) {
    CHECK(!wrong_with("// EXPECT test: 3.1/n=3\n", 1, FAILED));
    CHECK_HAS(why, "3.1/n=3 should fail");
    CHECK(!wrong_with("// EXPECT test: 3.2/n=3\n// EXPECT pass: 3.2/n=3\n", 1, FAILED));
    CHECK(!wrong_with("// EXPECT test: 9.9/n=3\n", 1, FAILED));
    CHECK_HAS(why, "there is no test 9.9/n=3");
    CHECK(!wrong_with("// EXPECT test: 3.2/n=3\n// EXPECT check: barrier\n", 1, FAILED));
    CHECK_HAS(why, "no finding");
    CHECK(!wrong_with("// EXPECT test: 3.2/n=3\n// EXPECT says: NaN\n", 1, FAILED));
    CHECK_HAS(why, "never written");
    CHECK(!wrong_with("// EXPECT test: 3.2/n=3\n", 0, FAILED));
    CHECK_HAS(why, "exit status 0");
    CHECK(!wrong_with("// EXPECT test: 3.1/n=3\n", 0, PASSED));
    CHECK(!right_with("", 1, FAILED));
    CHECK(!right_with("", 0, ACCUSED));
    CHECK_HAS(why, "accused");
}

// On a GPU: right, and too slow.
static const char SLOW[] =
    "{\"score\":95,\"max_score\":100,\"passed\":false,\"device\":{\"kind\":\"gpu\"},"
    "\"tests\":[{\"id\":\"3.1/n=3\",\"passed\":true,\"message\":\"\"}],\"findings\":[],"
    "\"performance\":{\"targets\":[],\"times\":[{\"time\":\"missed\",\"withheld\":5,"
    "\"message\":\"\",\"percent_of_copy\":20}]}}";

TEST(announced_times) {
    char why[600];
    CHECK(judged("right", "// RIGHT: slow\n// EXPECT time: missed\n", 1, SLOW, why, sizeof why));
    CHECK(!judged("right", "// RIGHT: slow\n// EXPECT time: reached\n", 1, SLOW, why, sizeof why));
    CHECK_HAS(why, "the time is missed, expected reached");
    CHECK(!judged("right", "// RIGHT: it should be fast\n", 1, SLOW, why, sizeof why));
    CHECK_HAS(why, "the score is 95");
    CHECK(judged("wrong", "// WRONG: there\n// EXPECT score: 0\n// EXPECT withheld: 5\n", 1, SLOW, why,
                 sizeof why));
    CHECK(!judged("wrong", "// WRONG: there\n// EXPECT score: 0\n// EXPECT withheld: 20\n", 1, SLOW, why,
                  sizeof why));
    CHECK_HAS(why, "5 points are held back, expected 20");
    CHECK(judged("right", "// RIGHT: no GPU\n// EXPECT time: missed\n", 0, PASSED, why, sizeof why));
}

// Two times, of which the second is too slow.
static const char SECOND_SLOW[] =
    "{\"score\":95,\"max_score\":100,\"passed\":false,\"device\":{\"kind\":\"gpu\"},"
    "\"tests\":[{\"id\":\"3.1/n=3\",\"passed\":true,\"message\":\"\"}],\"findings\":[],"
    "\"performance\":{\"targets\":[],\"times\":["
    "{\"entry\":\"launch\",\"time\":\"reached\",\"withheld\":0,\"message\":\"\",\"percent_of_copy\":80},"
    "{\"entry\":\"launch_2\",\"time\":\"missed\",\"withheld\":5,\"message\":\"\",\"percent_of_copy\":20}]}}";

TEST(the_time_of_one_function) {
    char why[600];
    CHECK(judged("right", "// RIGHT: slow\n// EXPECT time: launch_2 missed\n", 1, SECOND_SLOW, why,
                 sizeof why));
    CHECK(
        judged("right", "// RIGHT: slow\n// EXPECT time: launch reached\n", 1, SECOND_SLOW, why, sizeof why));
    CHECK(!judged("right", "// RIGHT: slow\n// EXPECT time: launch_2 reached\n", 1, SECOND_SLOW, why,
                  sizeof why));
    CHECK_HAS(why, "the time is missed, expected reached: 20 %");
    CHECK(!judged("right", "// RIGHT: slow\n// EXPECT time: missed\n", 1, SECOND_SLOW, why, sizeof why));
    CHECK_HAS(why, "the time is reached, expected missed: 80 %");
}

static bool agree(int status, const char *json, const char *report) {
    return submission_agrees(status, json, report, why, sizeof why);
}

TEST(one_result_has_one_answer) {
    static const char all[] = "{\"score\":10,\"max_score\":10,\"passed\":true,\"tests\":[{\"passed\":true,"
                              "\"score\":10,\"max_score\":10}]}";
    static const char half[] =
        "{\"score\":4,\"max_score\":10,\"passed\":false,\"tests\":[{\"id\":\"a\",\"passed\":"
        "false,\"score\":0,\"max_score\":6},{\"id\":\"b\",\"passed\":true,\"score\":4,"
        "\"max_score\":4}]}";
    static const char done[] = "score   10 / 10\nnext    all done: ./grade lists the labs\n";
    static const char not_done[] = "score   4 / 10\nnext    do TODO 1\n";
    CHECK(agree(0, all, done));
    CHECK(agree(1, half, not_done));
    CHECK(!agree(1, all, done));
    CHECK_HAS(why, "exit status 1");
    CHECK(!agree(0, all, not_done));
    CHECK(!agree(1, half, done));
    CHECK(!agree(1, half, "score   5 / 10\nnext    do TODO 1\n"));
    CHECK(!agree(1, "{\"score\":10,\"max_score\":10,\"passed\":false}", not_done));
    CHECK_HAS(why, "add up to 0");
    CHECK(!agree(1, "{\"score\":0,\"max_score\":0,\"passed\":false}", "score   0 / 0\n"));
    CHECK_HAS(why, "\"passed\" is false");
}

TEST(broken_heads) {
    CHECK(!judged("wrong", "// EXPECT test: 3.2/n=3\n", 1, FAILED, why, sizeof why));
    CHECK(!wrong_with("", 1, FAILED));
    CHECK_HAS(why, "nothing would be tested");
    CHECK(!wrong_with("// EXPECT test: 3.2/n=3\n// EXPECT colour: red\n", 1, FAILED));
    CHECK(!wrong_with("// EXPECT test: 3.2/n=3\n// EXPECT check: race\n// EXPECT line: HERE\n", 1, FAILED));
}

TEST(broken_results) {
    CHECK(!wrong_with("// EXPECT test: 3.2/n=3\n", 1, ""));
    CHECK(!wrong_with("// EXPECT test: 3.2/n=3\n", 1, "grade: no such lab\n"));
    CHECK(!wrong_with("// EXPECT test: 3.2/n=3\n", 1, "{\"tests\":[]}"));
    CHECK(!right_with("", 0, "{}"));
}

TEST(json_values) {
    const Json *j = json_parse(" {\"a\" : [1, -2.5e1, true, null, \"x\\\"\\n\\u0041\\u00e9\"], \"b\":{}} ");
    const Json *a = json_first(json_get(j, "a"));
    CHECK(a && a->number == 1 && a->next->number == -25);
    CHECK(a && a->next->next->kind == JSON_TRUE && a->next->next->next->kind == JSON_NULL);
    CHECK_STR(a ? a->next->next->next->next->text : "", "x\"\nA?");
    CHECK(json_get(j, "b") && !json_first(json_get(j, "b")));
}

TEST(json_refuses) {
    const char *const broken[] = {"",      "{",          "[1,]", "{\"a\"}",   "\"\\q\"", "\"open",  "01x",
                                  "[1] 2", "{\"a\":1,}", "nul",  "\"\\u12\"", "-",       "\"a\nb\""};
    for (size_t b = 0; b < sizeof broken / sizeof broken[0]; ++b) CHECK(!json_parse(broken[b]));
    char deep[300];
    memset(deep, '[', sizeof deep);
    deep[sizeof deep - 1] = 0;
    CHECK(!json_parse(deep));
}

CHECK_MAIN()
