// Reads the command line.
#include "grader/cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/protocol.h"
#include "grader/grading/project.h"
#include "grader/lab/processors.h"

// A kernel that takes more than this is most likely one that does not end: about a quarter of an hour of two
// cores.
#define RUN_LIMIT 1000000000000

enum { WORKERS_MOST = 256 };

typedef struct {
    int argc, at;
    char **argv;
    const char *value; // of --option=value, NULL without
    char *error;
    size_t error_size;
} Arguments;

// The value of an option: what follows "=", else the next argument.
static const char *take_value(Arguments *a, const char *option) {
    const char *value = a->value;
    a->value = NULL;
    if (!value && a->at < a->argc) value = a->argv[a->at++];
    if (value && *value) return value;
    snprintf(a->error, a->error_size, "%s needs a value. Try: ./grade --help", option);
    return NULL;
}

static bool take_number(Arguments *a, const char *option, uint64_t most, uint64_t *number) {
    const char *text = take_value(a, option);
    if (!text) return false;
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    if (isdigit((unsigned char)*text) && !*end && !errno && *number <= most) return true;
    snprintf(a->error, a->error_size, "%s must be a whole number up to %llu, not \"%s\".", option,
             (unsigned long long)most, text);
    return false;
}

// One of the words, by index; ended by NULL.
static bool take_choice(Arguments *a, const char *option, const char *const *words, int *choice) {
    const char *text = take_value(a, option);
    if (!text) return false;
    for (*choice = 0; words[*choice]; (*choice)++)
        if (!strcmp(words[*choice], text)) return true;
    snprintf(a->error, a->error_size, "%s cannot be \"%s\". Try: ./grade --help", option, text);
    return false;
}

// "3,4,5": a point as the labs write it, z first; y and z may be missing.
static bool take_point(Arguments *a, const char *option, Options *o) {
    const char *text = take_value(a, option);
    long place[3];
    int count = 0;
    if (!text) return false;
    for (const char *at = text; count < 3; at++) {
        char *end;
        place[count] = strtol(at, &end, 10);
        if (!isdigit((unsigned char)*at) || place[count] > INT32_MAX) break;
        count++;
        at = end;
        if (!*at) {
            for (int i = 0; i < count; i++) o->point[i] = place[count - 1 - i];
            return o->point_given = true;
        }
        if (*at != ',') break;
    }
    snprintf(a->error, a->error_size, "%s needs a point as z,y,x, as in %s 2,3,4, not \"%s\".", option,
             option, text);
    return false;
}

// The value of --page may be left out: then what follows is an option, a word of another kind, or nothing.
static bool take_page(Arguments *a, Options *o) {
    const char *next = a->value ? a->value : a->at < a->argc ? a->argv[a->at] : "";
    const size_t length = strlen(next);
    o->page = "";
    if (!a->value && (length < 5 || next[0] == '-' || strcmp(next + length - 5, ".html"))) return true;
    o->page = next;
    a->at += !a->value;
    a->value = NULL;
    return true;
}

static bool take_option(Arguments *a, Options *o, const char *name) {
    static const char *const devices[] = {"auto", "sim", "gpu", "both", NULL};
    static const char *const colors[] = {"auto", "always", "never", NULL};
    uint64_t number;
    int choice;
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) return o->help = true;
    if (!strcmp(name, "--version")) return o->version = true;
    if (!strcmp(name, "--solution")) return o->solution = true;
    if (!strcmp(name, "--watch")) return o->watch = true;
    if (!strcmp(name, "--alive")) return o->alive = true;
    if (!strcmp(name, "--launches")) return o->launches = true;
    if (!strcmp(name, "--model")) return o->model = true;
    if (!strcmp(name, "--cold")) return o->cold = true;
    if (!strcmp(name, "--samples-only")) return o->samples_only = true;
    if (!strcmp(name, "--answers")) return o->answers = true;
    if (!strcmp(name, "--strangers")) return o->strangers = true;
    if (!strcmp(name, "--jails")) return o->jails = true;
    if (!strcmp(name, "--jail")) return (o->jail = take_value(a, name)) != NULL;
    if (!strcmp(name, "--ncu")) return o->ncu = true;
    if (!strcmp(name, "--quiet")) return o->detail = DETAIL_QUIET, true;
    if (!strcmp(name, "--verbose")) return o->detail = DETAIL_VERBOSE, true;
    if (!strcmp(name, "--todo")) return (o->todo = take_value(a, name)) != NULL;
    if (!strcmp(name, "--point")) return take_point(a, name, o);
    if (!strcmp(name, "--block")) return (o->blocks = take_value(a, name)) != NULL;
    if (!strcmp(name, "--gpu")) return (o->gpu = take_value(a, name)) != NULL;
    if (!strcmp(name, "--page")) return take_page(a, o);
    if (!strcmp(name, "--against")) return (o->against = take_value(a, name)) != NULL;
    if (!strcmp(name, "--json")) return (o->json = take_value(a, name)) != NULL;
    if (!strcmp(name, "--device"))
        return take_choice(a, name, devices, &choice) && (o->device = choice, true);
    if (!strcmp(name, "--color")) return take_choice(a, name, colors, &choice) && (o->color = choice, true);
    if (!strcmp(name, "--seed")) return o->seed_given = take_number(a, name, INT64_MAX, &o->seed);
    if (!strcmp(name, "--limit")) return take_number(a, name, INT64_MAX, &o->limit);
    if (!strcmp(name, "--error-exitcode")) {
        if (!take_number(a, name, 255, &number)) return false;
        o->error_exitcode = (int)number;
        return true;
    }
    if (!strcmp(name, "--devices")) {
        if (!take_number(a, name, MAX_DEVICES, &number)) return false;
        o->devices = number ? (int)number : 1;
        return true;
    }
    if (!strcmp(name, "--workers")) {
        if (!take_number(a, name, WORKERS_MOST, &number)) return false;
        o->workers = (int)number;
        return true;
    }
    snprintf(a->error, a->error_size, "There is no option %s. Try: ./grade --help", name);
    return false;
}

