# The grader (solutions/README.md): its programs and commands. The Makefile includes this file where it
# is; ./setup.sh --grader installs the libraries.
GRADER := $(BUILD)/grader
grader_objects = $(addprefix $(BUILD)/solutions/grader/,$(addsuffix .o,$(1)))
SANDBOX := $(call grader_objects,$(addprefix sandbox/,sandbox start bwrap landlock own_uid libraries tree))
SHARED := $(call grader_objects,text csv file json memory)

# For each lab a judge, and a runner with the answers: the lab's own files and another end of run_begin.
$(ALL_LABS:lab%=$(GRADER)/judge%): $(call grader_objects,$(addprefix judge/,judge verdict process cases job goals)) \
    $(SANDBOX) $(SHARED)
	$(call link,-ljansson -lcrypto -lseccomp)
$(ALL_LABS:lab%=$(GRADER)/answer%): $(call grader_objects,judge/runner)
	$(link)
# libraries.a is for a kernel that draws by cuRAND: in the sandbox it can be read, not made.
define GRADED
$(GRADER)/judge$(1:lab%=%) $(GRADER)/answer$(1:lab%=%): $(BUILD)/solutions/$(call op,$(1)).o $(call objects,$(1))
$(GRADER)/$(1).sh: $(call objects,$(1)) $(call grader_objects,judge/runner) \
    $(wildcard $(call in,$(1))/$(call op,$(1)).cu) $(if $(filter cpu,$(DEVICE)),| $(BUILD)/libraries.a)
endef
$(foreach lab,$(ALL_LABS),$(eval $(call GRADED,$(lab))))

# Where nvcc itself lies, which a wrapper on PATH may call from elsewhere.
nvcc_says = $(shell $(NVCC) -dryrun -x cu -E /dev/null 2>&1 | sed -n 's/^.. _HERE_=//p')
override TOOLKIT = $(if $(NVCC_IS),$(realpath $(or $(nvcc_says),$(dir $(realpath $(shell command -v $(NVCC)))))/..))

# How this build compiles and links a lab: what judge/compile.sh, which is run elsewhere, reads first. It names
# the files of the kit by "$kit"/..., because a relative path would not find them from there.
in_kit = $(foreach path,$(1),$(if $(filter /%,$(path)),$(path),"$$kit"/$(path)))
its_cucc = $(subst common/cpu_device/cucc,"$$kit"/common/cpu_device/cucc,$(1))
cucc_in_kit = $(subst BUILD=$(BUILD),BUILD=$(call in_kit,$(BUILD)),$(call its_cucc,$(1)))
define COMPILE_SETTINGS
# Made by make, from solutions/grader/grader.mk, for solutions/grader/judge/compile.sh.
kit=$(call quote,$(CURDIR))
build=$(call in_kit,$(BUILD))
source=$(call op,$*).cu
symbols_option=$(if $(CHECK),,$(if $(filter cpu,$(DEVICE)),--cpu))
sections=$(if $(NVCC_IS),,'-ffunction-sections -fdata-sections')
$(if $(NVCC_IS),PATH=$(call quote,$(patsubst %/,%,$(dir $(shell command -v $(NVCC)))):$(TOOLKIT)/bin):$$PATH)
compile() {
    $(call cucc_in_kit,$(CU)) $(TRAPS) $(CU_FLAGS:-I%=-I"$$kit"/%) "$$@"
}
link() {
    $(call cucc_in_kit,$(LINK)) student.o $(call in_kit,$(filter %.o %.a,$^)) $(LINKED) "$$@"
}
endef
# Beside them, what a worked kernel's copy is known by: the lines of the file that is handed out.
own_lines = $(1:.sh=_own.txt)
from_lab = $(if $(filter /%,$(1)),,"$$kit"/)$(1)
$(ALL_LABS:%=$(GRADER)/%.sh): private export SETTINGS = $(COMPILE_SETTINGS)
$(ALL_LABS:%=$(GRADER)/%.sh): $(GRADER)/%.sh: solutions/grader/grader.mk $(BUILD)/knobs $(BUILD)/symbols
	mkdir -p $(@D) && printf '%s\n' "$$SETTINGS" >$@.new
	$(if $(CHECK),,kit=$$PWD && cd $(call in,$*) && \
	    sh ../solutions/grader/judge/compile.sh $(call from_lab,$@.new) own >$(call from_lab,$(call own_lines,$@)))
	$(if $(CHECK),,[ -s $(call own_lines,$@) ])
	mv -f $@.new $@
