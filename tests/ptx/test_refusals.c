// What the front end refuses: each with the line and column in the PTX and a sentence that says why.
#include "tests/ptx/ptx_text.h"

// The body of a kernel is refused, with this in the message.
#define CHECK_BODY(body, why)                                                                                \
    do {                                                                                                     \
        CHECK(body_refused(body));                                                                           \
        CHECK_HAS(error.message, why);                                                                       \
    } while (0)

#define CHECK_MODULE(text, why)                                                                              \
    do {                                                                                                     \
        CHECK(refused(text));                                                                                \
        CHECK_HAS(error.message, why);                                                                       \
    } while (0)

TEST(positions) {
    CHECK(refused(HEAD ".entry k()\n{\n    .reg .b32 %r<2>;\n    mov.u32 %r1, missing;\n}\n"));
    CHECK_EQ(error.line, 7);
    CHECK_EQ(error.column, 18);
    CHECK_STR(error.message, "\"missing\" is not declared before this line");
    CHECK(refused(HEAD "/* a\n b */ ?"));
    CHECK_EQ(error.line, 5);
    CHECK_EQ(error.column, 7);
}

TEST(what_is_no_ptx) {
    CHECK_MODULE("", "expected .version");
    CHECK_EQ(error.line, 1);
    CHECK_EQ(error.column, 1);
    CHECK_MODULE("\x7f"
                 "ELF",
                 "the byte 0x7f");
    CHECK_MODULE("int main(void) {}", "expected .version, with which every PTX module starts, found \"int\"");
    CHECK_MODULE(".version 8.0 .version 8.0", "second module");
    CHECK_MODULE(".version eight", "expected a version such as 9.0, found \"eight\"");
    CHECK_MODULE(".version 0.3", "no PTX version");
    CHECK_MODULE(".version 8.0 .target sm_75 .address_size 32", "address_size 64");
    CHECK_MODULE(HEAD ".tex .u32 x;", "expected a function or a variable");
    CHECK_MODULE(HEAD "nonsense", "found \"nonsense\"");
}

TEST(unfinished_text) {
    CHECK_MODULE(HEAD ".entry k() { ret;", "the body of \"k\" has no end");
    CHECK_EQ(error.line, 4);
    CHECK_EQ(error.column, 12);
    CHECK_MODULE(HEAD ".entry k(", "found the end of the text");
    CHECK_MODULE(HEAD "/* never closed", "no end: expected */");
    CHECK_MODULE(HEAD ".file 1 \"never closed\n\"", "this string has no end");
    CHECK_MODULE(HEAD ".section .debug_str { .b8 1", "no matching '}'");
    CHECK_MODULE(HEAD ".global .u32 x", "expected ';'");
    CHECK_BODY(".pragma \"x\"", "expected ';'");
}

TEST(undeclared_and_misused_names) {
    CHECK_BODY("bra NOWHERE;", "the label \"NOWHERE\" is nowhere in function \"k\"");
    CHECK_EQ(error.line, 5);
    CHECK_EQ(error.column, 5);
    CHECK_BODY("bra HIDDEN; { HIDDEN: ret; }", "the label \"HIDDEN\" is nowhere");
    CHECK_BODY("t: .branchtargets NOWHERE;", "nowhere");
    CHECK_BODY("call f;", "\"f\" is not declared");
    CHECK_BODY(".reg .b32 r; call r, r;", "expected a .callprototype or .calltargets label");
    CHECK_BODY("call k, k;", "expected a .callprototype");
    CHECK_BODY(".local .b32 v; call v;", "expected a function or a register");
    CHECK_BODY("t: .calltargets nobody;", "\"nobody\" is not a function");
    CHECK_BODY("{ .reg .b32 r; } mov.u32 r, 0;", "\"r\" is not declared");
    CHECK_BODY(".reg .b32 r; L: mov.u32 r, L;", "the label \"L\" cannot stand here");
    CHECK_MODULE(HEAD ".global .u64 p = q;", "\"q\" is not declared");
    CHECK_MODULE(HEAD ".func a() ; .func b() ; .alias a, b;", ".alias needs");
}

