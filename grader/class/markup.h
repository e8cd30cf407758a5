// Text in XML and HTML.
#ifndef WARPBOOK_CLASS_MARKUP_H
#define WARPBOOK_CLASS_MARKUP_H

#include <stdio.h>

// Writes text with its signs as entities; what is no printable UTF-8 is shown as \xNN, line ends stay.
void markup_text(FILE *stream, const char *text);

// The head of a page and its end. The style is in the page, no script is: it can be sent and opened anywhere.
void page_begin(FILE *stream, const char *title);
void page_end(FILE *stream);

#endif
