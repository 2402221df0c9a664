# The lab kit:  make lab03 && ./lab03          make help lists what there is
# Knobs, as in `make lab03 DEVICE=cpu V=1`; change them as you like, what they concern is built anew:
#   DEVICE     cuda or cpu: what to build for (default: cuda where nvcc and a GPU answer, else cpu)
#   CUDA_ARCH  the GPUs to build for, as in "75 80 90 120" (default: those in this machine)
#   CXX CC     the compilers: g++ 11 or clang++ 14 and newer     NVCC  default nvcc
#   OPTIMISE   default -O3 -march=native       SANITIZE  as in -fsanitize=address,undefined
#   BUILD      where objects go (default build/$(DEVICE))     V=1  shows the commands
#   QUICK=1    as the tests build: in build/quick, with little optimisation, so in half the time
#   LABS       some of the labs, as in 01,03     SWEEP  how plots measure     PEERS  which libraries
#   REFERENCE  laid over figures
LAB_FOLDERS := $(sort $(wildcard lab[0-9][0-9]_*/))
ALL_LABS := $(foreach folder,$(LAB_FOLDERS),$(firstword $(subst _, ,$(folder))))
LABS := $(ALL_LABS)
MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
ifndef V
.SILENT:
say = @printf '%-7s %s\n' $(1) $(2)
endif

# ---- what is asked for ----------------------------------------------------------------------------
comma := ,
ifeq ($(origin LABS),command line)
override LABS := $(addprefix lab,$(patsubst lab%,%,$(subst $(comma), ,$(LABS))))# 01,03 -> lab01 lab03
NO_LAB := $(filter-out $(ALL_LABS) $(if $(filter slides,$(MAKECMDGOALS)),lab00),$(LABS))# sheet 0 has slides
$(if $(NO_LAB),$(error LABS: there is no $(NO_LAB); labs are $(ALL_LABS)))
endif
$(if $(or $(filter-out en es,$(REPORT_LANG)),$(word 2,$(REPORT_LANG))),$(if $(wildcard handouts/$(REPORT_LANG)/report.md),,$(error REPORT_LANG=$(REPORT_LANG): must be en or es)))
quote = '$(subst ','\'',$(1))'# for the shell
version_of = $(shell $(1) --version 2>/dev/null | grep -m 1 -E '[0-9]\.[0-9]')
ifdef QUICK
DEVICE := cpu
BUILD := build/quick
OPTIMISE := -O1 -march=native -g0
LINKER := $(if $(shell command -v ld.gold),-fuse-ld=gold)
endif
ARCHS := $(patsubst sm_%,%,$(subst .,,$(subst $(comma), ,$(CUDA_ARCH))))# 8.0, sm_80 and 80 are the same
# The GPUs here, as 86 90; native where there is one that an old driver does not describe. nvidia-smi may
# take seconds, so a make that this one calls is told.
ifneq ($(if $(filter-out 0,$(MAKELEVEL)),$(findstring environment,$(origin KIT_GPUS))),environment)
ifneq ($(if $(strip $(DEVICE)),$(if $(ARCHS),,$(filter cuda,$(DEVICE))),$(shell command -v nvcc)),)
export KIT_GPUS := $(sort $(shell timeout 60 nvidia-smi --query-gpu=compute_cap --format=csv$(comma)noheader 2>&1 | \
    sed -nE 's/^ *([0-9]+)[.]([0-9]).*/\1\2/p; s/^(GPU [0-9]|\[N|.*not a valid field).*/native/p'))
