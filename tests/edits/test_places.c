// Changes of what stands where: order, statements under a condition, what a loop does in each step, barriers.
#include "tests/edits/found.h"

#define QUEUE(head) KERNEL("float q[5] = {};\n" head " q[s - 1] = q[s];\nout[n] = q[0];")

TEST(what_stands_in_the_wrong_place_is_among_the_changes) {
    check_found(KERNEL("__shared__ float t[8][8];\nint x = 0, y = 0;\nt[x][y] = in[n];\nout[0] = t[y][x];"),
                KERNEL("__shared__ float t[8][8];\nint x = 0, y = 0;\nt[y][x] = in[n];\nout[0] = t[y][x];"),
                5, EDIT_SUBSCRIPTS, 4);
    check_found(KERNEL("int i = 0, j = 0, k = 0;\nint p = i + n * n * j + n * k;\nout[p] = 0;"),
                KERNEL("int i = 0, j = 0, k = 0;\nint p = i + n * n * k + n * j;\nout[p] = 0;"), 4,
                EDIT_EXCHANGE, 3);
    check_found(
        KERNEL("int i = 0, j = 0, k = 0;\nif (i < n && k < n)\nout[i * n * n + j * n + k] = 0;"),
        KERNEL("int i = 0, j = 0, k = 0;\nif (i < n && j < n && k < n)\nout[i * n * n + j * n + k] = 0;"), 4,
        EDIT_CONDITION, 3);
    check_found(
        KERNEL(
            "float a = 0, b = 0, s = 0;\nfor (int i = 0; i < n; ++i) {\nb = in[i];\na = b;\ns += a;\nout[i] = "
            "s;\n}"),
        KERNEL(
            "float a = 0, b = 0, s = 0;\nfor (int i = 0; i < n; ++i) {\nb = in[i];\ns += a;\na = b;\nout[i] = "
            "s;\n}"),
        7, EDIT_ORDER, 6);
    check_found(KERNEL("int i = 0, j = 0;\nif (i < 1 || i > n) return;\nout[i * n + j] = 0;"),
                KERNEL("int i = 0, j = 0;\nif (i < 1 || j < 1 || i > n) return;\nout[i * n + j] = 0;"), 4,
                EDIT_CONDITION, 3);
    check_found("#define AT(i) i * n\n" KERNEL("int k = 1;\nout[AT(k + 1)] = 0;"),
                "#define AT(i) ((i) * n)\n" KERNEL("int k = 1;\nout[AT(k + 1)] = 0;"), 4, EDIT_MACRO, 1);
}

TEST(a_loop_that_moves_elements_is_turned_round) {
    check_found(QUEUE("for (int s = 4; s >= 1; s--)"), QUEUE("for (int s = 1; s <= 4; s++)"), 4, EDIT_TURNED,
                3);
    check_found(QUEUE("for (int s = 4; s > 0; --s)"), QUEUE("for (int s = 0 + 1; s <= 4; ++s)"), 4,
                EDIT_TURNED, 3);
    check_found(QUEUE("for (int s = 1; s < 4; ++s)"), QUEUE("for (int s = 4 - 1; s >= 1; --s)"), 4,
                EDIT_TURNED, 3);
    check_found(QUEUE("for (s = n; s <= n + 2; s += 1)"), QUEUE("for (s = n + 2; s >= n; s -= 1)"), 4,
                EDIT_TURNED, 3);
}

TEST(a_loop_that_moves_nothing_stays) {
    Edits edits;
    const char *text = KERNEL("float q[5];\nfor (int s = 0; s < 5; ++s) q[s] = in[s];\nout[n] = q[4];");
    CHECK(edits_of(&edits, text, NULL, (int[SUSPECTED_LINES]){3}, MOST));
    for (int i = 0; i < edits.count; i++) CHECK(edits.list[i].kind != EDIT_TURNED);
    edits_free(&edits);
}

TEST(an_exchange_of_two_is_put_behind_its_condition) {
    check_found(KERNEL("if (n) {\nout[0] = 1;\nfloat (*old)[4] = a;\na = b;\nb = old;\n}"),
                KERNEL("if (n) {\nout[0] = 1;\n}\nfloat (*old)[4] = a;\na = b;\nb = old;"), 4, EDIT_OUTSIDE,
                5);
}

