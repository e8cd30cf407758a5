// class: grades what a whole class has handed in. ./grade class starts it.
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "grader/class/class_options.h"
#include "grader/class/collect.h"
#include "grader/class/copies.h"
#include "grader/class/due_dates.h"
#include "grader/class/folder.h"
#include "grader/class/import.h"
#include "grader/class/outputs.h"
#include "grader/class/slurm.h"
#include "grader/class/stop.h"
#include "grader/class/time_text.h"
#include "grader/class/unpack.h"
#include "grader/class/version.h"
#include "grader/class/queue.h"
#include "grader/class/workers.h"
#include "grader/contract/version.h"
#include "grader/grading/replace_file.h"
#include "grader/jail/jail.h"
#include "grader/lab/processors.h"
#include "grader/text/append.h"
#include "grader/text/clean.h"

typedef struct {
    ClassOptions options;
    GradePlan plan;
    LabSpec spec;
    Roster roster;
    Journal journal;
    int64_t kept_seed; // the class's, whatever this command's is
} Class;

// Results among hand-ins would be students the next time, and in Warpbook's own folder they are in everybody's way.
static void check_out(const Class *c) {
    char *out = realpath(c->options.out, NULL), *source = realpath(c->options.source, NULL),
         *root = realpath(c->plan.project.root, NULL);
    if (out && source && !strcmp(out, source))
        stop("--out %s is the folder of the hand-ins. Name another one for the results.", c->options.out);
    if (out && root && !strcmp(out, root))
        stop("--out %s is Warpbook's own folder. Name another one for the results.", c->options.out);
    free(out), free(source), free(root);
}

static bool lies_in(const char *path, const char *folder) {
    const size_t length = folder ? strlen(folder) : 0;
    return path && length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

// gradebook.csv is made anew there, and might be what was given.
static void check_roster(const ClassOptions *o) {
    if (!o->roster) return;
    const char *slash = strrchr(o->roster, '/');
    char *named = slash ? new_text("%.*s/", (int)(slash - o->roster), o->roster)
                        : new_text("."); // the folder that a link lies in
    char *out = realpath(o->out, NULL), *file = realpath(o->roster, NULL), *folder = realpath(named, NULL);
    if (lies_in(file, out) || lies_in(folder, out))
        stop(
            "--roster %s lies in the folder of the results, %s, whose files are made anew. Copy it to another place, and name "
            "it there.",
            o->roster, o->out);
    free(named), free(out), free(file), free(folder);
}

static void check_jail(const ClassOptions *o) {
    if (o->trust || jail_keeps_strangers()) return;
    stop(
        "Strangers' files must not be graded here: the best jail of this machine is \"%s\", in which they can read what "
        "you can. Install bubblewrap (./grade doctor), or, if you trust every student: --trust-submissions",
        jail_kind());
}

static void find_lab(Class *c) {
    char error[1200];
    if (!project_find(&c->plan.project, error, sizeof error) ||
        !project_lab_folder(&c->plan.project, c->options.lab, c->plan.lab_folder, error, sizeof error) ||
        !project_load_spec(&c->plan.project, c->plan.lab_folder, &c->spec, error, sizeof error))
        stop("%s", error);
    snprintf(c->plan.lab, sizeof c->plan.lab, "%s", c->spec.name);
    snprintf(c->plan.source, sizeof c->plan.source, "%s", c->spec.source);
    snprintf(c->plan.device, sizeof c->plan.device, "%s", c->options.device);
    snprintf(c->plan.gpu, sizeof c->plan.gpu, "%s", c->options.gpu);
    c->plan.seconds_most = c->options.timeout;
}

// Each file would be graded on inputs of its own, and none of it could be repeated.
static void check_secret(Class *c) {
    if (secret_version(&c->plan.project, c->plan.secret) || c->options.one) return;
    stop(
        "No secret can be kept here, so that each student would be graded on other inputs: %s/secret can be neither read nor made by this user, "
        "and neither can ~/.local/state/warpbook/secret. Let whoever installed Warpbook make the file readable for you, as for a group of "
        "teachers (chgrp TEACHERS secret; chmod 640 secret), or set HOME to a folder that you may write to.",
        c->plan.project.root);
}

// Its files would take the places of the other lab's.
static void refuse_another_lab(Class *c) {
    sqlite3_stmt *row = journal_query(&c->journal, "t",
                                      "SELECT lab FROM conditions WHERE lab <> ?1 AND NOT EXISTS "
                                      "(SELECT 1 FROM conditions WHERE lab = ?1) LIMIT 1",
                                      c->plan.lab);
    if (journal_step(row))
        stop("%s holds the results of %s. Name another folder after --out for %s.", c->plan.out,
             journal_text(row, 0), c->plan.lab);
    sqlite3_finalize(row);
}

static void open_journal(Class *c) {
    uint32_t drawn = 0;
    char *path = new_text("%s/class.db", c->plan.out);
    journal_open(&c->journal, path);
    free(path);
    refuse_another_lab(c);
    if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn) stop("No seed can be drawn.");
    c->kept_seed = journal_seed(&c->journal, c->options.seed >= 0 ? c->options.seed : drawn);
    c->plan.seed = c->options.seed >= 0 ? c->options.seed : c->kept_seed;
}

