// class.csv: a line for each student, for people and spreadsheets.
#include "grader/class/mark.h"

static void write_heading(const Outputs *o, FILE *csv) {
    fputs("name,email,username,id,score,max_score,state,late,handed_in_utc,file", csv);
    for (int i = 0; i < o->spec->todo_count; i++) fprintf(csv, ",TODO %s", o->spec->todos[i].id);
    fputs(",problem,note,feedback\n", csv);
}

static void write_row(const Outputs *o, FILE *csv, const Mark *mark) {
    const char *who[] = {mark->name, mark->email, mark->username, mark->id};
    bool graded = mark->state == MARK_GRADED, has_points = graded || mark->state == MARK_REFUSED;
    char when[32];
    for (int i = 0; i < 4; i++) {
        csv_write_text(csv, who[i], ',');
        fputc(',', csv);
    }
    if (has_points) fprintf(csv, "%.10g,%.10g", mark->score, mark->max_score);
    time_words(mark->at, when);
    fprintf(csv, "%s,%s,%s,%s,", has_points ? "" : ",", mark->state_name, mark->late ? "late" : "", when);
    csv_write_text(csv, mark->file, ',');
    for (int i = 0; i < o->spec->todo_count; i++) {
        fputc(',', csv);
        if (graded) fprintf(csv, "%.10g", todo_mark(o, mark, i).score);
    }
    fputc(',', csv);
    csv_write_text(csv, mark_reason(mark), ',');
    fputc(',', csv);
    csv_write_text(csv, mark->note, ',');
    if (has_feedback(mark))
        fprintf(csv, ",feedback/%s.txt\n", mark->stem);
    else
        fputs(",\n", csv);
}

void write_class_csv(const Outputs *o) {
    OutputFile csv = output_begin(o->out, "class.csv");
    Mark mark;
    write_heading(o, csv.stream);
    for (Marks marks = marks_begin(o); marks_next(o, &marks, &mark);) write_row(o, csv.stream, &mark);
    output_end(&csv);
}
