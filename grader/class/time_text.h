// Reads times as people type them, and as the lists of Moodle and GitHub Classroom have them.
#ifndef WARPBOOK_CLASS_TIME_TEXT_H
#define WARPBOOK_CLASS_TIME_TEXT_H

#include <stdbool.h>
#include <stdint.h>

// Seconds since 1970, UTC, of "2026-03-04 23:59" (with seconds or a 'T', too), "Tuesday, 3 November 2026, 10:15 AM" or "Tuesday,
// November 3, 2026, 10:15 AM" (with 24 hours, too) or "3.11.2026 10:15", whatever blanks are between them. Local time, but where "Z",
// " UTC" or "+01:00" stands behind it. False: it is none of these.
bool time_read(const char *text, int64_t *time);

// The same for a time until which something is allowed: a minute without seconds, "23:59", lasts until its end, 23:59:59, and so does a
// day without a time.
bool time_read_until(const char *text, int64_t *time);

enum { ZONED_TIME = 96 };

// "2026-03-04 23:59:59 CET (22:59:59 UTC)": local time with its zone, and UTC beside it where that is another one; "" for 0.
void time_with_zone(int64_t time, char text[ZONED_TIME]);

#endif
