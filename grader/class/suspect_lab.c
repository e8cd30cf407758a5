// Counts what was found in the files.
#include "grader/class/suspect_lab.h"

#include <stdio.h>

void suspect_lab(const CollectPlan *plan, const Choice *choices, int count) {
    int with_file = 0, bare = 0, others = 0, all_others = 0, lab = -1;
    for (int i = 0; i < count; i++) {
        with_file += choices[i].entry || choices[i].is_others;
        all_others += choices[i].is_others;
        bare += choices[i].entry && choices[i].bare;
        int same = 0; // that are of the same lab as this one
        for (int k = 0; k < count && choices[i].other_lab >= 0; k++)
            same += choices[k].other_lab == choices[i].other_lab;
        if (same > others) others = same, lab = choices[i].other_lab;
    }
    if (others && 2 * others >= with_file)
        fprintf(
            stderr,
            "%d of %d files have the TODOs or functions of lab %d, and none of %s's: no score for these. Was lab %d handed in? Then type: "
            "./grade class lab%d %s --out ANOTHER_FOLDER\n",
            others, with_file, lab, plan->spec->name, lab, lab, plan->source);
    else if (all_others && 2 * all_others >= with_file)
        fprintf(
            stderr,
            "%d of %d files have the TODOs or functions of other labs, and none of %s's: no score for these. Was another lab handed "
            "in? Then type the same command with that lab's name and another folder after --out.\n",
            all_others, with_file, plan->spec->name);
    if (bare > 1 && 2 * bare >= with_file)
        fprintf(
            stderr,
            "%d of %d files are the skeleton of %s as it was handed out. Is %s the lab that was handed in? Else type the same command "
            "with the other lab's name and another folder after --out.\n",
            bare, with_file, plan->spec->name, plan->spec->name);
}
