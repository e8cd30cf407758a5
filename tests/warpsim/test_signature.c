// Signatures of kernels as people write them, from names that nvcc has made.
#include "grader/warpsim/core/demangle.h"
#include "tests/check.h"

static const char *signature(const char *mangled) {
    static char out[SIGNATURE_BYTES];
    return demangled_signature(mangled, out, sizeof out);
}

TEST(names_of_nvcc) {
    static const struct {
        const char *mangled, *expected;
    } names[] = {
        {"_Z2ovPi", "ov(int*)"},
        {"_Z2ovPf", "ov(float*)"},
        {"_Z2ovPFvifERA3_i", "ov(void (*)(int, float), int (&)[3])"},
        {"_Z2sti", "st(int)"},
        {"_Z1kIfEvN2ns1VIT_EENS3_1EEPKS2_PA4_S2_",
         "k<float>(ns::V<float>, ns::V<float>::E, float const*, float (*)[4])"},
        {"_Z3litILb1ELc97ELj7ELxn9ELm12EEvPi", "lit<true, (char)97, 7u, -9ll, 12ul>(int*)"},
        {"_Z4nestIiEvN1HIT_E1IENS2_1JIfEES0_IS2_E", "nest<int>(H<int>::I, H<int>::J<float>, H<H<int> >)"},
        {"_Z2fnIXadL_Z2dvPiEEEvS0_", "fn<&dv(int*)>(int*)"},
        {"_ZN2ns5scaleIfLi4EEEvPT_i", "ns::scale<float, 4>(float*, int)"},
        {"_ZN2ns5scaleIdLin2EEEvPT_i", "ns::scale<double, -2>(double*, int)"},
        {"_ZN2ns5scaleIPNS_1VIiEELi1EEEvPT_i", "ns::scale<ns::V<int>*, 1>(ns::V<int>**, int)"},
        {"_ZN2ns5modesILNS_4ModeE1EEEvPi", "ns::modes<(ns::Mode)1>(int*)"},
        {"_ZN2ns4packIJEEEviDpT_", "ns::pack<>(int)"},
        {"_ZN2ns4packIJdfEEEviDpT_", "ns::pack<double, float>(int, double, float)"},
        {"_ZN2ns5packpIJifEEEviDpPKT_", "ns::packp<int, float>(int, int const*, float const*)"},
        {"_ZN2ns5packpIJEEEviDpPKT_", "ns::packp<>(int)"},
        {"_ZN2ns5applyI3AddEEvT_Pi", "ns::apply<Add>(Add, int*)"},
        {"_ZN2ns5applyIZ4mainEUlPiE_EEvT_S1_",
         "ns::apply<main::{lambda(int*)#1}>(main::{lambda(int*)#1}, int*)"},
        {"_ZN2ns5applyIZ4mainEUlPiE0_EEvT_S1_",
         "ns::apply<main::{lambda(int*)#2}>(main::{lambda(int*)#2}, int*)"},
        {"_ZN2ns2ttINS_1VEiEEvT_IT0_EPS4_", "ns::tt<ns::V, int>(ns::V<int>, ns::V<int>*)"},
        {"_ZN35_GLOBAL__N__5bef1a06_4_t_cu__Z2ovPi2anEi", "an(int)"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK_STR(signature(names[i].mangled), names[i].expected);
}

// What is no mangled name, or breaks off, or is not read, comes back as it is.
TEST(other_names_stay) {
    static const char *const names[] = {"",
                                        "plain",
                                        "_Z",
                                        "_Z5",
                                        "_Z5abc",
                                        "_Z1kIfEvS9_",
                                        "_Z1kPPP",
                                        "_Z1kIXplT_Li1EEEvv",
                                        "_Z1kDpi",
                                        "_Z1kT_",
                                        ("_Z1kILi99999999999999999999999999999999999999999999999999"
                                         "999999999999999999999999999999999999EEvv")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) CHECK_STR(signature(names[i]), names[i]);
}

// However deep or long a name is, it is read in bounded memory.
TEST(monstrous_names_stay) {
    char deep[6000] = "_Z1k", growing[600] = "_Z1kIfEv";
    memset(deep + 4, 'P', 5000);
    CHECK_STR(signature(deep), deep);
    for (int i = 0; i < 40; i++) strcat(growing, "F1aS_S_E"); // each doubles what S_ stands for
    const char *got = signature(growing);
    CHECK(got == growing || strlen(got) < SIGNATURE_BYTES);
}

// Any change of a letter is read or refused; under the sanitizers this is what the test is for.
TEST(broken_names_do_no_harm) {
    const char *const name = "_ZN2ns5packpIJifEEEviDpPKT_";
    char changed[64];
    for (size_t at = 0; name[at]; at++)
        for (int c = 1; c < 128; c++) {
            strcpy(changed, name);
            changed[at] = (char)c;
            CHECK(signature(changed) != NULL);
        }
}

CHECK_MAIN()
