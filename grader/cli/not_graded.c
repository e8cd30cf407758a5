// The one way to say that nothing was graded.
#include "grader/cli/commands.h"

int not_graded(const char *why) {
    Paper paper = paper_open(stderr, COLOR_AUTO);
    paper_print(&paper, 0, 2, STYLE_PLAIN, "grade: %s", why);
    return EXIT_NOT_GRADED;
}
