# The lab kit:  make lab03 && ./lab03          make help lists what there is
#
# Knobs, as in `make lab03 DEVICE=cpu V=1`:
#   DEVICE     cuda or cpu: what to build for (default: cuda where nvcc and a GPU answer, else cpu)
#   CUDA_ARCH  the GPUs to build for, as in "75 80 90 120" (default: the one in this machine)
#   CXX CC     the compilers: g++ 11 or clang++ 14 and newer
#   OPTIMISE   default -O3 -march=native       SANITIZE  as in -fsanitize=address,undefined
#   BUILD      where objects go (default build/$(DEVICE))     V=1  shows the commands
#   LABS       some of the labs, as in 01,03                   SWEEP  how plots measure
#   REFERENCE  a folder of reference/, to be laid over the figures
LABS := lab01 lab02 lab03 lab04 lab05 lab06
MORE_lab06 := im2col forward forward_io layers_cpu weights image# objects of a lab beside its experiment and the kernels

ifndef DEVICE
DEVICE := $(if $(and $(shell command -v nvcc),$(shell nvidia-smi -L 2>/dev/null | grep GPU)),cuda,cpu)
endif
ifeq ($(filter $(DEVICE),cuda cpu),)
$(error DEVICE=$(DEVICE): must be cuda or cpu)
endif
ifeq ($(origin CXX),default)
CXX := $(if $(shell command -v g++),g++,clang++)
endif
ifeq ($(origin CC),default)
CC := $(if $(findstring clang,$(CXX)),clang,gcc)
endif
NVCC ?= nvcc
OPTIMISE ?= -O3 -march=native
BUILD ?= build/$(DEVICE)
BLAS := $(shell echo 'int main(void) { return openblas_get_num_threads(); }' | \
          $(CC) -include cblas.h -x c - -o /dev/null -lopenblas 2>/dev/null && echo -lopenblas)

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := help
ifndef V
.SILENT:
say = @printf '%-7s %s\n' $(1) $(2)
endif
comma := ,
ifeq ($(origin LABS),command line)
override LABS := $(addprefix lab,$(patsubst lab%,%,$(subst $(comma), ,$(LABS))))# 01,03 -> lab01 lab03
$(foreach lab,$(LABS),$(if $(wildcard $(lab)_*),,$(error LABS: there is no $(lab); labs are \
    $(patsubst lab%,%,$(filter lab%,$(subst _, ,$(wildcard lab0?_*)))))))
endif
in = $(firstword $(wildcard $(1)_*))# lab03 -> lab03_matmul_tiled
op = $(patsubst $(1)_%,%,$(call in,$(1)))# lab03 -> matmul_tiled

# ---- how a file is compiled -----------------------------------------------------------------------
C_FLAGS := -std=c11 -D_GNU_SOURCE $(OPTIMISE) -g -fopenmp -Wall -Wextra $(SANITIZE) \
           -DBUILD_FLAGS='"$(DEVICE), $(CXX) $(OPTIMISE) $(SANITIZE)"'
