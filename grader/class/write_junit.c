// junit.xml: a test suite for each student, a test case for each TODO. What is not graded is skipped, never failed.
#include "grader/class/mark.h"
#include "grader/class/markup.h"

static void write_attribute(FILE *xml, const char *name, const char *text) {
    fprintf(xml, " %s=\"", name);
    markup_text(xml, text);
    fputc('"', xml);
}

static void write_case(FILE *xml, const Outputs *o, const Mark *mark, int index) {
    TodoMark todo = todo_mark(o, mark, index);
    fprintf(xml, "    <testcase classname=\"%s\" time=\"%.3f\" name=\"TODO %s ", o->spec->name,
            todo_seconds(o, mark), todo.id);
    markup_text(xml, todo.title);
    fputs("\">", xml);
    if (mark->state > MARK_REFUSED) {
        fputs("<skipped", xml);
        write_attribute(xml, "message", mark_reason(mark));
        fputs("/>", xml);
    } else if (!todo_full(&todo)) {
        fprintf(xml, "<failure type=\"%s\"",
                mark->state == MARK_REFUSED ? "refused"
                : todo.started              ? "points"
                                            : "not started");
        write_attribute(xml, "message", todo_words(mark, &todo));
        fprintf(xml, ">%.10g of %.10g points</failure>", todo.score, todo.max_score);
    }
    fputs("</testcase>\n", xml);
}

static void write_suite(FILE *xml, const Outputs *o, const Mark *mark) {
    int failures = 0, all = o->spec->todo_count;
    for (int i = 0; i < all && mark->state <= MARK_REFUSED; i++) {
        TodoMark todo = todo_mark(o, mark, i);
        failures += !todo_full(&todo);
    }
    fputs("  <testsuite", xml);
    write_attribute(xml, "name", mark->stem);
    fprintf(xml, " tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\" time=\"%.3f\">\n", all, failures,
            mark->state > MARK_REFUSED ? all : 0, mark->seconds);
    for (int i = 0; i < all; i++) write_case(xml, o, mark, i);
    fputs("  </testsuite>\n", xml);
}

void write_junit(const Outputs *o) {
    OutputFile xml = output_begin(o->out, "junit.xml");
    Mark mark;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", xml.stream);
    for (Marks marks = marks_begin(o); marks_next(o, &marks, &mark);) write_suite(xml.stream, o, &mark);
    fputs("</testsuites>\n", xml.stream);
    output_end(&xml);
}
