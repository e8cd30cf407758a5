// The report: text that fits the terminal, JSON that is valid, nothing of the student's that reaches either
// raw.
#include "grader/lab/regions.h"
#include "grader/text/clean.h"
#include "grader/text/json.h"
#include "grader/report/report.h"
#include "grader/text/source_line.h"
#include "tests/check.h"

#include <math.h>
#include <unistd.h>

static char *written;
static size_t written_size;

static FILE *begin(void) {
    free(written);
    return open_memstream(&written, &written_size);
}

static const char *clean(const char *text, size_t size) {
    static char to[400];
    clean_text(to, sizeof to, text, size);
    return to;
}

TEST(control_bytes_become_visible) {
    CHECK_STR(clean("a\033[31mb\0c\x7f", 10), "a\\x1b[31mb\\x00c\\x7f");
    CHECK_STR(clean("gr\xc3\xbc\xc3\x9f", 6), "gr\xc3\xbc\xc3\x9f");
    CHECK_STR(clean("\xc3", 1), "\\xc3");
    CHECK_STR(clean("\xc0\xaf\xed\xa0\x80\xf5", 6), "\\xc0\\xaf\\xed\\xa0\\x80\\xf5");
    CHECK_STR(clean("\xc2\x9b"
                    "31m",
                    5),
              "\\xc2\\x9b31m");                             // C1: CSI in one character
    CHECK_STR(clean("\xe2\x80\xae", 3), "\\xe2\\x80\\xae"); // right-to-left override
    CHECK_STR(clean("one\ntwo\tthree", 13), "one two three");
    char small[6];
    CHECK(!clean_text(small, sizeof small, "abc\xc3\xbc\xc3\xbc", 7));
    CHECK_STR(small, "abc\xc3\xbc");
}

TEST(json_never_breaks) {
    Json json = {.stream = begin()};
    json_open(&json, NULL, '{');
    json_bytes(&json, "a\"\\", "x\"\\\n\t\0\x1b\xff\xc3\xbc", 10);
    json_number(&json, "nan", NAN);
    json_number(&json, "infinity", INFINITY);
    json_number(&json, "tenth", 0.1);
    json_number(&json, "third", 1.0 / 3);
    json_open(&json, "list", '[');
    json_integer(&json, NULL, -3);
    json_bool(&json, NULL, true);
    json_null(&json, NULL);
    json_close(&json, ']');
    json_open(&json, "empty", '{');
    json_close(&json, '}');
    json_close(&json, '}');
    fclose(json.stream);
    CHECK_STR(
        written,
        "{\"a\\\"\\\\\":\"x\\\"\\\\\\n\\u0009\\u0000\\u001b\\\\xff\xc3\xbc\",\"nan\":null,\"infinity\":null,"
        "\"tenth\":0.1,\"third\":0.3333333333333333,\"list\":[-3,true,null],\"empty\":{}}");
}

static int longest_line(const char *text) {
    int longest = 0, at = 0;
    for (; *text; text++) {
        at = *text == '\n' ? 0 : at + ((*text & 0xc0) != 0x80);
        if (at > longest) longest = at;
    }
    return longest;
}

TEST(words_are_wrapped) {
    Writer writer = {.stream = begin(), .width = 40};
    writer_words(&writer, 2, 4, STYLE_BAD, "one two three four five six seven eight nine ten eleven twelve");
    fclose(writer.stream);
    CHECK_STR(written, "  one two three four five six seven\n    eight nine ten eleven twelve\n");
    writer.stream = begin();
    writer_words(
        &writer, 0, 2, STYLE_PLAIN,
        "x aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa "
        "y");
    fclose(writer.stream);
    CHECK_EQ(longest_line(written), 40);
    CHECK_HAS(written, " y\n");
    writer.stream = begin();
    writer.color = true;
    writer_words(&writer, 0, 0, STYLE_GOOD, "ok");
    fclose(writer.stream);
    CHECK_STR(written, "\033[32mok\033[0m\n");
    writer.stream = begin();
    writer.color = false;
    writer_entry(&writer, "next", STYLE_BOLD,
                 "do TODO 3.1 in labs/lab3_basic_stencil/stencil.cu:19, then: make lab3");
    fclose(writer.stream);
    CHECK(longest_line(written) <= 40);
    CHECK_HAS(written, "next    do TODO 3.1 in\n        labs/");
}

