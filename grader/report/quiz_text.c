// How the quiz stands, and what became of its answers.
#include "grader/report/report.h"
#include "grader/text/append.h"

// How the quiz stands: the answers that are not right yet, or one line.
void print_quiz(const Writer *writer, const LabResult *result, bool verbose) {
    const LabSpec *spec = result->spec;
    int answered = 0, right = 0, open = 0;
    if (!result->with_quiz) return;
    for (int i = 0; i < spec->question_count; i++) {
        answered += result->questions[i].answered;
        right += result->questions[i].right;
        open += result->questions[i].open;
    }
    if (!answered && !verbose) {
        writer_print(writer, 0, 2, STYLE_FAINT, "Quiz: %s %s in answers.txt, beside your file.",
                     several(spec->question_count, "question").text,
                     spec->question_count == 1 ? "waits" : "wait");
        writer_blank(writer);
        return;
    }
    if (open)
        writer_print(
            writer, 0, 2, STYLE_BOLD,
            "Quiz: %d of %d answered. Checked here: %d, right: %d. The answers to the other %d are where the "
            "solutions are.",
            answered, spec->question_count, answered - open, right, open);
    else
        writer_print(writer, 0, 2, right == spec->question_count ? STYLE_GOOD : STYLE_BOLD,
                     "Quiz: %d of %d right", right, spec->question_count);
    for (int i = 0; i < spec->question_count; i++) {
        const QuestionResult *q = &result->questions[i];
        if ((q->right || q->open) && !q->message[0]) continue;
        if (q->answered)
            writer_print(writer, 2, 7, q->right ? STYLE_FAINT : STYLE_WARN, "%-4s %s", spec->questions[i].id,
                         q->message);
        else if (verbose)
            writer_print(writer, 2, 7, STYLE_FAINT, "%-4s %s", spec->questions[i].id,
                         spec->questions[i].text);
    }
    if (result->quiz_complaint[0]) writer_words(writer, 2, 4, STYLE_WARN, result->quiz_complaint);
    writer_blank(writer);
}
