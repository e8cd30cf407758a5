// Which line may be to blame where large sizes alone go wrong: a narrow type, or a number that ends early.
#include "grader/grading/size_limits.h"

#include <stdlib.h>
#include <string.h>

#include "grader/edits/edits.h"
#include "grader/text/append.h"

enum { MOST = 64, LINES = 2 };

// Numbers up to 1024 that are powers of two are sizes of blocks, and small ones widths of tiles; masks are neither.
static bool may_end_early(const char *text, const Edit *edit) {
    enum { LEAST = 255, MOST_THREADS = 1024 };
    if (edit->kind != EDIT_LIMIT) return true;
    const long number = strtol(edit->word, NULL, 0);
    size_t before = edit->at;
    while (before > 0 && text[before - 1] == ' ') before--;
    const bool mask = before > 0 && strchr("&%", text[before - 1]);
    return number >= LEAST && (mask || number > MOST_THREADS || (number & (number - 1)));
}

bool explain_size_limit(Cause *cause, const char *path, const char *text) {
    const Edit *found[LINES];
    int count = 0;
    Edits edits;
    if (!too_small_of(&edits, text, MOST)) return false;
    for (int i = 0; i < edits.count && count <= LINES; i++) {
        const Edit *edit = &edits.list[i];
        bool known = !may_end_early(text, edit);
        for (int k = 0; k < count && k < LINES; k++) known |= found[k]->line == edit->line;
        if (known) continue;
        if (count < LINES) found[count] = edit;
        count++;
    }
    if (count == 1 || count == LINES) {
        const bool type = found[0]->kind == EDIT_TYPE;
        append(cause->place.file, sizeof cause->place.file, "%s", path);
        cause->place.line = found[0]->line;
        append(cause->what, sizeof cause->what, "%s of this line may be too small for such a size: `%s`.",
               type ? "A type" : "A number", found[0]->word);
        if (count == LINES)
            append(cause->what, sizeof cause->what, " Line %d has one too, `%s`.", found[1]->line,
                   found[1]->word);
        append(cause->next, sizeof cause->next,
               "Work out what this line comes to in the last block of the grid.");
    }
    edits_free(&edits);
    return cause->place.line;
}
