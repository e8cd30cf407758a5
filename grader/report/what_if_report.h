// What-if tables as text and as JSON. Each heading says that the figures are modelled.
#ifndef WARPBOOK_WHAT_IF_REPORT_H
#define WARPBOOK_WHAT_IF_REPORT_H

#include "grader/lab/spec.h"
#include "grader/text/writer.h"
#include "grader/verdict/what_if.h"

typedef struct {
    const LabSpec *spec;
    const WhatIf *what_if;
} ShownWhatIf;

void what_if_text(const Writer *writer, const ShownWhatIf *shown);

// `shown` is a ShownWhatIf.
void what_if_json(FILE *stream, const void *shown);

#endif
