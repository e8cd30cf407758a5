// What --help prints.
#include "grader/cli/help.h"

#include <stdio.h>

static const char general[] =
    "Warpbook grades CUDA labs, on any machine: without a GPU on its own simulator.\n"
    "\n"
    "  ./grade                     the labs and how far you are\n"
    "  ./grade lab3 [FILE.cu]      grade what `make lab3` built, or build and grade a\n"
    "                              file of yours\n"
    "  ./grade lab3 --watch        rebuild and grade at each save\n"
    "  ./grade explain lab3        your source with what each line counted, and what a\n"
    "                              point of the result is made of\n"
    "  ./grade hint lab3 [3.2]     the next hint, from nudge to plan\n"
    "  ./grade demo [NAME]         a table of counts for the classroom; without a name,\n"
    "                              the list of them\n"
    "  ./grade model lab5          what the kernels would take on other GPUs, in other\n"
    "                              blocks: modelled, not measured\n"
    "  ./grade reset lab3          begin a lab again; your file is kept beside it\n"
    "  ./grade quiz LAB [answers.txt]\n"
    "                              for instructors: which answers in a file are right\n"
    "  ./grade calibrate [LAB]     for instructors: what times must reach on this GPU\n"
    "  ./grade class LAB SOURCE --out FOLDER\n"
    "                              for instructors: what a whole class has handed in\n"
    "  ./grade doctor              what is here, what is missing, how to mend it\n"
    "  ./grade run ./a.out [args]  any CUDA program on the simulated GPU, with the checks on\n"
    "  ./grade --gpu list          the GPUs that can be simulated\n"
    "  ./grade --version           which Warpbook this is\n"
    "\n"
    "Exit status: 0 full marks, 1 graded and short of full marks, 2 nothing was graded\n"
    "(usage, environment, or the file does not compile).\n"
    "\n";

static const char lab[] =
    "./grade LAB [FILE.cu] [options]\n"
    "\n"
    "  --watch               rebuild and grade at each save, until Ctrl-C\n"
    "  --todo ID             only that TODO's tests\n"
    "  --solution            grade the finished file (make LAB SOLUTION=1)\n"
    "  --verbose             every test, every failure and every counter\n"
    "  --quiet               only the score\n"
    "  --json FILE           also write the result as JSON (-: to standard\n"
    "                        output, in place of the text)\n"
    "  --page [FILE.html]    also write the result as one web page that opens in any\n"
    "                        browser (without a name: build/LAB/result.html)\n"
    "  --alive               with --page: the simulator in the page, which then runs the\n"
    "                        kernel again with another block, size or GPU (make wasm)\n"
    "  --against last|solution|FILE.json\n"
    "                        in the page, and in the JSON, another result beside this\n"
    "                        one: the last one of another text, the finished file's, or\n"
    "                        one that --json has written\n"
    "  --seed N              the inputs of an earlier run again\n"
    "  --gpu NAME            another simulated GPU; ./grade --gpu list names them\n"
    "  --device auto|gpu|sim|both\n"
    "                        where kernels run. gpu: each test must be right on the\n"
    "                        GPU and on the simulator, which checks and counts; both:\n"
    "                        the same, and where the two disagree. auto (default): gpu\n"
    "                        where one works, else sim\n"
    "  --ncu                 on a GPU: what Nsight Compute counts, beside the simulator's counts\n"
    "  --strangers           grade only where the jail keeps strangers out\n"
    "  --jail KIND           bubblewrap, namespaces, landlock or rlimits, in place of the\n"
    "                        best one here; ./grade doctor --jails says what each holds\n"
    "  --workers N           threads of the simulator (default: one a core)\n"
    "  --color auto|always|never\n"
    "\n"
    "Each test runs your launch function on random inputs, checks every memory\n"
    "access, compares each point with the CPU reference, and then runs the recorded\n"
    "launches once more on other inputs. A test with nothing to compute (n = 1, 2)\n"
    "counts only once a larger one of the same function passes.\n";

static const char explain[] =
    "./grade explain LAB [FILE.cu] [--point z,y,x] [options]\n"
    "\n"
    "Grades as ./grade LAB does, and in place of points shows: the source with what each\n"
    "line counted; of one point of the result which values it is made of, and through\n"
    "which memory, threads and lines each of them came; what limits the kernel.\n"
    "\n"
    "  --point z,y,x         follow this point, each number from 0 up (default: the one\n"
    "                        that a failure names, else one in the middle)\n"
    "  --solution            explain the finished file\n"
    "  --json FILE           the whole result, with `lines` and `recipes` (-: to standard\n"
    "                        output, in place of the text)\n"
    "  --page [FILE]         the same, drawn: one HTML file\n"
    "  --seed N, --gpu NAME, --workers N, --color as for ./grade LAB\n"
    "\n"
    "Exit status as for ./grade LAB.\n";

static const char hint[] = "./grade hint LAB [TODO]\n"
                           "\n"
                           "Shows the next hint for a TODO (without one: the first that is not done), and\n"
                           "those you have seen before.\n";

static const char reset[] =
    "./grade reset LAB [--answers]\n"
    "\n"
    "Puts the lab's .cu file back to what it was at first; with --answers also\n"
    "answers.txt. Your file is kept beside it as NAME.cu.1, or .2, .3, ... Nothing that\n"
    "you wrote is lost, and your progress is kept.\n";

