# The tests, the benchmarks, and what they need. The Makefile includes this.
#group tests
.PHONY: verify wrong objects tested test test-slow test-programs test-journeys test-long test-all \
    test-mutations test-systems bench gpu-check reference
verify: ## every answer passes, every exercise of the starter is todo
	$(MAKE) $(PROGRAMS)
	sh tests/verify.sh $(LABS)
# A lab with another file in the place of the student's.
WRONG := $(patsubst tests/%.cu,$(BUILD)/%,$(wildcard tests/wrong/*/*.cu tests/right/*/*.cu))
$(foreach lab,$(ALL_LABS),\
    $(eval $(filter $(BUILD)/wrong/$(lab)/% $(BUILD)/right/$(lab)/%,$(WRONG)): $(call objects,$(lab))))
$(WRONG): $(BUILD)/%: $(BUILD)/tests/%.o
	$(link)
wrong: $(filter $(LABS:%=$(BUILD)/wrong/%/%),$(WRONG))
named = $(addprefix $(BUILD)/,$(basename $(wildcard tests/$(1)_*.c tests/$(1)_*.cu)))
TESTS := $(call named,unit/test)
BENCHES := $(call named,bench/bench)
$(TESTS) $(BENCHES): %: %.o $(COMMON)
	$(call link,$(if $(filter $@,$(TESTS)),-lcmocka))
# Linked with libraries.a, which cucc brings when it links.
$(BUILD)/tests/unit/test_curand: $(wildcard common/libraries/*.cpp)
# NVIDIA's calculation of occupancy, a header of the toolkit for the host.
$(BUILD)/tests/unit/test_occupancy.o: C_FLAGS += \
    $(patsubst %/bin/nvcc,-idirafter %/include,$(realpath $(shell command -v nvcc))) \
    $(patsubst %,-idirafter %,$(wildcard .nvidia/nvidia/*/include))
$(BUILD)/tests/unit/test_sass_loops: $(call sass_objects,loops kinds occupancy)
# Kernels as nvcc makes them, and the tests of their interpreter, which they bring themselves.
ifdef PTX
WRONG_BY_PTX := $(WRONG:$(BUILD)/%=$(PTX)/%)
$(WRONG_BY_PTX): $(PTX)/%: $(PTX)/tests/%.o
$(foreach lab,$(ALL_LABS),$(eval $(filter $(PTX)/wrong/$(lab)/% $(PTX)/right/$(lab)/%,$(WRONG_BY_PTX)): \
    $(call by_ptx,$(call objects,$(lab)))))
$(WRONG_BY_PTX):
	$(link)
PTX_TESTS := $(filter $(BUILD)/tests/unit/test_ptx%,$(TESTS))
$(PTX_TESTS): LINKED := $(BUILD)/interpreter/parts.a $(LINKED)
$(PTX_TESTS): $(BUILD)/interpreter/parts.a
endif
# Of the grader.
$(filter $(BUILD)/tests/grader/% $(BUILD)/tests/unit/test_grader%,$(C_OBJECTS)): C_FLAGS += -Isolutions/grader
$(eval $(call C_PROGRAM,$(BUILD)/tests/grader/adversary,$(BUILD)/tests/grader/adversary.o,-pthread))
$(eval $(call C_PROGRAM,$(BUILD)/tests/grader/as_in_docker,$(BUILD)/tests/grader/as_in_docker.o,-lseccomp))
$(eval $(call C_PROGRAM,$(BUILD)/tests/grader/try_copied,$(BUILD)/tests/grader/try_copied.o \
    $(call grader_objects,judge/copied) $(SHARED),-ljansson -lm))
$(eval $(call C_PROGRAM,$(BUILD)/tests/grader/try_points,$(BUILD)/tests/grader/try_points.o \
    $(call grader_objects,judge/points) $(SHARED),-ljansson -lm))
