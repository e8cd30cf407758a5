// Calls: of what C++ and the labs' headers offer, and of the file's own functions.
#ifndef WARPBOOK_HOST_CODE_CALL_H
#define WARPBOOK_HOST_CODE_CALL_H

#include "grader/host_code/parts.h"

typedef struct {
    HostValue value[HOST_ARGUMENTS];
    char structure[HOST_ARGUMENTS][HOST_NAME]; // the argument is one; its name
    int at[HOST_ARGUMENTS];                    // the token that it begins with
    int count;
    int template_at; // "f<a, b>(...)": the token <; 0: there is none
} HostArguments;

// The bracket ( of the arguments of the call whose name stands at that token, behind what may stand in < >; 0: it is no call.
int host_call_bracket(const HostText *text, int name);

// "(a, b)", and "({a, b})", from the bracket on.
bool host_read_arguments(Run *run, HostArguments *a);

// The type of the parameter `number`, from 0, of the function `name`. False: it is no number.
bool host_parameter_type(const HostText *text, const char *name, int number, HostType *type);

// Calls the function whose body begins at the token `begin`, of the structure `object` where that is not NULL. False: it cannot be run.
bool host_run_function(Run *run, int begin, const HostArguments *a, const char *object, HostResult *result);

// The arguments become variables of `inner`, by the parameters that begin at that token. False: they do not fit, or one is to be
// changed for the caller and is no variable, or not `changes`.
bool host_take_arguments(Run *inner, const Run *run, const HostArguments *a, int parameters, bool changes);

// structures.c: "object.f(...)". False: it is something else, or cannot be run.
bool host_member_called(Run *run, const char *path, const HostArguments *a, HostValue *value);

// lambdas.c: the same of a lambda of the function that runs; and does the declaration of one begin here?
bool host_lambda_called(Run *run, const char *name, const HostArguments *a, HostValue *value);
bool host_declares_lambda(const Run *run);

// The bracket ( of the parameters of the function with that body.
int host_parameter_list(const HostText *text, int body);

// Calls a function of the text. False: there is none, or it cannot be run.
bool host_own_function(Run *run, const char *name, const HostArguments *a, HostValue *value);

// std::min_element(a, a + n), std::max_element: of an array that a function has for itself. False: it is another call, or cannot be run.
bool host_extreme_element(Run *run, const char *name, const HostArguments *a, HostValue *value);

// The call whose arguments begin at run->at, which moves behind them. False: it is not known.
bool host_called(Run *run, const char *name, HostValue *value);

#endif
