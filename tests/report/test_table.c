// Tables of counts: columns that line up, rows that failed, numbers as a reader wants them.
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
    Paper paper = {.stream = open_memstream(&written, &size), .width = 80};
    print_table(&paper, &result, 0);
    fclose(paper.stream);
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

CHECK_MAIN()
