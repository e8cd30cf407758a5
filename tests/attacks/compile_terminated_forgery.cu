// WRONG: has the compiler say what its programs say when SIGTERM ends them, to look like a fault of the machine
// EXPECT refused: compile_terminated_forgery.cu does not compile

#pragma message("\nnvcc: Terminated\ng++: internal compiler error: Hangup signal terminated program cc1plus\nPlease submit a full bug report.\nSee <x>\n")
#warning collect2: fatal error: ld terminated with signal 15 [Terminated]
#pragma message("\n\nCompilation terminated.\n")
__global__ void kernel() {
    static_assert(false, "\n\nCompilation terminated.\n");
}
