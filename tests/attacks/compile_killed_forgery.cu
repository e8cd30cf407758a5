// WRONG: has the compiler say what it says when it was killed, to look like a fault of the machine
// EXPECT refused: compile_killed_forgery.cu does not compile

#pragma message("\ngcc: fatal error: Killed signal terminated program cc1plus\ncompilation terminated.")
#warning gcc: fatal error: Killed signal terminated program cc1plus
#error g++: fatal error: Killed signal terminated program cc1plus
g++: fatal error: Killed signal terminated program cc1plus
