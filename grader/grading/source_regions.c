// Reads a lab's source file, and compares the TODOs in it with the skeleton's.
#include "grader/grading/source_regions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_MAX = 1 << 20 };

static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(SOURCE_MAX + 1, 1) : NULL;
    bool whole = text && fread(text, 1, SOURCE_MAX, file) < SOURCE_MAX && !ferror(file);
    if (file) fclose(file);
    if (whole) return text;
    free(text);
    return NULL;
}

bool source_regions_read(SourceRegions *source, const LabSpec *spec, const char *path) {
    source->text = read_text(path);
    return source->text && regions_find(&source->regions, spec, source->text);
}

bool todo_untouched(const SourceRegions *file, const SourceRegions *skeleton, int todo) {
    return regions_match(&file->regions, &skeleton->regions, todo) &&
           !regions_touched(&file->regions, file->text, &skeleton->regions, skeleton->text, todo);
}

int find_untouched(const Project *project, const char *lab_folder, const LabSpec *spec, int entry,
                   bool untouched[SPEC_TODOS]) {
    char path[PATH_SIZE];
    SourceRegions file = {0}, skeleton = {0};
    bool of_entry[SPEC_TODOS] = {false};
    int count = 0;
    memset(untouched, 0, SPEC_TODOS * sizeof *untouched);
    for (int i = 0; i < spec->test_count; i++)
        if (spec->tests[i].key.entry == entry) of_entry[spec->tests[i].todo] = true;
    project_path(project, path, "labs", lab_folder, spec->source, NULL);
    bool known = source_regions_read(&file, spec, path);
    project_path(project, path, "labs", lab_folder, "skeleton", spec->source, NULL);
    known = known && source_regions_read(&skeleton, spec, path);
    for (int todo = 0; known && todo < spec->todo_count; todo++) {
        untouched[todo] = of_entry[todo] && todo_untouched(&file, &skeleton, todo);
        count += of_entry[todo];
    }
    free(file.text);
    free(skeleton.text);
    return count;
}