TEST(a_number_keeps_its_unit) {
    Writer writer = {.stream = begin(), .width = 18};
    writer_words(&writer, 0, 0, STYLE_PLAIN, "about a number, 40 % of it is 12 ms. 7 points are 7");
    fclose(writer.stream);
    CHECK_STR(written, "about a number,\n40 % of it is\n12 ms. 7 points\nare 7\n");
}

TEST(a_command_is_one_line) {
    Writer writer = {.stream = begin(), .width = 20};
    writer_command(&writer, "then", STYLE_BOLD, "make lab3 && ./grade lab3 --verbose");
    fclose(writer.stream);
    CHECK_STR(written, "then    make lab3 && ./grade lab3 --verbose\n");
}

static LabSpec spec;
static LabResult result;
static char source_path[] = "/tmp/warpbook-test-XXXXXX.cu";

static void write_source(void) {
    int fd = mkstemps(source_path, 3);
    FILE *file = fdopen(fd, "w");
    fputs("// first\n\tout[p] = in[p]; // \033]0;title\007\n// TODO 1.11: no\n// hint for TODO 1.1\n//TODO "
          "1.1 (kernel): yes\nlast",
          file);
    fclose(file);
}

static SourcePlace place(int line, int column) {
    SourcePlace p = {.line = line, .column = column};
    snprintf(p.file, sizeof p.file, "somewhere/%s", strrchr(source_path, '/') + 1);
    return p;
}

TEST(source_lines_are_shown_with_a_caret) {
    write_source();
    SourcePlace p = place(2, 11);
    Writer writer = {.stream = begin(), .width = 80};
    print_source_line(&writer, &p, source_path);
    fclose(writer.stream);
    CHECK_STR(written, "       2 | out[p] = in[p]; // \\x1b]0;title\\x07\n         |          ^\n");
    writer.stream = begin();
    p = place(9, 1);
    print_source_line(&writer, &p, source_path);
    p = place(2, 9999);
    print_source_line(&writer, &p, source_path);
    snprintf(p.file, sizeof p.file, "/etc/passwd");
    print_source_line(&writer, &p, source_path);
    fclose(writer.stream);
    CHECK_STR(written, "       2 | out[p] = in[p]; // \\x1b]0;title\\x07\n         | ^\n");
    CHECK_EQ(find_todo_line(source_path, "1.1"), 5);
    CHECK_EQ(find_todo_line(source_path, "1.11"), 3);
    CHECK_EQ(find_todo_line(source_path, "2"), 0);
    CHECK_EQ(find_todo_line("/no/such/file", "2"), 0);
    unlink(source_path);
}

TEST(a_long_source_line_shows_the_part_that_is_meant) {
    char path[] = "/tmp/warpbook-test-XXXXXX.cu";
    int fd = mkstemps(path, 3);
    dprintf(fd, "    out[p] = first[p] * second[p] + third[p] * fourth[p] + fifth[p] * sixth[p];\n");
    close(fd);
    SourcePlace p = {.line = 1, .column = 62};
    snprintf(p.file, sizeof p.file, "%s", path);
    Writer writer = {.stream = begin(), .width = 52};
    print_source_line(&writer, &p, path);
    p.column = 5;
    print_source_line(&writer, &p, path);
    fclose(writer.stream);
    CHECK_STR(written, "       1 | ... third[p] * fourth[p] + fifth[p] ...\n"
                       "         |                              ^\n"
                       "       1 | out[p] = first[p] * second[p] + ...\n"
                       "         | ^\n");
    unlink(path);
}

