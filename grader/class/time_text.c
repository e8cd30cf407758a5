// Times in words, in English: the program's locale has no other names of months.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // strptime, timegm
#endif
#include "grader/class/time_text.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "grader/class/blanks.h"

// The longer one of two that begin alike stands first.
static const char *const forms[] = {"%Y-%m-%dT%H:%M:%S",
                                    "%Y-%m-%d %H:%M:%S",
                                    "%Y-%m-%dT%H:%M",
                                    "%Y-%m-%d %H:%M",
                                    "%A, %d %B %Y, %I:%M %p",
                                    "%A, %d %B %Y, %H:%M",
                                    "%A, %B %d, %Y, %I:%M %p",
                                    "%A, %B %d, %Y, %H:%M",
                                    "%d %B %Y, %I:%M %p",
                                    "%d %B %Y, %H:%M",
                                    "%d.%m.%Y %H:%M:%S",
                                    "%d.%m.%Y %H:%M",
                                    NULL};

// A day alone; "3/4/2026" is none: nobody knows which number is the month.
static const char *const days[] = {
    "%Y-%m-%d", "%A, %d %B %Y", "%A, %B %d, %Y", "%d %B %Y", "%B %d, %Y", "%d.%m.%Y", NULL};

// Reads what stands behind a time: its zone, and nothing else.
static bool read_zone(const char *text, long *seconds_east) {
    struct tm zone = {0};
    const char *end = strcmp(text, " UTC") ? strptime(text, "%z", &zone) : text + 4;
    *seconds_east = zone.tm_gmtoff;
    return end && !*end;
}

// `form`: the one of `known` that the text has. Of a day the last second.
static bool read_form(const char *const *known, const char *text, int64_t *time, const char **form) {
    for (int i = 0; known[i]; i++) {
        struct tm when = {.tm_isdst = -1};
        long seconds_east = 0;
        const char *end = strptime(text, known[i], &when);
        if (!end || (*end && !read_zone(end, &seconds_east))) continue;
        if (known == days) when.tm_hour = 23, when.tm_min = 59, when.tm_sec = 59;
        const int day = when.tm_mday;
        *form = known[i];
        *time = *end ? (int64_t)timegm(&when) - seconds_east : (int64_t)mktime(&when);
        return when.tm_mday == day &&
               when.tm_year >= 70; // else there is no such day: 31 February; or "26" is no year
    }
    return false;
}

// "10:15 a.m." as "10:15 am", in place.
static void without_points(char *text) {
    for (char *c = text; *c; c++)
        if ((!strncasecmp(c, "a.m.", 4) || !strncasecmp(c, "p.m.", 4)) && c > text) {
            c[1] = c[2];
            memmove(c + 2, c + 4, strlen(c + 4) + 1);
        }
}

static bool read_time(const char *const *known, const char *text, int64_t *time, const char **form) {
    char *plain = plain_blanks(text);
    without_points(plain);
    const bool good = read_form(known, plain, time, form);
    free(plain);
    return good;
}

bool time_read(const char *text, int64_t *time) {
    const char *form;
    return read_time(forms, text, time, &form);
}

bool time_read_until(const char *text, int64_t *time) {
    const char *form;
    if (read_time(days, text, time, &form)) return true;
    if (!read_time(forms, text, time, &form)) return false;
    if (!strstr(form, "%S")) *time += 59;
    return true;
}

void time_with_zone(int64_t seconds, char text[ZONED_TIME]) {
    const time_t time = (time_t)seconds;
    struct tm local, utc;
    char zone[32] = "", in_utc[32] = "";
    text[0] = 0;
    if (!seconds || !localtime_r(&time, &local) || !gmtime_r(&time, &utc)) return;
    strftime(zone, sizeof zone, "%Z", &local);
    strftime(in_utc, sizeof in_utc, local.tm_mday == utc.tm_mday ? "%H:%M:%S" : "%Y-%m-%d %H:%M:%S", &utc);
    const size_t length = strftime(text, ZONED_TIME, "%Y-%m-%d %H:%M:%S %Z", &local);
    if (strcmp(zone, "UTC")) snprintf(text + length, ZONED_TIME - length, " (%s UTC)", in_utc);
}