static const char demo[] =
    "./grade demo [NAME]\n"
    "\n"
    "Runs the rows of a lab's table on the simulator and prints what they count: one\n"
    "command for the classroom. Without a name: which tables there are. --gpu NAME\n"
    "chooses the simulated GPU. --page [FILE.html]: also as a web page with a step for\n"
    "each row on the arrow keys (build/demos/NAME.html); without a name all tables,\n"
    "and build/demos/index.html, which leads to them. The tables divergence, blocks and\n"
    "ladder begin with bars of their kernels' times: measured where an NVIDIA GPU works,\n"
    "else modelled; --device sim|gpu as for a lab.\n";

static const char model[] =
    "./grade model LAB [FILE.cu] [options]\n"
    "\n"
    "What the lab's kernels would take on each GPU that is described, and with one thing\n"
    "changed: fewer registers or half of the shared memory where these keep warps out,\n"
    "DRAM or L2 twice as fast, other blocks. All of it is modelled, nothing measured.\n"
    "\n"
    "  --gpu NAME            the GPU at which things are changed (default: h200)\n"
    "  --block SHAPES        blocks to try, as in 32x8 or 256,32x8,8x8x8 (default: the\n"
    "                        usual ones). A block is modelled where the file's result is\n"
    "                        right with it: its kernels take their shape from blockDim\n"
    "  --solution            model the finished file (make LAB SOLUTION=1)\n"
    "  --json FILE           also write the tables as JSON (-: to standard output, in\n"
    "                        place of the text)\n"
    "  --quiet, --workers N, --color as for ./grade LAB\n"
    "\n"
    "Whether the file is right is not looked at: ./grade LAB does that.\n"
    "\n"
    "Exit status: 0 modelled, 2 nothing could be.\n";

static const char quiz[] =
    "./grade quiz LAB [answers.txt]\n"
    "\n"
    "For instructors: which answers in a file are right. It needs the solutions, which\n"
    "students do not have. Without a file: the answers in the lab's folder.\n";

static const char calibrate[] =
    "./grade calibrate [LAB]\n"
    "\n"
    "For instructors with a GPU: measures the solutions on it (make LAB SOLUTION=1 builds\n"
    "one) and writes what times must reach there to labs/thresholds/GPU_NAME.txt.\n"
    "Gradings on a GPU of that name use the file. docs/real_gpu.md has the rule.\n"
    "\n"
    "Exit status: 0 all was measured, 1 the GPU or the memory did not let it: nothing was\n"
    "written for such a lab, 2 nothing could be done\n";

static const char doctor[] = "./grade doctor [--jails]\n"
                             "\n"
                             "Looks for what Warpbook needs: C compiler, make, CUDA Toolkit, jail. Says for\n"
                             "each missing thing the one command that installs it. --jails: what holds in\n"
                             "which jail, tried out here.\n";

static const char run[] =
    "./grade run [options] ./a.out [args]\n"
    "\n"
    "  --quiet               findings only, and nothing where there are none\n"
    "  --verbose             every counter\n"
    "  --json FILE           also write findings and counters as JSON (-: to standard\n"
    "                        output, behind the program's, in place of the text)\n"
    "  --page [FILE.html]    also write them as one web page (default: a.out.html)\n"
    "  --gpu NAME            another simulated GPU; ./grade --gpu list names them\n"
    "  --error-exitcode N    the exit status where the program itself succeeds and\n"
    "                        something was found\n"
    "  --limit N             thread-instructions after which a launch is stopped\n"
    "                        (default: 10^12; 0: never)\n"
    "  --launches            with --json: each launch with its counters, in order\n"
    "  --model               the same with the time it would take on the GPU: modelled, not measured\n"
    "  --cold                the model starts with empty caches\n"
    "  --samples-only        only what the model looks at runs: results are worth\n"
    "                        nothing, data that kernels have computed before neither\n"
    "  --devices N           so many devices, all equal (default: 1)\n"
    "  --workers N           threads of the simulator (default: one a core)\n"
    "  --color auto|always|never\n"
    "\n"
    "Runs a program of the CUDA runtime, built with\n"
    "  nvcc -cudart shared -arch=compute_75 -code=compute_75 -lineinfo -Xcompiler -g\n"
    "as it is, with its own input, output and files. The report goes to standard error.\n"
    "Exit status: the program's own, 128 + N where signal N ended it, 2 where it\n"
    "cannot be run here.\n";

void print_help(Command command) {
    switch (command) {
    case COMMAND_EXPLAIN: fputs(explain, stdout); break;
    case COMMAND_HINT: fputs(hint, stdout); break;
    case COMMAND_RESET: fputs(reset, stdout); break;
    case COMMAND_DEMO: fputs(demo, stdout); break;
    case COMMAND_MODEL: fputs(model, stdout); break;
    case COMMAND_QUIZ: fputs(quiz, stdout); break;
    case COMMAND_RUN: fputs(run, stdout); break;
    case COMMAND_CALIBRATE: fputs(calibrate, stdout); break;
    case COMMAND_DOCTOR: fputs(doctor, stdout); break;
    case COMMAND_LIST:
    case COMMAND_GPUS: fputs(general, stdout); // fall through
    case COMMAND_LAB:
    case COMMAND_WATCH: fputs(lab, stdout); break;
    }
}
