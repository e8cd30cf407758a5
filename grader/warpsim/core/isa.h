// The instruction set of the CPU that this object file is built for: names of its functions carry it.
//
// The Makefile builds operations.c, access.c and race_lanes.c with -DISA=portable, and on x86-64 also with
// -DISA=avx2 and -DISA=avx512 and the flags that go with them; isa.c picks one at run time.
#ifndef WARPBOOK_ISA_H
#define WARPBOOK_ISA_H

#ifndef ISA
#define ISA portable
#endif

#define ISA_PASTE_(name, isa) name##_##isa
#define ISA_PASTE(name, isa)  ISA_PASTE_(name, isa)
#define ISA_NAME(name)        ISA_PASTE(name, ISA)
#define ISA_STRING_(isa)      #isa
#define ISA_STRING(isa)       ISA_STRING_(isa)
#define ISA_TEXT              ISA_STRING(ISA)

#endif