# They name the kit's folder: one that was moved gets new ones.
$(shell grep -L -x -F $(call quote,kit=$(call quote,$(CURDIR))) $(ALL_LABS:%=$(GRADER)/%.sh) 2>/dev/null): FORCE

# ---- programs of C alone ------------------------------------------------------------------------------
define C_PROGRAM
$(1): $(2)
	$$(call say,LD,$$@)
	$$(call whole,$$(CC) -fopenmp $$(LINKER) $$(SANITIZE) $$^ $(3) -o $$$$new)
endef
JUDGE := grade archive batch compile copied explain flags journal keys labs look out points result rubric rulings \
    stop student submission
$(eval $(call C_PROGRAM,$(GRADER)/grade,$(call grader_objects,$(JUDGE:%=judge/%)) \
    $(SANDBOX) $(SHARED),-ljansson -lcrypto -lseccomp -lm -ldl))
RESULTS := class tables feedback page similar gradebook gradescope results words
$(eval $(call C_PROGRAM,$(GRADER)/class,$(call grader_objects,$(RESULTS:%=results/%)) $(SHARED),-ljansson -lm))
# Without libarchive it says so when it should unpack a zip.
$(eval $(call C_PROGRAM,$(GRADER)/unpack,$(call grader_objects,sandbox/unpack),\
    $$(if $$(wildcard /usr/include/archive.h),-larchive)))
$(eval $(call C_PROGRAM,$(BUILD)/solutions/grader/canary,$(call grader_objects,sandbox/canary),-ldl -pthread))
$(eval $(call C_PROGRAM,$(BUILD)/solutions/grader/grade_doctor,\
    $(call grader_objects,$(addprefix sandbox/,grade_doctor doctor)) $(SANDBOX),-lseccomp))
$(BUILD)/solutions/grader/gpu_probe: $(call grader_objects,sandbox/gpu_probe) $(RUNTIME)
	$(link)

# ---- commands -----------------------------------------------------------------------------------------
DOCTOR := $(addprefix $(BUILD)/solutions/grader/,grade_doctor canary)
.PHONY: grade grade-asked grade-look grade-reader grade-build grade-programs grade-scripts grade-doctor \
    student-kit autograder
# On the CPU device with the header compiled once: a class is compiled by it.
GRADE_IN := $(if $(filter cpu,$(DEVICE)),build/grade,$(BUILD))
GRADE_CHECK := $(if $(filter cpu,$(DEVICE)),$(GRADE_IN)/check)
GRADE_COUNT := $(if $(filter cpu,$(DEVICE)),$(GRADE_IN)/traffic)
# Without OpenBLAS: no answer needs it, and to load it takes most of the time in which a runner starts.
grade_make = $(MAKE) $(if $(GRADE_CHECK),QUICK=1 BLAS= RUNTIME_OPTIMISE=-O2) BUILD=$(1)
# CHECK=1 says what would be graded; it must not choose a build, as CHECK=--check does.
ifneq ($(filter grade,$(MAKECMDGOALS)),)
override LOOK := $(filter-out 0,$(CHECK))
override CHECK :=
endif
# What is asked is looked at before anything is built, and of LABS=01 only lab 1 is.
ASKED_LABS := $(if $(filter-out file,$(origin LABS)),$(LABS))
GRADED_LABS := $(if $(ASKED_LABS),$(filter $(ASKED_LABS),$(ALL_LABS)),$(ALL_LABS))
grading = LOOK='$(LOOK)' LABS='$(ASKED_LABS)' ONLY=$(call quote,$(value ONLY)) EXPLAIN=$(call quote,$(value EXPLAIN)) \
    ACCEPT=$(call quote,$(value ACCEPT)) RULE=$(call quote,$(value RULE)) REASON=$(call quote,$(value REASON)) \
    GRADEBOOK=$(call quote,$(value GRADEBOOK)) COLUMN=$(call quote,$(value COLUMN)) TOOLKIT=$(call quote,$(TOOLKIT)) \
    sh solutions/grader/grade.sh $(1) '$(if $(LOOK),,$(GRADE_CHECK))' '$(if $(LOOK),,$(GRADE_COUNT))' \
    $(if $(filter cpu,$(DEVICE)),cpu_device,cuda) $(call quote,$(value SUBMISSIONS)) $(call quote,$(value OUT))
