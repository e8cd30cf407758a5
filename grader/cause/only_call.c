// Finds the call among the words of the file.
#include "grader/cause/only_call.h"

#include <stdlib.h>

#include "grader/c_text/source_lines.h"

// The name of the function that holds the line, and where its body ends; -1: none does.
static int function_of_line(const Lexemes *x, int line, int *end) {
    int name;
    for (int at = 0; next_host_function(x, at, &name, end); at = *end)
        if (x->list[name].line <= line && line <= x->list[*end].line) return name;
    return -1;
}

static int call_in(const Lexemes *x, int begin, int end, int name) {
    int found = 0, calls = 0;
    for (int i = begin + 1; i < end; i++) {
        if (!lexemes_equal(x, i, name) || !lexeme_is(x, i + 1, "(")) continue;
        found = x->list[i].line;
        calls++;
    }
    return calls == 1 ? found : 0;
}

int line_of_only_call(const char *path, int line, const char *function) {
    Lexemes x;
    int own_end, name, end, found = 0;
    char *text = read_code_words(path, &x);
    if (!text) return 0;
    const int own = function_of_line(&x, line, &own_end);
    for (int at = 0; own >= 0 && !found && next_host_function(&x, at, &name, &end); at = end)
        if (name != own && lexeme_is(&x, name, function)) found = call_in(&x, name, end, own);
    lexemes_free(&x);
    free(text);
    return found;
}

// The name of the function of the device that holds the line; -1: none does.
static int device_function_of_line(const Lexemes *x, int line) {
    int begin, end;
    for (int at = 0; next_device_function(x, at, &begin, &end); at = end) {
        const int close = begin - 1, name = lexeme_is(x, close, ")") ? x->list[close].mate - 1 : -1;
        if (name >= 0 && x->list[name].line <= line && line <= x->list[end].line) return name;
    }
    return -1;
}

bool calls_helper_of_line(const char *path, int caller, int line) {
    Lexemes x;
    char *text = read_code_words(path, &x);
    if (!text) return false;
    const int name = device_function_of_line(&x, line);
    bool calls = false;
    for (int i = 0; i < x.count && name >= 0 && !calls; i++)
        calls =
            i != name && x.list[i].line == caller && lexemes_equal(&x, i, name) && lexeme_is(&x, i + 1, "(");
    lexemes_free(&x);
    free(text);
    return calls;
}
