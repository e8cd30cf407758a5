// Fuzz target: the bytes are a lab.spec and, behind a line of "====", an answers.txt.
#include <stdlib.h>
#include <string.h>

#include "grader/lab/answer_forms.h"
#include "grader/lab/answers.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static LabSpec spec;
    static Answers answers;
    char error[600], *text = malloc(size + 1);
    if (!text) abort();
    memcpy(text, data, size);
    text[size] = 0;
    char *behind = strstr(text, "\n====\n");
    if (behind) *behind = 0;
    if (spec_parse(&spec, text, "lab.spec", error, sizeof error)) {
        answers_parse(&answers, &spec, behind ? behind + 6 : "");
        for (int i = 0; i < spec.question_count; i++)
            if (spec.questions[i].kind != ANSWER_COUNTED)
                answer_check(&spec.questions[i], answers.text[i], answers.text[0], NULL);
    }
    AnswerNumber number;
    char word[ANSWER_WORD_SIZE];
    read_answer_number(behind ? behind + 6 : text, &number);
    normal_word(behind ? behind + 6 : text, word);
    free(text);
    return 0;
}
