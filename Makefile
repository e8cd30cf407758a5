# Warpbook's build. It needs GNU Make, a C compiler and, for the labs, the CUDA Toolkit 12 or 13.
#
#   make lab3 && ./grade lab3     build lab 3 and all that grades it, then grade it
#   make help                     the other targets, and what can be set
#
# No lab is named below: a folder labs/NAME_* that holds a lab.spec makes a target NAME.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

# One job a core unless -j says otherwise, and each step's messages in one piece; tests show theirs as they come.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(or $(shell nproc 2>/dev/null),2) $(if $(filter test% bench,$(MAKECMDGOALS)),,--output-sync=target)
endif
MAKEFLAGS += --no-builtin-rules --no-print-directory

B := build
.PRECIOUS: $(B)/obj/%.o
comma := ,
empty :=
Q := $(if $(V),,@)
say = @printf '  %-5s %s\n' '$(1)' '$(2)'

# ---- Flags: CFLAGS, LDFLAGS and NVCCFLAGS are the user's and come last ----------------------------------------

SANITIZE_FLAGS := $(if $(SANITIZE),-fsanitize=address -fsanitize=undefined -fno-sanitize-recover=all)
# clang says where it could not make a loop over lanes a vector loop; that is no mistake.
# WERROR=1 makes warnings errors: for developers and CI. A compiler newer than ours must not stop a student.
SANITIZE_FLAGS += $(if $(FUZZER),-fsanitize=fuzzer-no-link)
WARNINGS := -Wall -Wextra $(if $(WERROR),-Werror) $(if $(findstring clang,$(shell $(CC) --version)),-Wno-pass-failed)
C_FLAGS  := -std=gnu11 -g1 $(WARNINGS) -ffp-contract=off -fno-math-errno -I. $(SANITIZE_FLAGS)
COMPILE   = $(CC) $(C_FLAGS) $(FILE_FLAGS) $(SHARED_FLAGS) -MMD -MP $(CFLAGS)
LINK      = $(CC) $(SANITIZE_FLAGS) $(CFLAGS) $(LDFLAGS)

# FILE_FLAGS: what one file or one room needs besides. Set for an object file, and `private`: not for what it is made of.
FILE_FLAGS = $(OPTIMIZE)
OPTIMIZE  := -O2

# ---- A folder for what compilers write in between -------------------------------------------------------------

# nvcc says nothing where TMPDIR is none, and looks like one without a toolkit. $(shell) has the environment that make was given.
WRONG_TMPDIR := $(if $(TMPDIR),$(shell test -d '$(TMPDIR)' && test -w '$(TMPDIR)' || echo wrong))
ifneq ($(WRONG_TMPDIR),)
$(info TMPDIR is $(TMPDIR), which is no folder that can be written to: /tmp is taken instead. Correct TMPDIR, or unset it.)
override TMPDIR := /tmp
export TMPDIR
endif
IN_TMPDIR := $(if $(WRONG_TMPDIR),TMPDIR=/tmp)

# ---- The CUDA Toolkit: CUDA_HOME, then PATH, then the usual folder, as ./grade doctor looks for it -------------

NVCC := $(firstword $(wildcard $(CUDA_HOME:%=%/bin/nvcc)) $(shell command -v nvcc 2>/dev/null) \
          $(wildcard /usr/local/cuda/bin/nvcc))
# A folder that has none: where make is told it, nothing is built with another one; where the environment has it, that is said.
WRONG_HOME := $(if $(CUDA_HOME),$(if $(wildcard $(CUDA_HOME)/bin/nvcc),,$(CUDA_HOME)))
ifneq ($(and $(WRONG_HOME),$(filter environment,$(origin CUDA_HOME)),$(NVCC)),)
$(info CUDA_HOME is $(WRONG_HOME), which has no bin/nvcc: $(NVCC) is taken instead. Correct CUDA_HOME, or unset it.)
endif
RUNTIME_HEADER := $(if $(NVCC),$(firstword $(wildcard $(addsuffix /cuda_runtime_api.h,$(patsubst -I%,%,\
    $(shell $(IN_TMPDIR) $(NVCC) --dryrun -E -x cu /dev/null 2>&1 | sed -n 's/^\#\$$ INCLUDES=//p' | tr -d '"')) /usr/include))))
CUDA_INCLUDE := $(patsubst %/,%,$(dir $(RUNTIME_HEADER)))
CUDA_MAJOR := $(if $(RUNTIME_HEADER),$(shell sed -n 's/^\#define CUDART_VERSION *\([0-9]*\)[0-9][0-9][0-9].*/\1/p' $(RUNTIME_HEADER)))

# PTX is what the simulator reads: kept plain, with line numbers (nvcc optimizes device code unless told not to). Host
# code is left as it is written, so that each of its lines can be named. The runtime is ours: none is linked in.
NVCC_FLAGS = -lineinfo -arch=$(PTX_FOR) -code=$(PTX_FOR) $(NO_COMPRESS) -Xcompiler -fPIC,-g -I.
# Compute capability 8.0 is the first with asynchronous copies and barrier objects in hardware. For an older GPU the headers put
# loads, stores and atomics in their place, which hides a wait that is missing: only for such a GPU it is that.
PTX_FOR = $(if $(OLDER_GPU),compute_75,compute_80)
OLDER_GPU := $(if $(wildcard /dev/nvidiactl /dev/dxg),$(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | grep '^7'))
NO_COMPRESS = $(if $(NVCC),$(if $(shell $(IN_TMPDIR) $(NVCC) --help | grep -e --no-compress),-no-compress))
COMPILE_LAB = $(NVCC) $(NVCC_FLAGS) -cudart none -shared $(NVCCFLAGS)
# With C++17, libstdc++'s <cmath>, which nvcc includes in every file, brings functions like std::riemann_zeta: a third of the
# time that a lab's file takes to compile. Their header's own guard leaves them out. A file that fails so is compiled without it.
WITHOUT_SPECIAL_FUNCTIONS := -D_GLIBCXX_BITS_SPECFUN_H

# Order-only prerequisite of all that needs the toolkit. Where there is none, the rest is built before it is said.
.PHONY: toolkit
toolkit:
ifneq ($(and $(WRONG_HOME),$(filter command,$(origin CUDA_HOME))),)
toolkit:
	@echo 'CUDA_HOME=$(WRONG_HOME): there is no $(WRONG_HOME)/bin/nvcc. Name the folder of the CUDA Toolkit, or leave' \
	    'CUDA_HOME= out$(if $(NVCC),: $(NVCC) is then taken).'; exit 1
else ifeq ($(filter-out 8 9 10 11,$(CUDA_MAJOR)),)
toolkit: | grade $(B)/bin/device
	@echo 'This needs the CUDA Toolkit, version 12 or 13; it needs no GPU.' \
	    '$(if $(NVCC),Found is $(NVCC)$(comma) $(if $(CUDA_MAJOR),version $(CUDA_MAJOR),without its cuda_runtime_api.h).)'
	@./grade doctor; exit 1
else ifeq ($(filter 12 13,$(CUDA_MAJOR)),)
$(info The CUDA Toolkit is version $(CUDA_MAJOR). Warpbook knows 12 and 13; with another one something may fail.)
endif

# ---- Objects --------------------------------------------------------------------------------------------------