CU_FLAGS := -I. $(addprefix -I,$(foreach lab,$(LABS),$(call in,$(lab)))) $(BLAS:-lopenblas=-DHAVE_OPENBLAS)
ifeq ($(DEVICE),cuda)
CUDA := $(NVCC) $(if $(CUDA_ARCH),$(foreach a,$(CUDA_ARCH),-gencode arch=compute_$a,code=sm_$a),-arch=native)
CU := $(CUDA) -std=c++17 -O3 -lineinfo -DHAVE_CUBLAS -DHAVE_CURAND -DHAVE_CUB -Xcompiler "-march=native -fopenmp -Wall -Wextra"
LINK := $(CUDA) -Xcompiler -fopenmp
LIBS := -lcublas $(BLAS)
else
CU := CUCC_IN_MAKE=1 BUILD="$(BUILD)" CXX="$(CXX)" common/cpu_device/cucc $(CHECK) $(OPTIMISE) -g -Wall -Wextra $(SANITIZE)
CUCC := $(BUILD)/rewrite common/cpu_device/cucc $(wildcard common/cpu_device/*.h)
LINK := $(CXX) -fopenmp $(SANITIZE)
LIBS := $(BLAS) -lm
RUNTIME := $(BUILD)/cpu_device.a
endif
COMMON := $(patsubst %.c,$(BUILD)/%.o,$(wildcard common/*.c)) $(patsubst %.cu,$(BUILD)/%.o,$(wildcard common/*.cu)) $(RUNTIME)

$(BUILD)/%.o: %.c Makefile
	$(call say,CC,$<)
	mkdir -p $(@D) && $(CC) $(C_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/%.o: %.cu Makefile $(CUCC) | $(RUNTIME)
	$(call say,CU,$<)
	mkdir -p $(@D) && $(CU) $(CU_FLAGS) -MMD -MP -MF $(@:.o=.d) -MT $@ -c $< -o $@

$(BUILD)/rewrite: common/cpu_device/rewrite.c Makefile
	$(call say,CC,$<)
	mkdir -p $(@D) && $(CC) $(C_FLAGS) $< -o $@

# A fault in a kernel jumps to another stack, which _FORTIFY_SOURCE would take for an attack.
$(BUILD)/cpu_device/%.o: common/cpu_device/%.cpp Makefile $(wildcard common/cpu_device/*.h)
	$(call say,CXX,$<)
	mkdir -p $(@D) && $(CXX) -std=c++17 -O2 -g -fopenmp -Wall -Wextra -U_FORTIFY_SOURCE $(SANITIZE) \
	    $(CHECK:--check=-DCPU_DEVICE_CHECK) -c $< -o $@

$(BUILD)/cpu_device.a: $(patsubst common/%.cpp,$(BUILD)/%.o,$(filter-out $(if $(CHECK),,%/check.cpp %/check_report.cpp),$(wildcard common/cpu_device/*.cpp)))
	rm -f $@ && $(AR) rcs $@ $^

# ---- what is linked: a lab, the lab with the answers, the lab with a wrong kernel ---------------------
define link
$(call say,LD,$@)
mkdir -p $(@D) && $(LINK) $(filter %.o %.a,$^) $(LIBS) $(1) -o $@
endef

objects = $(patsubst %,$(BUILD)/$(call in,$(1))/%.o,$(1) $(MORE_$(1))) $(COMMON)
define LAB
$(BUILD)/$(1): $(BUILD)/$(call in,$(1))/$(call op,$(1)).o $(call objects,$(1))
$(BUILD)/$(1:lab%=solution%): $(BUILD)/solutions/$(call op,$(1)).o $(call objects,$(1))
$(BUILD)/wrong/$(1)/%: $(BUILD)/tests/wrong/$(1)/%.o $(call objects,$(1))
	$$(link)
endef
$(foreach lab,$(LABS),$(eval $(call LAB,$(lab))))

PROGRAMS := $(LABS) $(LABS:lab%=solution%)
$(addprefix $(BUILD)/,$(PROGRAMS)):
	$(link)

# The program in the root is the one built last, for whichever device.
LAST := build/last-$(subst /,-,$(BUILD))
$(LAST):
	mkdir -p build && rm -f build/last-* && touch $@

$(PROGRAMS): %: $(BUILD)/% $(LAST)
	cp -f $< $@

# ---- commands -----------------------------------------------------------------------------------------
PLOTS := $(LABS:lab%=plot%)
.PHONY: help labs doctor progress handouts run check $(LABS:lab%=check%) $(PLOTS) plots report verify wrong test bench gpu-check format clean

help: ## this list
	@echo "make COMMAND [DEVICE=cpu|cuda] [V=1]; this machine builds for DEVICE=$(DEVICE)"
	@sed -nE 's/^(#help )?([a-z0-9-]+): .*## /\2:/p' Makefile | awk -F: '{ n = $$1; sub(/^[^:]*:/, ""); printf "  %-12s %s\n", n, $$0 }'

#help lab03: ## build ./lab03 with your kernels; so lab01, lab02
#help solution03: ## build ./solution03: the same lab with the answers
labs: $(LABS) ## build every lab

doctor: ## what was found on this machine, what is missing, the command that mends it
	sh common/doctor.sh

progress: ## which exercises are done, todo or wrong
	sh common/progress.sh $(LABS)

#help watch03: ## build lab03 and run it again whenever you save your file [ARGS="..."]
.PHONY: $(LABS:lab%=watch%)
$(LABS:lab%=watch%): watch%:
	sh common/watch.sh lab$*

handouts: ## the sheets as HTML and, where pandoc can, PDF, under results/handouts
	sh handouts/numbers.sh
	sh handouts/build.sh results/handouts

run: ## FILE=my.cu [ARGS="..."]: build any single .cu and run it
	@test -n "$(FILE)" || { echo 'make run: say which program: make run FILE=my.cu [ARGS="..."]' >&2; exit 2; }
	@test -f "$(FILE)" || { echo "make run: FILE=$(FILE): there is no such file" >&2; exit 2; }
	@$(MAKE) --no-print-directory $(RUNTIME) $(filter %/rewrite,$(CUCC))
	mkdir -p $(BUILD)/run && $(CU) "$(FILE)" -o "$(BUILD)/run/$(basename $(notdir $(FILE)))"
	"$(BUILD)/run/$(basename $(notdir $(FILE)))" $(ARGS)

# The bug finder builds its own objects; common/check.sh keeps its status 0, 1 or 2.
CHECKER = BUILD="$(if $(filter file,$(origin BUILD)),build/check,$(BUILD)/check)" CXX="$(CXX)" MAKEFLAGS= \
          common/check.sh $(if $(JSON),--json "$(JSON)")
#help check03: ## find races and bad addresses in your kernels; SOLUTION=1: in the answers; JSON=FILE
check: ## FILE=my.cu [ARGS="..."]: the same for any single .cu
	@test -n "$(FILE)" || { echo 'make check: say which program: make check FILE=my.cu [ARGS="..."]' >&2; exit 2; }
	$(CHECKER) "$(FILE)" $(ARGS)

$(LABS:lab%=check%): check%:
	$(CHECKER) $(if $(SOLUTION),solution,lab)$*

#help plot03: ## figures of lab 3 in results/, of a sweep if there is none yet; REFERENCE=nvidia_h200
$(PLOTS): plot%: results/lab%.csv
	sh common/plot.sh lab$*

plots: labs ## the figures of every lab, one sweep after the other
	for plot in $(PLOTS); do $(MAKE) --no-print-directory $$plot || exit; done

report: labs ## your report in results/: tables, figures, questions; REPORT_LANG=es, LABS=01,03
	for lab in $(LABS); do $(MAKE) -s results/$$lab.csv || exit; done
	sh common/report.sh $(LABS)

SWEEP ?= --sweep --min-time 0.1
results/lab%.csv: | lab%
	$(call say,SWEEP,"./lab$* $(SWEEP): up to a minute; its table goes to results/lab$*.txt")
	mkdir -p results && sh common/sweep.sh ./lab$* $@ $(SWEEP) >results/lab$*.txt || [ $$? -eq 1 ] # WRONG: not drawn

verify: $(PROGRAMS) ## every answer passes, every exercise of the starter is todo
	sh tests/verify.sh $(LABS)

WRONG := $(patsubst tests/%.cu,$(BUILD)/%,$(wildcard $(LABS:%=tests/wrong/%/*.cu)))
wrong: $(WRONG)

# ---- tests --------------------------------------------------------------------------------------------
TESTS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/test_*.c)) \
         $(patsubst tests/%.cu,$(BUILD)/tests/%,$(wildcard tests/test_*.cu))
$(BUILD)/tests/test_%: $(BUILD)/tests/test_%.o $(COMMON)
	$(call link,-lcmocka)

BENCHES := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/bench_*.c)) \
           $(patsubst tests/%.cu,$(BUILD)/tests/%,$(wildcard tests/bench_*.cu))
$(BUILD)/tests/bench_%: $(BUILD)/tests/bench_%.o $(COMMON)
	$(link)

.PHONY: test-programs
test-programs: $(TESTS)

# Null pointers are used in the tests on purpose: what the CPU device makes of them is what is tested.
# rewrite lives for one file and frees nothing, so leaks are no matter while building.
FINDS := -fsanitize=address,undefined -fno-sanitize=null
test: parallel = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))
test: ## all tests; the last line sums them up
	$(MAKE) --no-print-directory $(parallel) DEVICE=cpu test-programs labs $(LABS:lab%=solution%) wrong
	ASAN_OPTIONS=detect_leaks=0 $(MAKE) --no-print-directory $(parallel) DEVICE=cpu \
	    BUILD=build/sanitized OPTIMISE=-O1 SANITIZE='$(FINDS)' test-programs
	tests/run.sh build/cpu/tests build/sanitized/tests

bench: $(BENCHES) ## speed: the CPU device against plain OpenMP, our CPU product against OpenBLAS
	$(MAKE) --no-print-directory BUILD=$(BUILD)/O2 OPTIMISE=-O2 $(BUILD)/O2/tests/bench_cpu_device
	sh tests/bench.sh $(BUILD)

gpu-check: ## all that needs a real GPU, in one go; results under OUT (results/gpu)
	tests/gpu_check.sh

SOURCES = $(shell git ls-files '*.c' '*.h' '*.cu' '*.cpp' 2>/dev/null)
format: ## clang-format over all sources
	$(CLANG_FORMAT) -i $(SOURCES)
CLANG_FORMAT ?= clang-format

clean: ## remove what was built (results stay)
	rm -rf build $(PROGRAMS)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
