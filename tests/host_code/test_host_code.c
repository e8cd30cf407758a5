// Does the interpreter of host code compute what C computes, and refuse what it does not know?
#include "grader/host_code/host_code.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/check.h"

static HostText text;

static void take_text(const char *source) {
    char path[] = "/tmp/warpbook-host-XXXXXX";
    const int file = mkstemp(path);
    CHECK(file >= 0 && write(file, source, strlen(source)) == (ssize_t)strlen(source));
    close(file);
    CHECK(host_text_read(&text, path, "."));
    unlink(path);
}

// What `f` answers for a = 7, b = 2, x = 2.5; NAN: it is refused.
static double answer(const char *source, const char *field) {
    static const HostGiven given[] = {{"a", 7}, {"b", 2}, {"x", 2.5}};
    HostResult result;
    double value = NAN;
    take_text(source);
    host_call(&result, &text, "f", given, 3);
    return result.good && host_answer(&result, field, &value) ? value : NAN;
}

static double of(const char *expression) {
    char source[400];
    snprintf(source, sizeof source, "double f(int a, int b, double x) { return %s; }\n", expression);
    return answer(source, "");
}

TEST(expressions) {
    CHECK(of("a + b * 3") == 13);
    CHECK(of("(a + b) * 3") == 27);
    CHECK(of("a / b") == 3);
    CHECK(of("-a / b") == -3);
    CHECK(of("-a % b") == -1);
    CHECK(of("a / x") == 2.8);
    CHECK(of("a / b * x") == 7.5);
    CHECK(of("a & 3 | b << 3") == 19);
    CHECK(of("a > b && a != 7 ? 1 : b == 2 || a / 0 > 1 ? 5 : 6") == 5);
    CHECK(of("(int)x + (double)a / b") == 5.5);
    CHECK(of("static_cast<int>(x) * double(a)") == 14);
    CHECK(of("ceil_div(a, b) + ceil(x) + std::min({a, b, 3})") == 9);
    CHECK(of("std::max<double>(a, x)") == 7);
    CHECK(of("1.0f / 3") == (double)(1.0f / 3));
    CHECK(of("2000000000 + a * 100000000") == (double)(int)(2000000000u + 700000000u));
    CHECK(of("2000000000LL + a * 100000000LL") == 2.7e9);
    CHECK(isnan(of("unknown(a)")));
    CHECK(isnan(of("a / (b - 2)")));
}

TEST(macros_with_members_of_their_parameters) {
    static const HostGiven given[] = {{"p.a", 7}, {"p.b", 2}};
    HostResult result;
    double value = NAN;
    take_text(
        "struct P { int a, b; };\n#define AREA(of) of.b * of.a + of.a\nint f(P p) { return AREA(p) * 2; }\n");
    host_call(&result, &text, "f", given, 2);
    CHECK(result.good && host_answer(&result, "", &value) && value == 28);
}

TEST(types_of_8_and_16_bits) {
    CHECK(answer("int f(int a) { short s = 32767 + a; return s; }", "") == (short)(32767 + 7));
    CHECK(answer("int f(int a) { unsigned char c = 250 + a; return c; }", "") == 1);
    CHECK(answer("int f(int a) { char c = 250 + a; return c; }", "") == (signed char)257);
    CHECK(answer("int f(int a) { uint16_t s = 65535 + a; s += 1; return s; }", "") == 7);
    CHECK(answer("int f(int a) { short s = 30000, t = 30000; return s + t + a; }", "") == 60007);
    CHECK(answer("int f() { short s = 1; return ~s + sizeof(short) + sizeof(char); }", "") == 1);
}

TEST(loops_that_are_tested_behind) {
    CHECK(answer("int f(int a) { int s = 0; do { s += a; --a; } while (a > 4); return s; }", "") == 18);
    CHECK(answer("int f(int a) { do a++; while (a < 3); return a; }", "") == 8);
    CHECK(
        answer(
            "int f(int a) { int s = 0; do { s++; if (s == 3) continue; if (s > 5) break; } while (s < a); return s; }",
            "") == 6);
    CHECK(answer("int f(int a) { if (a < 3) do { a = 1; } while (a < 9); else a = 4; return a; }", "") == 4);
    CHECK(
        answer(
            "int f(int a) { for (int i = 0; i < 2; i++) do { if (a > 8) return a; a++; } while (true); return 0; }",
            "") == 9);
    CHECK(isnan(answer("int f(int a) { do { a = 7; } while (a > 0); return a; }", "")));
    CHECK(isnan(answer("int f(int a) { do { a = 7; } until (a > 0); return a; }", "")));
}

