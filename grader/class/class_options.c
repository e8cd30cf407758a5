// Reads the command line.
#include "grader/class/class_options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/stop.h"
#include "grader/class/time_text.h"

static const char help[] =
    "./grade class LAB SOURCE --out FOLDER [options]\n"
    "\n"
    "Grades what a whole class has handed in. SOURCE is the folder, zip or tarball that\n"
    "Moodle, Canvas, Blackboard, Gradescope or GitHub Classroom exports, or a folder with a\n"
    "file or a folder for each student. Type the same command again at any time: what is\n"
    "graded stays, what is missing is graded.\n"
    "\n"
    "  --out FOLDER          the journal class.db, class.csv, class.html, feedback/, ...\n"
    "  --roster FILE.csv     the list of students; where it is the gradebook that Canvas or\n"
    "                        Moodle exports, gradebook.csv is that file with one column filled\n"
    "  --column NAME         which column; without it, the one that names the lab\n"
    "  --keep-marks          cells of that column that hold a mark stay as they are: only the\n"
    "                        empty ones are filled\n"
    "  --drop-missing        go on where most of those that had handed in before are not in\n"
    "                        SOURCE: they have no score then\n"
    "  --groups[=COLUMN]     students with the same text in the roster's column Group (or COLUMN)\n"
    "                        hand in together: what one hands in counts for all of them\n"
    "  --policy last         a student's last hand-in counts (default)\n"
    "           best         the best one of them\n"
    "           before=TIME  the last one until then, as in before=\"2026-03-04 23:59\"\n"
    "  --due TIME            later hand-ins are marked as late; no points are taken. A minute\n"
    "                        lasts until its end: 23:59 is 23:59:59, here and in before=. A\n"
    "                        student's own date stands in the roster's column Due. It is local\n"
    "                        time, or with a zone: 2026-03-04T23:59:00+01:00\n"
    "  --jobs N              so many at a time (default: what processors and memory allow)\n"
    "  --timeout SECONDS     for one submission (default 2000); then it is not graded\n"
    "  --slurm[=OPTIONS]     on a cluster: the options go to sbatch, as in\n"
    "                        --slurm=\"--partition=teaching --time=30\"\n"
    "  --chunk N             with --slurm: so many submissions in a task\n"
    "  --copies              also compare the submissions: copies.html has the passages in common\n"
    "                        (needs sim_c, of Debian's package similarity-tester)\n"
    "  --one                 SOURCE is what one student has handed in, as in a course system's\n"
    "                        own container\n"
    "  --seed N              the inputs (default: drawn once for the class, and kept; where a\n"
    "                        folder has one, another N is for this command alone)\n"
    "  --device sim|gpu, --gpu NAME   as for one grading (default: sim)\n"
    "  --trust-submissions   grade even where the jail does not keep strangers out\n"
    "\n"
    "Exit status: 0 everything that could be graded has a result, 1 something has none yet,\n"
    "2 nothing could be done.\n";

void class_help(void) {
    fputs(help, stdout);
}

static int64_t read_number(const char *option, const char *text, int64_t least, int64_t most) {
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end || errno || number > most || number < least)
        stop("%s must be a whole number from %lld to %lld, not \"%s\".", option, (long long)least,
             (long long)most, text);
    return number;
}

static int64_t read_time(const char *option, const char *text) {
    int64_t time;
    if (time_read_until(text, &time)) return time;
    stop(
        "%s: \"%s\" is not understood. Write a time as in 2026-03-04 23:59, or with its zone, 2026-03-04T23:59:00+01:00.",
        option, text);
}

static void read_policy(ClassOptions *o, const char *text) {
    o->policy = !strcmp(text, "best") ? POLICY_BEST : POLICY_LAST;
    if (!strncmp(text, "before=", 7))
        o->before = read_time("--policy before=", text + 7);
    else if (strcmp(text, "last") && strcmp(text, "best"))
        stop("--policy cannot be \"%s\": it is last, best or before=TIME.", text);
}

enum {
    OPTION_OUT = 1000,
    OPTION_ROSTER,
    OPTION_COLUMN,
    OPTION_KEEP,
    OPTION_DROP,
    OPTION_GROUPS,
    OPTION_POLICY,
    OPTION_DUE,
    OPTION_JOBS,
    OPTION_TIMEOUT,
    OPTION_SLURM,
    OPTION_CHUNK,
    OPTION_SEED,
    OPTION_DEVICE,
    OPTION_GPU,
    OPTION_COPIES,
    OPTION_ONE,
    OPTION_TRUST
};

