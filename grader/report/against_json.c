// The result that this one is held against: of its members those that can be compared.
#include <string.h>

#include "grader/report/report.h"
#include "grader/text/json_members.h"

void write_against(Json *json, const LabResult *result) {
    static const char *const kept[] = {
        "schema",    "lab",  "title",       "source",   "solution",       "device", "passed",  "score",
        "max_score", "seed", "performance", "counters", "configurations", "lines",  "sources", "watched"};
    if (!result->against) {
        json_null(json, "against");
        return;
    }
    json_open(json, "against", '{');
    json_string(json, "what", result->against_what);
    if (result->against_file)
        json_string(json, "file", result->against_file);
    else
        json_null(json, "file");
    json_open(json, "result", '{');
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        JsonMember member;
        if (json_find_member(result->against, result->against_size, kept[i], &member))
            json_value(json, kept[i], member.value, member.value_size);
    }
    json_close(json, '}');
    json_close(json, '}');
}