TEST(assignments_in_a_row) {
    CHECK(answer("int f(int a) { int x, y; long z; z = x = y = a * 3; return x + y * 100 + z * 10000; }",
                 "") == 212121);
    CHECK(answer("int f(int a) { double x; unsigned char c; x = c = 250 + a; return x * 2; }", "") == 2);
}

TEST(characters) {
    CHECK(
        answer(
            "int of(char axis) { switch (axis) { case 'z': return 3; case 'y': return 2; default: return 1; } }\n"
            "int f(int a) { return of('z') * 100 + of('y') * 10 + of('x') + a; }",
            "") == 328);
    CHECK(answer("int f(int a) { return '\\n' + '\\'' + '0' + a; }", "") == 10 + 39 + 48 + 7);
}

TEST(choices) {
    const char *text = "int f(int a, int b) { int s = 100; switch (a - b) { case 1: s = 1; break;\n"
                       "  case 5: { s = 2; } case 6: s += 10; break; default: s = 3; } return s; }";
    CHECK(answer(text, "") == 12);
    CHECK(answer("int f(int a) { switch (a) { default: return 1; case 3: return 2; } }", "") == 1);
    CHECK(answer("int f(int a) { int s = 4; switch (a) { case 3: case 4: s = 2; } return s; }", "") == 4);
    CHECK(answer("enum { SEVEN = 7 };\nint f(int a) { int s = 0; for (int i = 5; i < 9; i++)\n"
                 "  switch (i) { case SEVEN: continue; case 8: break; default: s += i; } return s; }",
                 "") == 11);
    CHECK(answer("int f(int a) { if (a < 3) switch (a) { case 1: a = 2; } else a = 5; return a; }", "") == 5);
    CHECK(isnan(answer("int f(int a) { switch (a) { case 7 a = 2; } return a; }", "")));
}

TEST(arrays_of_a_function) {
    CHECK(
        answer("int f(int a, int b) { int v[3] = {a, b}; v[2] += 5; return v[0] * 100 + v[1] * 10 + v[2]; }",
               "") == 725);
    CHECK(answer("int f(int a, int b) { int v[] = {a, b, 9}; int n = sizeof v / sizeof v[0], s = 0;\n"
                 "  for (int x : v) s += x; return s * 10 + n; }",
                 "") == 183);
    CHECK(answer("int f(int a, int b) { int v[3]; v[0] = a; v[1] = b; v[2] = 4;\n"
                 "  return *std::min_element(v, v + 3) + 10 * *std::max_element(v, v + 3); }",
                 "") == 72);
    CHECK(answer("static int least(const int *v, int n) { int m = v[0];\n"
                 "  for (int i = 1; i < n; i++) if (v[i] < m) m = v[i]; return m; }\n"
                 "int f(int a, int b) { int v[2]; v[0] = a, v[1] = b; return least(v, 2); }",
                 "") == 2);
    CHECK(answer("static int next(int *v) { return *(v + 1) + v[0]; }\n"
                 "int f(int a, int b) { int v[3] = {1, a, b}; return next(&v[1]); }",
                 "") == 9);
    CHECK(answer("int f(int a) { unsigned char v[2] = {0, 0}; v[1] = 250 + a; return v[1]; }", "") == 1);
    CHECK(isnan(answer("int f(int a) { int v[2]; v[0] = a; return v[1]; }", ""))); // nobody has set it
    CHECK(isnan(answer("int f(int a) { int v[2] = {1, 2}; return v[a]; }", "")));
    CHECK(isnan(answer("int f(int a) { int v[2] = {1, 2}; v[a] = 1; return v[0]; }", "")));
    CHECK(isnan(answer("int f(int a) { int v[2][2]; v[0][0] = a; return v[0][0]; }", "")));
    CHECK(isnan(answer("int f(int a) { int v[100000]; v[0] = a; return v[0]; }", "")));
}

