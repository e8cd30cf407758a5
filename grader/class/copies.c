// Runs sim_c over what the students wrote themselves.
#include "grader/class/copies.h"

#include <ctype.h>
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/command_output.h"
#include "grader/class/copies_pairs.h"
#include "grader/class/entry.h"
#include "grader/class/folder.h"
#include "grader/class/stop.h"
#include "grader/grading/replace_file.h"

enum { RUN_TOKENS = 20 }; // the shortest passage that sim_c reports

// ---- What was handed out --------------------------------------------------------------------------------

static char *without_blanks(const char *line) {
    char *to = new_text("%s", line);
    size_t length = 0;
    for (const char *c = line; *c; c++)
        if (!isspace((unsigned char)*c)) to[length++] = *c;
    to[length] = 0;
    return to;
}

static void add_lines(Journal *j, char *text) {
    for (char *line; (line = strsep(&text, "\n"));) {
        char *bare = without_blanks(line);
        if (*bare) journal_run(j, "t", "INSERT OR IGNORE INTO handed_out VALUES (?1)", bare);
        free(bare);
    }
}

static bool is_text(const char *name) {
    static const char *const endings[] = {".cu", ".cuh", ".h", ".md"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_with(name, endings[i])) return true;
    return false;
}

// Every line below this folder that students were given. The lab's own .cu file in it is whatever the instructor
// has there: of sources only those of skeleton/ count.
static void add_folder(Journal *j, const Project *project, const char *top, const char *name) {
    char path[PATH_SIZE];
    project_path(project, path, top, name, NULL);
    char *const roots[] = {path, NULL};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *found; walk && (found = fts_read(walk));) {
        bool source = ends_with(found->fts_name, ".cu") && !strstr(found->fts_path, "/skeleton/");
        size_t size;
        char *text = found->fts_info == FTS_F && is_text(found->fts_name) && !source
                         ? read_whole_file(found->fts_accpath, &size)
                         : NULL;
        if (text) add_lines(j, text);
        free(text);
    }
    if (walk) fts_close(walk);
}

static bool was_handed_out(Journal *j, const char *line) {
    char *bare = without_blanks(line);
    bool found = journal_number(j, "t", "SELECT count(*) FROM handed_out WHERE line = ?1", bare);
    free(bare);
    return found;
}

// ---- The submissions ------------------------------------------------------------------------------------

static void split_lines(Compared *file, char *text) {
    for (char *line; (line = strsep(&text, "\n"));) {
        file->lines = more_memory(file->lines, (size_t)file->line_count + 1, sizeof *file->lines);
        const size_t length = strlen(line);
        file->lines[file->line_count++] =
            new_text("%.*s", (int)(length && line[length - 1] == '\r' ? length - 1 : length), line);
    }
}

// What is left of it goes to WORK/N.cu, each line at its place.
static void write_own_lines(const Outputs *o, Compared *file, const char *path) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (!stream) stop("There is no memory left.");
    file->untouched = true;
    for (int i = 0; i < file->line_count; i++) {
        const bool given = !*file->lines[i] || was_handed_out(o->journal, file->lines[i]);
        file->untouched &= given;
        fprintf(stream, "%s\n", given ? "" : file->lines[i]);
    }
    fclose(stream);
    if (!replace_file(path, text, size)) stop("%s cannot be written: %s.", path, strerror(errno));
    free(text);
}

static void read_files(Copies *c, const Outputs *o, const char *work) {
    journal_run(
        o->journal, "",
        "CREATE TEMP TABLE compared AS SELECT hash, key, position, coalesce(nullif(name, ''), key) AS who FROM marks "
        "WHERE hash IS NOT NULL");
    journal_run(o->journal, "", "CREATE INDEX temp.compared_by_hash ON compared (hash)");
    sqlite3_stmt *row = journal_query(
        o->journal, "",
        "SELECT hash, group_concat(who, ', '), count(*) FROM (SELECT * FROM compared ORDER BY position) "
        "GROUP BY hash ORDER BY min(position)");
    while (journal_step(row)) {
        c->files = more_memory(c->files, (size_t)c->file_count + 1, sizeof *c->files);
        Compared *file = &c->files[c->file_count++];
        *file = (Compared){.hash = new_text("%s", journal_text(row, 0)),
                           .names = new_text("%s", journal_text(row, 1)),
                           .students = sqlite3_column_int(row, 2)};
        char *path = new_text("%s/files/%s.cu", o->out, file->hash),
             *own = new_text("%s/%d.cu", work, c->file_count - 1);
        size_t size;
        char *text = read_whole_file(path, &size);
        if (!text) stop("%s cannot be read: %s.", path, strerror(errno));
        split_lines(file, text);
        write_own_lines(o, file, own);
        free(text), free(path), free(own);
    }
    sqlite3_finalize(row);
}

