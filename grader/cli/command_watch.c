// grade LAB --watch: builds and grades at each save, and shows what to mend first.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "grader/grading/captured.h"
#include "grader/cli/commands.h"
#include "grader/grading/first_error.h"
#include "grader/grading/saves.h"
#include "grader/page/page.h"
#include "grader/report/report.h"
#include "grader/text/clean.h"

enum { ROWS_LEAST = 8, ROWS_IN_A_PIPE = 60 };

static volatile sig_atomic_t stopped;

typedef struct {
    const Project *project;
    Options options; // of the gradings
    LabSpec spec;
    char source[PATH_SIZE]; // the watched file
    char built[PATH_SIZE];  // what make makes of it; "" for a file named on the command line
    const char *shown;
    Saves saves;
    sigset_t mask; // signals while it waits; at all other times those that stop it are held back
    bool terminal;
    int rows, columns; // of the screen
    int status;        // of the last round
} Watch;

// ---- The screen -----------------------------------------------------------------------------------------

static void measure_screen(Watch *w) {
    struct winsize size;
    w->rows = ROWS_IN_A_PIPE;
    w->columns = WRITER_WIDTH_MAX;
    if (!w->terminal || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return;
    if (size.ws_row > 0) w->rows = size.ws_row > ROWS_LEAST ? size.ws_row : ROWS_LEAST;
    if (size.ws_col > 0) w->columns = size.ws_col;
}

static void clear_screen(const Watch *w) {
    const char *term = getenv("TERM");
    if (w->terminal && term && strcmp(term, "dumb")) fputs("\033[H\033[2J", stdout);
}

// Rows that a line takes: its characters, without the codes for colours.
static int rows_of(const char *line, size_t size, int columns) {
    int count = 0;
    for (size_t i = 0; i < size; i++) {
        if (line[i] == '\033')
            while (i < size && line[i] != 'm') i++;
        else
            count += ((unsigned char)line[i] & 0xc0) != 0x80;
    }
    return count <= columns ? 1 : (count + columns - 1) / columns;
}

// Prints as many lines as fit into so many rows, and says how many do not.
static void print_lines(const Watch *w, const char *text, size_t size, int rows, const char *where_all_is) {
    int used = 0, left = 0;
    const char *end = text + size;
    for (const char *line; text < end; text = line) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((newline ? newline : end) - text);
        line = newline ? newline + 1 : end;
        int needed = rows_of(text, length, w->columns);
        bool last = line == end;
        if (left || used + needed > rows - !last) { // the last row may have to say what is missing
            left++;
            continue;
        }
        printf("%.*s\n", (int)length, text);
        used += needed;
    }
    if (left)
        printf("%s... %d more line%s: %s\n", w->options.color == COLOR_ALWAYS ? "\033[0m" : "", left,
               left == 1 ? "" : "s", where_all_is);
}

static void print_foot(const Watch *w) {
    printf("\nwatching %s; Ctrl-C ends\n", w->shown);
    fflush(stdout);
}

// The compiler's words come from the file: made printable, line by line.
static char *make_printable(const char *text, size_t size, size_t *clean_size) {
    char *clean = NULL;
    FILE *memory = open_memstream(&clean, clean_size);
    if (!memory) return NULL;
    for (const char *at = text, *end = text + size; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline) newline = end;
        char line[2000];
        clean_text(line, sizeof line, at, (size_t)(newline - at));
        fprintf(memory, "%s\n", line);
        at = newline + 1;
    }
    fclose(memory);
    return clean;
}

static void show_build_errors(const Watch *w, const Captured *build) {
    char words[300];
    size_t size;
    FirstError first = find_first_error(build->text, build->size);
    char *text = make_printable(first.text, first.size, &size);
    Writer writer = writer_open(stdout, w->options.color);
    writer.width = w->columns < WRITER_WIDTH_MIN ? WRITER_WIDTH_MIN : writer.width;
    if (first.errors > 1)
        snprintf(words, sizeof words, "%s does not compile. The first of %d errors:", w->spec.name,
                 first.errors);
    else
        snprintf(words, sizeof words,
                 first.errors ? "%s does not compile:" : "%s cannot be built:", w->spec.name);
    writer_words(&writer, 0, 2, STYLE_BAD, words);
    snprintf(words, sizeof words, "make %s%s", w->spec.name, w->options.solution ? " SOLUTION=1" : "");
    // A row each for the words above, the blank line and the words below, one for the cursor; one to spare.
    if (text) print_lines(w, text, size, w->rows - 5, words);
    free(text);
}

// A file that does not compile has a page too: the open one says so.
static void write_build_errors(const Watch *w, const Captured *build) {
    char path[PATH_SIZE], error[1200];
    size_t size;
    FirstError first = find_first_error(build->text, build->size);
    char *text = make_printable(first.text, first.size, &size);
    const LabRefusal refusal = {.lab = w->spec.name,
                                .source = w->shown,
                                .message = first.errors
                                               ? "It does not compile. Mend this error first, and save."
                                               : "It cannot be built.",
                                .compiler = text,
                                .live = true};
    lab_page_path(w->project, &w->options, w->spec.name, path);
    if (w->options.page && !page_file(path, NULL, report_refusal, &refusal, error, sizeof error))
        not_graded(error);
    free(text);
}