TEST(statements) {
    CHECK(answer("// a comment\n#define UNIT 4\nstatic const int TWO = 2;\n"
                 "static int helper(int k) { if (k > 3) return k * TWO; return -1; }\n"
                 "double f(int a, int b, double x) {\n"
                 "  int sum = 0;\n  for (int i = 0; i < a; ++i) { sum += i; if (sum > 12) break_here: ; }\n"
                 "  return sum; }\n",
                 "") != 21); // a label is refused, not guessed
    CHECK(
        answer(
            "static const int TWO = 2;\nstatic int helper(int k) { if (k > 3) return k * TWO; return -1; }\n"
            "double f(int a, int b, double x) { int sum = 0;\n"
            "  for (int i = 0; i < a; ++i) sum += i;\n  while (sum > 20) sum -= 1;\n"
            "  if (b == 2) { const int t = helper(a); sum += t; } else sum = 0;\n  return sum; }\n",
            "") == 34);
    const char *structure = "typedef struct { int whole; double part; } Pair;\n"
                            "Pair f(int a, int b, double x) { Pair p = {1, 0};\n"
                            "  p.whole |= a & 6; p.part = a; p.part /= b; return p; }\n";
    CHECK(answer(structure, "part") == 3.5);
    CHECK(answer(structure, "whole") == 7);
    CHECK(isnan(of("a | x"))); // C refuses it, too
}

// A stranger's text: what is nested too deep, or goes on for too long, is refused, and no stack or patience is lost on it.
static double nested(const char *open, const char *close, int depth) {
    char *source = malloc(64 + (strlen(open) + strlen(close)) * (size_t)depth), *at = source;
    at += sprintf(at, "double f(int a, int b, double x) { return ");
    for (int i = 0; i < depth; i++) at += sprintf(at, "%s", open);
    at += sprintf(at, "a");
    for (int i = 0; i < depth; i++) at += sprintf(at, "%s", close);
    sprintf(at, "; }\n");
    const double value = answer(source, "");
    free(source);
    return value;
}

TEST(structures_are_declared_given_back_and_assigned) {
    const char *pair = "struct Pair { int first, second = 5; };\n";
    char source[1000];
    const struct {
        const char *text;
        double answer;
    } of_pairs[] = {
        {"double f(int a, int b, double x) { Pair p; p.first = a; return p.first + p.second; }", 12},
        {"double f(int a, int b, double x) { Pair p = {a}; return p.first + p.second; }", 12},
        {"double f(int a, int b, double x) { Pair p = {a, b}; Pair q = p; q.first = 1; return q.first + p.first; }",
         8},
        {"Pair of(int v) { Pair p; p.first = v; p.second = v * v; return p; }\n"
         "double f(int a, int b, double x) { const Pair p = of(b); return p.first + p.second; }",
         6},
        {"Pair of(int v) { return {v, v + 1}; }\n"
         "double f(int a, int b, double x) { auto p = of(a); p = of(p.second); return p.second; }",
         9},
        {"Pair of(int v) { return Pair{v, v + 1}; }\nPair twice(int v) { return of(2 * v); }\n"
         "double f(int a, int b, double x) { Pair p = twice(a); return p.second; }",
         15},
        {"void swap(Pair &p) { const int kept = p.first; p.first = p.second; p.second = kept; }\n"
         "double f(int a, int b, double x) { Pair p = {a, b}; swap(p); return 10 * p.first + p.second; }",
         27},
        {"void no_swap(Pair p) { p.first = 0; }\n"
         "double f(int a, int b, double x) { Pair p = {a, b}; no_swap(p); return p.first; }",
         7},
    };
    for (size_t i = 0; i < sizeof of_pairs / sizeof *of_pairs; i++) {
        snprintf(source, sizeof source, "%s%s\n", pair, of_pairs[i].text);
        CHECK(answer(source, "") == of_pairs[i].answer);
    }
}

TEST(functions_of_structures_change_their_fields) {
    const char *least =
        "struct Least {\n    int value = 100, who = 0;\n"
        "    bool is(int v) const { return value == v; }\n"
        "    void ask(int v, int bit) {\n        if (v > value) return;\n"
        "        if (v < value) who = 0;\n        value = v;\n        who |= bit;\n    }\n};\n";
    char source[1000];
    snprintf(
        source, sizeof source, "%s%s", least,
        "double f(int a, int b, double x) { Least l; l.ask(a, 1); l.ask(b, 2); l.ask(b, 4); return l.who; }\n");
    CHECK(answer(source, "") == 6);
    snprintf(source, sizeof source, "%s%s", least,
             "double f(int a, int b, double x) { Least l, m; l.ask(a, 1); return l.value; }\n");
    CHECK(isnan(answer(source, ""))); // of two in one declaration nothing is known
    snprintf(
        source, sizeof source, "%s%s", least,
        "double f(int a, int b, double x) { Least l; if (a > b) { l.ask(b, 1); } return l.is(2) ? l.value : 0; }\n");
    CHECK(answer(source, "") == 2);
}