GRADES := $(if $(LOOK),grade-look,grade-build)
grade: $(GRADES) ## SUBMISSIONS=dir OUT=dir [LABS=03 CHECK=1 ACCEPT=id:path RULE=id:ex31=allow]: a class
	$(call grading,$(GRADE_IN))
grade-asked:
	$(call grading,asked)
grade-look grade-build: $(if $(filter grade,$(MAKECMDGOALS)),grade-asked)
# All for this processor, or a file could tell by a macro whether it is looked at. What finds bugs and what
# counts call the same hooks of the CPU device, each its own, so they cannot be one program. GRADE_MARCH: where
# another machine grades than builds.
GRADE_MARCH ?= -march=native
grade_knobs = CHECK= $(if $(GRADE_CHECK),OPTIMISE='-O3 $(GRADE_MARCH) -g0')
grade-look:
	+$(call grade_make,$(GRADE_IN)) $(grade_knobs) grade-reader
grade-build:
	+$(call grade_make,$(GRADE_IN)) $(grade_knobs) grade-programs
	+$(if $(GRADE_CHECK),$(call grade_make,$(GRADE_CHECK)) CHECK=--check OPTIMISE='-O1 $(GRADE_MARCH)' grade-scripts)
	+$(if $(GRADE_COUNT),$(call grade_make,$(GRADE_COUNT)) CHECK=--traffic OPTIMISE='-O1 $(GRADE_MARCH)' grade-scripts)
grade-reader: $(GRADER)/grade $(GRADER)/unpack
GPU_PROBE := $(if $(filter cuda,$(DEVICE)),$(BUILD)/solutions/grader/gpu_probe)
grade-programs: grade-scripts $(GPU_PROBE) $(GRADER)/grade $(GRADER)/class $(GRADER)/unpack $(DOCTOR) \
    $(foreach name,judge answer,$(GRADED_LABS:lab%=$(GRADER)/$(name)%))
grade-scripts: $(GRADED_LABS:%=$(GRADER)/%.sh) $(filter %.gch,$(CUCC))
grade-doctor: $(DOCTOR) $(GPU_PROBE) ## how well a submission is isolated here, on a GPU, too [ISOLATION=landlock]
	@$< $(if $(filter cuda,$(DEVICE)),--gpu) solutions $(ISOLATION)
student-kit: ## the kit for students, results/student-kit.tar.gz: no answers, no grader
	sh solutions/grader/student_kit.sh results/student-kit.tar.gz
SERVICES := gradescope github
autograder: ## FOR=gradescope LABS=03: the zip for it; FOR=github: a repository with a workflow
	$(if $(filter-out $(SERVICES),$(or $(FOR),none))$(word 2,$(FOR)),\
	    $(error make autograder: FOR=$(FOR): must be gradescope or github))
	$(if $(ASKED_LABS),,$(error make autograder: say which labs, as in make autograder FOR=$(FOR) LABS=03))
	sh solutions/grader/autograder/autograder.sh $(FOR) results/autograder-$(FOR).zip $(LABS)
