// Decides whether a right answer can be known from what was asked: CUDA for the error of a launch that it refused, a played
// GPU for the time of its launches.
#include <string.h>

#include "grader/text/append.h"
#include "grader/verdict/verdict.h"

static int refusal_finding(const Records *records) {
    for (int i = 0; i < records->finding_count; i++)
        if (!strcmp(records->findings[i].check, "launch")) return i;
    return -1;
}

bool judge_asked(CaseResult *result, const CaseData *data) {
    const Records *records = &result->records;
    if (!data->entry->allow_launch || !records->refused_count) return true;
    for (int i = 0; i < records->refused_count; i++)
        if (records->refused[i].seen) return true;
    const SourcePlace *place = &records->refused[0].place;
    char where[300] = "";
    if (place->line) append(where, sizeof where, " in %s:%d", place->file, (int)place->line);
    result->finding = refusal_finding(records);
    append(result->message, sizeof result->message,
           "CUDA refused the launch%s, but its error was never read: %s returned an error that did "
           "not come from a CUDA call after the launch.",
           where, data->entry->name);
    append(result->next, sizeof result->next,
           "Get the error from CUDA after the launch: error = cudaGetLastError();");
    return false;
}

static const int *repeats_of(const CaseData *data, int *games) {
    const LabEntrySpec *entry = data->entry;
    if (!entry->plays[0]) return NULL;
    const CaseArg *arg = &data->args[entry->plays[3] - 1];
    *games = (int)(arg->bytes / sizeof(int));
    return arg->before[0];
}

bool times_too_few(const CaseResult *result, const CaseData *data) {
    enum { WARM_UP_AND_ONE = 2 }; // so few are no loop that ends early
    const Records *records = &result->records;
    int games = 0;
    const int *repeats = repeats_of(data, &games);
    for (int i = 0; i < games && i < records->played_count; i++)
        if (records->played[i].launches > WARM_UP_AND_ONE && records->played[i].launches < repeats[i])
            return true;
    return false;
}

bool judge_played(CaseResult *result, const CaseData *data) {
    const LabEntrySpec *entry = data->entry;
    const Records *records = &result->records;
    int games = 0;
    const int *repeats = repeats_of(data, &games);
    for (int i = 0; i < games; i++) {
        const PlayedRecord none = {0}, *p = i < records->played_count ? &records->played[i] : &none;
        if (p->launches > repeats[i] && p->waits >= 1 && p->clock >= 2) continue;
        append(result->message, sizeof result->message,
               "%s must time %s after one warm-up launch, but it made %s, waited %s and read the clock %s.",
               entry->name, several(repeats[i], "launch").text, several((double)p->launches, "launch").text,
               several((double)p->waits, "time").text, several((double)p->clock, "time").text);
        append(result->next, sizeof result->next,
               "Launch once and wait (the warm-up); read the clock, launch the required number of times, "
               "wait once, and read the clock again.");
        return false;
    }
    return true;
}