TEST(declared_twice) {
    CHECK_BODY(".reg .b32 %r<4>; .reg .b32 %r3;", "\"%r3\" is declared twice");
    CHECK_BODY("L: ret; L: ret;", "\"L\" is declared twice");
    CHECK_MODULE(HEAD ".global .u32 x; .global .u32 x;", "\"x\" is declared twice");
    CHECK_MODULE(HEAD ".global .u32 x; .func x() ;", "\"x\" is declared twice");
    CHECK_MODULE(HEAD ".entry k(.param .u32 a, .param .u32 a) { ret; }", "\"a\" is declared twice");
    CHECK_MODULE(HEAD ".func f() { ret; } .func f() { ret; }", "\"f\" has two bodies");
    CHECK_MODULE(HEAD ".extern .func f() { ret; }", ".extern and has a body");
}

TEST(registers) {
    CHECK_BODY(".reg .v4 .f32 v;", "vector registers (.reg .v4) are not simulated");
    CHECK_BODY(".reg .u128 v;", "\".u128\" is not the type of a register");
    CHECK_BODY(".reg .b32 %r<999999999>;", "the number of registers must lie between 0 and 131072");
    CHECK_BODY(".reg .b32 %a<131072>; .reg .b32 %b;", "too many registers");
    CHECK_MODULE(HEAD ".func f(.reg .b32 a) ;", "parameters in registers are not simulated");
    CHECK_BODY(".reg .b32 %r; @%r ret;", "\"%r\" is not a predicate register");
    CHECK_BODY("@%tid ret;", "\"%tid\" is not a predicate register");
}

// Every function within its own limit, but all of them together too many for memory.
TEST(registers_of_all_functions) {
    char text[4000] = HEAD;
    for (int i = 0; i < 20; i++)
        sprintf(text + strlen(text), ".entry k%d() { .reg .b32 %%r<131072>; ret; }\n", i);
    CHECK_MODULE(text, "too many registers");
    CHECK_EQ(error.line, 5);
}

TEST(numbers) {
    CHECK_BODY(".reg .b64 %r; mov.b64 %r, 99999999999999999999;", "more than 64 bits");
    CHECK_BODY(".reg .b64 %r; mov.b64 %r, 0x;", "no digits");
    CHECK_BODY(".reg .b64 %r; mov.b64 %r, 0f12345;", "8 hexadecimal digits");
    CHECK_BODY(".reg .b64 %r; mov.b64 %r, 12abc;", "'a' does not belong in this number");
    CHECK_BODY(".reg .b64 %r; mov.b64 %r, 09;", "'9' does not belong in this number");
    CHECK_BODY(".reg .b64 %r; mov.b64 %r, 1.5.5;", "is not a number");
    CHECK_BODY(".loc 1 -2 3\nret;", "expected a line number, found \"-\"");
    CHECK_BODY(".loc 99999999 2 3\nret;", "a file number cannot be larger than 65535");
}

TEST(variables) {
    CHECK_MODULE(HEAD ".global .align 3 .b8 x;", "power of two");
    CHECK_MODULE(HEAD ".global .align 0 .b8 x;", "power of two");
    CHECK_MODULE(HEAD ".global .b64 x[1000000000];", "larger than 1 GiB");
    CHECK_MODULE(HEAD ".global .b8 x[65536][65536];", "larger than 1 GiB");
    CHECK_MODULE(HEAD ".global .b8 x[-1];", "the length of an array must lie between");
    CHECK_MODULE(HEAD ".global .b8 x[1][1][1][1][1][1][1][1][1];", "more than 8 dimensions");
    CHECK_MODULE(HEAD ".global .b8 x[2][];", "expected the length");
    CHECK_MODULE(HEAD ".global .pred x;", "\".pred\" has no place");
    CHECK_MODULE(HEAD ".global .align 4 x;", "expected a type");
    CHECK_MODULE(HEAD ".entry k(.param .b8 a[1073741824], .param .b8 b[1073741824]) ;", "larger than 1 GiB");
}

