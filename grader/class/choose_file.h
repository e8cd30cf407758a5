// Which of the files in a hand-in is the lab's?
#ifndef WARPBOOK_CLASS_CHOOSE_FILE_H
#define WARPBOOK_CLASS_CHOOSE_FILE_H

#include "grader/class/layout.h"

typedef struct {
    const Entry *entry; // NULL: there is none to grade, and `problem` says why
    const char *name;   // as the student named it
    char *problem;      // "" where there is none
    char *note;         // what the instructor should know, "" mostly
} Choice;

// Takes labs/LAB_FOLDER/SOURCE where a whole project was handed in, else the file named SOURCE whatever its
// capitals and the "-1" or " (1)" that browsers and course systems add, else the only .cu file. Of several
// such files the latest version; where versions do not tell and the bytes differ, none.
Choice choose_file(const Unit *unit, const char *lab_folder, const char *source);
void choice_free(Choice *choice);

#endif