$(eval $(call C_PROGRAM,$(BUILD)/tests/grader/try_sandbox,$(BUILD)/tests/grader/try_sandbox.o $(SANDBOX),-lseccomp))
test-programs: $(TESTS)
# Each file of common/ by itself, as the tests of the maps look at them: programs are linked with units.
objects: $(if $(CHECK),,$(filter $(BUILD)/common/%,$(C_OBJECTS) $(CU_OBJECTS))) $(DEVICE_OBJECTS)
# What the tests run, of wrong and right kernels those of the labs named; the long tests build theirs.
kernels = $(patsubst tests/%.cu,build/quick/%,$(shell grep -L "^/. in the long tests" $(1) 2>/dev/null))
tested:
	python3 tests/figures/make.py build/figures
	$(MAKE) QUICK=1 test-programs build/quick/report_tables $(PROGRAMS:%=build/quick/%) \
	    $(if $(wildcard tests/pretend),$(PROGRAMS:%=build/quick/pretend/%))
	$(MAKE) QUICK=1 BUILD=build/quick/check CHECK=--check OPTIMISE=-O1 \
	    $(patsubst %,build/quick/check/%,rewrite cpu_device.a precompiled.h.gch)
	$(MAKE) QUICK=1 BUILD=build/quick/debug CHECK=--debug OPTIMISE=-O1 \
	    $(patsubst %,build/quick/debug/%,rewrite cpu_device.a precompiled.h.gch)
	$(MAKE) QUICK=1 BUILD=build/quick/traffic CHECK=--traffic OPTIMISE=-O1 \
	    $(patsubst %,build/quick/traffic/%,rewrite cpu_device.a)
test: tested ## the tests for every day; the last line sums them up
	TAGS='!slow' tests/run.sh build/quick/tests/unit tests/shell
# Null pointers are used in the tests on purpose; rewrite lives for one file and frees nothing.
# Of a THIRD shell/wrong.bats is part or not, as it builds its kernels itself; the units are part on the lightest day.
UNITS_TODAY := $(if $(THIRD),$(filter 0,$(shell expr $(THIRD) % 3)),1)
test-slow: tested ## the slower tests, which take minutes; ALSO: files and folders beside tests/shell
	$(if $(THIRD),,$(MAKE) QUICK=1 $(call kernels,tests/wrong/*/*.cu tests/right/*/*.cu))
	$(if $(UNITS_TODAY),ASAN_OPTIONS=detect_leaks=0 $(MAKE) DEVICE=cpu \
	    BUILD=build/sanitized OPTIMISE=-O1 SANITIZE='-fsanitize=address$(comma)undefined -fno-sanitize=null' \
	    test-programs, \
	    @echo "left out  build/sanitized/tests/unit: another day's")
	TAGS=slow tests/run.sh $(if $(UNITS_TODAY),build/sanitized/tests/unit) tests/shell $(ALSO)
test-journeys: tested ## whole ways that people walk, with small work
	tests/run.sh tests/journeys
test-long: ## hours of tests: other compilers, every GPU's code, whole runs, journeys as typed
	AS_TYPED=1 TEST_TIMEOUT=14400 tests/run.sh tests/long tests/journeys
test-all: test ## all three
	$(MAKE) test-slow
	$(MAKE) test-long
test-mutations: ## plausible mistakes, made one by one: does a test notice each? ONLY=engine
	tests/mutations/run.sh $(call quote,$(ONLY))
test-systems: ## tests on bare Debian 12, 13, unstable; needs root and debootstrap
	tests/systems.sh
bench: ## speed: the CPU device against plain OpenMP, our CPU versions against libraries
	$(MAKE) $(BENCHES) lab01 lab04 lab06
	$(MAKE) BUILD=$(BUILD)/O2 OPTIMISE=-O2 $(BUILD)/O2/tests/bench/bench_cpu_device
	$(if $(shell grep -m 1 -o avx512f /proc/cpuinfo 2>/dev/null), \
	    $(MAKE) BUILD=$(BUILD)/avx2 OPTIMISE='-O3 -march=haswell' $(BUILD)/avx2/tests/bench/bench_gemm)
	sh tests/bench/bench.sh $(BUILD)
reference: ## FILE=results/gpu/NAME.tar.gz: what gpu-check left, looked at and added to reference/
	tests/gpu/reference.sh "$(FILE)"
gpu-check: ## all that needs a real GPU; MINUTES=9: the next call goes on; OUT=results/gpu
	tests/gpu_check.sh
-include $(wildcard tests/pretend/pretend.mk)
