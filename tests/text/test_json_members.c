// Is exactly what RFC 8259 allows an object, and are its members found as they are written?
#include <string.h>

#include "grader/text/json_members.h"
#include "tests/check.h"

static bool is_object(const char *text) {
    return json_is_object(text, strlen(text));
}

TEST(objects_are_objects) {
    static const char *const good[] = {
        "{}",
        " { } \n",
        "{\"a\":1}",
        "{\"a\":-0.5e+10,\"b\":[],\"c\":[1,{}],\"d\":null,\"e\":true,\"f\":false}",
        "{\"\":\"\\u00e4\\n\\\"\\\\\\/\"}",
        "{\"a\" : [ 1 , 2 ]\t}"};
    static const char *const bad[] = {"",
                                      "[]",
                                      "1",
                                      "{",
                                      "}",
                                      "{}{}",
                                      "{} x",
                                      "{\"a\"}",
                                      "{\"a\":}",
                                      "{\"a\":1,}",
                                      "{a:1}",
                                      "{'a':1}",
                                      "{\"a\":01}",
                                      "{\"a\":1.}",
                                      "{\"a\":.5}",
                                      "{\"a\":1e}",
                                      "{\"a\":+1}",
                                      "{\"a\":NaN}",
                                      "{\"a\":tru}",
                                      "{\"a\":[1,]}",
                                      "{\"a\":[1 2]}",
                                      "{\"a\":\"\n\"}",
                                      "{\"a\":\"\\x\"}",
                                      "{\"a\":\"\\u12g4\"}",
                                      "{\"a\":\"b}",
                                      "{\"a\":[}",
                                      "{,}",
                                      "<script>",
                                      "{\"a\":1}</script>"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!is_object(good[i])) check_fail(__FILE__, __LINE__, good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (is_object(bad[i])) check_fail(__FILE__, __LINE__, bad[i]);
}

TEST(a_cut_text_is_no_object) {
    const char *text = "{\"a\":[1,2.5e3,{\"b\":\"c\\u0041\"}],\"d\":null}";
    for (size_t size = 0; size < strlen(text); size++) CHECK(!json_is_object(text, size));
    CHECK(json_is_object(text, strlen(text)));
    CHECK(!json_is_object("{}\0", 3));
}

TEST(depth_has_an_end) {
    char text[100000] = "{\"a\":";
    memset(text + 5, '[', sizeof text - 6);
    CHECK(!is_object(text));
}

TEST(members_are_found) {
    const char *text = " { \"a\" : 1 , \"b\" : { \"c\" : [ 2 ] } ,\"c\":\"}\"}";
    const size_t size = strlen(text);
    JsonMember member;
    size_t at = 0;
    int count = 0;
    while (json_next_member(text, size, &at, &member)) count++;
    CHECK_EQ(count, 3);
    CHECK(json_find_member(text, size, "b", &member));
    CHECK_EQ(member.value_size, strlen("{ \"c\" : [ 2 ] }"));
    CHECK(json_find_member(text, size, "c", &member));
    CHECK_EQ(member.value_size, 3);
    CHECK(!strncmp(member.value, "\"}\"", 3));
    CHECK(!json_find_member(text, size, "d", &member));
    CHECK(!json_find_member("{}", 2, "a", &member));
}

CHECK_MAIN()