static void make_result(void) {
    char error[300] = "";
    CHECK(spec_parse(
        &spec,
        "lab lab1 \"Title\"\nsource x.cu\ntodo 1.1 \"one\"\ntodo 1.2 \"two\"\nentry f\n output out float n "
        "grid x\ntest 1.1 f n=3 5\ntest 1.2 f n=33 10\n"
        "counter 1.2 f n=33 \"sectors\" global_load_sectors / global_load_requests full 4 none 8 20\n",
        "s", error, sizeof error));
    CHECK_STR(error, "");
    lab_result_free(&result);
    CHECK(plan_cases(&result, &spec, -1));
    snprintf(result.source, sizeof result.source, "labs/lab1_x/x.cu");
    snprintf(result.rebuild, sizeof result.rebuild, "make lab1 && ./grade lab1");
    snprintf(result.device_name, sizeof result.device_name, "NVIDIA H200");
    result.jail = "bubblewrap";
    result.seed = 42;
    result.cases[0].judged = result.cases[0].passed = true;
    CaseResult *failed = &result.cases[1];
    failed->judged = true;
    failed->finding = 0;
    const char *records =
        "finding\tcheck=race\tfatal=1\tcount=3\tkernel=k\tfile=a/x.cu\tline=7\tblock=0,0,0\tthread=31,0,0"
        "\tother_line=9\tother_file=x.cu\tother_thread=1,0,0\tother_block=0,0,0\tother_what=a write"
        "\tmessage=two threads \\\\ \\n \x1b[31m met\tnext=Put a barrier between.\n"
        "kernel\tname=k\tlaunches=1\tglobal_load_requests=10\tglobal_load_sectors=45\tbranches=4\t"
        "divergent_branches=1\n";
    records_parse(&failed->records, records, strlen(records));
    snprintf(failed->message, sizeof failed->message, "%s", failed->records.findings[0].message);
    score_lab(&result);
}

TEST(text_report_says_what_matters_and_fits) {
    make_result();
    result.output = strdup("hello\033[2J\nworld");
    result.output_size = strlen(result.output);
    for (int width = 40; width <= 80; width += 20) {
        Writer writer = {.stream = begin(), .width = width};
        report_text(&writer, &result, DETAIL_NORMAL);
        fclose(writer.stream);
        CHECK(longest_line(written) <= width);
        CHECK(!strchr(written, '\033'));
        CHECK_HAS(written, "race: two threads");
        CHECK_HAS(written, "x.cu:7");
        CHECK_HAS(written, "| hello\\x1b[2J\n");
        CHECK_HAS(written, "5 / 35");
        CHECK_HAS(written, "TODO 1.2");
    }
    Writer writer = {.stream = begin(), .width = 80};
    report_text(&writer, &result, DETAIL_QUIET);
    fclose(writer.stream);
    CHECK_STR(written, "lab1 5/35\n");
}

TEST(a_wrong_output_shows_its_launches) {
    make_result();
    CaseResult *c = &result.cases[1];
    c->finding = -1;
    snprintf(c->where, sizeof c->where, "The first is out[4].");
    const char *launch = "launch\tkernel=k\tgrid=1,2,3\tblock=8,8,4\tfile=x/x.cu\tline=55\tcount=1\n";
    records_parse(&c->records, launch, strlen(launch));
    Writer writer = {.stream = begin(), .width = 80};
    report_text(&writer, &result, DETAIL_NORMAL);
    fclose(writer.stream);
    CHECK_HAS(written, "Launched: k, grid (1,2,3), block (8,8,4), x");
}

static const char *report_of_finding(const char *records, Detail detail) {
    make_result();
    CaseResult *c = &result.cases[1];
    records_parse(&c->records, records, strlen(records));
    Writer writer = {.stream = begin(), .width = 80};
    report_text(&writer, &result, detail);
    fclose(writer.stream);
    return written;
}

