// The command line, and the records that `device` sends.
#include <math.h>

#include "grader/cli/options.h"
#include "grader/session/records.h"
#include "tests/check.h"

static Options o;
static char error[400];

// Parses a command line given as one string, cut at blanks.
static bool parse(const char *line) {
    static char copy[400];
    char *argv[20] = {(char[]){"grade"}}, *rest = NULL;
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        argv[argc++] = word;
    return options_parse(&o, argc, argv, error, sizeof error);
}

TEST(commands) {
    CHECK(parse("") && o.command == COMMAND_LIST);
    CHECK(parse("lab3") && o.command == COMMAND_LAB && !o.file);
    CHECK_STR(o.lab, "lab3");
    CHECK(parse("lab3 my.cu --todo 3.2"));
    CHECK_STR(o.file, "my.cu");
    CHECK_STR(o.todo, "3.2");
    CHECK(parse("hint lab3 3.1") && o.command == COMMAND_HINT);
    CHECK_STR(o.todo, "3.1");
    CHECK(parse("model lab5 --gpu a100 --block 32x8") && o.command == COMMAND_MODEL && !o.file && o.blocks);
    CHECK(parse("model lab5 mine.cu") && o.command == COMMAND_MODEL && !strcmp(o.file, "mine.cu"));
    CHECK(!parse("model") && strstr(error, "./grade model lab5"));
    CHECK(!parse("lab5 --block 32x8") && strstr(error, "./grade model lab5 --block 32x8"));
    CHECK(parse("doctor") && o.command == COMMAND_DOCTOR);
    CHECK(parse("--gpu list") && o.command == COMMAND_GPUS);
    CHECK(parse("lab3 --watch --todo 3.1") && o.command == COMMAND_WATCH);
    CHECK(parse("reset lab3") && o.command == COMMAND_RESET && !o.answers);
    CHECK_STR(o.lab, "lab3");
    CHECK(parse("reset lab3 --answers") && o.answers);
    CHECK(parse("reset --help") && o.help && o.command == COMMAND_RESET);
    CHECK(parse("lab3 --help") && o.help && o.command == COMMAND_LAB);
    CHECK(parse("hint --help") && o.help && o.command == COMMAND_HINT);
}

// What people type for "lab3".
TEST(names_of_labs) {
    CHECK(parse("3") && o.command == COMMAND_LAB);
    CHECK_STR(o.lab, "lab3");
    CHECK(parse("Lab3 my.cu"));
    CHECK_STR(o.lab, "lab3");
    CHECK_STR(o.file, "my.cu");
    CHECK(parse("LAB12"));
    CHECK_STR(o.lab, "lab12");
    CHECK(parse("lab03"));
    CHECK_STR(o.lab, "lab3");
    CHECK(parse("demo Lab3") && o.command == COMMAND_DEMO);
    CHECK_STR(o.lab, "lab3");
    CHECK(parse("demo tile"));
    CHECK_STR(o.lab, "tile");
    CHECK(parse("hint 3.2") && o.command == COMMAND_HINT);
    CHECK_STR(o.lab, "lab3");
    CHECK_STR(o.todo, "3.2");
    CHECK(parse("hint 3"));
    CHECK_STR(o.lab, "lab3");
    CHECK(!o.todo);
    CHECK(parse("hint lab4 4.2"));
    CHECK_STR(o.lab, "lab4");
    CHECK_STR(o.todo, "4.2");
    CHECK(parse("reset 3"));
    CHECK_STR(o.lab, "lab3");
    CHECK(parse("laboratory"));
    CHECK_STR(o.lab, "laboratory");
    CHECK(parse("--version") && o.version);
}

TEST(option_values) {
    CHECK(
        parse("lab3 --seed=12345678901 --workers 3 --json - --gpu=t4 --color never --device sim --solution"));
    CHECK(o.seed_given && o.seed == 12345678901ull);
    CHECK_EQ(o.workers, 3);
    CHECK_STR(o.json, "-");
    CHECK_STR(o.gpu, "t4");
    CHECK(o.color == COLOR_NEVER && o.device == DEVICE_SIM && o.solution);
    CHECK(parse("lab3 -- --odd.cu"));
    CHECK_STR(o.file, "--odd.cu");
}

TEST(mistakes_are_answered) {
    const char *bad[] = {"lab3 --nonsense",
                         "lab3 --seed",
                         "lab3 --seed -1",
                         "lab3 --seed 1x",
                         "lab3 --workers 1000",
                         "lab3 --color pink",
                         "lab3 --device tpu",
                         "lab3 a.cu b.cu",
                         "doctor now",
                         "hint",
                         "--gpu t4",
                         "--todo 3.2",
                         "lab3 --quiet=yes",
                         "lab3 --seed 99999999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error[0] = 0;
        CHECK(!parse(bad[i]));
        CHECK(error[0] != 0);
    }
}

