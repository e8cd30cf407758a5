// Reads functions as c_text does: comments, strings and macros are passed over.
#include "grader/class/lab_functions.h"

#include <stdlib.h>
#include <string.h>

#include "grader/c_text/comments.h"
#include "grader/c_text/lexemes.h"
#include "grader/c_text/words.h"
#include "grader/class/stop.h"
#include "grader/grading/replace_file.h"
#include "grader/text/append.h"

// The names of the host functions that the text defines, each between blanks. The caller frees it.
static char *defined_functions(const char *code) {
    Lexemes x;
    char *names = new_text(" ");
    int name, end;
    if (!lexemes_read(&x, code)) return names;
    for (int from = 0; next_host_function(&x, from, &name, &end); from = end + 1) {
        char *longer = new_text("%s%.*s ", names, x.list[name].length, code + x.list[name].at);
        free(names);
        names = longer;
    }
    lexemes_free(&x);
    return names;
}

static bool is_listed(const char *names, const char *name) {
    char *whole = new_text(" %s ", name);
    const bool listed = strstr(names, whole) != NULL;
    free(whole);
    return listed;
}

static char *code_of(const char *text) {
    char *code = code_alone(text);
    if (!code) stop("There is no memory left.");
    return code;
}

void lab_functions_read(LabFunctions *functions, const Project *project, const char *lab_folder) {
    char error[1200], path[PATH_SIZE];
    size_t size;
    LabSpec *spec = take_memory(1, sizeof *spec);
    *functions = (LabFunctions){.lab = atoi(lab_folder + strcspn(lab_folder, "0123456789"))};
    char *text = NULL;
    if (project_load_spec(project, lab_folder, spec, error, sizeof error)) {
        project_path(project, path, "labs", lab_folder, "skeleton", spec->source, NULL);
        text = read_whole_file(path, &size);
    }
    if (text) {
        char *code = code_of(text), *defined = defined_functions(code);
        for (int i = 0; i < spec->entry_count; i++)
            if (!spec->entries[i].file[0] && is_listed(defined, spec->entries[i].name))
                strcpy(functions->names[functions->count++], spec->entries[i].name);
        free(code), free(defined);
    }
    free(text);
    free(spec);
}

// How many of these functions are defined.
static int count_defined(const LabFunctions *functions, const char *defined) {
    int count = 0;
    for (int i = 0; i < functions->count; i++) count += is_listed(defined, functions->names[i]);
    return count;
}

// Of the labs that ask for what is defined the one with the most of it, if all that it asks for is there; -1: none, or several.
static int likely_lab(const LabFunctions *labs, int lab_count, const char *defined) {
    int most = 0, lab = -1;
    for (int i = 0; i < lab_count; i++) {
        const int count = count_defined(&labs[i], defined);
        if (count > most)
            most = count, lab = count == labs[i].count ? labs[i].lab : -1;
        else if (count == most)
            lab = -1;
    }
    return lab;
}

int others_functions(const LabFunctions *labs, int lab_count, int own, const char *text, char *names,
                     int names_size, int *lab) {
    char *code = code_of(text), *defined = defined_functions(code);
    bool has_own = !labs[own].count;
    int count = 0;
    names[0] = 0;
    *lab = -1;
    for (int i = 0; i < labs[own].count; i++) has_own |= find_word(code, code, labs[own].names[i]) != NULL;
    for (int i = 0; i < lab_count && !has_own; i++)
        for (int k = 0; k < labs[i].count; k++) {
            const char *name = labs[i].names[k];
            if (!is_listed(defined, name) || find_word(names, names, name)) continue;
            append(names, (size_t)names_size, "%s%s", count++ ? ", " : "", name);
        }
    if (count) *lab = likely_lab(labs, lab_count, defined);
    free(code);
    free(defined);
    return count;
}