endif
endif
override DEVICE := $(or $(strip $(DEVICE)),$(if $(and $(shell command -v nvcc),$(KIT_GPUS)),cuda,cpu))
$(if $(filter $(DEVICE),cuda cpu),,$(error DEVICE=$(DEVICE): must be cuda or cpu))
WATCHED_IN := $(if $(strip $(BUILD)),,build)
override BUILD := $(patsubst %/,%,$(or $(strip $(BUILD)),build/$(DEVICE)))
odd_signs := $(shell printf %s $(call quote,$(BUILD)) | LC_ALL=C tr -d 'A-Za-z0-9_./+\200-\377-' | wc -c | tr -d ' ')
$(if $(filter-out 0,$(odd_signs))$(filter -%,$(BUILD)),$(error BUILD=$(BUILD): must be a folder whose name consists of letters, digits and . _ + - without a blank))
$(if $(shell [ $(BUILD) -ef . ] && echo yes),$(error BUILD=$(BUILD): is the folder of the kit itself; give one of its own, as BUILD=build/mine))
not_given = $(or $(filter default undefined,$(origin $(1))),$(if $(strip $($(1))),,empty))
CCBIN := $(if $(call not_given,CXX),,-ccbin $(CXX))
override CXX := $(if $(call not_given,CXX),$(if $(shell command -v g++),g++,clang++),$(CXX))
override CC := $(if $(call not_given,CC),$(patsubst %c++,%cc,$(subst g++,gcc,$(subst clang++,clang,$(CXX)))),$(CC))# g++-14: gcc-14
NVCC ?= nvcc
OPTIMISE ?= -O3 -march=native
ARCHS := $(or $(ARCHS),$(filter-out native,$(KIT_GPUS)))
BLAS := $(shell echo 'int main(void) { return openblas_get_num_threads(); }' | \
          $(CC) -include cblas.h -x c - -o /dev/null -lopenblas 2>/dev/null && echo -lopenblas)
PHOTOS := $(shell echo 'int main(void) { return !jpeg_std_error || !png_sig_cmp || !exif_data_new; }' | \
          $(CC) -include stdio.h -include jpeglib.h -include png.h -include libexif/exif-data.h -x c - -o /dev/null \
          -ljpeg -lpng -lexif 2>/dev/null && echo -ljpeg -lpng -lexif)# the network's pictures
# BUILT_WITH is what a program says of itself. KNOBS is all that decides what the compilers make, this
# machine included where "native" stands for it: a home folder may be seen from machines that differ.
CXX_IS := $(call version_of,$(CXX))
CC_IS := $(call version_of,$(CC))
NVCC_IS := $(if $(filter cuda,$(DEVICE)),$(call version_of,$(NVCC)))
GPU_IS := $(or $(ARCHS:%=sm_%),native)
BUILT_WITH := $(strip $(DEVICE)$(if $(NVCC_IS),$(comma) $(NVCC): $(NVCC_IS)$(comma) $(GPU_IS)); $(CXX): $(CXX_IS); $(OPTIMISE) $(SANITIZE) $(CHECK))
KNOBS := $(strip $(BUILT_WITH); $(CC): $(CC_IS); $(if $(NVCC_IS),$(CCBIN)) $(BLAS) $(PHOTOS) \
    $(if $(findstring native,$(OPTIMISE)),$(shell grep -m 1 -E '^(flags|Features)' /proc/cpuinfo 2>/dev/null | cksum)) \
    $(QUICK) $(NVCC_PREPEND_FLAGS) $(NVCC_APPEND_FLAGS) $(CPATH) $(C_INCLUDE_PATH) $(CPLUS_INCLUDE_PATH) $(LIBRARY_PATH))
# Why it cannot be had, if so.
writable = $(shell at=$(1); until [ -e $$at ]; do at=$$(dirname $$at); done; [ -d $$at ] && [ -w $$at ] && echo yes)
no_compiler = $(1)=$($(1)): there is no such compiler on PATH; make doctor lists those that serve
refusal = $(or \
    $(if $(CXX_IS),,$(call no_compiler,CXX)), \
    $(if $(CC_IS),,$(call no_compiler,CC)), \
    $(if $(filter cuda$(NVCC_IS),$(DEVICE)),DEVICE=cuda: there is no nvcc (NVCC=$(NVCC)); module load cuda$(comma) make doctor$(comma) or DEVICE=cpu), \
    $(if $(filter 1,$(words $(findstring clang,$(CXX_IS)) $(findstring clang,$(CC_IS)))),CXX=$(CXX) and CC=$(CC): must be both gcc or both clang$(comma) because each has an OpenMP library of its own), \
    $(if $(call writable,$(BUILD)),,BUILD=$(BUILD): cannot be written; name a folder of yours$(comma) as BUILD=/tmp/build))