TEST(a_finding_says_where_its_thread_stands) {
    CHECK_HAS(report_of_finding("launch\tkernel=k\tgrid=9,1,1\tblock=64,2,1\tcount=1\n", DETAIL_NORMAL),
              "block (0,0,0), thread (31,0,0): in");
    CHECK_HAS(written, "the whole grid x = 31,");
    CHECK_HAS(written, "y = 0 (the first of 3 times)");
    CHECK(!strstr(written, "z ="));
    CHECK_HAS(written, "The other thread a write: block (0,0,0), thread (1,0,0)");
    // With blocks of two sizes it is not known which one is meant.
    CHECK(!strstr(report_of_finding("launch\tkernel=k\tgrid=9,1,1\tblock=64,1,1\tcount=1\n"
                                    "launch\tkernel=k\tgrid=9,1,1\tblock=32,1,1\tcount=1\n",
                                    DETAIL_NORMAL),
                  "whole grid"));
}

// One line says that a TODO was not begun; its failures would only hide those of the others.
TEST(a_todo_that_is_not_started_has_one_line) {
    make_result();
    CaseResult *c = &result.cases[1];
    c->finding = -1;
    snprintf(c->message, sizeof c->message, "33 of 33 points are wrong.");
    result.not_started[1] = true;
    Writer writer = {.stream = begin(), .width = 80};
    report_text(&writer, &result, DETAIL_NORMAL);
    fclose(writer.stream);
    CHECK_HAS(written, "       not started\n");
    CHECK(!strstr(written, "points are wrong"));
    CHECK(!strstr(written, "not counted"));
    CHECK_HAS(written, "TODO 1.2");
}

// In a tree without solutions a TODO cannot be tried alone: what it lacks is the next thing to do.
TEST(a_missing_todo_comes_before_one_that_only_seems_wrong) {
    make_result();
    result.cases[0].passed = false;
    score_lab(&result);
    result.not_started[1] = true;
    Writer writer = {.stream = begin(), .width = 80};
    report_text(&writer, &result, DETAIL_NORMAL);
    fclose(writer.stream);
    CHECK_HAS(written, "It runs through TODOs that are not started, too: 1.2.");
    CHECK_HAS(written, "grade hint lab1 1.2");
    result.not_started[1] = false;
    writer.stream = begin();
    report_text(&writer, &result, DETAIL_NORMAL);
    fclose(writer.stream);
    CHECK(!strstr(written, "not started"));
    CHECK_HAS(written, "grade hint lab1 1.1");
}

TEST(a_failure_among_finished_todos_is_told_in_one_sentence) {
    make_result();
    result.alone = (FilledFailure){
        .known = true, .todo = 1, .key = result.cases[1].key, .sentence = "it takes too long."};
    Writer writer = {.stream = begin(), .width = 100};
    report_text(&writer, &result, DETAIL_NORMAL);
    fclose(writer.stream);
    CHECK_HAS(written, "TODO 1.2, with a finished text in place of the other TODOs\n");
    CHECK_HAS(written, "it takes too long.\n");
    CHECK_HAS(written, "First failure");
}

TEST(counters_are_those_that_give_points) {
    make_result();
    result.cases[0].cells = result.cases[1].cells = 33;
    result.cases[1].passed = true;
    const char *other = "kernel\tname=other\tlaunches=1\tglobal_load_requests=10\tglobal_load_sectors=40\n";
    records_parse(&result.cases[0].records, other, strlen(other));
    score_lab(&result);
    for (int all = 0; all < 2; all++) {
        Writer writer = {.stream = begin(), .width = 80};
        report_text(&writer, &result, all ? DETAIL_VERBOSE : DETAIL_NORMAL);
        fclose(writer.stream);
        CHECK_HAS(written, "global loads: 10 requests, 45 sectors, 4.50 sectors a request");
        CHECK((strstr(written, "other, n = 3") != NULL) == all);
        CHECK((strstr(written, "PTX branches: 4, of which 1 split their warp") != NULL) == all);
    }
}

