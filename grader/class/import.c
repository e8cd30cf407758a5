// Results arrive as files, since only one process should write to a database.
#include "grader/class/import.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/class/entry.h"
#include "grader/class/stop.h"
#include "grader/grading/replace_file.h"

// ?1 is the file's text. A report that does not say what it must is this machine's trouble.
static const char add_attempt[] =
    "INSERT OR IGNORE INTO attempts (hash, condition, token, outcome, message, node, started, seconds, cpu_seconds, "
    "memory_kib) SELECT json_extract(?1, '$.hash'), json_extract(?1, '$.condition'), json_extract(?1, '$.token'), json_extract(?1, '$.outcome'), json_extract(?1, '$.message'), "
    "json_extract(?1, '$.node'), json_extract(?1, '$.started'), json_extract(?1, '$.seconds'), json_extract(?1, '$.cpu_seconds'), json_extract(?1, '$.memory_kib')";
static const char add_result[] =
    "INSERT OR IGNORE INTO results SELECT json_extract(?1, '$.hash'), json_extract(?1, '$.condition'), json_extract(?1, '$.outcome'), "
    "coalesce(json_extract(r, '$.score'), 0), coalesce(json_extract(r, '$.max_score'), 0), coalesce(json_extract(r, '$.passed'), 0), r, "
    "CASE json_extract(?1, '$.outcome') WHEN 'graded' THEN json_extract(?1, '$.page') ELSE json_extract(?1, '$.errors') END, "
    "CASE json_extract(?1, '$.outcome') WHEN 'refused' THEN json_extract(?1, '$.message') ELSE '' END "
    "FROM (SELECT json_extract(?1, '$.report') AS r) WHERE json_extract(?1, '$.outcome') IN ('graded', 'refused') AND json_valid(r)";

static void import_file(Journal *j, const char *path) {
    size_t size;
    char *text = read_whole_file(path, &size);
    if (!text) stop("%s cannot be read: %s.", path, strerror(errno));
    if (journal_number(j, "t", "SELECT json_valid(?1)", text)) {
        journal_begin(j);
        journal_run(j, "t", add_attempt, text);
        journal_run(j, "t", add_result, text);
        journal_commit(j);
    }
    unlink(path); // only now: had we been killed before, it would be read again, and its token known
    free(text);
}

void import_results(Journal *j, const char *folder) {
    DIR *list = opendir(folder);
    if (!list) stop("%s cannot be read: %s.", folder, strerror(errno));
    for (struct dirent *entry; (entry = readdir(list));) {
        if (!ends_with(entry->d_name, ".json")) continue; // or not whole yet
        char *path = new_text("%s/%s", folder, entry->d_name);
        import_file(j, path);
        free(path);
    }
    closedir(list);
}