# ---- how a file is made ---------------------------------------------------------------------------
in = $(patsubst %/,%,$(firstword $(wildcard $(1)_*/)))# lab03 -> lab03_matmul_tiled
op = $(patsubst $(1)_%,%,$(call in,$(1)))# lab03 -> matmul_tiled
COMMON_IN := common/engine common/gemm# what every lab is linked with
C_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,\
    $(wildcard $(COMMON_IN:%=%/*.c) $(LAB_FOLDERS:%=%*.c) $(LAB_FOLDERS:%=%*/*.c) solutions/grader/*.c solutions/grader/*/*.c tests/unit/*.c tests/bench/*.c tests/grader/*.c))
CU_OBJECTS := $(patsubst %.cu,$(BUILD)/%.o,\
    $(wildcard $(COMMON_IN:%=%/*.cu) $(LAB_FOLDERS:%=%*.cu) $(LAB_FOLDERS:%=%*/*.cu) solutions/*.cu solutions/further/*.cu solutions/grader/*/*.cu tests/unit/*.cu tests/bench/*.cu tests/wrong/*/*.cu tests/right/*/*.cu))
C_FLAGS := -I. -std=c11 -D_GNU_SOURCE -g $(OPTIMISE) -fopenmp -Wall -Wextra $(SANITIZE) \
           -DBUILD_FLAGS=$(call quote,"$(subst ",\",$(subst \,\\,$(BUILT_WITH)))") $(if $(PHOTOS),-DHAVE_PHOTOS)
CU_FLAGS := -I. $(LAB_FOLDERS:%/=-I%) $(BLAS:-lopenblas=-DHAVE_OPENBLAS)
ifeq ($(DEVICE),cuda)
for_host = $(foreach flag,$(1),-Xcompiler=$(call quote,$(subst $(comma),\$(comma),$(flag))))
CUDA := $(NVCC) $(CCBIN) $(or $(foreach a,$(ARCHS),-gencode arch=compute_$a$(comma)code=sm_$a),-arch=native)
CU := $(CUDA) -std=c++17 -lineinfo -DBUILT_FOR_GPU \
      $(call for_host,$(OPTIMISE) -fopenmp -Wall -Wextra $(SANITIZE))
LINK := $(CUDA) $(call for_host,-fopenmp $(SANITIZE))
LINKED := -lcublas $(BLAS)
else
CU := CUCC_IN_MAKE=1 LINKER=$(LINKER) BUILD=$(BUILD) CXX=$(call quote,$(CXX)) common/cpu_device/cucc $(CHECK) -g $(OPTIMISE) -Wall -Wextra $(SANITIZE)
CUCC := $(BUILD)/rewrite common/cpu_device/cucc $(wildcard common/cpu_device/include/*.h)
CUCC += $(if $(and $(QUICK),$(findstring g++,$(CXX))),$(BUILD)/precompiled.h.gch)# compiles the header once
LINK := $(CXX) -fopenmp $(LINKER) $(SANITIZE)
LINKED := $(BLAS) -lm -ldl
RUNTIME := $(BUILD)/cpu_device.a
endif
COMMON := $(filter $(BUILD)/common/%,$(C_OBJECTS) $(CU_OBJECTS)) $(RUNTIME)

# $(call whole,COMMAND -o $$new): what the command makes gets the target's name when it is complete, and
# the time when making it began: no half-made file is left, and what is edited while the compiler runs
# counts as newer. What a killed make left running for other knobs has no folder to deliver to.
NEW := $(BUILD)/new/$(firstword $(shell printf %s $(call quote,$(KNOBS)) | cksum))
whole = new=$(NEW)/$(subst /,+,$@).$$$$; mkdir -p $(@D) && : >$$new.begun && $(1) && touch -r $$new.begun $$new && \
    if [ -e $$new.d ]; then touch -r $$new.begun $$new.d && mv -f $$new.d $(@:.o=.d); fi && \
    mv -f $$new $@ && rm -f $$new.begun || { rm -f $$new $$new.*; exit 1; }
DEPENDENCIES = -MMD -MP -MF $$new.d -MT $@
ifneq ($(KNOBS),$(shell [ -d $(NEW) ] && cat $(BUILD)/knobs 2>/dev/null))
$(BUILD)/knobs: FORCE
endif
$(BUILD)/knobs:
	$(if $(strip $(refusal)),$(error $(strip $(refusal))))
	mkdir -p $(NEW)
	for other in $(BUILD)/new/*; do [ $$other = $(NEW) ] || rm -rf $$other; done
	printf '%s\n' $(call quote,$(KNOBS)) >$(NEW)/knobs.$$$$ && mv -f $(NEW)/knobs.$$$$ $@
$(C_OBJECTS): $(BUILD)/%.o: %.c $(BUILD)/%.d $(BUILD)/knobs Makefile
	$(call say,CC,$<)
	$(call whole,$(CC) $(C_FLAGS) $(DEPENDENCIES) -c $< -o $$new)
$(CU_OBJECTS): $(BUILD)/%.o: %.cu $(BUILD)/%.d $(BUILD)/knobs Makefile $(CUCC)
	$(call say,CU,$<)
	$(call whole,$(CU) $(CU_FLAGS) $(DEPENDENCIES) -c $< -o $$new)
$(BUILD)/%.d: ;# made with the object; without it the object is made anew
$(BUILD)/rewrite: $(wildcard common/cpu_device/front/*.c) $(BUILD)/knobs Makefile $(wildcard common/cpu_device/front/*.h)
	$(call say,CC,$@)
	$(call whole,$(CC) $(C_FLAGS) $(filter %.c,$^) -o $$new)
$(BUILD)/symbols: common/tools/symbols.c $(BUILD)/knobs Makefile
	$(call whole,$(CC) $(C_FLAGS) $< -o $$new)
$(BUILD)/precompiled.h.gch: common/cpu_device/cucc $(BUILD)/knobs Makefile $(wildcard common/cpu_device/include/*.h)
	$(call whole,$(CU) --precompile -o $$new)
# The bug finder watches a program's mutexes, and not its own (see check/host.cpp).
OWN_MUTEXES := $(foreach call,lock trylock unlock,-Dpthread_mutex_$(call)=own_pthread_mutex_$(call))
# A fault in a kernel jumps to another stack, which _FORTIFY_SOURCE would take for an attack.
DEVICE_OBJECTS := $(patsubst common/%.cpp,$(BUILD)/%.o, \
    $(filter-out $(if $(CHECK),,%/early_end.cpp),$(wildcard $(patsubst %,common/cpu_device/%/*.cpp,run $(CHECK:--%=%)) common/libraries/*.cpp)))
$(DEVICE_OBJECTS): $(BUILD)/%.o: common/%.cpp $(BUILD)/knobs Makefile $(wildcard common/cpu_device/*/*.h common/libraries/*.h common/libraries/include/*.h)
	$(call say,CXX,$<)
	$(call whole,$(CXX) -std=c++17 $(if $(QUICK),-O1 -g1,-O2 -g) -fopenmp -Wall -Wextra -U_FORTIFY_SOURCE $(SANITIZE) \
	    $(patsubst --traffic,-DCPU_DEVICE_TRAFFIC,$(CHECK:--check=-DCPU_DEVICE_CHECK $(OWN_MUTEXES))) -c $< -o $$new)
$(BUILD)/cpu_device.a: $(DEVICE_OBJECTS)
	$(call whole,$(AR) rcs $$new $^)

# What takes the place of a student's file: its kernels fault as a GPU's do.
TRAPS := $(if $(filter cpu,$(DEVICE)),$(if $(SANITIZE)$(CHECK),,--traps))
$(filter $(foreach lab,$(ALL_LABS),%/$(call in,$(lab))/$(call op,$(lab)).o %/solutions/$(call op,$(lab)).o) \
    $(BUILD)/tests/wrong/% $(BUILD)/tests/right/%,$(CU_OBJECTS)): private CU += $(TRAPS)

# ---- what is linked: a lab, the lab with the answers ---------------------------------------------------
define link
$(call say,LD,$@)
$(call whole,$(LINK) $(filter %.o %.a,$^) $(if $(filter %photo.o,$^),$(PHOTOS)) $(LINKED) $(1) -o $$new)
endef

# All that lies in its folder, but for the student's file, whose place another one may take. A folder X
# in it is a further program, lab03_X: its own files in place of lab03.cu.
FOLDERS := $(patsubst %/,%,$(wildcard $(LAB_FOLDERS:%=%*/)))
further = $(foreach folder,$(filter $(1)_%,$(FOLDERS)),$(1)_$(notdir $(folder)))
in_folder = $(filter $(BUILD)/$(1)/%,$(C_OBJECTS) $(CU_OBJECTS))
objects = $(filter-out %/$(call op,$(1)).o $(FOLDERS:%=$(BUILD)/%/%),$(call in_folder,$(call in,$(1)))) $(COMMON)
objects_of_further = $(call in_folder,$(call in,$(1))/$(2:$(1)_%=%)) $(filter-out %/$(1).o,$(call objects,$(1)))
define LAB
$(BUILD)/$(1): $(BUILD)/$(call in,$(1))/$(call op,$(1)).o $(call objects,$(1))
$(BUILD)/$(1:lab%=solution%): $(BUILD)/solutions/$(call op,$(1)).o $(call objects,$(1))
$(foreach name,$(call further,$(1)),$(call FURTHER,$(1),$(name)))
endef
define FURTHER
$(BUILD)/$(2): $(BUILD)/$(call in,$(1))/$(call op,$(1)).o $(call objects_of_further,$(1),$(2))
$(BUILD)/$(2:lab%=solution%): $(BUILD)/solutions/$(call op,$(1)).o $(call objects_of_further,$(1),$(2))
$(1): $(2)
$(1:lab%=solution%): $(2:lab%=solution%)