TEST(a_statement_comes_out_from_under_its_condition) {
    check_found(
        KERNEL(
            "int turn = 0;\nfor (int i = 0; i < n; ++i) {\nif (i > 1) {\nout[turn] = in[i];\nturn ^= 1;\n}\n}"),
        KERNEL(
            "int turn = 0;\nfor (int i = 0; i < n; ++i) {\nif (i > 1) {\nout[turn] = in[i];\n}\nturn ^= 1;\n}"),
        5, EDIT_OUTSIDE, 6);
}

TEST(what_is_loaded_before_a_loop_is_loaded_in_each_step) {
    check_found(
        KERNEL("float end = in[n];\nfor (int s = 0; s < 4; ++s) {\nout[s] = end;\n}"),
        KERNEL("float end = in[n];\nfor (int s = 0; s < 4; ++s) { end = in [ n ] ;\nout[s] = end;\n}"), 3,
        EDIT_AGAIN, 2);
    check_found(
        KERNEL("float a = in[n], b = in[n + 1];\nfor (int s = n; s < 4; ++s) {\nout[s] = a + b;\n}"),
        KERNEL(
            "float a = in[n], b = in[n + 1];\nfor (int s = n; s < 4; ++s) { a = in [ s ] , b = in [ s + 1 ] "
            ";\nout[s] = a + b;\n}"),
        3, EDIT_AGAIN, 2);
}

TEST(what_a_step_sets_is_not_loaded_again) {
    Edits edits;
    const char *text = KERNEL(
        "float a = in[n];\nfloat zero = 0;\nfor (int s = 0; s < 5; ++s) {\na += zero;\n}\nout[n] = a;");
    CHECK(edits_of(&edits, text, NULL, (int[SUSPECTED_LINES]){3}, MOST));
    for (int i = 0; i < edits.count; i++) CHECK(edits.list[i].kind != EDIT_AGAIN);
    edits_free(&edits);
}

TEST(barriers_are_tried_where_all_threads_come) {
    const char *text =
        KERNEL("int a = 0;\nfor (int i = 0; i < n; ++i) {\na += i;\nif (a) {\nout[i] = 0;\n}\n}");
    Edits edits;
    int inside = 0;
    CHECK(barriers_of(&edits, text, (int[BARRIER_LINES]){4}));
    CHECK_EQ(edits.count, 4); // behind both statements of the function, and both of the loop
    for (int i = 0; i < edits.count; i++) inside += edits.list[i].line == 6;
    CHECK_EQ(inside, 0);
    edits_free(&edits);
    CHECK(!barriers_of(&edits, text, (int[BARRIER_LINES]){100}));
}

TEST(elements_of_a_list_change_places) {
    check_found(KERNEL("const int step[3] = {1, n, -n};\nout[n] = in[n + step[1]];"),
                KERNEL("const int step[3] = {1, -n, n};\nout[n] = in[n + step[1]];"), 3, EDIT_EXCHANGE, 2);
}

TEST(a_load_ahead_comes_out_from_under_its_condition) {
    check_found(KERNEL("float a = in[n];\nif (n > 1) {\na = in[n + 1];\nout[n] = 1;\n}\nout[0] = a;"),
                KERNEL("float a = in[n];\na = in[n + 1];\nif (n > 1) {\nout[n] = 1;\n}\nout[0] = a;"), 7,
                EDIT_OUTSIDE, 4);
}

TEST(a_register_moves_on_behind_its_last_use) {
    check_found(KERNEL("float a = in[n], b = in[n + 1];\na = b;\nif (n) out[n] = a;\nb = 0;"),
                KERNEL("float a = in[n], b = in[n + 1];\nif (n) out[n] = a;\na = b;\nb = 0;"), 3, EDIT_PLACE,
                3);
}

TEST(members_of_one_variable_are_exchanged) {
    check_found("__device__ int f(uchar4 p) {\n    return 2 * p.x + 3 * p.y + p.z;\n}\n",
                "__device__ int f(uchar4 p) {\n    return 2 * p.z + 3 * p.y + p.x;\n}\n", 2, EDIT_EXCHANGE,
                2);
}

CHECK_MAIN()
