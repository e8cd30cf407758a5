// The grader's end of a report.
#include "tests/device/arrived.h"

#include <stdio.h>
#include <string.h>

#include "grader/session/records.h"

Arrived arrived(const char *text, size_t size) {
    Records records = {0};
    records_parse(&records, text, size);
    Arrived a = {.findings = records.finding_count, .departures = records.departure_count};
    const Finding *f = a.findings ? records.findings : a.departures ? records.departures : NULL;
    if (f) {
        snprintf(a.check, sizeof a.check, "%s", f->check);
        snprintf(a.message, sizeof a.message, "%.*s", (int)sizeof a.message - 1, f->message);
        a.facts = f->facts;
        a.has_absent = f->absent.known;
        memcpy(a.absent, f->absent.thread, sizeof a.absent);
        a.bytes = f->bytes, a.at = f->at, a.room = f->room;
    }
    records_free(&records);
    return a;
}
