// WRONG: includes another submission that lies in a folder beside it
// EXPECT refused: does not compile

#include "../lab3/right/synchronises.cu.txt"
