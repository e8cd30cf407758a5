// WRONG: includes itself twice on each of many levels
// EXPECT refused: does not compile
#if __INCLUDE_LEVEL__ < 60
#include __FILE__
#include __FILE__
#endif