TEST(options_stand_behind_their_command) {
    const char *bad[] = {"--watch",
                         "hint lab3 --watch",
                         "reset lab3 --watch",
                         "lab3 --watch --json -",
                         "lab3 --answers",
                         "--answers",
                         "reset",
                         "reset lab3 lab4"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error[0] = 0;
        CHECK(!parse(bad[i]));
        CHECK(error[0] != 0);
    }
}

static Records records;

static void parse_records(const char *text) {
    records_free(&records);
    records_parse(&records, text, strlen(text));
}

TEST(records_are_read) {
    parse_records("finding\tcheck=out-of-bounds\tfatal=1\tcount=37\tkernel=k\tfile=x.cu\tline=41\tcolumn=5\t"
                  "block=1,2,3\tthread=4,5,6\tmessage=a\\tb\\nc\\\\d\tnext=n\n"
                  "launch\tkernel=k\tgrid=1,2,3\tblock=8,8,8\tshared=0\tcount=2\n"
                  "kernel\tname=k\tlaunches=2\tglobal_load_requests=7\tunknown=3\n"
                  "kernel\tname=l\tregisters_per_thread=38\tregisters_target=sm_90\t"
                  "theoretical_occupancy_percent=66.666667\tlaunches=1\n"
                  "work\tlaunches=2\tcopies=1\treads_back=0\nnovelty\tx=1\n");
    CHECK_EQ(records.finding_count, 1);
    Finding *f = records.findings;
    CHECK_STR(f->message, "a b c\\d");
    CHECK(f->fatal && f->count == 37 && f->place.line == 41 && f->place.column == 5 && f->who.known);
    CHECK_EQ(f->who.thread[2], 6);
    CHECK_EQ(records.launches[0].block[0], 8);
    CHECK_EQ(records.kernels[0].counters.value[COUNTER_global_load_requests], 7);
    CHECK_EQ(records.kernels[0].registers_per_thread, -1);
    CHECK_STR(records.kernels[0].registers_target, "");
    CHECK(isnan(records.kernels[0].theoretical_occupancy_percent));
    CHECK_EQ(records.kernels[1].registers_per_thread, 38);
    CHECK_STR(records.kernels[1].registers_target, "sm_90");
    CHECK(fabs(records.kernels[1].theoretical_occupancy_percent - 66.666667) < 1e-9);
    CHECK_EQ(records.sum.value[COUNTER_launches], 3);
    CHECK(records.has_work && records.work_launches == 2);
}

TEST(records_that_make_no_sense_do_no_harm) {
    parse_records("finding\nfinding\tcheck\nfinding\tcheck=x\tline=-5\tcount=zz\tblock=1,2\tthread=1,2,3\n"
                  "finding\tcheck=y\tline=99999999999999999999\tfile=f\n\t\t\n=\nkernel\n"
                  "launch\tkernel=k\tgrid=1\n");
    static const char *const percents[] = {"", "-3", "nan", "inf", "1e999", "100.1", "5x", "0x7f"};
    CHECK(isnan(records.kernels[0].theoretical_occupancy_percent));
    CHECK_EQ(records.finding_count, 2);
    CHECK_EQ(records.findings[0].place.line, 0);
    CHECK(!records.findings[0].who.known);
    CHECK_EQ(records.findings[1].place.line, 0);
    CHECK_EQ(records.launch_count, 0);
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
        char text[100];
        snprintf(text, sizeof text, "kernel\tname=k\ttheoretical_occupancy_percent=%s\n", percents[i]);
        parse_records(text);
        CHECK(isnan(records.kernels[0].theoretical_occupancy_percent));
    }
    char many[40000] = "";
    for (int i = 0; i < 500; i++) sprintf(many + strlen(many), "finding\tcheck=c%d\tmessage=m\n", i);
    parse_records(many);
    CHECK_EQ(records.finding_count, RECORD_FINDINGS);
    CHECK_EQ(records.findings_dropped, 500 - RECORD_FINDINGS);
}

TEST(the_same_finding_counts_once) {
    parse_records("finding\tcheck=race\tfile=x.cu\tline=3\tmessage=a\nfinding\tcheck=race\tfile=x.cu\tline="
                  "3\tmessage=b\n"
                  "finding\tcheck=race\tfile=x.cu\tline=4\tmessage=a\n");
    CHECK_EQ(records.finding_count, 2);
    records_free(&records);
}

CHECK_MAIN()
