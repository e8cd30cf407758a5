// Which functions each lab asks for: they tell whose a file is that has no marks of TODOs.
#ifndef WARPBOOK_CLASS_LAB_FUNCTIONS_H
#define WARPBOOK_CLASS_LAB_FUNCTIONS_H

#include <stdbool.h>

#include "grader/grading/project.h"

typedef struct {
    int lab; // its number
    char names[SPEC_ENTRIES][64];
    int count;
} LabFunctions;

// The host functions of the lab's skeleton that lab.spec calls. None where the folder or its skeleton cannot be read.
void lab_functions_read(LabFunctions *functions, const Project *project, const char *lab_folder);

// The functions of other labs that the text defines, where it has none of this lab's, not even their names. 0: it has, or defines none.
// `names` lists them; `lab` is the number of the only lab that they are of, or that of which they are all, -1 where they may be several labs'.
int others_functions(const LabFunctions *labs, int lab_count, int own, const char *text, char *names,
                     int names_size, int *lab);

#endif