TEST(long_output_lines_are_broken) {
    make_result();
    result.output = malloc(100);
    memset(result.output, 'x', 100);
    result.output_size = 100;
    Writer writer = {.stream = begin(), .width = 60};
    report_text(&writer, &result, DETAIL_NORMAL);
    fclose(writer.stream);
    CHECK(longest_line(written) <= 60);
    CHECK_HAS(written, "\n  | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n");
    free(result.output);
    result.output = malloc(4000);
    memset(result.output, 'y', 4000);
    result.output_size = 4000;
    writer.stream = begin();
    report_text(&writer, &result, DETAIL_NORMAL);
    fclose(writer.stream);
    CHECK_HAS(written, "(the rest is left out)");
}

TEST(words_of_the_output_stay_whole) {
    static const char text[] =
        "  the sum of all of them is larger than it should be by quite a lot: 12345678\n"
        "short\n";
    make_result();
    result.output = strdup(text);
    result.output_size = strlen(text);
    Writer writer = {.stream = begin(), .width = 40};
    report_text(&writer, &result, DETAIL_NORMAL);
    fclose(writer.stream);
    CHECK_HAS(written, "\n  |   the sum of all of them is larger\n  | than it should be by quite a lot:\n"
                       "  | 12345678\n  | short\n");
}

TEST(after_full_marks_comes_the_next_lab) {
    static const char passed[] = "score   ";
    make_result();
    result.cases[1].finding = -1;
    result.cases[1].once = true;
    result.cases[0].cells = result.cases[1].cells = 33;
    result.cases[1].records.sum.value[COUNTER_global_load_sectors] = 40;
    result.targets[0].message[0] = 0;
    for (int i = 0; i < result.case_count; i++) result.cases[i].passed = true;
    for (int detail = DETAIL_SHORT; detail <= DETAIL_VERBOSE; detail++) {
        Writer writer = {.stream = begin(), .width = 80};
        snprintf(result.next_lab, sizeof result.next_lab, "lab4_shared_memory_tile");
        score_lab(&result);
        report_text(&writer, &result, (Detail)detail);
        fclose(writer.stream);
        CHECK(detail == DETAIL_SHORT || strstr(written, passed));
        CHECK_HAS(written, "next    all done: go on with lab4, labs/lab4_shared_memory_tile/README.md\n");
    }
    result.next_lab[0] = 0;
    Writer writer = {.stream = begin(), .width = 80};
    report_text(&writer, &result, DETAIL_NORMAL);
    fclose(writer.stream);
    CHECK_HAS(written, "next    all done: ./grade lists the labs\n");
}

// One lane a warp: no sector is in excess of what its 4 bytes need, and yet seven eighths are moved for nothing.
TEST(sectors_of_few_lanes_show_what_they_are_used_for) {
    static const char kernel[] =
        "kernel\tname=k\tlaunches=1\tglobal_load_requests=10\tglobal_load_sectors=10\tglobal_load_bytes=40\n";
    make_result();
    result.cases[1].passed = true;
    records_free(&result.cases[1].records);
    records_parse(&result.cases[1].records, kernel, strlen(kernel));
    Writer writer = {.stream = begin(), .width = 80};
    print_counters(&writer, &result, true);
    fclose(writer.stream);
    CHECK_HAS(written, "excess: 0 of these sectors; lanes ask for 4.0 bytes of a sector's 32\n");
}