// Options that belong to one command only.
static bool check_command(const Options *o, char *error, size_t error_size) {
    if (o->watch && o->command != COMMAND_WATCH)
        snprintf(error, error_size, "--watch follows a lab, as in: ./grade lab3 --watch");
    else if (o->answers && o->command != COMMAND_RESET)
        snprintf(error, error_size, "--answers follows reset, as in: ./grade reset lab3 --answers");
    else if (o->point_given && o->command != COMMAND_EXPLAIN)
        snprintf(error, error_size, "--point follows explain, as in: ./grade explain lab4 --point 2,3,4");
    else if (o->blocks && o->command != COMMAND_MODEL)
        snprintf(error, error_size, "--block follows model, as in: ./grade model lab5 --block 32x8");
    else if (o->jails && o->command != COMMAND_DOCTOR)
        snprintf(error, error_size, "--jails follows doctor, as in: ./grade doctor --jails");
    else if ((o->strangers || o->jail) && o->command != COMMAND_LAB && o->command != COMMAND_EXPLAIN)
        snprintf(error, error_size, "%s follows a lab and a file, as in: ./grade lab3 FILE.cu %s",
                 o->strangers ? "--strangers" : "--jail", o->strangers ? "--strangers" : "--jail namespaces");
    else if (o->page && o->command != COMMAND_LAB && o->command != COMMAND_WATCH &&
             o->command != COMMAND_EXPLAIN && o->command != COMMAND_RUN && o->command != COMMAND_DEMO)
        snprintf(error, error_size, "--page follows a lab, as in: ./grade lab3 --page");
    else if (o->against && o->command != COMMAND_LAB && o->command != COMMAND_WATCH &&
             o->command != COMMAND_EXPLAIN)
        snprintf(error, error_size, "--against follows a lab, as in: ./grade lab4 --page --against solution");
    else if (o->against && !o->page && !o->json)
        snprintf(error, error_size,
                 "--against shows two results in one page: add --page, or --json FILE for programs.");
    else if (o->alive && (!o->page || o->command == COMMAND_RUN))
        snprintf(error, error_size, "--alive follows --page, as in: ./grade lab4 --page --alive");
    else if (o->watch && o->json && !strcmp(o->json, "-"))
        snprintf(error, error_size,
                 "--watch writes for a person: leave out --json -, or give --json a file name.");
    else
        return true;
    return false;
}

// The commands that start with a word of their own; any other word is a lab.
static const struct {
    const char *word;
    Command command;
    int most;            // words, the first one counted
    const char *missing; // said where a lab has to follow and does not
} commands[] = {
    {"list", COMMAND_LIST, 1, NULL},
    {"doctor", COMMAND_DOCTOR, 1, NULL},
    {"demo", COMMAND_DEMO, 2, NULL},
    {"explain", COMMAND_EXPLAIN, 3, "Explain which lab's file? Try: ./grade explain lab4"},
    {"hint", COMMAND_HINT, 3, "A hint for which lab? Try: ./grade hint lab3"},
    {"reset", COMMAND_RESET, 2, "Reset which lab? Try: ./grade reset lab3"},
    {"quiz", COMMAND_QUIZ, 3, "The answers of which lab? Try: ./grade quiz lab3 answers.txt"},
    {"calibrate", COMMAND_CALIBRATE, 2, NULL},
    {"model", COMMAND_MODEL, 3, "Model which lab's file? Try: ./grade model lab5"},
    {"run", COMMAND_RUN, 2, "Run which program? Try: ./grade run ./a.out"},
};

