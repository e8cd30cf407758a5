// Times in words, in English: the program's locale has no other names of months.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // strptime, timegm
#endif
#include "grader/class/time_text.h"

#include <stddef.h>
#include <string.h>
#include <time.h>

// The longer one of two that begin alike stands first.
static const char *const forms[] = {
    "%Y-%m-%dT%H:%M:%S",      "%Y-%m-%d %H:%M:%S",   "%Y-%m-%dT%H:%M",          "%Y-%m-%d %H:%M",
    "%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M", "%A, %B %d, %Y, %I:%M %p", "%A, %B %d, %Y, %H:%M",
    "%d %B %Y, %I:%M %p",     "%d %B %Y, %H:%M"};

// Reads what stands behind a time: its zone, and nothing else.
static bool read_zone(const char *text, long *seconds_east) {
    struct tm zone = {0};
    const char *end = strcmp(text, " UTC") ? strptime(text, "%z", &zone) : text + 4;
    *seconds_east = zone.tm_gmtoff;
    return end && !*end;
}

// `form`: the one that the text has.
static bool read_form(const char *text, int64_t *time, const char **form) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct tm when = {.tm_isdst = -1};
        long seconds_east = 0;
        const char *end = strptime(text, forms[i], &when);
        if (!end || (*end && !read_zone(end, &seconds_east))) continue;
        const int day = when.tm_mday;
        *form = forms[i];
        *time = *end ? (int64_t)timegm(&when) - seconds_east : (int64_t)mktime(&when);
        return when.tm_mday == day; // else there is no such day: 31 February
    }
    return false;
}

bool time_read(const char *text, int64_t *time) {
    const char *form;
    return read_form(text, time, &form);
}

bool time_read_until(const char *text, int64_t *time) {
    const char *form;
    if (!read_form(text, time, &form)) return false;
    if (!strstr(form, "%S")) *time += 59;
    return true;
}
