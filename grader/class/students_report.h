// A report as students may get it: without what is about whoever graded.
#ifndef WARPBOOK_CLASS_STUDENTS_REPORT_H
#define WARPBOOK_CLASS_STUDENTS_REPORT_H

// The report's text without the lines of the leaderboard, which bear the login of who graded, and without how the seed repeats the inputs "here":
// on the machine that graded. The caller frees it.
char *students_report(const char *page);

#endif
