// What a test submission says about itself: the comments at its head.
//
//   // WRONG: what is wrong, in one sentence        or    // RIGHT: what is unusual
//   // EXPECT test: 3.3/n=33     this test (or counted target) must fail; may repeat
//   // EXPECT pass: 3.1/n=33     this test must pass all the same; may repeat
//   // EXPECT check: race        a finding of this check must be reported
//   // EXPECT line: HERE         ... at a line that carries the comment // <-- HERE
//   // EXPECT cause: words       ... and the cause that is named says these words, at a line with // <-- HERE
//                             where there is one
//   // EXPECT todo: 4.1       ... and this TODO is named as the one to mend
//   // EXPECT says: words        must be said of one of the tests that must fail, or of a finding
//   // EXPECT score: 0           the score, to the point, before points are held back for the time
//   // EXPECT time: missed    on a GPU, what becomes of the lab's time: missed, reached, suspect, not right;
//                             of one of several times: launch_fourth missed. A file that is right and too slow
//                             there loses the points for it, and no others
//   // EXPECT withheld: 20    so many points are held back for times, or for what is wrong at a timed size
//   // EXPECT hides: words     must stand neither in the report nor in the JSON
//   // EXPECT refused: words     nothing is graded (exit status 2), and these words say why
#ifndef WARPBOOK_SUBMISSION_H
#define WARPBOOK_SUBMISSION_H

#include <stdbool.h>
#include <stddef.h>

enum { SUBMISSION_EXPECTATIONS = 16, SUBMISSION_MARKS = 8 };

typedef enum {
    EXPECT_TEST,
    EXPECT_PASS,
    EXPECT_CHECK,
    EXPECT_LINE,
    EXPECT_SAYS,
    EXPECT_CAUSE,
    EXPECT_TODO,
    EXPECT_SCORE,
    EXPECT_TIME,
    EXPECT_WITHHELD,
    EXPECT_HIDES,
    EXPECT_REFUSED
} ExpectationKind;

typedef struct {
    ExpectationKind kind;
    char text[120];
} Expectation;

typedef struct {
    char path[512];
    char name[128]; // "lab3/wrong/no_guard"
    char lab[32];   // the lab that it is handed in for
    bool right;     // full marks are due; in tests/attacks the head says so, else the folder
    Expectation expectations[SUBMISSION_EXPECTATIONS];
    int expectation_count;
    int marked[SUBMISSION_MARKS]; // lines with // <-- HERE
    int marked_count;
} Submission;

// Reads the head of the file at `path`. Returns false with one sentence in `why` when it is not as described
// above.
bool submission_read(Submission *s, const char *path, char *why, size_t why_size);

// Holds what `grade` answered (its exit status and its JSON) against the expectations. Returns false with one
// sentence in `why` at the first difference. `errors` is what it wrote to standard error.
bool submission_judge(const Submission *s, int exit_status, const char *json, const char *errors, char *why,
                      size_t why_size);

// Does what must be hidden stand neither in the JSON nor in the report? Else false with one sentence in `why`.
bool submission_hides(const Submission *s, const char *json, const char *report, char *why, size_t why_size);

// Holds the answers of one grading against each other: points, `passed`, exit status, the report's score and
// its next step. `report` is the text for a person. Returns false with one sentence in `why` where they differ.
bool submission_agrees(int exit_status, const char *json, const char *report, char *why, size_t why_size);

#endif
