// Which of the files in a hand-in is the lab's?
#ifndef WARPBOOK_CLASS_CHOOSE_FILE_H
#define WARPBOOK_CLASS_CHOOSE_FILE_H

#include "grader/class/handed_out.h"
#include "grader/class/layout.h"

typedef struct {
    const Entry *entry; // NULL: there is none to grade, and `problem` says why
    const char *name;   // as the student named it
    char *problem;      // "" where there is none
    char *note;         // what the instructor should know, "" mostly
    int64_t time;       // of that file, else of the latest one, as an archive keeps it; 0: not known
    bool is_others;     // it is a file of another lab: its TODOs or functions are, and none is this lab's
    int other_lab;      // the number of that lab, -1 where that is not known
    bool bare;          // it is the lab's file as it was handed out
} Choice;

// Takes labs/LAB_FOLDER/SOURCE where a whole project was handed in, else the file named SOURCE whatever its
// capitals and the "-1" or " (1)" that browsers and course systems add, else the only .cu file. Of several
// such files the latest version of a name, and one that was worked on; where neither tells and they differ, none. What was handed out
// and is not to be edited is never one of them. A file with the TODOs of another lab is not graded, nor the bare skeleton beside another
// file that was worked on.
Choice choose_file(const Unit *unit, const HandedOut *handed_out);
void choice_free(Choice *choice);

#endif
