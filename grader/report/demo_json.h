// A table of the classroom as JSON, for its page.
#ifndef WARPBOOK_DEMO_JSON_H
#define WARPBOOK_DEMO_JSON_H

#include "grader/report/report.h"

typedef struct {
    const LabResult *result; // that has run the table's rows
    int table;               // of its spec
    const char *lab_folder;  // path of labs/NAME
} ShownDemo;

// One line of the index; the last one has no name.
typedef struct {
    char name[32], lab[32], title[120];
    bool shown; // its page is beside the index, as NAME.html
} DemoLink;

void demo_json(FILE *stream, const void *shown_demo);
void demo_index_json(FILE *stream, const void *demo_links);

#endif