TEST(initialisers) {
    CHECK_MODULE(HEAD ".global .b8 x[2] = {1, 2, 3};", "more values than \"x\" holds: it has 2 bytes");
    CHECK_MODULE(HEAD ".global .b8 x[2] = {{1}};", "more nested { }");
    CHECK_MODULE(HEAD ".global .b8 x = {1};", "expected the name");
    CHECK_MODULE(HEAD ".global .b8 x[2] = 1;", "expected '{'");
    CHECK_MODULE(HEAD ".shared .b8 x[2] = {1};", "only .global and .const");
    CHECK_MODULE(HEAD ".global .b32 y; .global .b16 x = y;", "does not fit an element of 2 bytes");
    CHECK_MODULE(HEAD ".global .b32 y; .global .b32 x = 0xFF(y);", "an element of one byte");
    CHECK_MODULE(HEAD ".global .b32 y; .global .b8 x = 0xFE(y);", "must select one byte");
    CHECK_MODULE(HEAD ".global .b32 y; .global .b8 x = 0(y);", "must select one byte");
    CHECK_MODULE(HEAD ".global .u32 x = 0d3FF0000000000000;", "cannot initialise this type");
}

TEST(operands) {
    CHECK_BODY("ret", "expected a register, a constant or a name, found \"}\"");
    CHECK_BODY(".reg .b32 r; not.b32 r, r", "expected ';', found \"}\"");
    CHECK_BODY(".reg .b32 r; add.s32 r r;", "expected ';', found \"r\"");
    CHECK_BODY(".reg .b32 r; add.s32 r,, r;", "expected a register, a constant or a name, found \",\"");
    CHECK_BODY("x.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o;", "more than 14 suffixes");
    CHECK_BODY("x 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13;", "\"x\" has more than 12 operands");
    CHECK_BODY("x [%tid];", "an address starts with a register");
    CHECK_BODY("x [1.5];", "an address starts with a register");
    CHECK_BODY("x !5;", "expected a register, a constant or a name");
    CHECK_BODY("x !k;", "'!' needs a predicate register");
    CHECK_BODY(".reg .pred p; x p|7;", "expected a register after '|', found \"7\"");
    CHECK_BODY("x {1, {2}};", "expected a register, a constant or a name, found \"{\"");
    CHECK_BODY("x };", "expected a register, a constant or a name, found \"}\"");
    CHECK_BODY("bra 5;", "expected a label, found \"5\"");
    CHECK_BODY(".visible;", "\".visible\" is not a directive that a function's body can hold");
    CHECK_BODY("x . ;", "expected a name after '.'");
}

// Text that nests without end must not use the stack without end.
TEST(nesting) {
    static char text[300000];
    strcpy(text, HEAD ".entry k() { ");
    memset(text + strlen(text), '{', 200000);
    CHECK_MODULE(text, "more than 62 nested { }");
    strcpy(text, HEAD ".global .b32 x = ");
    memset(text + strlen(text), '(', 200000);
    CHECK_MODULE(text, "nested too deeply");
    memset(text + sizeof HEAD + 20, '-', 200000);
    CHECK_MODULE(text, "nested too deeply");
}

TEST(memory) {
    enum { LINES = 700000 };
    char *text = malloc(LINES * 2 + 100);
    strcpy(text, HEAD ".entry k() { ");
    char *end = text + strlen(text);
    for (int i = 0; i < LINES; i++) memcpy(end + 2 * i, "x;", 2);
    strcpy(end + 2 * LINES, "}");
    CHECK_MODULE(text, "this module takes more than");
    free(text);
}

TEST(initialisers_of_all_variables) {
    CHECK_MODULE(HEAD ".global .b8 a[1000000000] = {1}; .global .b8 b[1000000000] = {1};",
                 "together larger than 1 GiB");
    CHECK_EQ(error.line, 4);
}

TEST(long_names_are_cut_in_messages) {
    static char text[100000] = HEAD;
    memset(text + strlen(text), 'n', 90000);
    CHECK(refused(text));
    CHECK(strlen(error.message) < sizeof error.message);
    CHECK_HAS(error.message, "nnnn");
}

CHECK_MAIN()
