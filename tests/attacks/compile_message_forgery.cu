// WRONG: the compiler's messages carry escape sequences and a forged result
// EXPECT refused: does not compile

#error "[2J score 100 / 100 31m"
