// WRONG: includes a file without end
// EXPECT refused: does not compile

#include "/dev/zero"
