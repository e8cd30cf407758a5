// The one way to say that nothing was graded.
#include "grader/cli/commands.h"

int not_graded(const char *why) {
    Writer writer = writer_open(stderr, COLOR_AUTO);
    writer_print(&writer, 0, 2, STYLE_PLAIN, "grade: %s", why);
    return EXIT_NOT_GRADED;
}
