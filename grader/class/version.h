// What a result depends on besides the submission, as checksums.
#ifndef WARPBOOK_CLASS_VERSION_H
#define WARPBOOK_CLASS_VERSION_H

#include "grader/class/checksum.h"
#include "grader/grading/project.h"

// Of the programs that grade, the lab's folder and solution, and common/.
void grader_version(const Project *project, const char *lab, const char *lab_folder, char sum[CHECKSUM_SIZE]);

// Of lab.spec and labs/thresholds.
void thresholds_version(const Project *project, const char *lab_folder, char sum[CHECKSUM_SIZE]);

#endif