TEST(json_report_keeps_the_contract) {
    make_result();
    FILE *stream = begin();
    report_json(stream, &result);
    fclose(stream);
    const char *wanted[] = {
        "{\"schema\":1,\"lab\":\"lab1\",",
        "\"device\":{\"kind\":\"sim\",\"name\":\"NVIDIA H200\",\"jail\":\"bubblewrap\",\"jail_keeps_strangers\":true}",
        "\"passed\":false,\"score\":5,\"max_score\":35,\"seed\":42",
        "{\"id\":\"1.1/"
        "n=3\",\"todo\":\"1.1\",\"passed\":true,\"filled\":false,\"score\":5,\"max_score\":5,\"message\":"
        "\"\"",
        "\"check\":\"race\",\"file\":\"a/x.cu\",\"line\":7,\"block\":[0,0,0],\"thread\":[31,0,0]",
        "\"other\":{\"what\":\"a write\",\"file\":\"x.cu\",\"line\":9",
        "\"time_ms\":null",
        "\"time_source\":\"none\"",
        "\"value\":null",
        "\"counters\":{\"k\":{\"global_load_requests\":10,\"global_load_sectors\":45,",
        "\"branch_efficiency_percent\":75",
        "\"launches\":1,",
        "\"registers_per_thread\":null,\"registers_target\":null,\"theoretical_occupancy_percent\":null",
        "\"modelled_ms\":null",
        "\"output\":\"\""};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) CHECK_HAS(written, wanted[i]);
    CHECK(!strstr(written, "nan") && !strchr(written, '\033'));
}

// What a source view draws: the counters of each line, and the text of the student's file alone.
TEST(json_report_has_lines_and_their_source) {
    make_result();
    snprintf(source_path, sizeof source_path, "/tmp/warpbook-test-XXXXXX.cu");
    write_source();
    snprintf(result.source_path, sizeof result.source_path, "%s", source_path);
    char records[2000];
    snprintf(records, sizeof records,
             "line\tkernel=k\tfile=%s\tline=2\twarp_instructions=6\tthread_instructions=40\n"
             "line\tkernel=k\tfile=/etc/passwd\tline=1\twarp_instructions=1\n"
             "line\tkernel=other\tfile=x.cu\tline=1\twarp_instructions=1\n"
             "line\tkernel=k\tline=3\twarp_instructions=1\n",
             source_path);
    records_parse(&result.cases[1].records, records, strlen(records));
    FILE *stream = begin();
    report_json(stream, &result);
    fclose(stream);
    const char *name = strrchr(source_path, '/') + 1;
    char expected[600];
    snprintf(
        expected, sizeof expected,
        "\"lines\":[{\"kernel\":\"k\",\"file\":\"%s\",\"line\":2,\"warp_instructions\":6,\"thread_instructions\":40}"
        ",{\"kernel\":\"k\",\"file\":\"/etc/passwd\",\"line\":1,\"warp_instructions\":1}],",
        name);
    CHECK_HAS(written, expected);
    snprintf(expected, sizeof expected, "\"sources\":[{\"file\":\"%s\",\"text\":\"// first\\n\\u0009out[p]",
             name);
    CHECK_HAS(written, expected);
    CHECK_HAS(written, "//TODO 1.1 (kernel): yes\\nlast\"}],");
    CHECK(!strstr(written, "root:"));
    unlink(source_path);
    result.source_path[0] = 0;
}

TEST(json_report_has_the_occupancy_that_is_known) {
    static const char kernel[] = "kernel\tname=o\tregisters_per_thread=38\tregisters_target=sm_75\t"
                                 "theoretical_occupancy_percent=62.5\n";
    make_result();
    records_parse(&result.cases[1].records, kernel, strlen(kernel));
    FILE *stream = begin();
    report_json(stream, &result);
    fclose(stream);
    CHECK_HAS(written, "\"registers_per_thread\":38,\"registers_target\":\"sm_75\","
                       "\"theoretical_occupancy_percent\":62.5");
}

TEST(json_file_is_replaced_whole) {
    char path[] = "/tmp/warpbook-json-XXXXXX", error[400] = "";
    close(mkstemp(path));
    make_result();
    CHECK(report_json_file(path, &result, error, sizeof error));
    FILE *file = fopen(path, "r");
    char start[20] = "";
    CHECK(file && fgets(start, sizeof start, file));
    CHECK_HAS(start, "{\"schema\":1");
    fclose(file);
    unlink(path);
    CHECK(!report_json_file("/no/such/folder/x.json", &result, error, sizeof error));
    CHECK_HAS(error, "cannot be written");
}

CHECK_MAIN()