// `hint 3.2`: the number of a TODO begins with that of its lab.
static void lab_of_todo(Options *o) {
    const size_t lab = strspn(o->lab ? o->lab : "", "0123456789");
    if (!lab || o->lab[lab] != '.' || o->todo || lab > 50) return;
    o->todo = o->lab;
    snprintf(o->lab_name, sizeof o->lab_name, "lab%.*s", (int)lab, o->todo);
    o->lab = o->lab_name;
}

static bool take_command(Options *o, const char **word, int count, char *error, size_t error_size) {
    int most = 2;
    o->command = o->watch ? COMMAND_WATCH : COMMAND_LAB;
    o->lab = word[0];
    o->file = count > 1 ? word[1] : NULL;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(word[0], commands[i].word)) continue;
        o->command = commands[i].command;
        o->lab = count > 1 ? word[1] : NULL;
        o->file = NULL;
        if (o->command == COMMAND_QUIZ || o->command == COMMAND_EXPLAIN || o->command == COMMAND_MODEL)
            o->file = count > 2 ? word[2] : NULL;
        else
            o->todo = count > 2 ? word[2] : o->todo;
        most = commands[i].most;
        if (commands[i].missing && !o->lab && !o->help) {
            snprintf(error, error_size, "%s", commands[i].missing);
            return false;
        }
    }
    if (o->command == COMMAND_HINT) lab_of_todo(o);
    if (o->lab && o->lab != o->lab_name) o->lab = lab_name(o->lab, o->lab_name);
    if (count <= most) return true;
    snprintf(error, error_size, "\"%s\" is one argument too many. Try: ./grade --help", word[most]);
    return false;
}

static bool take_words(Options *o, const char **word, int count, char *error, size_t error_size) {
    o->command = COMMAND_LIST;
    if (o->version) return true;
    if (o->gpu && !strcmp(o->gpu, "list")) {
        o->command = COMMAND_GPUS;
        return true;
    }
    if (!count && (o->gpu || o->todo || o->json || o->solution || o->seed_given || o->watch || o->against)) {
        snprintf(error, error_size, "Which lab? These options follow it, as in: ./grade lab3 --gpu t4");
        return false;
    }
    if (!count) return true;
    if (!strcmp(word[0], "help")) return o->help = true;
    return take_command(o, word, count, error, error_size);
}

bool options_parse(Options *options, int argc, char **argv, char *error, size_t error_size) {
    memset(options, 0, sizeof *options);
    options->detail = DETAIL_NORMAL;
    options->limit = RUN_LIMIT;
    options->devices = 1;
    Arguments a = {.argc = argc, .at = 1, .argv = argv, .error = error, .error_size = error_size};
    const char *word[4] = {NULL};
    int words = 0;
    bool only_words = false;
    while (a.at < argc) {
        char *argument = argv[a.at++], name[64];
        if (only_words || argument[0] != '-' || !argument[1]) {
            if (words < 4) word[words++] = argument;
            // What follows the name of a program is the program's.
            if (words == 2 && !strcmp(word[0], "run")) {
                options->program = &argv[a.at - 1];
                break;
            }
            continue;
        }
        if (!strcmp(argument, "--")) {
            only_words = true;
            continue;
        }
        char *equals = strchr(argument, '=');
        snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - argument) : (int)strlen(argument),
                 argument);
        a.value = equals ? equals + 1 : NULL;
        if (!take_option(&a, options, name)) return false;
        if (a.value) {
            snprintf(error, error_size, "%s takes no value. Try: ./grade --help", name);
            return false;
        }
    }
    return take_words(options, word, words, error, error_size) &&
           (options->help || check_command(options, error, error_size));
}

int option_workers(const Options *options) {
    if (options->workers > 0) return options->workers;
    const int processors = usable_processors();
    return processors < WORKERS_MOST ? processors : WORKERS_MOST;
}

RunChoices option_choices(const Options *options) {
    return (RunChoices){.device = options->device,
                        .gpu = options->gpu,
                        .workers = option_workers(options),
                        .seed_given = options->seed_given,
                        .seed = options->seed,
                        .quiet = options->detail == DETAIL_QUIET};
}