endef
$(foreach lab,$(ALL_LABS),$(eval $(call LAB,$(lab))))

ALL := $(ALL_LABS) $(foreach lab,$(ALL_LABS),$(call further,$(lab)))
PROGRAMS := $(ALL) $(if $(wildcard solutions/*.cu),$(ALL:lab%=solution%))# a student's kit has no answers
$(addprefix $(BUILD)/,$(PROGRAMS)):
	$(link)

# The program in the root is a copy of the one asked for last.
$(shell for p in $(PROGRAMS); do cmp -s $$p $(BUILD)/$$p || echo $$p; done): FORCE
$(PROGRAMS): %: $(BUILD)/%
	$(if $(call writable,.),,$(error ./$@: this folder cannot be written; copy the kit into one of yours, or run $(BUILD)/$@))
	cp $(BUILD)/$@ $@.new && mv -f $@.new $@

# ---- commands -----------------------------------------------------------------------------------------
PLOTS := $(ALL_LABS:lab%=plot%)
.PHONY: FORCE peers practice help labs doctor progress step steps handouts run check plots report submission format clean $(PLOTS) traffic \
    show sass $(ALL_LABS:lab%=show%) $(ALL_LABS:lab%=check%) $(ALL_LABS:lab%=traffic%) $(ALL_LABS:lab%=watch%) $(ALL_LABS:lab%=sass%)
FORCE: ;
.DEFAULT: ; $(error make $@: there is no such command, and no such file; make help lists the commands$(if $(filter lab%,$@),: make lab01 to $(lastword $(ALL_LABS))))
help: ## this list
	@echo "make COMMAND [DEVICE=cpu|cuda] [V=1]; this machine builds for DEVICE=$(DEVICE)"
	@sed -nE 's/^(#help )?([a-z0-9-]+): .*## /\2:/p' $(filter %Makefile %.mk,$(MAKEFILE_LIST)) | awk -F: '{ n = $$1; sub(/^[^:]*:/, ""); printf "  %-13s%s\n", n, $$0 }'
#help lab03: ## build ./lab03 with your kernels; likewise lab01, lab02
#help solution03: ## build ./solution03: the same lab with the answers
labs: $(LABS) ## build every lab
doctor: ## what was found on this machine, what is missing, the command that fixes it
	sh common/tools/doctor.sh
progress: $(BUILD)/symbols ## which exercises are done, right, todo or wrong; LABS=02 ONLY=ex21 REQUIRE=done
	OBJECTS=$(BUILD) GOALS_IN=$(or $(WATCHED_IN),$(BUILD))/traffic CXX=$(call quote,$(CXX)) sh common/tools/progress.sh $(LABS)
step: ## STEP=3: one of ten small exercises before lab 1, checked; HINT=1 to 3 shows a hint
	$(if $(filter 1 2 3 4 5 6 7 8 9 10,$(STEP)),,$(error STEP=$(STEP): say one of ten steps, as make step STEP=3; make steps lists them))
	$(if $(filter-out 1 2 3,$(HINT)),$(error HINT=$(HINT): each step has HINT=1, HINT=2 and HINT=3))
	@sh handouts/steps/step.sh $(call quote,$(value STEP))
steps: ## how far you are with them
	@sh handouts/steps/step.sh all
#help watch03: ## build lab03 and run it again whenever you save your file [ARGS="..."]
$(ALL_LABS:lab%=watch%): watch%:
	sh common/tools/watch.sh lab$*
handouts: ## the sheets as HTML and, where pandoc can, PDF, under results/handouts
	sh handouts/numbers.sh
	sh handouts/pictures/draw.sh
	sh handouts/build.sh results/handouts
# FILE is one file where a path of that name exists, otherwise several, with blanks between.
one_or_more = FILE=$(call quote,$(value FILE)); [ -e "$$FILE" ] || [ ! -e $(call quote,$(FILE)) ] || FILE=$(call quote,$(FILE)); \
    if [ -e "$$FILE" ]; then set -- "$$FILE"; else set -f; set -- $$FILE; fi; \
    [ $$\# -gt 0 ] || { echo 'make $@: say which program: make $@ FILE=my.cu [ARGS="..."]' >&2; exit 2; }; \
    for file; do [ -f "$$file" ] || { echo "make $@: FILE=$$file: there is no such file" >&2; exit 2; }; done
# FLAGS and LIBS are a program's own: -Iinclude -std=c++17, -lpng. It runs in the folder of its first file.
OTHERS := -Wno-missing-field-initializers -Wno-unused-parameter -Wno-sign-compare# in somebody else's program
ifeq ($(DEVICE),cuda)
OTHERS := $(call for_host,$(OTHERS))
endif
run: ## FILE=my.cu [ARGS="..."] [DEFINES=-DN=4] [FLAGS=-Iinclude] [LIBS=-lpng]: run any .cu
	@$(one_or_more)
	$(MAKE) $(BUILD)/knobs $(RUNTIME) $(filter %/rewrite,$(CUCC))
	$(one_or_more); program=$$(basename "$$1"); program=$(if $(filter /%,$(BUILD)),,$$PWD/)$(BUILD)/run/$${program%.*}; mkdir -p $(BUILD)/run && \
	    $(CU) $(OTHERS) $(FLAGS) $(DEFINES) "$$@" $(LIBS) -o "$$program" && \
	    export CPU_DEVICE_CALLED_IN="$$PWD" && cd "$$(dirname "$$1")" && exec "$$program" $(ARGS)
# These build their own objects; called by themselves, common/check.sh and traffic.sh keep their status 0, 1 or 2.
watched = exec env BUILD=$(or $(WATCHED_IN),$(BUILD))/$(1) CXX="$(CXX)" MAKEFLAGS= FLAGS=$(call quote,$(FLAGS)) LIBS=$(call quote,$(LIBS)) \
          common/$(1).sh $(if $(JSON),--json $(call quote,$(value JSON))) $(if $(filter check,$(1)),$(if $(SARIF),--sarif $(call quote,$(value SARIF))))
#help check03: ## races, bad addresses; SOLUTION=1: the answers; ONLY=ex31; JSON=F; SARIF=F; STRICT=1
check: ## FILE=my.cu [ARGS="..."] [DEFINES=...]: the same for any .cu, or several
	$(one_or_more); $(call watched,check) $(DEFINES) "$$@" $(if $(ARGS),-- $(ARGS))
$(ALL_LABS:lab%=check%): check%:
	$(call watched,check) $(if $(SOLUTION),solution,lab)$*
# BY=nvcc: as nvcc builds the kernels, run by the interpreter of PTX.
by_nvcc = exec env BUILD=$(if $(filter cpu,$(DEVICE)),$(BUILD),$(or $(WATCHED_IN),build)/cpu) CXX="$(CXX)" MAKEFLAGS= FLAGS=$(call quote,$(FLAGS)) LIBS=$(call quote,$(LIBS)) \
          ARCH=$(call quote,$(or $(ARCH),$(firstword $(ARCHS)))) common/ptx.sh --sass $(if $(JSON),--json $(call quote,$(value JSON)))
traffic_by = $(if $(BY),$(if $(filter-out nvcc,$(BY)),$(error BY=$(BY): must be nvcc; without BY the CPU device counts),$(by_nvcc)),$(call watched,traffic))
#help traffic02: ## memory traffic by line, and the goals; SOLUTION=1, ONLY=ex21,ex22, JSON=FILE, BY=nvcc
traffic: ## FILE=my.cu [ARGS="..."] [DEFINES=...]: the same for any .cu, or several
	$(one_or_more); $(traffic_by) $(DEFINES) "$$@" $(if $(ARGS),-- $(ARGS))
$(ALL_LABS:lab%=traffic%): traffic%:
	$(if $(SOLUTION)$(BY),,mkdir -p results && LAB_TRAFFIC=results/lab$*_traffic.csv) \
	    $(traffic_by) $(if $(SOLUTION),solution,lab)$*
# A page from both: common/show.sh builds what makes it, once its words are known to be right.
show_page = exec env BUILD=$(or $(WATCHED_IN),$(BUILD)) CXX="$(CXX)" MAKEFLAGS= FLAGS=$(call quote,$(FLAGS)) LIBS=$(call quote,$(LIBS)) common/show.sh
#help show02: ## a page in results/: what each line moves, requests, blocks; SOLUTION=1, ONLY=ex21
show: ## FILE=my.cu [ARGS="..."] [DEFINES=...]: the same for any .cu, or several
	$(one_or_more); $(show_page) $(DEFINES) "$$@" $(if $(ARGS),-- $(ARGS))
$(ALL_LABS:lab%=show%): show%:
	$(show_page) $(if $(SOLUTION),solution,lab)$*
$(BUILD)/show: $(wildcard common/show/*.c) $(BUILD)/knobs Makefile $(wildcard common/show/*.h)
	$(call whole,$(CC) $(C_FLAGS) $(filter %.c,$^) -o $$new)
# SASS, too; the program is run without its kernels, only to learn how large their launches are.
sass_of = BUILD=$(if $(filter cpu,$(DEVICE)),$(BUILD),$(or $(WATCHED_IN),build)/cpu) CXX="$(CXX)" MAKEFLAGS= CARD=$(call quote,$(CARD)) \
          ARCH=$(call quote,$(or $(ARCH),$(if $(CARD),,$(ARCHS)))) common/sass.sh $(if $(JSON),--json $(call quote,$(value JSON)))
#help sass03: ## registers, occupancy, loops by nvcc; SOLUTION=1, ARCH=80, CARD=t4, ONLY=, JSON=FILE
sass: ## FILE=my.cu [ARGS="..."] [DEFINES=...]: the same for any .cu, or several
	@$(one_or_more); ARGS='' $(sass_of) $(DEFINES) "$$@" $(if $(ARGS),-- $(ARGS))
$(ALL_LABS:lab%=sass%): sass%:
	@ARGS=$(call quote,$(ARGS)) $(sass_of) $(if $(SOLUTION),solution,lab)$*
#help plot03: ## figures of lab 3 in results/; sweeps first if need be; REFERENCE=nvidia_h200
$(PLOTS): plot%: results/lab%.csv
	sh common/figures/plot.sh lab$*
plots: labs ## the figures of every lab, one sweep after the other
	for plot in $(PLOTS); do $(MAKE) $$plot || exit; done
ifneq ($(filter report practice,$(MAKECMDGOALS)),)
refused_language := $(shell REPORT_LANG=$(call quote,$(REPORT_LANG)) sh common/tools/report.sh --language 2>&1)
$(if $(refused_language),$(error $(refused_language)))
endif
report: labs $(BUILD)/report_tables ## your report in results/: tables, figures, questions; REPORT_LANG=es, LABS=01,03
	for lab in $(LABS); do $(MAKE) -s results/$$lab.csv || exit; done
	TABLES=$(BUILD)/report_tables sh common/tools/report.sh $(LABS)
$(BUILD)/report_tables: common/tools/report_tables.c $(patsubst %,$(BUILD)/common/engine/%.o,csv dtype half machine random rows timing)
	$(call say,CC,$@)
	$(call whole,$(CC) $(C_FLAGS) $^ -lm -o $$new)
SWEEP ?= --sweep --min-time 0.1
results/lab%.csv: | lab%
	$(call say,SWEEP,"./lab$* $(SWEEP): up to a minute; its table goes to results/lab$*.txt")
	mkdir -p results && sh common/figures/sweep.sh ./lab$* $@ $(SWEEP) >results/lab$*.txt || [ $$? -eq 1 ] # WRONG: not drawn
submission: $(BUILD)/symbols ## your exercise files, ready to be handed in, after a check that they build; LABS=03
	OBJECTS=$(BUILD) sh common/tools/submission.sh $(LABS)
PEERS :=
peers: ## the same work in NumPy, Numba, CuPy, JAX, PyTorch; LABS=04,06, PEERS=numpy,jax, ANEW=1
	sh peers/run.sh $(call quote,$(PEERS)) $(LABS)
practice: lab06 $(BUILD)/report_tables ## ResNet-18 from the picture to the report; PICTURE=photo.jpg, REPORT_LANG=es
	$(MAKE) -s results/lab06.csv
	sh lab06_resnet_layers/practice.sh
	TABLES=$(BUILD)/report_tables sh common/tools/report.sh lab06

-include $(wildcard common/ptx/ptx.mk solutions/*/*.mk tests/tests.mk)
format: ## clang-format over all sources
	find common handouts $(LAB_FOLDERS) solutions tests \( -name '*.c' -o -name '*.h' -o -name '*.cu' -o -name '*.cpp' \) -print0 | \
	    xargs -0 $(or $(CLANG_FORMAT),clang-format) -i
clean: ## remove what was built (results stay)
	rm -rf build $(PROGRAMS)
-include $(wildcard $(C_OBJECTS:.o=.d) $(CU_OBJECTS:.o=.d))
