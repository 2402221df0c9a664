# The lab kit:  make step STEP=1; then make lab01 && ./lab01          make help lists what there is
# Knobs, as in `make lab03 DEVICE=cpu V=1`; what a change concerns is built anew:
#   DEVICE     cuda or cpu: what to build for (default: cuda where nvcc and a GPU answer, else cpu)
#   CUDA_ARCH  the GPUs to build for, as in "75 80 90 120" (default: those in this machine)
#   CXX CC     the compilers: g++ 11 or clang++ 14 and newer     NVCC  default nvcc
#   OPTIMISE   default -O3 -march=native       SANITIZE  as in -fsanitize=address,undefined
#   BUILD      where objects go (default build/$(DEVICE))     V=1  shows the commands
#   QUICK=1    as the tests build: in build/quick, with little optimisation, so in half the time
#   LABS       some of the labs, as in 01,03     SWEEP  how plots measure     PEERS  which libraries
#   REFERENCE  laid over figures
# Where more sources are, beside the labs' and common/: files that stand in the place of a student's, and others.
INSTEAD := solutions $(wildcard tests/wrong/* tests/right/*)
MORE := solutions/further solutions/grader solutions/grader/* tests/unit tests/bench tests/grader
include common/build/knobs.mk common/build/objects.mk common/build/programs.mk

# ---- commands -----------------------------------------------------------------------------------------
PLOTS := $(ALL_LABS:lab%=plot%)
.PHONY: FORCE peers practice help labs doctor progress step step-checked steps watch \
    handouts run check plots report submission format clean $(PLOTS) traffic show sass debug witness \
    $(foreach what,debug witness show check traffic watch sass,$(ALL_LABS:lab%=$(what)%))
FORCE: ;
# What may have been meant: lab3, check3; step3; figures.
WITH_NUMBER := lab solution check witness debug traffic show sass watch plot
meant = $(filter $(foreach lab,$(ALL_LABS),$(addsuffix $(lab:lab%=%),$(WITH_NUMBER))),\
    $(foreach digit,1 2 3 4 5 6 7 8 9,$(patsubst %$(digit),%0$(digit),$(filter %$(digit),$@)))) \
    $(patsubst step%,step STEP=%,$(filter step1 step2 step3 step4 step5 step6 step7 step8 step9 step10,$@)) \
    $(if $(filter figures graphs figure plot,$@),plots)
first_to_last = make lab01 $(if $(es),a,to) $(lastword $(ALL_LABS))
lists = make help ALL=1 $(if $(es),lista los comandos,lists the commands)$(if $(filter lab%,$@),: $(first_to_last))
there_is_none = $(if $(es),no existe tal comando ni tal archivo,there is no such command, and no such file)
.DEFAULT: ; $(error make $@: $(there_is_none); \
    $(if $(strip $(meant)),$(if $(es),¿quería decir,do you mean) make $(strip $(meant))?,$(lists)))
#group the labs, and the steps before them
help: ## the first commands; ALL=1: all of them
	@DEVICE=$(DEVICE) sh common/tools/help.sh $(if $(ALL),$(filter %Makefile %.mk,$(MAKEFILE_LIST)))
#help lab03: ## build ./lab03 with your kernels; likewise lab01, lab02
#help solution03: ## build ./solution03: the same lab with the answers
labs: $(LABS) ## build every lab
doctor: ## what this machine has, lacks, and how to fix it; QUICK_TEST=1: a product per device
	QUICK_TEST=$(call quote,$(value QUICK_TEST)) BUILD=$(BUILD) DEVICE=$(DEVICE) sh common/tools/doctor.sh
progress: $(BUILD)/symbols ## which exercises are done, right, todo or wrong; LABS=02 ONLY=ex21 REQUIRE=done
	OBJECTS=$(BUILD) GOALS_IN=$(or $(WATCHED_IN),$(BUILD))/traffic CXX=$(call quote,$(CXX)) \
	    sh common/tools/progress.sh $(LABS)
# A step that is not done ends with its hint, not with make's line "Error 1": asked by -q, make says so by its
# status alone.
letters := $(foreach word,$(filter-out -%,$(MAKEFLAGS)),$(if $(findstring =,$(word)),,$(word)))# as in make -n
ifeq ($(MAKECMDGOALS)$(findstring n,$(letters)),step)
MAKEFLAGS += -q
run_all_the_same := +
endif
step: step-checked ## STEP=3: one of ten small exercises before lab 1, checked; HINT=1 to 3 shows a hint
	$(if $(shell cat $(BUILD)/step-not-done 2>/dev/null),@exit 1)
step-checked:
	$(if $(filter 1 2 3 4 5 6 7 8 9 10,$(STEP)),,$(error STEP=$(STEP):$(if $(es),\
	    diga uno de diez pasos$(comma) como make step STEP=3; make steps los lista,\
	    say one of ten steps, as make step STEP=3; make steps lists them)))
	$(if $(filter-out 1 2 3,$(HINT)),\
	    $(error HINT=$(HINT): $(if $(es),cada paso tiene,each step has) HINT=1, HINT=2 $(if $(es),y,and) HINT=3))
	$(run_all_the_same)@mkdir -p $(BUILD) && : >$(BUILD)/step-not-done && \
	    sh handouts/steps/step.sh $(call quote,$(value STEP)) || echo no >$(BUILD)/step-not-done
steps: ## how far you are with them
	@sh handouts/steps/step.sh all
#help watch03: ## build lab03 and run it again whenever you save your file [ARGS="..."]
$(ALL_LABS:lab%=watch%): watch%:
	sh common/tools/watch.sh lab$*
watch: ## the ten steps, one after the other: checks a step whenever you save it, and goes on
	sh common/tools/watch.sh handouts/steps/step.sh
handouts: ## the sheets as HTML and, where pandoc can, PDF, under results/handouts
	sh handouts/numbers.sh
	sh handouts/pictures/draw.sh
	sh handouts/build.sh results/handouts
#group any program; what a run does not show
# FILE is one file where a path of that name exists, otherwise several, with blanks between.
one_or_more = FILE=$(call quote,$(value FILE)); \
    [ -e "$$FILE" ] || [ ! -e $(call quote,$(FILE)) ] || FILE=$(call quote,$(FILE)); \
    if [ -e "$$FILE" ]; then set -- "$$FILE"; else set -f; set -- $$FILE; fi; \
    [ $$\# -gt 0 ] || { \
        echo 'make $@: $(if $(es),diga qué programa,say which program): make $@ FILE=my.cu [ARGS="..."]' >&2; \
        exit 2; }; \
    for file; do [ -f "$$file" ] || { \
        echo "make $@: FILE=$$file: $(if $(es),no existe ese archivo,there is no such file)" >&2; exit 2; }; done
# FLAGS and LIBS are a program's own: -Iinclude -std=c++17, -lpng. It runs in the folder of its first file.
OTHERS := -Wno-missing-field-initializers -Wno-unused-parameter -Wno-sign-compare# in somebody else's program
ifeq ($(DEVICE),cuda)
OTHERS := $(call for_host,$(OTHERS))
endif
run: ## FILE=my.cu [ARGS="..."] [DEFINES=-DN=4] [FLAGS=-Iinclude] [LIBS=-lpng]: run any .cu
	@$(one_or_more)
	$(MAKE) $(BUILD)/knobs $(RUNTIME) $(filter %/rewrite,$(CUCC))
	$(one_or_more); program=$$(basename "$$1"); program=$(if $(filter /%,$(BUILD)),,$$PWD/)$(BUILD)/run/$${program%.*}; \
	    mkdir -p $(BUILD)/run && \
	    $(CU) $(OTHERS) $(FLAGS) $(DEFINES) "$$@" $(LIBS) -o "$$program" && \
	    export CPU_DEVICE_CALLED_IN="$$PWD" && cd "$$(dirname "$$1")" && exec "$$program" $(ARGS)
# These build their own objects; called by themselves, common/check.sh and traffic.sh keep their status 0, 1 or 2.
its_own = CXX="$(CXX)" MAKEFLAGS= FLAGS=$(call quote,$(FLAGS)) LIBS=$(call quote,$(LIBS))
json = $(if $(JSON),--json $(call quote,$(value JSON)))
watched = exec env BUILD=$(or $(WATCHED_IN),$(BUILD))/$(1) $(its_own) \
          common/$(1).sh $(json) $(if $(filter check,$(1)),$(if $(SARIF),--sarif $(call quote,$(value SARIF))))
#help check03: ## races, bad addresses; SOLUTION=1: the answers; ONLY=ex31; JSON=F; SARIF=F; STRICT=1
check: ## FILE=my.cu [ARGS="..."] [DEFINES=...]: the same for any .cu, or several
	$(one_or_more); $(call watched,check) $(DEFINES) "$$@" $(if $(ARGS),-- $(ARGS))
$(ALL_LABS:lab%=check%): check%:
	$(call watched,check) $(if $(SOLUTION),solution,lab)$*
# In the build of make check.
witnessed = exec env BUILD=$(or $(WATCHED_IN),$(BUILD))/check $(its_own) \
            ORDER=$(call quote,$(value ORDER)) LAB_SEED=$(call quote,$(value SEED)) ONLY=$(call quote,$(value ONLY)) \
            SIZE=$(call quote,$(value SIZE)) common/witness.sh
#help witness03: ## after a race: an order in which it goes wrong; ONLY=ex33, SEED=5, SIZE=33, ORDER=17
witness: ## FILE=my.cu [ARGS="..."] [ORDER=17]: the same for any .cu, or several
	@$(one_or_more); $(witnessed) $(DEFINES) "$$@" $(if $(ARGS),-- $(ARGS))
$(ALL_LABS:lab%=witness%): witness%:
	@$(witnessed) $(if $(SOLUTION),solution,lab)$*
#help debug03: ## gdb in a thread; SOLUTION=1, ONLY=ex31, THREAD="(3,2) of (0,1)", SIZE=33, COMMANDS=F
debug: ## FILE=my.cu [THREAD=...] [ARGS="..."] [COMMANDS=F]: the same for any .cu, or several
	$(one_or_more); $(call watched,debug) $(DEFINES) "$$@" $(if $(ARGS),-- $(ARGS))
$(ALL_LABS:lab%=debug%): debug%:
	$(call watched,debug) $(if $(SOLUTION),solution,lab)$*
# BY=nvcc: as nvcc builds the kernels, run by the interpreter of PTX.
by_nvcc = exec env BUILD=$(if $(filter cpu,$(DEVICE)),$(BUILD),$(or $(WATCHED_IN),build)/cpu) $(its_own) \
          ARCH=$(call quote,$(or $(ARCH),$(firstword $(ARCHS)))) common/ptx.sh --sass $(json)
not_by = $(error BY=$(BY):$(if $(es),\
    debe ser nvcc; sin ello cuenta el dispositivo CPU,\
    must be nvcc; without BY the CPU device counts))
traffic_by = $(if $(BY),$(if $(filter-out nvcc,$(BY)),$(not_by),$(by_nvcc)),$(call watched,traffic))
#help traffic02: ## memory traffic by line, and the goals; SOLUTION=1, ONLY=ex21, JSON=FILE, BY=nvcc
traffic: ## FILE=my.cu [ARGS="..."] [DEFINES=...]: the same for any .cu, or several
	$(one_or_more); $(traffic_by) $(DEFINES) "$$@" $(if $(ARGS),-- $(ARGS))
$(ALL_LABS:lab%=traffic%): traffic%:
	$(if $(SOLUTION)$(BY),,mkdir -p results && LAB_TRAFFIC=results/lab$*_traffic.csv) \
	    $(traffic_by) $(if $(SOLUTION),solution,lab)$*
# A page from both: common/show.sh builds what makes it, once its words are known to be right.
show_page = exec env BUILD=$(or $(WATCHED_IN),$(BUILD)) $(its_own) common/show.sh
#help show02: ## a page in results/: what each line moves, requests, blocks; SOLUTION=1, ONLY=ex21
show: ## FILE=my.cu [ARGS="..."] [DEFINES=...]: the same for any .cu, or several
	$(one_or_more); $(show_page) $(DEFINES) "$$@" $(if $(ARGS),-- $(ARGS))
$(ALL_LABS:lab%=show%): show%:
	$(show_page) $(if $(SOLUTION),solution,lab)$*
$(BUILD)/show: $(wildcard common/show/*.c) $(BUILD)/knobs $(MAKERS) $(wildcard common/show/*.h)
	$(call whole,$(CC) $(C_FLAGS) $(filter %.c,$^) -o $$new)
# SASS as well; the program is run without its kernels, only to learn how large their launches are.
sass_of = BUILD=$(if $(filter cpu,$(DEVICE)),$(BUILD),$(or $(WATCHED_IN),build)/cpu) CXX="$(CXX)" MAKEFLAGS= \
          CARD=$(call quote,$(CARD)) ARCH=$(call quote,$(or $(ARCH),$(if $(CARD),,$(ARCHS)))) common/sass.sh $(json)
#help sass03: ## registers, occupancy, loops by nvcc; SOLUTION=1, ARCH=80, CARD=t4, ONLY=, JSON=FILE
sass: ## FILE=my.cu [ARGS="..."] [DEFINES=...]: the same for any .cu, or several
	@$(one_or_more); ARGS='' $(sass_of) $(DEFINES) "$$@" $(if $(ARGS),-- $(ARGS))
$(ALL_LABS:lab%=sass%): sass%:
	@ARGS=$(call quote,$(ARGS)) $(sass_of) $(if $(SOLUTION),solution,lab)$*
#group figures, the report, other libraries
#help plot03: ## figures of lab 3 in results/; sweeps first if need be; REFERENCE=nvidia_h200
$(PLOTS): plot%: results/lab%.csv
	sh common/figures/plot.sh lab$*
plots: ## the figures of every lab, one sweep after the other
	$(MAKE) labs
	for plot in $(PLOTS); do AMONG="$(ALL_LABS)" $(MAKE) $$plot || exit; done
report: ## your report in results/: tables, figures, questions; REPORT_LANG=es, LABS=01,03
	$(MAKE) labs $(BUILD)/report_tables
	for lab in $(LABS); do AMONG="$(LABS)" $(MAKE) -s results/$$lab.csv || exit; done
	TABLES=$(BUILD)/report_tables sh common/tools/report.sh $(LABS)
$(BUILD)/report_tables: $(wildcard common/tools/report_*.c) common/tools/report_parts.h \
    $(patsubst %,$(BUILD)/common/engine/%.o,bounds csv dtype half machine random rows spanish timing words)
	$(call say,CC,$@)
	$(call whole,$(CC) $(C_FLAGS) $(filter-out %.h,$^) -lm -o $$new)
SWEEP ?= --sweep --min-time 0.1
results/lab%.csv:
	$(MAKE) lab$*
	mkdir -p results && TABLE=results/lab$*.txt sh common/figures/sweep.sh ./lab$* $@ $(SWEEP) || \
	    [ $$? -eq 1 ] # WRONG: not drawn
submission: $(BUILD)/symbols ## your exercise files, ready to be handed in, after a check that they build; LABS=03
	OBJECTS=$(BUILD) sh common/tools/submission.sh $(LABS)
PEERS :=
peers: ## the same in NumPy, CuPy, JAX, ...; PEERS=jax, ANEW=1, SHAPES=unet, STOPWATCHES=1
	sh peers/run.sh $(call quote,$(PEERS)) $(LABS)
practice: ## ResNet-18 from the picture to the report; PICTURE=photo.jpg, REPORT_LANG=es
	$(MAKE) lab06 $(BUILD)/report_tables
	sh lab06_resnet_layers/practice.sh
	PRACTICE=1 $(MAKE) -s results/lab06.csv
	TABLES=$(BUILD)/report_tables sh common/tools/report.sh lab06

-include $(wildcard common/ptx/ptx.mk solutions/*/*.mk tests/tests.mk)
#group the kit itself
format: ## clang-format over all sources
	find common handouts $(LAB_FOLDERS) solutions tests \( -name '*.c' -o -name '*.h' -o -name '*.cu' -o -name '*.cpp' \) \
	    -print0 | xargs -0 $(or $(CLANG_FORMAT),clang-format) -i
clean: ## remove what was built (results stay)
	rm -rf build $(PROGRAMS)
-include $(wildcard $(C_OBJECTS:.o=.d) $(CU_OBJECTS:.o=.d) $(UNITS:.o=.d))
