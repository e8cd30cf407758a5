// Can text from a result become markup? Does the policy name the very script and style that are there?
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/page/page.h"
#include "grader/text/sha256.h"
#include "tests/check.h"
#include "tests/json.h"

static char *page;
static size_t page_size;

static void make_page(const char *json) {
    free(page);
    FILE *stream = open_memstream(&page, &page_size);
    page_write(stream, json, strlen(json), NULL);
    fclose(stream);
}

static int count(const char *word) {
    int n = 0;
    for (const char *at = page; (at = strstr(at, word)); at++) n++;
    return n;
}

// What lies between the first `open` and the `close` behind it, malloc'ed.
static char *between(const char *open, const char *close) {
    const char *from = strstr(page, open), *to = from ? strstr(from + strlen(open), close) : NULL;
    return to ? strndup(from + strlen(open), (size_t)(to - from) - strlen(open)) : strdup("");
}

static const char *hex(const char *text) {
    static char words[2 * SHA256_BYTES + 1];
    uint8_t digest[SHA256_BYTES];
    sha256(text, strlen(text), digest);
    for (int i = 0; i < SHA256_BYTES; i++) snprintf(words + 2 * i, 3, "%02x", digest[i]);
    return words;
}

// The examples of FIPS 180-4, and lengths around the end of a block.
TEST(sha256_is_as_the_standard_has_it) {
    char letters[65];
    memset(letters, 'a', 64);
    letters[64] = 0;
    CHECK_STR(hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK_STR(hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK_STR(hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK_STR(hex(letters), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
    letters[55] = 0;
    CHECK_STR(hex(letters), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    char text[SHA256_BASE64];
    sha256_base64("", 0, text);
    CHECK_STR(text, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}

TEST(text_of_a_result_cannot_become_markup) {
    make_page("{}");
    const int scripts = count("<script"), ends = count("</script"), comments = count("<!--"),
              styles = count("<style");
    const char *json =
        "{\"source\":\"</script><script>alert(1)</script><!-- <script> ]]> &lt; </style><style>\",\"output\":\"a\xe2\x80\xa8"
        "b\xe2\x80\xa9 \xe2\x80\xa6\",\"<b>\":\"@SCRIPT@ @POLICY@ \\u003c \\\\u003c\"}";
    make_page(json);
    CHECK_EQ(count("<script"), scripts);
    CHECK_EQ(count("</script"), ends);
    CHECK_EQ(count("<!--"), comments);
    CHECK_EQ(count("<style"), styles);
    CHECK(!strstr(page, "\xe2\x80\xa8") && !strstr(page, "\xe2\x80\xa9"));
    char *inside = between("id=\"result\">", "</script>");
    Json *result = json_parse(inside);
    CHECK_STR(json_text(result, "source"),
              "</script><script>alert(1)</script><!-- <script> ]]> &lt; </style><style>");
    CHECK_STR(json_text(result, "<b>"), "@SCRIPT@ @POLICY@ < \\u003c");
    CHECK_HAS(inside, "a\\u2028b\\u2029 \xe2\x80\xa6");
    free(inside);
}

static void check_hash(const char *kind, const char *open, const char *close) {
    char hash[SHA256_BASE64], wanted[200];
    char *text = between(open, close), *policy = between("Content-Security-Policy\" content=\"", "\"");
    sha256_base64(text, strlen(text), hash);
    snprintf(wanted, sizeof wanted, "%s-src 'sha256-%s'", kind, hash);
    CHECK(strlen(text) > 1000);
    CHECK_HAS(policy, wanted);
    free(text), free(policy);
}

TEST(the_policy_names_the_script_and_the_style) {
    make_page("{\"lab\":\"lab1\"}");
    check_hash("script", "<script>", "</script>");
    check_hash("style", "<style>", "</style>");
    char *policy = between("Content-Security-Policy\" content=\"", "\"");
    CHECK_HAS(policy, "default-src 'none'");
    CHECK(!strstr(policy, "unsafe"));
    free(policy);
}

// One file: nothing is loaded from anywhere, and no text becomes markup by way of the script.
TEST(the_page_needs_nothing_else) {
    static const char *const words[] = {
        " src=",          "href=",     "url(",          "@import",        "https:",     "fetch(",
        "XMLHttp",        "innerHTML", "outerHTML",     "insertAdjacent", "eval(",      "Function(",
        "document.write", "WebSocket", "importScripts", " onclick=",      "javascript:"};
    make_page("{}");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(page, words[i])) check_fail(__FILE__, __LINE__, words[i]);
    CHECK_EQ(count("http:"), 1); // the name of SVG
    CHECK(strstr(page, "http://www.w3.org/2000/svg") != NULL);
    CHECK(page_size < 200 << 10);
}

CHECK_MAIN()
