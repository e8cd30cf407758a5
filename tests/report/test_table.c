// Tables of counts: columns that line up, rows that failed, numbers as a reader wants them.
#include "grader/report/bars.h"
#include "grader/report/table.h"
#include "tests/check.h"

static const char text[] =
    "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\nentry f\n output out float n\ntest 1 f n=9 15\n"
    "table t \"A title\"\n column \"global loads a point\" global_load_requests / n\n column \"n\" n\n"
    " column \"none\" branches / barriers\n row \"short\" f n=3\n row \"a longer label\" f n=4\n row \"bad\" "
    "f n=5\n"
    " text \"What it means.\"\n";

TEST(a_table_is_printed) {
    static LabSpec spec;
    static LabResult result;
    char error[300] = "", *written = NULL;
    size_t size;
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK_STR(error, "");
    CHECK(plan_table(&result, &spec, 0));
    CHECK_EQ(result.case_count, 3);
    for (int i = 0; i < 3; i++) {
        const char *line = "kernel\tname=k\tglobal_load_requests=12\n";
        result.cases[i].judged = true;
        result.cases[i].passed = i < 2;
        records_parse(&result.cases[i].records, line, strlen(line));
    }
    snprintf(result.cases[2].message, sizeof result.cases[2].message, "it was refused.");
    snprintf(result.device_name, sizeof result.device_name, "GPU of ours");
    Writer writer = {.stream = open_memstream(&written, &size), .width = 80};
    print_table(&writer, &result, 0);
    fclose(writer.stream);
    CHECK_STR(written, "A title\ncounted on a simulated GPU of ours (no GPU used)\n\n"
                       "                  global  n  none\n"
                       "                   loads\n"
                       "                       a\n"
                       "                   point\n"
                       "  short                4  3     -\n"
                       "  a longer label       3  4     -\n"
                       "  bad                  -  -     -\n"
                       "                  it was refused.\n\n"
                       "  What it means.\n");
    free(written);
    lab_result_free(&result);
}

static char *table_at(int columns) {
    static LabSpec spec;
    static LabResult result;
    char error[300] = "", *written = NULL;
    size_t size;
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK(plan_table(&result, &spec, 0));
    for (int i = 0; i < 3; i++) {
        const char *line = "kernel\tname=k\tglobal_load_requests=12\n";
        result.cases[i].judged = true;
        result.cases[i].passed = i < 2;
        records_parse(&result.cases[i].records, line, strlen(line));
    }
    snprintf(result.cases[2].message, sizeof result.cases[2].message, "it was refused.");
    Writer writer = {.stream = open_memstream(&written, &size), .width = 80, .columns = columns};
    print_table(&writer, &result, 0);
    fclose(writer.stream);
    lab_result_free(&result);
    return written;
}

// What does not fit beside the others stands below them; a wide terminal needs fewer lines for the headings.
TEST(a_table_fits_the_terminal) {
    for (int columns = 40; columns <= 200; columns++) {
        char *written = table_at(columns);
        for (const char *line = strstr(written, "\n\n"); line; line = strchr(line + 1, '\n'))
            CHECK(strcspn(line + 1, "\n") <= (size_t)columns);
        free(written);
    }
    char *wide = table_at(60), *narrow = table_at(21);
    CHECK_HAS(wide, "                  global loads a point  n  none\n"
                    "  short                              4  3     -\n");
    CHECK_HAS(narrow,
              "\n              global\n               loads\n                   a\n               point\n"
              "  short            4\n  a longer\n  label            3\n  bad              -\n");
    CHECK_HAS(narrow,
              "\n\n              n  none\n  short       3     -\n  a longer\n  label       4     -\n");
    free(wide);
    free(narrow);
}

static const char timed[] =
    "lab l \"t\"\nsource x.cu\ntodo 1 \"one\"\nentry f\n output out float n\nentry g\n output out float n\n"
    "test 1 f n=9 15\ntable t \"A ladder\"\n column \"n\" n\n row \"first\" f n=3 timed f n=7 published "
    "61.55\n"
    " row \"counted only\" f n=4\n row \"second\" g n=3 timed g n=7\n row \"third\" g n=4 timed g n=8\n";

TEST(times_are_drawn_as_bars) {
    static LabSpec spec;
    static LabResult result;
    char error[300] = "", *written = NULL;
    size_t size;
    CHECK(spec_parse(&spec, timed, "s", error, sizeof error));
    CHECK(plan_table(&result, &spec, 0));
    result.timed[0] = (TimedResult){.key = spec.tables[0].rows[0].timed_key,
                                    .measured = true,
                                    .times = {.ms = 0.5, .copy_ms = 0.25, .percent_of_copy = 50}};
    result.timed[1] = (TimedResult){.key = spec.tables[0].rows[2].timed_key, .message = "no memory."};
    Writer writer = {.stream = open_memstream(&written, &size), .width = 80};
    print_bars(&writer, &result, 0);
    CHECK_EQ(ftell(writer.stream), 0); // on the simulator there is nothing to draw
    snprintf(result.gpu_name, sizeof result.gpu_name, "GPU of ours");
    result.timed_count = 2;
    print_bars(&writer, &result, 0);
    fclose(writer.stream);
    CHECK_HAS(written, "A ladder\nmeasured on the GPU of ours\n");
    CHECK_HAS(written, "  first                          0.5    50.0  ##########                61.55\n");
    CHECK_HAS(written, "  a copy of the same bytes      0.25   100.0  ####################          -\n");
    CHECK_HAS(written, "  second: not timed: no memory.\n");
    CHECK_HAS(written, "  third: not timed: its result is not right");
    CHECK(!strstr(written, "counted only"));
    CHECK_HAS(written, "  published");
    free(written);
    lab_result_free(&result);
}

// What stands below a table of timed rows is true of the times that stand above it.
TEST(the_words_on_times_say_where_they_come_from) {
    static LabSpec spec;
    static LabResult result;
    char error[300] = "", note[300] = "";
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    CHECK(plan_table(&result, &spec, 0));
    CHECK(!times_note(&result, 0, note, sizeof note));
    lab_result_free(&result);
    CHECK(spec_parse(&spec, timed, "s", error, sizeof error));
    CHECK(plan_table(&result, &spec, 0));
    CHECK(times_note(&result, 0, note, sizeof note));
    CHECK_HAS(note, "There are no times");
    result.timed[0] = (TimedResult){.key = spec.tables[0].rows[0].timed_key, .model.known = true};
    snprintf(result.timed[0].model.gpu, sizeof result.timed[0].model.gpu, "GPU of a model");
    result.timed_count = 1;
    CHECK(times_note(&result, 0, note, sizeof note));
    CHECK_STR(note,
              "Times are modelled for the GPU of a model, uncalibrated, not measured; the rest is counted.");
    snprintf(result.gpu_name, sizeof result.gpu_name, "GPU of ours");
    CHECK(times_note(&result, 0, note, sizeof note));
    CHECK_HAS(note, "No row could be timed on the GPU of ours");
    result.timed[0].measured = true;
    CHECK(times_note(&result, 0, note, sizeof note));
    CHECK_STR(note, "Times are measured on the GPU of ours; the rest is counted.");
    lab_result_free(&result);
}

CHECK_MAIN()