TEST(classes_give_structures_back) {
    CHECK(
        answer(
            "struct Pair { int first, second; };\nclass Most {\n  public:\n"
            "    void offer(int v) { if (v > most) most = v; count++; }\n"
            "    Pair answer() const { return {most, count}; }\n\n  private:\n    int most = -1, count = 0;\n};\n"
            "double f(int a, int b, double x) { Pair p = {0, 0}; Most m; m.offer(b); m.offer(a);\n"
            "  p = m.answer(); return 10 * p.first + p.second; }\n",
            "") == 72);
}

TEST(references_are_the_callers_own) {
    CHECK(answer("void up(int &v, int by) { v += by; }\n"
                 "double f(int a, int b, double x) { int n = 1; up(n, a); up(n, b); return n; }\n",
                 "") == 10);
    CHECK(answer("void up(int v) { v += 1; }\n"
                 "double f(int a, int b, double x) { int n = 1; up(n); return n; }\n",
                 "") == 1);
    CHECK(answer("int more(const int &v) { return v + 1; }\n"
                 "double f(int a, int b, double x) { return more(a + b); }\n",
                 "") == 10);
}

TEST(lambdas_see_the_variables_around_them) {
    CHECK(answer("double f(int a, int b, double x) { int n = 0; auto add = [&](int v) { n += v; };\n"
                 "  add(a); add(b); return n; }\n",
                 "") == 9);
    CHECK(
        answer(
            "double f(int a, int b, double x) { const auto up = [](int v, int unit) -> int {\n"
            "  if (v % unit == 0) return v; return v / unit * unit + unit; }; return up(a, b) + up(b, b); }\n",
            "") == 10);
    CHECK(isnan(answer(
        "double f(int a, int b, double x) { auto up = [](int &v) { v++; }; up(a); return a; }\n", "")));
}

TEST(what_is_nested_too_deep_is_refused) {
    CHECK(nested("(", ")", 20) == 7);
    CHECK(isnan(nested("(", ")", 5000)));
    CHECK(isnan(nested("-", "", 9000)));
    CHECK(isnan(nested("(int)", "", 3000)));
}

TEST(what_goes_on_for_too_long_is_refused) {
    CHECK(isnan(answer("double f(int a, int b, double x) { while (a > 0) { b = b + 0; } return b; }\n", "")));
    CHECK(isnan(answer("double f(int a, int b, double x) { for (;;) ; return b; }\n", "")));
    // Constants of constants: each is looked up anew, and all at the cost of one call.
    char source[8000] = "", *at = source;
    for (char name = 'q'; name > 'i'; name--) {
        at += sprintf(at, "const int %c = ", name);
        for (int i = 0; i < 100; i++) at += sprintf(at, "%c + ", name - 1);
        at += sprintf(at, "0;\n");
    }
    sprintf(at, "const int i = 1;\ndouble f(int a, int b, double x) { return q; }\n");
    CHECK(isnan(answer(source, "")));
}

TEST(overflow) {
    static const HostGiven given[] = {{"a", 70000}};
    HostResult result;
    take_text("double f(int a) {\n  return 2.0 * (a *\n a); }\n");
    host_call(&result, &text, "f", given, 1);
    CHECK(result.good && result.overflow && text.token[result.overflow - 1].line == 2);
    take_text("double f(int a) { return 2.0 * a * a; }\n");
    host_call(&result, &text, "f", given, 1);
    CHECK(result.good && !result.overflow);
}

TEST(brackets_and_arguments_among_tokens) {
    int begin, end;
    take_text("int f(int a) { k<<<dim3(2, 3), a>>>(a, g(a, 1), {}); }\n");
    int body = 0;
    while (!token_is(&text.token[body], "f")) body++;
    body += 5;
    const int launch = body + 2;
    CHECK(token_is(&text.token[body], "{") && token_is(&text.token[launch], "<<<"));
    CHECK_EQ(host_bracket_end(&text, body), text.count);
    CHECK_EQ(host_bracket_begin(&text, body - 1), body - 4);
    CHECK(host_argument(&text, launch, 0, &begin, &end) && begin == launch + 1 && end == launch + 7);
    CHECK(host_argument(&text, launch, 1, &begin, &end) && end == begin + 1);
    CHECK(!host_argument(&text, launch, 2, &begin, &end));
    const int call = end + 1;
    CHECK(host_argument(&text, call, 1, &begin, &end) && token_is(&text.token[begin], "g") &&
          end == begin + 6);
    CHECK(host_argument(&text, call, 2, &begin, &end) && !host_argument(&text, call, 3, &begin, &end));
}

CHECK_MAIN()