static void take(ClassOptions *o, int option) {
    switch (option) {
    case OPTION_OUT: o->out = optarg; break;
    case OPTION_ROSTER:
        if (o->roster)
            stop(
                "--roster is given twice, %s and %s: one table has the whole class. Join them into one, or grade each section into a folder of its "
                "own, with the same --seed.",
                o->roster, optarg);
        o->roster = optarg;
        break;
    case OPTION_COLUMN: o->column = optarg; break;
    case OPTION_KEEP: o->keep_marks = true; break;
    case OPTION_DROP: o->drop_missing = true; break;
    case OPTION_GROUPS: o->groups = true, o->group_column = optarg; break;
    case OPTION_POLICY: read_policy(o, optarg); break;
    case OPTION_DUE: o->due = read_time("--due", optarg); break;
    case OPTION_JOBS: o->jobs = (int)read_number("--jobs", optarg, 1, 1024); break;
    case OPTION_TIMEOUT: o->timeout = (int)read_number("--timeout", optarg, 1, 86400); break;
    case OPTION_SLURM: o->slurm = optarg ? optarg : ""; break;
    case OPTION_CHUNK: o->chunk = (int)read_number("--chunk", optarg, 1, 1000); break;
    case OPTION_SEED: o->seed = read_number("--seed", optarg, 0, INT64_MAX); break;
    case OPTION_DEVICE: o->device = optarg; break;
    case OPTION_GPU: o->gpu = optarg; break;
    case OPTION_COPIES: o->copies = true; break;
    case OPTION_ONE: o->one = true; break;
    case OPTION_TRUST: o->trust = true; break;
    case 'h': o->help = true; break;
    default: exit(EXIT_STOPPED); // getopt_long has said what is wrong
    }
}

static void check(const ClassOptions *o) {
    if (!o->lab || !o->source) stop("Which class? Try: ./grade class lab3 submissions.zip --out results");
    if (!o->out) stop("Where do the results go? Add: --out FOLDER");
    if (strcmp(o->device, "sim") && strcmp(o->device, "gpu"))
        stop("--device cannot be \"%s\": it is sim or gpu, the same for the whole class.", o->device);
    if (o->column && !o->roster)
        stop("--column names a column of the gradebook: give that with --roster FILE.csv.");
    if (o->keep_marks && !o->roster)
        stop("--keep-marks keeps marks of the gradebook: give that with --roster FILE.csv.");
    if (o->groups && !o->roster)
        stop(
            "--groups: who is in which group stands in a column of the roster. Give that with --roster FILE.csv.");
}

void class_options(ClassOptions *o, int argc, char **argv) {
    static const struct option known[] = {{"out", required_argument, NULL, OPTION_OUT},
                                          {"roster", required_argument, NULL, OPTION_ROSTER},
                                          {"column", required_argument, NULL, OPTION_COLUMN},
                                          {"keep-marks", no_argument, NULL, OPTION_KEEP},
                                          {"drop-missing", no_argument, NULL, OPTION_DROP},
                                          {"groups", optional_argument, NULL, OPTION_GROUPS},
                                          {"policy", required_argument, NULL, OPTION_POLICY},
                                          {"due", required_argument, NULL, OPTION_DUE},
                                          {"jobs", required_argument, NULL, OPTION_JOBS},
                                          {"timeout", required_argument, NULL, OPTION_TIMEOUT},
                                          {"slurm", optional_argument, NULL, OPTION_SLURM},
                                          {"chunk", required_argument, NULL, OPTION_CHUNK},
                                          {"seed", required_argument, NULL, OPTION_SEED},
                                          {"device", required_argument, NULL, OPTION_DEVICE},
                                          {"gpu", required_argument, NULL, OPTION_GPU},
                                          {"copies", no_argument, NULL, OPTION_COPIES},
                                          {"one", no_argument, NULL, OPTION_ONE},
                                          {"trust-submissions", no_argument, NULL, OPTION_TRUST},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    *o = (ClassOptions){.device = "sim", .gpu = "", .seed = -1, .timeout = 2000};
    for (int option; (option = getopt_long(argc, argv, "h", known, NULL)) != -1;) take(o, option);
    o->lab = optind < argc ? argv[optind] : NULL;
    o->source = optind + 1 < argc ? argv[optind + 1] : NULL;
    if (o->help) return;
    if (optind + 2 < argc)
        stop("\"%s\" is one argument too many. Try: ./grade class --help", argv[optind + 2]);
    check(o);
}