// Only now: until the hand-ins are collected, the command may stop and leave all as it was.
static void choose_condition(Class *c) {
    char grader[CHECKSUM_SIZE], thresholds[CHECKSUM_SIZE], path[PATH_SIZE];
    size_t size;
    project_path(&c->plan.project, path, "labs", c->plan.lab_folder, "lab.spec", NULL);
    char *spec = read_whole_file(path, &size);
    grader_version(&c->plan.project, c->plan.lab, c->plan.lab_folder, grader);
    thresholds_version(&c->plan.project, c->plan.lab_folder, thresholds);
    journal_choose_condition(&c->journal, &(Condition){.lab = c->plan.lab,
                                                       .grader = grader,
                                                       .thresholds = thresholds,
                                                       .seed = c->plan.seed,
                                                       .device = c->plan.device,
                                                       .gpu = c->plan.gpu,
                                                       .secret = c->plan.secret,
                                                       .version = WARPBOOK_VERSION,
                                                       .spec = spec ? spec : ""});
    free(spec);
    if (journal_other_secret(&c->journal))
        fprintf(
            stderr,
            "%s was graded with another secret than this installation has, so with other inputs: everything is graded once more, as under new "
            "conditions. To have the same inputs again, copy the file secret of the installation that graded it to %s/secret, and type the same "
            "command.\n",
            c->plan.out, c->plan.project.root);
    c->plan.condition = c->journal.condition;
}

static void read_roster(Class *c) {
    char error[1200];
    const ClassOptions *o = &c->options;
    if (!o->roster) return;
    if (!roster_read(&c->roster, o->roster, o->group_column, error, sizeof error)) stop("%s", error);
    if (o->groups && c->roster.group_column < 0)
        stop(
            "--groups: %s has no column \"%s\" that tells who is in which group. Name the one that does: --groups=COLUMN",
            o->roster, o->group_column ? o->group_column : "Group");
    if ((o->due || o->before) && !due_dates_read(&c->roster, o->roster, error, sizeof error))
        stop("%s", error);
}

// Which times were understood, before anything is judged by them: they are local ones where no zone was typed.
static void say_limits(const ClassOptions *o) {
    char text[ZONED_TIME];
    time_with_zone(o->due, text);
    if (o->due) printf("  due        %s\n", text);
    time_with_zone(o->before, text);
    if (o->before) printf("  counted    what was handed in until %s\n", text);
    fflush(stdout);
}

static void collect_class(Class *c) {
    char *files = new_text("%s/files", c->plan.out), *results = new_text("%s/results", c->plan.out);
    char *work = new_text("%s/work", c->plan.out);
    read_roster(c);
    say_limits(&c->options);
    collect(&c->journal, &(CollectPlan){.source = c->options.source,
                                        .project = &c->plan.project,
                                        .lab_folder = c->plan.lab_folder,
                                        .spec = &c->spec,
                                        .roster = c->options.roster ? &c->roster : NULL,
                                        .files = files,
                                        .out = c->plan.out,
                                        .work = work,
                                        .policy = c->options.policy,
                                        .before = c->options.before,
                                        .due = c->options.due,
                                        .together = c->options.groups,
                                        .one = c->options.one,
                                        .drop_missing = c->options.drop_missing});
    import_results(&c->journal, results);
    free(files);
    free(work);
    free(results);
}

static void grade_class(Class *c) {
    char error[1200];
    int jobs = c->options.jobs ? c->options.jobs : workers_fit();
    c->plan.threads = usable_processors() / jobs > 1 ? usable_processors() / jobs : 1;
    if (!queue_left(&c->journal)) return;
    if (!c->options.slurm && !grade_known(&c->plan, error, sizeof error)) stop("%s", error);
    if (c->options.slurm)
        slurm_grade(&c->journal, &c->plan, c->options.slurm, c->options.chunk);
    else
        workers_grade(&c->journal, &c->plan, jobs);
}