// ---- Comparing ------------------------------------------------------------------------------------------

// "3.cu: line 9-51   |7.cu: line 12-54   [511]"
static bool read_passage(const Copies *c, const char *line, Passage *p) {
    const char *bar = strchr(line, '|'), *bracket = strrchr(line, '[');
    if (!bar || !bracket) return false;
    if (sscanf(line, "%d.cu: line %d-%d", &p->file[0], &p->first[0], &p->last[0]) != 3 ||
        sscanf(bar + 1, "%d.cu: line %d-%d", &p->file[1], &p->first[1], &p->last[1]) != 3)
        return false;
    p->tokens = atoi(bracket + 1);
    for (int i = 0; i < 2; i++) {
        if (p->file[i] < 0 || p->file[i] >= c->file_count || p->first[i] < 1) return false;
        if (p->last[i] > c->files[p->file[i]].line_count) p->last[i] = c->files[p->file[i]].line_count;
    }
    if (p->file[0] > p->file[1]) // so that the passages of a pair stand together
        *p = (Passage){
            {p->file[1], p->file[0]}, {p->first[1], p->first[0]}, {p->last[1], p->last[0]}, p->tokens};
    return p->file[0] != p->file[1];
}

// "File 3.cu: 225 tokens, 80 lines"
static void read_tokens(Copies *c, const char *line) {
    int file, tokens;
    if (sscanf(line, "File %d.cu: %d tokens", &file, &tokens) == 2 && file >= 0 && file < c->file_count)
        c->files[file].own_tokens = tokens;
}

static void read_passages(Copies *c, char *text) {
    for (char *line; (line = strsep(&text, "\n"));) {
        Passage p;
        read_tokens(c, line);
        if (!read_passage(c, line, &p)) continue;
        c->passages = more_memory(c->passages, (size_t)c->passage_count + 1, sizeof p);
        c->passages[c->passage_count++] = p;
    }
}

static bool run_sim(Copies *c, const char *work, char *error, size_t error_size) {
    static const char script[] =
        "cd \"$1\" && command -v sim_c >/dev/null || exit 127; i=0; while [ $i -lt $2 ]; do echo $i.cu; "
        "i=$((i + 1)); done | sim_c -n -s -e -r $3 -w 200 -i";
    char count[16], run[16];
    int status;
    snprintf(count, sizeof count, "%d", c->file_count);
    snprintf(run, sizeof run, "%d", RUN_TOKENS);
    char *text =
        command_output((const char *const[]){"sh", "-c", script, "sh", work, count, run, NULL}, 0, &status);
    if (status == 0) read_passages(c, text);
    free(text);
    if (status == 127)
        snprintf(error, error_size,
                 "sim_c is not here. It comes with: sudo apt-get install similarity-tester");
    else if (status)
        snprintf(error, error_size, "sim_c failed with status %d.", status);
    return status == 0;
}

bool copies_find(Copies *c, const Outputs *o, const Project *project, const char *lab_folder, char *error,
                 size_t error_size) {
    *c = (Copies){0};
    journal_run(o->journal, "", "CREATE TEMP TABLE handed_out (line TEXT PRIMARY KEY) WITHOUT ROWID");
    add_folder(o->journal, project, "labs", lab_folder);
    add_folder(o->journal, project, "common", NULL);
    char *work = folder_make(o->out, "work/copies");
    read_files(c, o, work);
    bool good = run_sim(c, work, error, error_size);
    if (good) copies_pair(c, o->journal);
    remove_folder(work);
    free(work);
    return good;
}

void copies_free(Copies *c) {
    for (int i = 0; i < c->file_count; i++) {
        for (int k = 0; k < c->files[i].line_count; k++) free(c->files[i].lines[k]);
        free(c->files[i].lines), free(c->files[i].holders), free(c->files[i].hash), free(c->files[i].names);
    }
    for (int i = 0; i < c->equal_count; i++) free(c->equals[i].names[0]), free(c->equals[i].names[1]);
    free(c->files), free(c->passages), free(c->pairs), free(c->equals), free(c->left_out);
    *c = (Copies){0};
}
