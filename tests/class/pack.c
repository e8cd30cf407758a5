// Packs a folder into an archive for the tests of ./grade class: pack ARCHIVE.zip|.tar.gz|.7z FOLDER
#include <archive.h>
#include <archive_entry.h>
#include <fts.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy_file(struct archive *archive, const char *path) {
    static char part[1 << 16];
    FILE *file = fopen(path, "r");
    size_t got;
    while (file && (got = fread(part, 1, sizeof part, file)) > 0) archive_write_data(archive, part, got);
    if (file) fclose(file);
}

static void add(struct archive *archive, const FTSENT *found, size_t root_length) {
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, found->fts_path + root_length + 1);
    archive_entry_copy_stat(entry, found->fts_statp);
    char link[4096] = "";
    if (found->fts_info == FTS_SL)
        archive_entry_set_symlink(entry, realpath(found->fts_path, link) ? link : "");
    if (archive_write_header(archive, entry) != ARCHIVE_OK)
        fprintf(stderr, "%s\n", archive_error_string(archive));
    if (found->fts_info == FTS_F) copy_file(archive, found->fts_path);
    archive_entry_free(entry);
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "C.UTF-8");
    struct archive *archive = archive_write_new();
    if (argc != 3 || archive_write_set_format_filter_by_ext(archive, argv[1]) != ARCHIVE_OK ||
        archive_write_open_filename(archive, argv[1]) != ARCHIVE_OK)
        return fprintf(stderr, "pack ARCHIVE FOLDER: %s\n", archive_error_string(archive)), EXIT_FAILURE;
    FTS *walk = fts_open((char *const[]){argv[2], NULL}, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    for (FTSENT *found; walk && (found = fts_read(walk));)
        if (found->fts_level > 0 && found->fts_info != FTS_DP) add(archive, found, strlen(argv[2]));
    if (walk) fts_close(walk);
    return archive_write_free(archive) == ARCHIVE_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