static void compare(Class *c, const Outputs *outputs) {
    Copies copies;
    char error[400];
    if (copies_find(&copies, outputs, &c->plan.project, c->plan.lab_folder, error, sizeof error))
        write_copies(outputs, &copies);
    else
        printf("  copies     not compared: %s\n", error);
    copies_free(&copies);
}

static void write_outputs(Class *c) {
    const Outputs outputs = {.journal = &c->journal,
                             .out = c->plan.out,
                             .spec = &c->spec,
                             .roster = c->options.roster ? &c->roster : NULL,
                             .column = c->options.column,
                             .due = c->options.due,
                             .before = c->options.before,
                             .keep_marks = c->options.keep_marks};
    journal_note_condition(&c->journal);
    marks_prepare(&outputs);
    write_class_csv(&outputs);
    write_gradebook(&outputs);
    write_changes(&outputs);
    write_junit(&outputs);
    write_exports(&outputs);
    write_feedback(&outputs);
    write_class_page(&outputs);
    const bool had_copies = output_remove(outputs.out, "copies.html"); // what is there is of other hand-ins
    output_remove(outputs.out, "copies.csv");
    if (c->options.copies)
        compare(c, &outputs);
    else if (had_copies)
        puts("  copies     copies.html of the run before was taken away: this run has no --copies");
}

// What was done, in a few lines; returns the exit status.
static int say(Class *c) {
    sqlite3_stmt *row =
        journal_query(&c->journal, "", "SELECT state, count(*) FROM marks GROUP BY state ORDER BY state");
    printf("%s, seed %" PRId64, c->plan.lab, c->plan.seed);
    if (c->kept_seed != c->plan.seed)
        printf(" for this command alone: without --seed it is %" PRId64 ", the class's", c->kept_seed);
    puts("");
    while (journal_step(row))
        printf("  %-10s %lld\n", journal_text(row, 0), (long long)sqlite3_column_int64(row, 1));
    sqlite3_finalize(row);
    int64_t strangers = journal_number(&c->journal, "", "SELECT count(*) FROM students WHERE NOT on_roster");
    if (c->options.roster && strangers) {
        sqlite3_stmt *names = journal_query(
            &c->journal, "",
            "SELECT group_concat(who, ', ') FROM (SELECT coalesce(nullif(name, ''), nullif(username, ''), nullif(id, ''), email) AS who "
            "FROM students WHERE NOT on_roster ORDER BY position LIMIT 4)");
        char who[400] = "";
        if (journal_step(names))
            clean_text(who, sizeof who, journal_text(names, 0), strlen(journal_text(names, 0)));
        sqlite3_finalize(names);
        printf("  %lld %s handed in and %s nobody on the roster: %s%s (last in class.csv)\n",
               (long long)strangers, strangers == 1 ? "has" : "have", strangers == 1 ? "matches" : "match",
               who, strangers > 4 ? ", ..." : "");
    }
    printf("  written to %s\n", c->plan.out);
    int64_t left = queue_left(&c->journal);
    if (!left) return EXIT_ALL_GRADED;
    printf(
        "  %s %s no result: this machine was in the way, and nobody got a 0 for it. class.csv names %s; type "
        "the same command again.\n",
        several((double)left, "submission").text, left == 1 ? "has" : "have", left == 1 ? "it" : "them");
    return EXIT_SOME_MISSING;
}

// A task of Slurm's: class --chunk OUT ROUND TASK
static int chunk(GradePlan *plan, char **argv) {
    char error[1200];
    if (!project_find(&plan->project, error, sizeof error)) stop("%s", error);
    snprintf(plan->out, sizeof plan->out, "%s", argv[2]);
    return slurm_chunk(plan, argv[3], argv[4]);
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "C.UTF-8");
    if (argc == 4 && !strcmp(argv[1], "--unpack"))
        return unpack_here(atoi(argv[2]), strtoull(argv[3], NULL, 10));
    Class *c = take_memory(1, sizeof *c);
    if (argc == 5 && !strcmp(argv[1], "--chunk")) return chunk(&c->plan, argv);
    class_options(&c->options, argc, argv);
    if (c->options.help) {
        class_help();
        return EXIT_ALL_GRADED;
    }
    find_lab(c);
    check_jail(&c->options);
    check_out(c);
    check_roster(&c->options);
    check_secret(c);
    folder_open(c->options.out, c->plan.out, sizeof c->plan.out);
    snprintf(c->plan.work, sizeof c->plan.work, "%.2000s/work", c->plan.out);
    open_journal(c);
    collect_class(c);
    choose_condition(c);
    grade_class(c);
    write_outputs(c);
    int status = say(c);
    journal_close(&c->journal);
    roster_free(&c->roster);
    free(c);
    return status;
}
