// Functions without a name of their own, "auto f = [&](int a) { ... };": they see the variables of the function that they stand in.
#include <string.h>

#include "grader/host_code/call.h"
#include "grader/host_code/parts.h"

bool host_declares_lambda(const Run *run) {
    const HostToken *t = &run->text->token[run->at];
    return run->at + 2 < run->text->count && t->kind == TOKEN_NAME && token_is(t + 1, "=") &&
           token_is(t + 2, "[");
}

// The body, the token {, of the last one of that name before the call.
static bool find_lambda(Run *run, const char *name, int *parameters, int *body) {
    run->steps -= (run->at - run->body) / HOST_TOKENS_A_STEP;
    for (int i = run->at; i > run->body; i--) {
        const HostToken *t = &run->text->token[i];
        if (t->kind != TOKEN_NAME || strcmp(t->text, name) || !token_is(t + 1, "=") || !token_is(t + 2, "["))
            continue;
        const int open = host_bracket_end(run->text, i + 2);
        if (open >= run->text->count || !token_is(&run->text->token[open], "(")) return false;
        *parameters = open + 1;
        for (*body = host_bracket_end(run->text, open); *body < run->at; ++*body) {
            if (token_is(&run->text->token[*body], "{")) return true;
            if (token_is(&run->text->token[*body], ";")) break;
        }
        return false;
    }
    return false;
}

bool host_lambda_called(Run *run, const char *name, const HostArguments *a, HostValue *value) {
    HostResult *r = run->r;
    int parameters, body;
    if (!find_lambda(run, name, &parameters, &body)) return false;
    const HostValue kept_value = r->value;
    const int kept = r->count;
    Run inner = *run;
    inner.body = body;
    inner.at = body;
    inner.done = false; // where `return` calls it the function is
    if (!host_take_arguments(&inner, run, a, parameters, false)) return r->count = kept, false;
    host_statement(&inner, false);
    run->steps = inner.steps;
    *value = r->value;
    r->value = kept_value;
    r->count = kept;
    const bool good = r->good && !r->returned[0];
    r->returned[0] = 0;
    return good;
}