LAB_FOLDERS := $(patsubst %/lab.spec,%,$(wildcard labs/*/lab.spec))
lab_name    = $(firstword $(subst _, ,$(notdir $(1))))
lab_source  = $(shell sed -n 's/^ *source  *\([^ \#]*\).*/\1/p' $(1)/lab.spec)
LABS       := $(foreach folder,$(LAB_FOLDERS),$(call lab_name,$(folder)))

# Half of the time of a first build is optimisation. What runs once a kernel or once a call has less of it, what runs once a
# grading none, except under the sanitizers: gcc warns of some mistakes only where it optimises.
WARM_ROOMS := device runtime objects edits c_text ptx warpsim/families/textures warpsim/families/launches
COLD_ROOMS := cli page grading cause host_code lab session verdict report text contract gpus gpu_driver jail
WARM := $(addsuffix /%,$(WARM_ROOMS)) \
    $(addprefix warpsim/core/,unit_% decode% $(addsuffix .o,flow signature signature_types launch_check relaxation users_file trace simulator findings \
    places tentative carried printing configurations))
COLD := $(addsuffix /%,$(COLD_ROOMS) libraries)
# What looks at each cell of each case: without optimisation it takes nearly half the time of grading a wrong file.
CELLS := lab/random lab/siphash lab/case_data lab/picture verdict/compare verdict/pattern verdict/pattern_place verdict/pattern_value

# The other half is starting the compiler and reading headers. So where only labs are built those files, and rooms that are hot
# once a grading, are compiled many at a time, in units (grader/units.awk). Tests, developers (WERROR=1) and who has all files
# compiled already keep to files, and so does what has flags of its own or belongs to more than one program.
BY_FILE := $(strip $(WERROR)$(SANITIZE)$(FUZZER)$(wildcard $(B)/obj/grader/cli/main.o)$(filter-out \
    all tools grading grade man $(LABS),$(or $(MAKECMDGOALS),all)))
IN_UNITS := $(if $(BY_FILE),,$(filter-out $(CELLS:%=grader/%.c) $(addprefix grader/jail/,lock_down.c filter.c),$(wildcard $(patsubst \
    %,grader/%/*.c,$(WARM_ROOMS) $(COLD_ROOMS) witness model stream_order)) $(filter $(patsubst %.o,%.c,$(WARM:%=grader/%)),$(wildcard \
    grader/warpsim/core/*.c))))
ifneq ($(IN_UNITS),)
UNIT_HEADERS := $(wildcard common/*.h grader/*/*.h grader/warpsim/*/*.h)
UNITS := $(shell mkdir -p $(B)/units; echo $(UNIT_HEADERS) $(IN_UNITS) | cmp -s - $(B)/units/files && \
    [ -z "$$(find $(UNIT_HEADERS) $(IN_UNITS) grader/units.awk -newer $(B)/units/files)" ] || \
    { awk -f grader/units.awk -v out=$(B)/units $(UNIT_HEADERS) $(IN_UNITS) > $(B)/units/list && \
    echo $(UNIT_HEADERS) $(IN_UNITS) > $(B)/units/files; }; cat $(B)/units/list)
endif
room = $(patsubst %.c,$(B)/obj/%.o,$(filter-out $(IN_UNITS),$(wildcard $(1:%=grader/%/*.c))) \
    $(patsubst $(B)/units/%,%,$(filter $(1:%=$(B)/units/grader/%/unit_%.c),$(UNITS))))

GRADE_ROOMS  := cli page grading cause edits host_code c_text session lab verdict report text jail contract
FAMILY_ROOMS := $(patsubst grader/%/,%,$(wildcard grader/warpsim/families/ grader/warpsim/families/*/))
DEVICE_ROOMS := device model stream_order witness gpu_driver backend contract machine footprint gpus warpsim/core $(FAMILY_ROOMS) ptx objects

GRADE_OBJECTS   := $(call room,$(GRADE_ROOMS)) $(B)/obj/grader/page/assets.o
RUNTIME_OBJECTS := $(call room,runtime)
STAND_IN_OBJECTS := $(call room,libraries) $(B)/obj/grader/libraries/calls.o
STUDENT_OBJECTS := $(call room,student) $(B)/obj/grader/jail/lock_down.o $(B)/obj/grader/jail/filter.o

# Lanes of a warp are vectors of the CPU: these files are built once for each instruction set (grader/warpsim/core/isa.h).
LANE_FILES := $(addprefix $(B)/obj/grader/warpsim/core/,operations access race_lanes)
ISAS       := portable $(if $(filter x86_64-%,$(shell $(CC) -dumpmachine)),avx2 avx512)
isa        = $(patsubst .%,%,$(suffix $(@:.o=)))# of the object being made
avx2_flags   := -mavx2 -mfma -mbmi -mbmi2 -mpopcnt -mlzcnt
avx512_flags := -mavx512f -mavx512bw -mavx512dq -mavx512vl $(avx2_flags) -mprefer-vector-width=512
# They are a fifth of a first build. Of those for AVX2 and AVX-512 where a lab is built for the first time only the one that this CPU
# would take is compiled: on another CPU the portable one serves, slower. Whatever else is built, such as `make`, `make class` for
# a course system or tests, has all of them.
ONLY_LABS := $(if $(IN_UNITS),$(if $(MAKECMDGOALS),$(if $(filter-out $(LABS),$(MAKECMDGOALS)),,yes)))
CPU_FLAGS := $(if $(ONLY_LABS),$(shell sed -n '/^flags/{p;q;}' /proc/cpuinfo 2>/dev/null))
OTHER_ISA := $(if $(filter avx2,$(ISAS)),$(if $(filter 4,$(words $(filter avx512f avx512bw avx512dq avx512vl,$(CPU_FLAGS)))),avx2,$(if \
    $(filter avx2,$(CPU_FLAGS)),avx512)))
LEFT_OUT := $(if $(wildcard $(OTHER_ISA:%=$(B)/obj/grader/warpsim/core/operations.%.o)),,$(OTHER_ISA))
LEFT_OUT_OBJECT := $(LEFT_OUT:%=$(B)/obj/grader/warpsim/core/left_out.%.o)
LANE_OBJECTS := $(foreach isa,$(filter-out $(LEFT_OUT),$(ISAS)),$(LANE_FILES:%=%.$(isa).o))
WITHOUT_FAMILIES := $(B)/obj/grader/warpsim/core/without_families.o
DEVICE_OBJECTS := $(filter-out $(LANE_FILES:%=%.o) $(WITHOUT_FAMILIES) $(B)/obj/grader/warpsim/core/left_out.o,$(call room,$(DEVICE_ROOMS))) \
    $(LANE_OBJECTS) $(LEFT_OUT_OBJECT)

# Where the fuzzer's dictionary has the words, it need not look at each comparison: that is half of its time.
NO_COMPARISONS := $(if $(FUZZER),-fno-sanitize-coverage=trace-cmp)
$(B)/obj/grader/ptx/%: private OPTIMIZE := -O1 $(NO_COMPARISONS)
$(B)/obj/grader/warpsim/%: private OPTIMIZE := $(if $(SANITIZE),-O1,-O3 -fno-trapping-math) $(NO_COMPARISONS)
$(B)/obj/grader/warpsim/core/rounding.o: private OPTIMIZE := -O3 -frounding-math
# The portable ones are for CPUs without AVX2: where there are others, right will do.
LANE_OPTIMIZE = $(if $(filter portable,$(isa)),$(if $(word 2,$(ISAS)),$(OPTIMIZE:-O3=-O1),$(OPTIMIZE)),$(OPTIMIZE))
$(LANE_OBJECTS) $(LEFT_OUT_OBJECT): private FILE_FLAGS = $(LANE_OPTIMIZE) -DISA=$(isa) $($(isa)_flags)
$(RUNTIME_OBJECTS) $(STAND_IN_OBJECTS): private FILE_FLAGS = $(OPTIMIZE) -fPIC -fvisibility=hidden -isystem $(CUDA_INCLUDE)
$(RUNTIME_OBJECTS) $(STAND_IN_OBJECTS): $(B)/nvcc_flags | toolkit
$(B)/obj/tests/%: private OPTIMIZE := -O1
$(WARM:%=$(B)/obj/grader/%): private OPTIMIZE := -O1
$(COLD:%=$(B)/obj/grader/%): private OPTIMIZE := $(if $(SANITIZE),-O1,-O0)
$(CELLS:%=$(B)/obj/grader/%.o): private OPTIMIZE := $(if $(SANITIZE),-O2,-O3)

# Compiling is announced once, not file by file (V=1 shows the commands).
define compile
$(Q)$(COMPILE) -c $< -o $@
endef
OBJECT_FOLDERS := $(addprefix $(B)/obj/,$(sort $(dir $(wildcard grader/*/*.c grader/warpsim/*/*.c grader/warpsim/*/*/*.c tests/*/*.c \
    labs/*/*.c))))

$(B)/obj/%.o: %.c $(B)/flags
	$(compile)
$(B)/obj/%.o: $(B)/units/%.c $(B)/flags
	$(compile)
$(foreach i,$(ISAS),$(eval $$(LANE_FILES:%=%.$(i).o) $$(filter %.$(i).o,$$(LEFT_OUT_OBJECT)): $$(B)/obj/%.$(i).o: %.c $$(B)/flags; $$(compile)))

# What pages consist of, as strings: a string for each line.
PAGE_SCRIPTS := $(addprefix grader/page/,words.js machine.js verdict.js grid.js source.js memory.js tile.js path.js occupancy.js speed.js against.js demo.js stepper.js judge.js alive.js start.js)
PAGE_FILES   := grader/page/page.html grader/page/page.css $(PAGE_SCRIPTS)
page_string   = echo 'const char $(1)[] ='; cat $(2) | sed 's/[\\"]/\\&/g; s/.*/    "&\\n"/'; echo '    "";'
$(B)/obj/grader/page/assets.c: $(PAGE_FILES) Makefile
	@mkdir -p $(@D)
	$(Q){ echo '#include "grader/page/assets.h"'; $(call page_string,page_frame,grader/page/page.html); \
	    $(call page_string,page_style,grader/page/page.css); $(call page_string,page_script,$(PAGE_SCRIPTS)); } > $@
$(B)/obj/grader/page/assets.o: $(B)/obj/grader/page/assets.c $(B)/flags
	$(compile)

# They change when a compiler or its flags do, and only then: warnings as errors make no other program.
# So do the lines of this file that set them for one file or one room.
$(B)/flags: TEXT = $(CC) $(filter-out -Werror,$(C_FLAGS)) $(CFLAGS) $(LDFLAGS) $(shell grep -E 'OPTIMIZE|FILE_FLAGS|^(WARM|COLD|CELLS)|_flags ' Makefile | cksum)
$(B)/nvcc_flags: TEXT = $(COMPILE_LAB) $(CUDA_INCLUDE) $(CUDA_MAJOR)
$(B)/flags $(B)/nvcc_flags: FORCE
	$(shell mkdir -p $(B) $(OBJECT_FOLDERS))$(file >$@.new,$(TEXT))
	@cmp -s $@.new $@ || cp $@.new $@
.PHONY: FORCE
FORCE:

# ---- The programs ---------------------------------------------------------------------------------------------

LIBCUDART := $(B)/lib/libcudart.so.$(CUDA_MAJOR)
STAND_INS := $(B)/lib/libwarpbook_stand_ins.so
LIBRARIES := -lm -ldl -lpthread

define link
$(call say,link,$@)
@mkdir -p $(@D)
$(Q)$(LINK) $(filter %.o,$^) $(filter %.a,$^) -o $@ $(1) $(LIBRARIES)
endef

# The first build: how long it takes, from the CPU seconds that it took on a fast machine (24) and on a slow one (66), and the cores here.
CORES := $(or $(shell nproc 2>/dev/null),2)
ifeq ($(MAKELEVEL)$(wildcard $(B)/bin/grade)$(filter clean format help,$(MAKECMDGOALS)),0)
$(info Building the grader and the simulator, once: $(shell expr 3 + 24 / $(CORES)) to $(shell expr 6 + 66 / $(CORES)) seconds on $(CORES) cores.)
endif

.PHONY: all tools grading
all: tools
tools: grading $(STAND_INS)
grading: grade $(B)/bin/device $(B)/bin/student

grade: $(B)/bin/grade
	@ln -sf $< $@

# An allocation that fails ends these two: grader/contract/allocation.h.
WRAP_ALLOCATION := $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc aligned_alloc strdup mmap)

$(B)/bin/grade: $(GRADE_OBJECTS)
	$(call link,$(WRAP_ALLOCATION))

$(B)/bin/device: $(DEVICE_OBJECTS)
	$(call link,$(WRAP_ALLOCATION))

# The simulator without its families: the core alone runs what most kernels consist of.
$(B)/bin/device_core: $(filter-out $(call room,$(FAMILY_ROOMS)),$(DEVICE_OBJECTS)) $(WITHOUT_FAMILIES)
	$(call link,$(WRAP_ALLOCATION))

$(B)/bin/student: $(STUDENT_OBJECTS) $(LIBCUDART)
	$(call link,$(LIBCUDART) -Wl$(comma)-rpath$(comma)'$$ORIGIN/../lib')

# ./grade class has a program of its own, since it needs libarchive and SQLite, which no student has to install.
CLASS_OBJECTS := $(call room,class)
CLASS_HEADERS := $(if $(filter class tests test% $(B)/bin/class,$(MAKECMDGOALS)),$(shell \
    $(CC) -E -include archive.h -include sqlite3.h -x c /dev/null >/dev/null 2>&1 && echo here))
.PHONY: class
ifeq ($(CLASS_HEADERS),)
class: grade
	@echo 'The class command needs libarchive and SQLite, to unpack what was handed in and to keep results.'
	@./grade doctor; exit 1
else
class: tools $(B)/bin/class
	@echo "The class command is built: ./grade class --help"
$(B)/bin/class: $(CLASS_OBJECTS) $(B)/lib/grade.a
	$(call link,-larchive -lsqlite3)
endif

# NVIDIA's names under NVIDIA's symbol version, so that a program linked against its library runs with ours.
$(LIBCUDART): $(RUNTIME_OBJECTS) grader/runtime/libcudart.map
	$(call say,link,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -E -P -x c -DNODE=libcudart.so.$(CUDA_MAJOR) grader/runtime/libcudart.map > $(B)/lib/libcudart.map
	$(Q)$(LINK) -shared $(RUNTIME_OBJECTS) -o $@ -Wl,-soname,$(@F) -Wl,--version-script=$(B)/lib/libcudart.map -lpthread

# What programs of `grade run` get in place of cuBLAS and the like. Loaded before NVIDIA's, its functions are found first.
$(B)/obj/grader/libraries/calls.c: grader/libraries/list_calls.sh $(B)/nvcc_flags | toolkit
	@mkdir -p $(@D)
	$(Q)sh $< $(CUDA_INCLUDE) $(CC) > $@
$(B)/obj/grader/libraries/calls.o: $(B)/obj/grader/libraries/calls.c $(B)/flags
	$(compile)
$(STAND_INS): $(STAND_IN_OBJECTS) $(LIBCUDART)
	$(call say,link,$@)
	$(Q)$(LINK) -shared $(STAND_IN_OBJECTS) -o $@ -Wl,-soname,$(@F) $(LIBCUDART) -ldl -lpthread

# ---- The labs -------------------------------------------------------------------------------------------------

define nvcc
$(call say,nvcc,$<)
@mkdir -p $(@D)
$(Q)$(COMPILE_LAB) -MMD -MP -MF $(@:.so=.d) $< -o $@ || \
    { echo '$< does not compile. Mend the first error above, and type the same command again.'; exit 1; }
endef

# A C file of a lab's, as a shared object that the grader or the student's process loads.
define lab_library
$(call say,cc,$<)
@mkdir -p $(@D)
$(Q)$(COMPILE) -MF $(@:.so=.d) -fPIC -shared $< -o $@ $(LDFLAGS) -lm
endef

# $(1) folder, $(2) name, $(3) the student's file. A lab's other .cu files are its own, such as those of its tables.
define lab_rules
.PHONY: $(2)
$(2): grading $(B)/$(2)/call.so $(B)/$(2)/reference.so $(B)/$(2)/$(if $(SOLUTION),solution.so,$(3:.cu=.so)) \
      $(patsubst $(1)/%.cu,$(B)/$(2)/%.so,$(filter-out $(1)/$(3),$(wildcard $(1)/*.cu)))
	@echo "$(2) is built. Grade it with: ./grade $(2)$(if $(SOLUTION), --solution)"
$(B)/$(2)/call.so $(B)/$(2)/reference.so: $(B)/$(2)/%.so: $(1)/%.c $(B)/flags
	$$(lab_library)
$(patsubst $(1)/%.cu,$(B)/$(2)/%.so,$(wildcard $(1)/*.cu)): $(B)/$(2)/%.so: $(1)/%.cu $(B)/nvcc_flags | toolkit
	$$(nvcc)
$(B)/$(2)/solution.so: solutions/$(notdir $(1))/$(3) $(B)/nvcc_flags | toolkit
	$$(nvcc)
all: $(2)
endef

$(foreach folder,$(LAB_FOLDERS),$(eval $(call lab_rules,$(folder),$(call lab_name,$(folder)),$(call lab_source,$(folder)))))

# A lab that there is not, or in other letters.
NO_LABS := $(filter-out $(LABS),$(filter lab% Lab% LAB%,$(MAKECMDGOALS)))
ifneq ($(NO_LABS),)
.PHONY: $(NO_LABS)
$(NO_LABS):
	@echo "make: there is no $@. The labs, each in one word: $(LABS)." >&2; exit 2
endif

# For `grade LAB FILE.cu`, which compiles a file in the jail: the compiler, the command without file and output, and what makes it
# faster for nearly all files.
.PHONY: submission-command
submission-command: | toolkit
	@:$(info $(NVCC))$(info $(COMPILE_LAB))$(info $(WITHOUT_SPECIAL_FUNCTIONS))

# ---- Tests ----------------------------------------------------------------------------------------------------

# Each tests/ROOM/test_NAME.c is a program, linked with whatever it uses of grade or of device: their names may clash.
test_programs = $(patsubst %.c,$(B)/%,$(wildcard $(1)))
FUZZ_DEVICE := ptx kernels objects device wire
FUZZ_GRADE  := spec records
TESTS   := $(call test_programs,tests/*/test_*.c) $(B)/tests/submissions/run_submissions $(B)/tests/labs/check_lab
BENCHES := $(patsubst tests/bench/%.c,$(B)/bin/%,$(wildcard tests/bench/bench_*.c))
GRADE_TESTS := $(call test_programs,$(GRADE_ROOMS:%=tests/%/test_*.c)) $(B)/tests/labs/check_lab $(FUZZ_GRADE:%=$(B)/tests/fuzz/test_%)

$(B)/lib/grade.a:  $(filter-out %/main.o,$(GRADE_OBJECTS))
$(B)/lib/device.a: $(filter-out %/main.o,$(DEVICE_OBJECTS))
$(B)/lib/%.a:
	$(call say,ar,$@)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)ar qcs $@ $^

$(GRADE_TESTS): $(B)/lib/grade.a
$(filter-out $(GRADE_TESTS),$(TESTS)) $(BENCHES): $(B)/lib/device.a
$(B)/tests/%: $(B)/obj/tests/%.o
	$(call link,$(TEST_LIBRARY) $(if $(FUZZER),-fsanitize=fuzzer))
$(B)/bin/bench_%: $(B)/obj/tests/bench/bench_%.o
	$(call link)
$(BENCHES): $(patsubst %.c,$(B)/obj/%.o,$(filter-out tests/bench/bench_%,$(wildcard tests/bench/*.c)))
$(B)/obj/tests/bench/references.o: private OPTIMIZE := -O3
$(B)/tests/bench/program $(B)/tests/bench/kinds: $(B)/tests/bench/%: tests/bench/%.cu $(B)/nvcc_flags | toolkit
	$(program)
$(B)/tests/bench/program: private PROGRAM_FLAGS = -cudart shared
$(B)/tests/bench/kinds: private PROGRAM_FLAGS = -cudart shared -shared

$(B)/tests/submissions/test_submission $(B)/tests/submissions/run_submissions: $(B)/obj/tests/submissions/submission.o
$(B)/tests/labs/check_lab $(B)/tests/labs/test_arithmetic: $(B)/obj/tests/labs/arithmetic.o
$(B)/tests/device/test_facts: $(addprefix $(B)/obj/,tests/device/arrived.o grader/session/records.o grader/session/record_fields.o grader/text/clean.o)
$(B)/tests/warpsim/test_directed: $(B)/obj/grader/warpsim/wasm/directed.o
$(B)/tests/warpsim/test_no_memory: private TEST_LIBRARY = $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc aligned_alloc)
$(B)/obj/tests/warpsim/test_directed.o: private OPTIMIZE := -O2 -frounding-math
$(B)/tests/class/test_memory: $(B)/obj/grader/class/memory.o
$(B)/tests/lab3/test_reference: $(B)/obj/labs/lab3_basic_stencil/reference.o

# Random programs against an interpreter of its own: `make differential N=100000 SEED=1` runs more of them.
$(B)/tests/differential/test_differential: $(patsubst %.c,$(B)/obj/%.o,$(filter-out tests/differential/test_%,$(wildcard tests/differential/*.c)))
$(B)/obj/tests/differential/%: private OPTIMIZE := -O2
$(B)/obj/tests/differential/evaluate_float.o: private OPTIMIZE := -O2 -frounding-math
.PHONY: differential
differential: $(B)/tests/differential/test_differential
	@$< $(or $(N),100000) $(or $(SEED),1)

# Fuzz targets: `make test` replays what is kept for them; `make fuzz SECONDS=60` runs libFuzzer, in a tree of links.
$(filter $(B)/tests/fuzz/%,$(TESTS)): $(if $(FUZZER),,$(B)/obj/tests/fuzz/replay.o)
$(B)/tests/fuzz/test_ptx: $(B)/obj/tests/fuzz/exact_arena.o
ifdef FUZZER
$(B)/tests/fuzz/test_ptx $(B)/tests/fuzz/test_kernels: $(B)/obj/tests/fuzz/ptx_mutator.o
$(B)/tests/fuzz/test_device: $(B)/obj/tests/fuzz/device_mutator.o
$(B)/tests/fuzz/test_objects: $(B)/obj/tests/fuzz/object_mutator.o
endif
FUZZ_TARGETS := $(FUZZ_DEVICE) $(FUZZ_GRADE)
.PHONY: fuzz fuzzers
fuzzers: $(FUZZ_TARGETS:%=$(B)/tests/fuzz/test_%)
fuzz:
	$(Q)mkdir -p build-fuzz
	@ln -sfn $(CURDIR)/Makefile $(CURDIR)/common $(CURDIR)/grader $(CURDIR)/labs $(CURDIR)/tests build-fuzz
	@$(MAKE) -C build-fuzz FUZZER=1 SANITIZE=1 CC=clang fuzzers
	@TARGETS='$(or $(TARGETS),$(FUZZ_TARGETS))' SECONDS_EACH='$(or $(SECONDS),60)' tests/fuzz/run

R := $(B)/tests/runtime
$(B)/obj/tests/runtime/%: private FILE_FLAGS = $(OPTIMIZE) -isystem $(CUDA_INCLUDE) -DSTUDENT='"$(B)/bin/student"' \
    -DLIBRARY_FOLDER='"$(B)/lib"' -DTEST_FILES='"$(R)"'
$(B)/obj/tests/runtime/test_calls.o $(B)/obj/tests/runtime/test_memory_calls.o: $(B)/nvcc_flags | toolkit
$(R)/test_calls $(R)/test_memory_calls: private TEST_LIBRARY = $(LIBCUDART) -Wl,-rpath,'$$ORIGIN/../../lib'
$(R)/test_calls $(R)/test_memory_calls: $(LIBCUDART)
$(R)/test_student: $(B)/bin/student $(R)/functions.so $(R)/functions_call.so $(R)/program
$(R)/functions.so: tests/runtime/functions.cu $(B)/nvcc_flags | toolkit
	$(nvcc)
$(R)/functions_call.so: tests/runtime/functions_call.c $(B)/flags
	$(lab_library)
$(R)/program: tests/runtime/program.cu $(B)/nvcc_flags | toolkit
	$(call say,nvcc,$<)
	@mkdir -p $(@D)
	$(Q)$(NVCC) $(NVCC_FLAGS) -cudart shared $< -o $@

# A driver without a GPU.
FAKE_LIBCUDA := $(B)/tests/gpu_driver/fake_libcuda.so
$(FAKE_LIBCUDA): tests/gpu_driver/fake_libcuda.c $(B)/flags
	$(lab_library)

# Programs for `grade run`. One links all libraries that stand-ins are for, where they are all here.
STAND_IN_HEADERS := $(CUDA_INCLUDE:%=$(addprefix %/,cublas_v2.h cublasLt.h cudnn.h cufft.h curand.h cusolverDn.h cusparse.h nccl.h \
    nvtx3/nvToolsExt.h))
P := $(B)/tests/run_programs
RUN_PROGRAMS := $(P)/memory $(P)/streams $(P)/suites $(P)/ends $(P)/ends_static $(P)/ends_with_rpath $(P)/library.so \
    $(P)/ordering $(P)/depths $(P)/limits $(P)/linked $(P)/debug $(P)/textures $(P)/texture_mistakes $(P)/launches $(P)/launches_wrong \
    $(P)/devices $(P)/clusters $(P)/asynchronous $(P)/bit_fields $(P)/relaxation $(P)/conditional \
    $(P)/stream_order $(P)/managed_order $(P)/stream_order_of_threads $(P)/many_findings $(P)/parameters $(P)/parameters_zstd $(P)/own_headers $(P)/modelled \
    $(P)/instances $(P)/registers $(P)/registers_limited $(if $(filter-out $(wildcard $(STAND_IN_HEADERS)),$(STAND_IN_HEADERS)),,$(P)/stand_ins)
COMPILE_PROGRAM = $(NVCC) $(NVCC_FLAGS) -MMD -MP -MF $@.d $(PROGRAM_FLAGS) $< -o $@
$(P)/%: private PROGRAM_FLAGS = -cudart shared
$(P)/ends_static: private PROGRAM_FLAGS = -cudart static
$(P)/ends_with_rpath: private PROGRAM_FLAGS = -cudart shared -Xlinker -rpath,$(CUDA_HOME)/lib64,--disable-new-dtags
$(P)/library.so: private PROGRAM_FLAGS = -cudart shared -shared
$(P)/stand_ins: private PROGRAM_FLAGS = -cudart shared -lcublas -lcublasLt -lcudnn -lcufft -lcurand -lcusolver -lcusparse -lnccl
$(P)/debug: private PROGRAM_FLAGS = -cudart shared -G
$(P)/linked: private PROGRAM_FLAGS = -cudart shared -rdc=true tests/run_programs/linked_other.cu
$(P)/launches $(P)/launches_wrong $(P)/conditional $(P)/stream_order: private PROGRAM_FLAGS = -cudart shared -rdc=true
$(P)/stream_order_of_threads: private PROGRAM_FLAGS = -cudart shared -rdc=true --default-stream per-thread
$(P)/registers_limited: private PROGRAM_FLAGS = -cudart shared -maxrregcount=32
$(P)/clusters $(P)/asynchronous: private PTX_FOR = compute_90
define program
$(call say,nvcc,$@)
@mkdir -p $(@D)
$(Q)$(COMPILE_PROGRAM)
endef
$(P)/ends_static $(P)/ends_with_rpath: tests/run_programs/ends.cu $(B)/nvcc_flags | toolkit
	$(program)
$(P)/parameters_zstd: private NO_COMPRESS =
$(P)/parameters_zstd: tests/run_programs/parameters.cu $(B)/nvcc_flags | toolkit
	$(program)
$(P)/registers_limited: tests/run_programs/registers.cu $(B)/nvcc_flags | toolkit
	$(program)
$(P)/stream_order_of_threads: tests/run_programs/stream_order.cu $(B)/nvcc_flags | toolkit
	$(program)
$(P)/library.so: tests/run_programs/library.cu $(B)/nvcc_flags | toolkit
	$(program)
$(P)/linked: tests/run_programs/linked_other.cu
$(P)/%: tests/run_programs/%.cu $(B)/nvcc_flags | toolkit
	$(program)

# Writes the archives of the tests of ./grade class.
CLASS_TESTS := $(if $(CLASS_HEADERS),$(B)/bin/class $(B)/tests/class/pack)
$(B)/tests/class/pack: $(B)/obj/tests/class/pack.o
	$(call link,-larchive)

.PHONY: tests test test-asan bench
tests: all $(B)/bin/device_core $(CLASS_TESTS) $(TESTS) $(RUN_PROGRAMS) $(FAKE_LIBCUDA) $(foreach lab,$(LABS),$(B)/$(lab)/solution.so)
test: tests
	@PATH="$(dir $(NVCC)):$$PATH" tests/run $(ONLY)

# On a real GPU: the labs, and the values that the instruction tests expect. What only the simulator has is left out: text that
# kernels print, refusals, and what no compute capability 9 has.
GPU_TESTS := $(filter-out %_directed %_printing %_refusal %_composed %_cluster,$(filter $(B)/tests/warpsim/%,$(TESTS))) $(B)/tests/gpu_driver/test_fingerprint
# Every submission of every lab, of which `make test` takes a sample: about half an hour on two cores, and as long again in a
# tree without solutions/.
.PHONY: test-submissions test-all
test-submissions: tests
	@SUBMISSIONS_EVERY=1 PATH="$(dir $(NVCC)):$$PATH" tests/run $(LABS) submissions/long_without_solutions

# For who edits C: the C tests that need no CUDA Toolkit, the plan of the rooms and, where clang-format is, the format.
CHECKED := $(filter-out $(addprefix $(B)/tests/,runtime/% submissions/% labs/% differential/% fuzz/%),$(TESTS))
.PHONY: check check-format
check: grade $(B)/bin/device $(CHECKED) check-format
	@tests/run $(patsubst $(B)/tests/%,%,$(CHECKED)) rooms
check-format:
	@command -v clang-format >/dev/null || { echo 'clang-format is not installed: the format is not checked.'; exit 0; }; \
	git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror 2>&1 | grep -F error: | head -n 20 | { ! grep . || \
	    { echo 'These are not formatted. Type: make format'; exit 1; }; }

# What `make test` leaves out: the long tests, and every submission of the labs. SUBMISSIONS_EVERY=6: a sixth of them; ONLY: rooms
# and ROOM/NAMEs.
test-all: tests
	@$(if $(SUBMISSIONS_EVERY),SUBMISSIONS_EVERY=$(SUBMISSIONS_EVERY)) PATH="$(dir $(NVCC)):$$PATH" tests/run --long $(ONLY)

# In parts: make test-gpu LABS="lab3 lab4", LABS=attacks, LABS=instructions; after SECONDS_ALL seconds it stops, and the same
# command goes on.
.PHONY: test-gpu gpu-repeats gpu-shapes
test-gpu gpu-repeats gpu-shapes: all $(foreach lab,$(filter lab%,$(LABS)),$(B)/$(lab)/solution.so)
test-gpu: $(GPU_TESTS) $(B)/tests/submissions/run_submissions
test-gpu:
	@PATH="$(dir $(NVCC)):$$PATH" tests/gpu_driver/on_gpu.sh $(if $(filter command%,$(origin LABS)),$(LABS))

# N gradings of each solution with its time: does the score stay, and how far does percent of copy spread?
gpu-repeats:
	@tests/gpu_driver/repeats.sh $(or $(N),20) $(LABS)

# How fast is a lab's solution, or FILE, with other constants? make gpu-shapes LABS=lab7 SHAPES="ROWS=1,PLANES=3 ROWS=2,PLANES=4"
gpu-shapes:
	@PATH="$(dir $(NVCC)):$$PATH" tests/gpu_driver/shapes.sh $(LABS) "$(or $(FILE),$(wildcard solutions/$(LABS)_*/stencil.cu))" $(SHAPES)

# What Nsight Compute counts at n = 512 of the stencils' solutions, and of what the demonstrations hold them against.
COUNTED_FILES := $(foreach lab,3 4 5 6 7,$(wildcard solutions/lab$(lab)_*/stencil.cu)) \
	labs/lab4_shared_memory_tile/demo.cu:launch_basic_cubes $(addprefix labs/lab7_beyond/demo.cu:launch_,march march4)
.PHONY: gpu-counters
gpu-counters:
	@PATH="$(dir $(NVCC)):$$PATH" tests/gpu_driver/counters.sh $(or $(FILES),$(COUNTED_FILES))

# Everything once more in a copy of the tree, whose build folder is its own.
COPIED := Makefile README.md .gitignore .devcontainer common docs examples grader labs packaging solutions tests
test-asan:
	@mkdir -p build-asan
	@cd build-asan && rm -rf $(COPIED)
	@cp -a $(COPIED) build-asan
	@SECONDS_EACH=1200 $(MAKE) -C build-asan SANITIZE=1 test

bench: tools $(foreach lab,$(LABS),$(B)/$(lab)/solution.so) $(B)/lab1/demo.so $(B)/lab2/demo.so $(B)/lab7/demo.so $(B)/tests/bench/program $(B)/tests/bench/kinds $(BENCHES)
	@for program in $(BENCHES); do $$program || exit 1; done

# ---- The handout: the tree that students get --------------------------------------------------------------------

.PHONY: handout
handout:
	$(if $(OUT),,$(Q)rm -rf $(B)/handout)
	@grader/handout/handout.sh '$(or $(OUT),$(B)/handout)'

# What course systems want to have uploaded: make gradescope LAB=lab3
.PHONY: gradescope autolab github
gradescope autolab github:
	$(if $(LAB),,$(error Which lab? As in: make $@ LAB=lab3))
	@packaging/make_home.sh $@ '$(LAB)' '$(or $(OUT),$(B)/packages)'

# In that tree:
ifeq ($(wildcard solutions),)
$(if $(SOLUTION),$(error The solutions are not in this tree. Without SOLUTION=1, make builds your own file))
endif
ifeq ($(wildcard tests/run),)
OF_TESTS := test% bench check fuzz% differential messages rooms pictures screens gpu-% measure-model compare-model fit-model
$(if $(filter $(OF_TESTS),$(MAKECMDGOALS)),$(error The project's own tests are not part of this tree, and `make $(firstword \
    $(filter $(OF_TESTS),$(MAKECMDGOALS)))' needs them. To have your work graded: ./grade))
endif

# ---- The rest -------------------------------------------------------------------------------------------------

# Man pages, from the help text.
VERSION := $(shell sed -n 's/.*WARPBOOK_VERSION "\(.*\)"/\1/p' grader/contract/version.h)
.PHONY: man
man: $(B)/man/grade.1 $(B)/man/grade-run.1 $(B)/man/grade-model.1
$(B)/man/grade.1: private SUMMARY = grades CUDA labs, with a GPU or without
$(B)/man/grade-run.1: private SUMMARY = runs a CUDA program on a simulated GPU that checks it
$(B)/man/grade-model.1: private SUMMARY = what kernels would take on other GPUs and in other blocks, modelled
$(B)/man/%.1: $(B)/bin/grade docs/man/man.awk
	$(call say,man,$@)
	@mkdir -p $(@D)
	@$< $(subst grade,,$(subst grade-,,$*)) --help | awk -v name=$* -v summary='$(SUMMARY)' -v version=$(VERSION) -f docs/man/man.awk > $@

# On a GPU with Nsight Compute: the kernels that the model of time is held against, with times and counters. What was
# measured on an H200 is docs/measurements/model_h200.csv. SET=unseen: those written after the model, in model_unseen.csv.
SET ?= set
MODEL_OUT := $(or $(OUT),$(B)/model$(SET:set=))
MODEL_SET := $(sort tests/model/set/main.cu $(wildcard tests/model/$(SET)/*.cu))
.PHONY: measure-model
$(B)/tests/model/$(SET)_%: $(MODEL_SET) tests/model/set/set.h $(wildcard tests/model/$(SET)/*.h) $(B)/nvcc_flags | toolkit
	$(call say,nvcc,$@)
	@mkdir -p $(@D)
	$(Q)$(NVCC) -O3 -std=c++17 -lineinfo $(NO_COMPRESS) -cudart shared -arch=$* -Itests/model/set $(MODEL_SET) -o $@
measure-model: $(B)/tests/model/$(SET)_native
	@PATH="$(dir $(NVCC)):$$PATH" tests/model/measure.sh $< $(MODEL_OUT)
# Without a GPU: models the same kernels and sets both side by side, in build/model/table.md.
.PHONY: compare-model
compare-model: tools $(B)/tests/model/$(SET)_sm_90
	@PATH="$(dir $(NVCC)):$$PATH" HELD_OUT=$(if $(filter unseen probes2,$(SET)),1) tests/model/compare.sh $(B)/tests/model/$(SET)_sm_90 docs/measurements/model_$(SET:set=h200).csv $(MODEL_OUT)
# Without a GPU: numbers of the model that kernels of the fitted half settle, fitted again; prints, changes nothing. For a GPU of
# your own: make fit-model GPU=a100 MEASURED=FOLDER ARCH=sm_80, with FOLDER/model and FOLDER/modelprobes as measure-model wrote them.
GPU ?= h200
ARCH ?= sm_90
FIT_SET := $(if $(MEASURED),$(MEASURED)/model/measured.csv,docs/measurements/model_h200.csv)
FIT_PROBES := $(if $(MEASURED),$(MEASURED)/modelprobes/measured.csv,docs/measurements/model_probes.csv)
.PHONY: fit-model
fit-model: tools
	$(Q)$(MAKE) --no-print-directory SET=set $(B)/tests/model/set_$(ARCH)
	$(Q)$(MAKE) --no-print-directory SET=probes $(B)/tests/model/probes_$(ARCH)
	@PATH="$(dir $(NVCC)):$$PATH" tests/model/fit.sh $(GPU) $(B)/fit set=$(B)/tests/model/set_$(ARCH)=$(FIT_SET) \
	    probes=$(B)/tests/model/probes_$(ARCH)=$(FIT_PROBES) $(if $(NUMBERS),-- $(NUMBERS))

# ---- The simulator as a library: make install PREFIX=FOLDER -----------------------------------------------------

PREFIX ?= /usr/local
WARPSIM_OBJECTS := $(filter $(addprefix $(B)/obj/grader/,warpsim/% ptx/% gpus/% machine/% footprint/% contract/counters.o \
    contract/cuda_errors.o contract/finding_facts.o),$(DEVICE_OBJECTS))
# The same objects serve the programs here: hidden names cost them nothing.
$(WARPSIM_OBJECTS): private SHARED_FLAGS := -fPIC -fvisibility=hidden
WARPSIM_GPUS := $(PREFIX)/share/warpsim/gpus
TO := $(DESTDIR)$(PREFIX)

# One object whose public functions alone can be seen from outside. It finds the GPUs where they are installed.
$(B)/lib/warpsim.o: $(filter-out %/gpu_folder.o,$(WARPSIM_OBJECTS)) grader/gpus/gpu_folder.c FORCE
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) -O2 -fPIC $(CFLAGS) -DINSTALLED_GPUS='"$(WARPSIM_GPUS)"' -c grader/gpus/gpu_folder.c -o $@.gpus
	$(Q)$(LD) -r -o $@ $(filter %.o,$^) $@.gpus
	$(Q)objcopy --wildcard --keep-global-symbol='warpsim_*' $@
$(B)/lib/libwarpsim.a: $(B)/lib/warpsim.o
$(B)/lib/libwarpsim.so: $(B)/lib/warpsim.o
	$(Q)$(LINK) -shared -Wl,-soname,libwarpsim.so.0 $< -o $@ $(LIBRARIES)
.PHONY: install
install: $(B)/lib/libwarpsim.so $(B)/lib/libwarpsim.a
	$(Q)install -d $(TO)/include $(TO)/lib/pkgconfig $(DESTDIR)$(WARPSIM_GPUS)
	$(Q)install -m 644 grader/warpsim/warpsim.h $(TO)/include
	$(Q)install -m 644 grader/gpus/*.gpu $(DESTDIR)$(WARPSIM_GPUS)
	$(Q)install -m 644 $(B)/lib/libwarpsim.a $(TO)/lib
	$(Q)install $(B)/lib/libwarpsim.so $(TO)/lib/libwarpsim.so.0
	$(Q)ln -sf libwarpsim.so.0 $(TO)/lib/libwarpsim.so
	$(Q)printf '%s\n' 'prefix=$(PREFIX)' 'Name: warpsim' 'Description: a simulated NVIDIA GPU that runs PTX' \
	    'Version: $(VERSION)' 'Cflags: -I$${prefix}/include' 'Libs: -L$${prefix}/lib -lwarpsim' \
	    'Libs.private: $(LIBRARIES)' > $(TO)/lib/pkgconfig/warpsim.pc
	@echo 'warpsim is installed below $(TO): warpsim.h, libwarpsim.a, libwarpsim.so, warpsim.pc'
	@echo './grade stays in this folder, which it needs. Its man pages: make man'

# ---- The simulator as a WebAssembly module: make wasm ----------------------------------------------------------

# Needs clang, lld, wasi-libc and libclang-rt-dev-wasm32. What the simulator asks of POSIX beyond the C library is in
# grader/warpsim/wasm and grader/ptx/wasm, in place of the files that are left out here. WASM_NAMES=1 keeps the names of functions.
WASM_CC ?= clang
WASM_FLAGS := --target=wasm32-wasi -nostdlibinc -isystem grader/warpsim/wasm/posix -isystem /usr/include/wasm32-wasi -std=gnu11 -O2 \
    -msimd128 -mmutable-globals -Wall -Wextra -Wno-pass-failed $(if $(WERROR),-Werror) -ffp-contract=off -fno-math-errno -I. -D_GNU_SOURCE -MMD -MP
WASM_FILES := $(filter-out $(addprefix grader/warpsim/core/,memory_shared.c rounding.c without_families.c left_out.c) grader/gpus/gpu_folder.c \
    grader/gpus/invented.c grader/ptx/escape.c,\
    $(wildcard $(addprefix grader/,$(addsuffix /*.c,warpsim/core warpsim/wasm $(FAMILY_ROOMS) ptx ptx/wasm gpus footprint alive)))) \
    $(addprefix grader/,contract/counters.c contract/cuda_errors.c contract/finding_facts.c contract/totals.c device/watching.c device/warp_paths.c \
    session/records.c session/record_fields.c report/accesses_json.c report/counters_json.c report/lines_json.c report/kernels.c text/json.c \
    text/clean.c text/source_line.c)
WASM_OBJECTS := $(WASM_FILES:%.c=$(B)/wasm/%.o) $(B)/wasm/grader/alive/gpu_texts.o
WASM_MODULE  := $(B)/lib/warpsim.wasm
WASM_LINK    := --export-table --export=__stack_pointer --gc-sections -z stack-size=1048576 --max-memory=1073741824 \
    $(if $(WASM_NAMES),,--strip-all)
.PHONY: wasm
wasm: $(WASM_MODULE).gz
$(WASM_MODULE).gz: $(WASM_MODULE)
	$(Q)gzip -9nc $< > $@
$(B)/wasm/flags: TEXT = $(WASM_CC) $(WASM_FLAGS)
$(B)/wasm/flags: FORCE
	$(shell mkdir -p $(@D))$(file >$@.new,$(TEXT))
	@cmp -s $@.new $@ || cp $@.new $@
$(B)/wasm/%.o: %.c $(B)/wasm/flags
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) $(WASM_FLAGS) -c $< -o $@
$(B)/wasm/grader/alive/gpu_texts.c: $(wildcard grader/gpus/*.gpu) Makefile
	@mkdir -p $(@D)
	$(Q){ echo '#include "grader/alive/assets.h"'; echo 'const GpuText gpu_texts[] = {'; for gpu in $(filter %.gpu,$^); do \
	    echo "{\"$$(basename $$gpu .gpu)\","; sed 's/[\\"]/\\&/g; s/.*/    "&\\n"/' $$gpu; echo '},'; done; echo '{0, 0}};'; } > $@
$(B)/wasm/grader/alive/gpu_texts.o: $(B)/wasm/grader/alive/gpu_texts.c $(B)/wasm/flags
	$(Q)$(WASM_CC) $(WASM_FLAGS) -c $< -o $@
$(WASM_MODULE): $(WASM_OBJECTS)
	$(call say,link,$@)
	@mkdir -p $(@D)
	$(Q)$(WASM_CC) --target=wasm32-wasi -mexec-model=reactor $^ -o $@ -lm -Wl,$(subst $(empty) ,$(comma),$(WASM_LINK))

# All that can be said of a submission, to be read as a student would.
.PHONY: messages
messages:
	@tests/cause/messages

# The picture of which room includes which.
.PHONY: rooms
rooms:
	@mkdir -p $(B)
	$(Q)tests/rooms/rooms check && tests/rooms/rooms graph > $(B)/rooms.svg && mv $(B)/rooms.svg docs/rooms.svg

# The handouts' pictures, drawn anew from runs by what draws the pages; node does it (tests/pictures).
.PHONY: pictures
pictures: grading $(foreach lab,$(LABS),$(B)/$(lab)/call.so $(B)/$(lab)/reference.so)
	@[ -d tests/pictures ] || { echo 'Pictures are drawn where the project has its tests: not part of this tree.'; exit 2; }
	@node tests/pictures/draw_pictures.mjs

# What pages should look like, taken anew (tests/page/long_screens.sh): look at them before you commit them.
.PHONY: screens
screens: tools
	@WRITE=1 tests/page/long_screens.sh

.PHONY: clean format tidy help
clean:
	rm -rf build build-asan build-fuzz grade

format:
	git ls-files '*.c' '*.h' | xargs clang-format -i

# The checks are in .clang-tidy, with the reasons for those that are left out.
tidy:
	@git ls-files $(or $(FILES),'grader/*.c') | xargs -P$(or $(shell nproc 2>/dev/null),2) -n4 \
	    sh -c 'clang-tidy --quiet "$$@" -- -std=gnu11 -ffp-contract=off -I. -DISA=portable $(CUDA_INCLUDE:%=-isystem %)' tidy

help:
	@echo 'make LAB                 build the grader and one lab:$(LABS:%= %)'
	@echo 'make                     build everything'
	@echo 'make tools               the grader and the simulator alone'
	@echo 'make grade               ./grade alone, which needs no CUDA Toolkit: ./grade doctor'
	@echo 'make man                 man pages of grade, grade-run and grade-model; to read one: man build/man/grade.1'
	@echo 'make install PREFIX=...  the simulator as a library, for C programs: header, static and shared library,'
	@echo '                         pkg-config file. ./grade is not installed, and neither are its man pages'
	@echo 'make wasm                the simulator as a WebAssembly module, for pages that run their kernel again'
	@echo 'make clean               remove all that was built'
ifneq ($(wildcard solutions),)
	@echo
	@echo 'make LAB SOLUTION=1      the lab with the finished file of solutions/'
	@echo 'make class               ./grade class, for whole classes; needs libarchive and SQLite'
	@echo 'make handout OUT=FOLDER  the tree for students: no solutions, no answers, no tests'
	@echo 'make gradescope LAB=lab3 a zip for Gradescope; also: make autolab, make github (Classroom)'
endif
ifneq ($(wildcard tests/run),)
	@echo
	@echo 'make test                run the tests; make test-asan: under AddressSanitizer and UBSan'
	@echo 'make check               under a minute, without nvcc: C tests, plan of the rooms, format'
	@echo 'make test-all            what make test leaves out: long tests and every submission'
	@echo 'make test-submissions    every submission of every lab, of which make test takes a sample'
	@echo 'make test-gpu            on a GPU: labs, attacks on the clock, instruction tests; LABS="lab3 attacks": some'
	@echo 'make gpu-repeats N=20    on a GPU: each solution so often, its score and its percent of copy'
	@echo 'make gpu-shapes          on a GPU: a solution with other constants; LABS=lab7 SHAPES="ROWS=1,PLANES=3 PLANES=2"'
	@echo 'make measure-model       on a GPU with Nsight Compute: the kernels that the model of time is held against'
	@echo 'make compare-model       those kernels modelled, beside what an H200 took; no GPU is needed; minutes'
	@echo 'make fit-model           numbers of the model fitted again to half of what was measured; no GPU is needed; minutes'
	@echo 'make gpu-counters        on a GPU with Nsight Compute: what the stencils ask of it at n = 512'
	@echo 'make differential N=1000 random PTX programs on the simulator and on an interpreter: docs/testing.md'
	@echo 'make fuzz SECONDS=60     libFuzzer on all that reads what students send, so long each (needs clang)'
	@echo 'make bench               how fast the simulator is here'
	@echo 'make messages            every message about a submission that the sources hold, with its line'
	@echo 'make rooms               check which room includes which, and draw docs/rooms.svg'
	@echo 'make pictures            draw the pictures of the handouts anew from runs: labs/*/pictures'
	@echo 'make screens             take the pictures that pages are compared with anew: tests/page/screens'
	@echo 'make format              clang-format the sources'
	@echo 'make tidy                clang-tidy over the grader, or over FILES'
endif
	@echo
	@echo 'Can be set: CUDA_HOME=FOLDER CC=COMPILER CFLAGS= LDFLAGS= NVCCFLAGS= WERROR=1 V=1 (show commands) -jN'

-include $(shell find $(B) -name '*.d' 2>/dev/null)
