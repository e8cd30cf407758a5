// Makes the leaderboard's line, and keeps the best one in leaderboard.txt.
#include "grader/grading/leaderboard.h"

#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "grader/grading/replace_file.h"
#include "grader/text/clean.h"
#include "grader/text/append.h"
#include "grader/verdict/board.h"

enum { LINE_BYTES = 600, NAME_BYTES = 33 };

// ---- The line of this run ---------------------------------------------------------------------------------

// Who runs this: the account's name, one word.
static void user_name(char name[NAME_BYTES]) {
    const struct passwd *user = getpwuid(getuid());
    const char *found = user && user->pw_name[0] ? user->pw_name : getenv("USER");
    if (!found || !*found) found = "unknown";
    clean_text(name, NAME_BYTES, found, strlen(found));
    for (char *c = name; *c; c++)
        if (*c == ' ') *c = '_';
}

static void make_line(const LabResult *result, char line[LINE_BYTES]) {
    char name[NAME_BYTES], board[BOARD_BYTES], day[16];
    time_t now = time(NULL);
    struct tm utc;
    line[0] = 0;
    board_name(result, board);
    append(line, LINE_BYTES, "%.1f %%  %s  %s", board_percent(result), result->spec->name, board);
    for (int i = 0; i < result->timed_count; i++)
        if (!is_beyond(result, i))
            append(line, LINE_BYTES, "  %s %.1f %%", result->timed[i].sizes, board_percent_at(result, i));
    strftime(day, sizeof day, "%Y-%m-%d", gmtime_r(&now, &utc));
    user_name(name);
    append(line, LINE_BYTES, "  %s  %s", day, name);
}

// ---- The best of all runs ---------------------------------------------------------------------------------

// "88.6 %  lab7  NVIDIA H200  n=...": is the line one of this lab on this board? Then its rank.
static bool same_board(const char *line, size_t size, const LabResult *result, double *rank) {
    char copy[LINE_BYTES], board[BOARD_BYTES], wanted[400], *end;
    if (size >= sizeof copy || memchr(line, 0, size)) return false;
    memcpy(copy, line, size);
    copy[size] = 0;
    *rank = strtod(copy, &end);
    board_name(result, board);
    snprintf(wanted, sizeof wanted, " %%  %s  %s  ", result->spec->name, board);
    return end > copy && !strncmp(end, wanted, strlen(wanted));
}

// Copies the file's other lines to `others`, and this lab's best of this board to `best`, which holds a line
// with that rank already.
static void take_lines(const char *text, size_t size, const LabResult *result, char best[LINE_BYTES],
                       double *best_rank, FILE *others) {
    for (const char *at = text, *end = text + size; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline ? newline : end) - at);
        double rank;
        if (!same_board(at, length, result, &rank)) {
            fwrite(at, 1, length, others);
            fputc('\n', others);
        } else if (rank >= *best_rank) {
            memcpy(best, at, length);
            best[length] = 0;
            *best_rank = rank;
        }
        at += length + 1;
    }
}

// The best line of all runs, this one's among them where `line` is not empty; written back then. False with
// errno set where the file cannot be read or written.
static bool find_best(const Project *project, const LabResult *result, const char *line,
                      char best[LINE_BYTES]) {
    char path[PATH_SIZE], *all = NULL;
    size_t size = 0, all_size = 0;
    project_path(project, path, "leaderboard.txt", NULL);
    char *text = read_whole_file(path, &size);
    FILE *others = text || errno == ENOENT ? open_memstream(&all, &all_size) : NULL;
    bool good = others != NULL;
    if (good) {
        double rank = *line ? strtod(line, NULL) : -1;
        snprintf(best, LINE_BYTES, "%s", line);
        take_lines(text ? text : "", size, result, best, &rank, others);
        if (*best) fprintf(others, "%s\n", best);
        good = fclose(others) == 0 && (!*line || replace_file(path, all, all_size));
    }
    int error = errno;
    free(text);
    free(all);
    errno = error;
    return good;
}

void leaderboard_report(const Writer *writer, const Project *project, const LabResult *result, bool keep) {
    char line[LINE_BYTES] = "", best[LINE_BYTES] = "", text[LINE_BYTES + 80], shown[LINE_BYTES];
    if (!result->spec->leaderboard || !board_is_open(result)) return;
    const char *why = board_missing(result);
    if (!why) make_line(result, line);
    snprintf(text, sizeof text, "%s%s", why ? "no line: " : line, why ? why : "");
    writer_entry(writer, "board", why ? STYLE_FAINT : STYLE_BOLD, text);
    if (!find_best(project, result, keep ? line : "", best)) {
        snprintf(text, sizeof text, "not kept: leaderboard.txt: %s", strerror(errno));
        writer_entry(writer, "best", STYLE_WARN, text);
    } else if (*best) {
        clean_text(shown, sizeof shown, best, strlen(best));
        snprintf(text, sizeof text, "%s (in leaderboard.txt)", shown);
        writer_entry(writer, "best", STYLE_PLAIN, text);
    }
}
