// What `grade run` says at the end of a program: as text on standard error, and as JSON.
#ifndef WARPBOOK_RUN_REPORT_H
#define WARPBOOK_RUN_REPORT_H

#include "grader/report/report.h"
#include "grader/session/program.h"

void run_report_text(const Writer *writer, const ProgramResult *result, Detail detail);

// `result` is a ProgramResult, as write_json_file hands it on.
void run_report_json(FILE *stream, const void *result);

#endif
