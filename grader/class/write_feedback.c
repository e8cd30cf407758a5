// feedback/: for each student a text and a page that may be sent as they are.
#include <stdlib.h>
#include <string.h>

#include "grader/class/folder.h"
#include "grader/class/mark.h"
#include "grader/class/markup.h"
#include "grader/class/stop.h"
#include "grader/class/students_report.h"
#include "grader/class/time_text.h"
#include "grader/contract/version.h"
#include "grader/text/clean.h"

// Line by line printable.
static void write_lines(FILE *stream, const char *text) {
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        char *shown = take_memory(4 * length + 1, 1);
        clean_text(shown, 4 * length + 1, line, length);
        fprintf(stream, "%s\n", shown);
        free(shown);
        line += length + (line[length] == '\n');
    }
}

static void write_summary(FILE *stream, const Mark *mark) {
    char when[ZONED_TIME];
    const char *who[] = {mark->name, mark->username, mark->id};
    for (int i = 0; i < 3; i++)
        if (*who[i]) {
            fprintf(stream, "For: %s\n", who[i]);
            break;
        }
    time_with_zone(mark->at, when);
    fprintf(stream, "Handed in: %s%s%s\n",
            *mark->file                   ? mark->file
            : mark->state == MARK_NO_FILE ? "something that cannot be graded"
                                          : "nothing",
            *when ? ", " : "", when);
    time_with_zone(mark->due, when);
    if (*when) fprintf(stream, "Due: %s\n", when);
    time_with_zone(mark->until, when);
    if (*when) fprintf(stream, "Hand-ins count until: %s\n", when);
    if (*mark->hash) fprintf(stream, "SHA-256 of the file: %s\n", mark->hash);
    if (*mark->graded_on) fprintf(stream, "Graded: %s, by Warpbook %s\n", mark->graded_on, WARPBOOK_VERSION);
    if (mark->late) fputs("This is late.\n", stream);
    if (mark->state <= MARK_REFUSED)
        fprintf(stream, "Score: %.10g of %.10g\n", mark->score, mark->max_score);
    else
        fputs("Score: none yet\n", stream);
    if (mark->state != MARK_GRADED && *mark_reason(mark)) fprintf(stream, "Why: %s\n", mark_reason(mark));
    if (*mark->note) fprintf(stream, "Note: %s\n", mark->note);
}

static char *summary(const Mark *mark) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (!stream) stop("There is no memory left.");
    write_summary(stream, mark);
    if (mark->state <= MARK_REFUSED) {
        char *report = students_report(mark->page);
        fprintf(stream, "\n%s", report);
        free(report);
    }
    fclose(stream);
    return text;
}

static void write_both(const Outputs *o, const Mark *mark) {
    char *text = summary(mark), *plain = new_text("feedback/%s.txt", mark->stem),
         *page = new_text("feedback/%s.html", mark->stem);
    OutputFile file = output_begin(o->out, plain);
    fprintf(file.stream, "%s, %s\n", o->spec->name, o->spec->title);
    write_lines(file.stream, text);
    output_end(&file);
    file = output_begin(o->out, page);
    char *title = new_text("%s: %s", o->spec->name, o->spec->title);
    page_begin(file.stream, title);
    fputs("<pre>", file.stream);
    markup_text(file.stream, text);
    fputs("</pre>\n", file.stream);
    page_end(file.stream);
    output_end(&file);
    free(title);
    free(text);
    free(plain);
    free(page);
}

void write_feedback(const Outputs *o) {
    char *folder = folder_make(o->out, "feedback");
    Mark mark;
    remove_folder(folder);
    free(folder);
    free(folder_make(o->out, "feedback"));
    for (Marks marks = marks_begin(o); marks_next(o, &marks, &mark);)
        if (has_feedback(&mark)) write_both(o, &mark);
}
