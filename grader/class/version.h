// What a result depends on besides the submission, as checksums.
#ifndef WARPBOOK_CLASS_VERSION_H
#define WARPBOOK_CLASS_VERSION_H

#include <stdbool.h>

#include "grader/class/checksum.h"
#include "grader/grading/project.h"

// Of the programs that grade, the lab's folder and solution, and common/.
void grader_version(const Project *project, const char *lab, const char *lab_folder, char sum[CHECKSUM_SIZE]);

// Of lab.spec and labs/thresholds.
void thresholds_version(const Project *project, const char *lab_folder, char sum[CHECKSUM_SIZE]);

// Of the installation's secret, in hexadecimal; it does not tell the secret. False where none can be kept, so that each grading would have inputs
// of its own. Where it is damaged the command stops.
bool secret_version(const Project *project, char sum[CHECKSUM_SIZE]);

#endif
