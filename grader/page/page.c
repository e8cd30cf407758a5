// Puts style, script and result into the page, and the hashes of the first two into its content security policy.
#include "grader/page/page.h"

#include <stdlib.h>
#include <string.h>

#include "grader/page/assets.h"
#include "grader/report/report.h"
#include "grader/text/sha256.h"

// Inside <script type="application/json"> the characters of markup are written as JSON escapes: they occur in strings
// alone. So are the two line ends that JSON has and older JavaScript has not.
static void write_json(FILE *stream, const char *json, size_t size) {
    for (size_t i = 0; i < size; i++) {
        const unsigned char c = (unsigned char)json[i];
        const bool line_end = c == 0xe2 && i + 2 < size && (unsigned char)json[i + 1] == 0x80 &&
                              ((unsigned char)json[i + 2] & 0xfe) == 0xa8;
        if (c == '<' || c == '>' || c == '&') {
            fprintf(stream, "\\u%04x", c);
        } else if (line_end) {
            fprintf(stream, "\\u20%02x", (unsigned char)json[i + 2] & 1 ? 0x29 : 0x28);
            i += 2;
        } else {
            fputc(c, stream);
        }
    }
}

static void write_base64(FILE *stream, const uint8_t *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const uint32_t all = (uint32_t)bytes[i] << 16 | (i + 1 < size ? bytes[i + 1] << 8 : 0) |
                             (i + 2 < size ? bytes[i + 2] : 0);
        for (size_t k = 0; k < 4; k++) fputc(i + k > size ? '=' : digits[all >> (18 - 6 * k) & 63], stream);
    }
}

// A module may be compiled from bytes that are in the page: that alone is what it may do more.
static void write_policy(FILE *stream, bool alive) {
    char script[SHA256_BASE64], style[SHA256_BASE64];
    sha256_base64(page_script, strlen(page_script), script);
    sha256_base64(page_style, strlen(page_style), style);
    fprintf(
        stream,
        "default-src 'none'; script-src 'sha256-%s'%s; style-src 'sha256-%s'; img-src data:; base-uri 'none'; "
        "form-action 'none'",
        script, alive ? " 'wasm-unsafe-eval'" : "", style);
}

// Data in a script element of another type than JavaScript is text that nobody runs.
static void write_module(FILE *stream, const PageModule *module) {
    if (!module) return;
    fputs("<script type=\"application/octet-stream\" id=\"module\">", stream);
    write_base64(stream, module->bytes, module->size);
    fputs("</script>\n", stream);
}

// The frame of the page has a place @NAME@ for each part.
void page_write(FILE *stream, const char *json, size_t size, const PageModule *module) {
    for (const char *at = page_frame; *at;) {
        const size_t plain = strcspn(at, "@");
        fwrite(at, 1, plain, stream);
        at += plain;
        if (!strncmp(at, "@POLICY@", 8))
            write_policy(stream, module != NULL), at += 8;
        else if (!strncmp(at, "@STYLE@", 7))
            fputs(page_style, stream), at += 7;
        else if (!strncmp(at, "@SCRIPT@", 8))
            fputs(page_script, stream), at += 8;
        else if (!strncmp(at, "@RESULT@", 8))
            write_json(stream, json, size), at += 8;
        else if (!strncmp(at, "@MODULE@", 8))
            write_module(stream, module), at += 8;
        else if (*at)
            fputc(*at++, stream);
    }
}

typedef struct {
    const char *json;
    size_t size;
    const PageModule *module;
} Written;

static void write_page(FILE *stream, const void *data) {
    const Written *written = data;
    page_write(stream, written->json, written->size, written->module);
}

// The whole file; false where it cannot be read.
static bool read_module(const char *path, PageModule *module) {
    enum { MOST = 4 << 20 };
    FILE *file = fopen(path, "re");
    uint8_t *bytes = file ? malloc(MOST) : NULL;
    *module = (PageModule){bytes, bytes ? fread(bytes, 1, MOST, file) : 0};
    const bool good = module->size && module->size < MOST && !ferror(file);
    if (file) fclose(file);
    if (!good) free(bytes);
    return good;
}

bool page_file(const char *path, const char *module_path, void (*write)(FILE *stream, const void *result),
               const void *result, char *error, size_t error_size) {
    char *json = NULL;
    Written written = {0};
    PageModule module;
    if (module_path && !read_module(module_path, &module)) {
        snprintf(error, error_size, "%s cannot be read. Type: make wasm", module_path);
        return false;
    }
    if (module_path) written.module = &module;
    FILE *stream = open_memstream(&json, &written.size);
    if (stream) write(stream, result);
    if (!stream || fclose(stream)) {
        free(json);
        if (written.module) free((void *)module.bytes);
        snprintf(error, error_size, "There is no memory left for the page.");
        return false;
    }
    while (written.size && json[written.size - 1] == '\n') written.size--;
    written.json = json;
    const bool good = write_result_file(path, "--page", write_page, &written, error, error_size);
    free(json);
    if (written.module) free((void *)module.bytes);
    return good;
}