// The page that is there when the watching ends looks no more: in its text "live":true becomes "live":0, as long.
static void end_page(const Watch *w) {
    static const char live[] = "\"live\":true", over[] = "\"live\":0   ";
    char path[PATH_SIZE], *text;
    if (!w->options.page) return;
    lab_page_path(w->project, &w->options, w->spec.name, path);
    FILE *file = fopen(path, "r+e");
    if (!file) return;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    text = size > 0 ? malloc((size_t)size + 1) : NULL;
    rewind(file);
    if (text && fread(text, 1, (size_t)size, file) == (size_t)size) {
        text[size] = 0;
        const char *result = strstr(text, "id=\"result\">"), *at = result ? strstr(result, live) : NULL;
        if (at && fseek(file, at - text, SEEK_SET) == 0) fwrite(over, 1, sizeof over - 1, file);
    }
    free(text);
    fclose(file);
}

// ---- One round ------------------------------------------------------------------------------------------

static int run_make(const void *argument) {
    const Watch *w = argument;
    execlp("make", "make", "-C", w->project->root, w->spec.name,
           w->options.solution ? "SOLUTION=1" : (char *)NULL, (char *)NULL);
    printf("make cannot be run: %s. ./grade doctor says how to install it.\n", strerror(errno));
    return EXIT_NOT_GRADED;
}

static int run_grade(const void *argument) {
    const Watch *w = argument;
    char columns[20];
    snprintf(columns, sizeof columns, "%d", w->columns);
    setenv("COLUMNS", columns, 1);
    return command_lab(w->project, &w->options);
}

static void say_what_is_done(const Watch *w, const char *what) {
    if (!w->terminal) return;
    clear_screen(w);
    printf("%s %s ...\n", what, w->shown);
    fflush(stdout);
}

// True where there is something to grade.
static bool build(Watch *w, uint64_t state) {
    if (!w->built[0]) return true;
    say_what_is_done(w, "building");
    Captured made = run_captured(run_make, w, &w->mask, &stopped);
    bool good = made.status == 0, saved = saves_state(&w->saves) != state;
    // Built from what the file was before a save in between, and yet newer than that save: make would be
    // content.
    if (saved) unlink(w->built);
    if (!good && !saved && !stopped) {
        measure_screen(w);
        clear_screen(w);
        show_build_errors(w, &made);
        write_build_errors(w, &made);
        print_foot(w);
        w->status = EXIT_NOT_GRADED;
    }
    free(made.text);
    return good && !saved && !stopped;
}

static void grade_and_show(Watch *w) {
    char all[PATH_SIZE + 80];
    say_what_is_done(w, "grading");
    measure_screen(w);
    Captured graded = run_captured(run_grade, w, &w->mask, &stopped);
    if (!stopped) {
        w->status = graded.status >= 0 && graded.status <= EXIT_NOT_GRADED ? graded.status : EXIT_NOT_GRADED;
        snprintf(all, sizeof all, "./grade %s%s%s%s", w->spec.name, w->options.solution ? " --solution" : "",
                 w->options.file ? " " : "", w->options.file ? w->options.file : "");
        clear_screen(w);
        print_lines(w, graded.text ? graded.text : "", graded.size, w->rows - 4, all);
        if (graded.status > EXIT_NOT_GRADED)
            printf("The grader ended with status %d. Try: %s\n", graded.status, all);
        print_foot(w);
    }
    free(graded.text);
}

// ---- Round after round ----------------------------------------------------------------------------------

static void stop(int number) {
    (void)number;
    stopped = 1;
}

// The signals that end it arrive only where it waits; one that was ignored from the start stays so.
static void catch_signals(Watch *w) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action = {.sa_handler = stop}, before;
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
        sigaction(signals[i], &action, NULL);
        sigaddset(&held, signals[i]);
    }
    sigprocmask(SIG_BLOCK, &held, &w->mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigdelset(&w->mask, signals[i]);
}

// Which file is watched, and what is made of it.
static bool find_file(Watch *w, char *error, size_t size) {
    char folder[256], name[80];
    const Options *o = &w->options;
    if (!project_lab_folder(w->project, o->lab, folder, error, size) ||
        !project_load_spec(w->project, folder, &w->spec, error, size))
        return false;
    if (o->file) {
        w->shown = o->file;
        if (realpath(o->file, w->source)) return true;
        snprintf(error, size, "%.1000s cannot be watched: %s.", o->file, strerror(errno));
        return false;
    }
    snprintf(name, sizeof name, "%.*s.so", (int)strcspn(w->spec.source, "."), w->spec.source);
    project_path(w->project, w->source, o->solution ? "solutions" : "labs", folder, w->spec.source, NULL);
    project_path(w->project, w->built, "build", w->spec.name, o->solution ? "solution.so" : name, NULL);
    w->shown = w->source + strlen(w->project->root) + 1;
    if (file_exists(w->source)) return true;
    snprintf(error, size, "%.1000s is not there.", w->shown);
    return false;
}

int command_watch(const Project *project, const Options *options) {
    char error[1200];
    Watch *w = calloc(1, sizeof *w);
    if (!w) return not_graded("There is no memory left.");
    w->project = project;
    w->options = *options;
    w->status = EXIT_NOT_GRADED;
    w->terminal = isatty(STDOUT_FILENO);
    if (w->options.detail == DETAIL_NORMAL) w->options.detail = DETAIL_SHORT;
    w->options.color = writer_open(stdout, options->color).color ? COLOR_ALWAYS : COLOR_NEVER;
    if (!find_file(w, error, sizeof error)) {
        free(w);
        return not_graded(error);
    }
    catch_signals(w);
    saves_open(&w->saves, w->source);
    while (!stopped) {
        uint64_t state = saves_state(&w->saves);
        if (state && build(w, state)) grade_and_show(w);
        saves_wait(&w->saves, state, &w->mask, &stopped);
    }
    if (w->terminal) putchar('\n'); // below the terminal's ^C
    int status = w->status;
    end_page(w);
    saves_close(&w->saves);
    free(w);
    return status;
}
