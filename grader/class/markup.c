// Escapes text, and frames pages.
#include "grader/class/markup.h"

#include <string.h>

#include "grader/text/clean.h"

void markup_text(FILE *stream, const char *text) {
    for (size_t size = strlen(text), i = 0, length; i < size; i += length) {
        length = printable_utf8(text + i, size - i);
        switch (text[i]) {
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        case '&': fputs("&amp;", stream); break;
        case '"': fputs("&quot;", stream); break;
        case '\'': fputs("&#39;", stream); break;
        case '\n': fputc('\n', stream); break;
        case '\t': fputs("    ", stream); break;
        default:
            if (length)
                fwrite(text + i, 1, length, stream);
            else
                fprintf(stream, "\\x%02x", (unsigned char)text[i]);
        }
        if (!length) length = 1;
    }
}

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}"
    "pre{background:#f5f6f8;padding:1rem;overflow-x:auto;font-size:.85rem;line-height:1.4}"
    "table{border-collapse:collapse;margin:.5rem 0}th,td{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top;"
    "border-bottom:1px solid #d0d5db}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    ".bar{display:inline-block;height:.8rem;background:#2f6fb5;vertical-align:middle}mark{background:#ffe9a8}"
    ".pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}"
    "@media(max-width:50rem){.pair{grid-template-columns:1fr}}"
    "@media(prefers-color-scheme:dark){body{color:#e6e9ed;background:#14171b}pre{background:#20252b}th,td{border-color:#3a424b}"
    ".bar{background:#6ea8e6}mark{background:#6b5a1a;color:inherit}a{color:#8ab8ee}}";

void page_begin(FILE *stream, const char *title) {
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
          stream);
    markup_text(stream, title);
    fprintf(stream, "</title>\n<style>%s</style>\n</head>\n<body>\n<main>\n<h1>", style);
    markup_text(stream, title);
    fputs("</h1>\n", stream);
}

void page_end(FILE *stream) {
    fputs("</main>\n</body>\n</html>\n", stream);
}
