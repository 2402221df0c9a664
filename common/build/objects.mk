# How objects are made: the compiler and flags for each file, which files are compiled as one unit, what is optimised,
# which files the CPU device's runtime consists of, and what counts as the kit's own part.
ifndef V
clear := $(if $(MAKE_TERMOUT),\r\033[K)
say = @printf '$(clear)%-7s %s\n' $(1) $(2)
kit = @sh common/build/kit.sh $(NEW)/said file
kit_is_done = @sh common/build/kit.sh $(NEW)/said done
endif
in = $(patsubst %/,%,$(firstword $(filter $(1)_%,$(LAB_FOLDERS))))# lab03 -> lab03_matmul_tiled
op = $(patsubst $(1)_%,%,$(call in,$(1)))# lab03 -> matmul_tiled
COMMON_IN := common/engine common/gemm# what labs are linked with; all but the engine by those whose files name it
# A folder X in a lab's that has X.cu is a further program. A file beside the exercise's that also has v1 in it, or
# a blank in its name (here a ?), is a copy that an editor, a download or a careful student left: never compiled.
FOLDERS := $(foreach folder,$(patsubst %/,%,$(wildcard $(LAB_FOLDERS:%=%*/))),\
    $(if $(wildcard $(folder)/$(notdir $(folder)).cu),$(folder)))
EXERCISES := $(foreach lab,$(ALL_LABS),$(call in,$(lab))/$(call op,$(lab)).cu)
COPIES := $(filter-out $(EXERCISES),$(shell { grep -l '^void [a-z_]*_v1\>' $(LAB_FOLDERS:%=%*.cu); \
    ls -d $(LAB_FOLDERS:%=%*' '*.c*); } 2>/dev/null | sort -u | tr ' ' '?'))
LAB_FILES := $(filter-out $(subst ?, ,$(COPIES)),$(wildcard \
    $(foreach sort,c h cu,$(LAB_FOLDERS:%=%*.$(sort)) $(FOLDERS:%=%/*.$(sort)))))
C_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(filter %.c,$(LAB_FILES)) \
    $(wildcard $(foreach folder,$(COMMON_IN) $(MORE),$(folder)/*.c)))
CU_OBJECTS := $(patsubst %.cu,$(BUILD)/%.o,$(filter %.cu,$(LAB_FILES)) \
    $(wildcard $(foreach folder,$(COMMON_IN) $(INSTEAD) $(MORE),$(folder)/*.cu)))
C_FLAGS := -I. -std=c11 -D_GNU_SOURCE -g $(C_OPTIMISE) -fopenmp -Wall -Wextra $(SANITIZE) \
           -DBUILD_FLAGS=$(call quote,"$(subst ",\",$(subst \,\\,$(BUILT_WITH)))") $(if $(PHOTOS),-DHAVE_PHOTOS)
# A member that is not named is 0, as in C; nvcc 11 takes no value of another kind where members are named.
WARNINGS := -Wall -Wextra -Wno-missing-field-initializers
CU_FLAGS := -I. $(LAB_FOLDERS:%/=-I%) $(BLAS:-lopenblas=-DHAVE_OPENBLAS)
# What is not timed and does not run for long is optimised less, and compiles in half the time.
LIGHT := $(if $(filter -O2 -O3,$(OPTIMISE)),-O1)
C_LIGHT := $(if $(filter -O2 -O3,$(C_OPTIMISE)),-O1)
UNTIMED := $(filter-out %/check.o %/half.o %/random.o,$(filter $(BUILD)/common/engine/%,$(C_OBJECTS)))
ifeq ($(DEVICE),cuda)
for_host = $(foreach flag,$(1),-Xcompiler=$(call quote,$(subst $(comma),\$(comma),$(flag))))
CUDA := $(NVCC) $(CCBIN) $(or $(foreach a,$(ARCHS),-gencode arch=compute_$a$(comma)code=sm_$a),-arch=native)
CU := $(CUDA) -std=c++17 -lineinfo -DBUILT_FOR_GPU \
      $(call for_host,$(OPTIMISE) -fopenmp $(WARNINGS) $(SANITIZE))
# A lab's file without a kernel is C++ for the host alone: compiled once, not for each GPU again.
WITHOUT_KERNEL := $(patsubst %.cu,$(BUILD)/%.o,$(shell grep -L -e __global__ -e __device__ -e '<<<' -e '[.]cuh*"' \
    $(filter-out $(EXERCISES),$(filter %.cu,$(LAB_FILES)))))
$(WITHOUT_KERNEL): private CU += -x c++
LINK := $(CUDA) $(call for_host,-fopenmp $(SANITIZE))
LINKED := -lcublas $(BLAS)
else
# cucc has the archive of CUDA's libraries made when a program is linked that calls one.
export CUCC_MAKE := unset MAKEFLAGS MFLAGS MAKELEVEL; make -s DEVICE=cpu \
    $(foreach knob,BUILD CXX CC OPTIMISE SANITIZE CHECK QUICK,$(knob)=$(call quote,$($(knob))))
CUCC_HERE := CUCC_IN_MAKE=1 LINKER=$(LINKER) BUILD=$(BUILD) CXX=$(call quote,$(CXX)) common/cpu_device/cucc
CU := $(CUCC_HERE) $(CHECK) $(if $(filter --debug,$(CHECK)),-g,-g1) $(OPTIMISE) $(WARNINGS) $(SANITIZE)
CUCC := $(BUILD)/rewrite common/cpu_device/cucc $(wildcard common/cpu_device/include/*.h)
CUCC += $(if $(and $(QUICK),$(findstring g++,$(CXX))),$(BUILD)/precompiled.h.gch)# compiles the header once
LINK := $(CUCC_HERE) $(SANITIZE)
LINKED := $(BLAS) -lm -ldl
RUNTIME := $(BUILD)/cpu_device.a
endif

# $(call whole,COMMAND -o $$new): what the command makes gets the target's name when it is complete, and
# the time when making it began: no half-made file is left, and what is edited while the compiler runs
# counts as newer. A compiler that a killed make left running for other knobs finds no folder to write to.
NEW := $(BUILD)/new/$(firstword $(shell printf %s $(call quote,$(KNOBS)) | cksum))
whole = new=$(NEW)/$(subst /,+,$@).$$$$; mkdir -p $(@D) && : >$$new.begun && $(1) && touch -r $$new.begun $$new && \
    if [ -e $$new.d ]; then touch -r $$new.begun $$new.d && mv -f $$new.d $(@:.o=.d); fi && \
    mv -f $$new $@ && rm -f $$new.begun || { rm -f $$new $$new.*; exit 1; }
DEPENDENCIES = -MMD -MP -MF $$new.d -MT $@
# $(call shared,OPTIMISATION,FILES,DEPENDENCIES,MORE): compiles C once for all builds that compile it alike.
SHARED_IN := $(patsubst %/check,%,$(patsubst %/traffic,%,$(patsubst %/debug,%,$(BUILD:build/cpu=build))))/shared
shared = sh common/build/shared.sh $(SHARED_IN) \
    $(call quote,$(CC) $(CC_IS) $(C_OPTIMISE) $(1) $(SANITIZE) $(NATIVE_IS)) $$new '$(2)' "$(3)" '$(4)' \
    $(CC) $(C_FLAGS) $(1)
ifneq ($(KNOBS),$(shell rm -rf $(NEW)/said; [ -d $(NEW) ] && cat $(BUILD)/knobs 2>/dev/null))
$(BUILD)/knobs: FORCE
$(if $(BUILDING),$(if $(strip $(refusal)),$(error $(strip $(refusal)))))
endif
$(BUILD)/knobs:
	$(if $(strip $(refusal)),$(error $(strip $(refusal))))
	mkdir -p $(NEW)
	for other in $(BUILD)/new/*; do [ $$other = $(NEW) ] || rm -rf $$other; done
	printf '%s\n' $(call quote,$(KNOBS)) >$(NEW)/knobs.$$$$ && mv -f $(NEW)/knobs.$$$$ $@

# Whose line is shown: a student's file, or one that stands in its place.
OWN := $(patsubst %.cu,$(BUILD)/%.o,$(wildcard $(EXERCISES) $(INSTEAD:%=%/*.cu)))
# A kernel or launcher that is half written uses only some of its parameters: a run says what is still to do.
UNWRITTEN := $(if $(filter cuda,$(DEVICE)),$(call for_host,-Wno-unused-parameter),-Wno-unused-parameter)
$(C_OBJECTS): $(BUILD)/%.o: %.c $(BUILD)/%.d $(BUILD)/knobs $(MAKERS)
	$(kit)
	$(call whole,$(call shared,$(if $(filter $@,$(UNTIMED)),$(C_LIGHT)),$<,$(DEPENDENCIES),-c))
$(CU_OBJECTS): $(BUILD)/%.o: %.cu $(BUILD)/%.d $(BUILD)/knobs $(MAKERS) $(CUCC)
	$(if $(filter $@,$(OWN)),$(call say,CU,$<),$(kit))
	$(call whole,$(CU) $(if $(filter $@,$(OWN)),$(UNWRITTEN)) $(CU_FLAGS) $(DEPENDENCIES) -c $< -o $$new)
not_there = $(if $(es),no está ahí: es el archivo de los ejercicios,is not there: it is the file of the exercises)
not_it = $(if $(COPIES), ($(if $(es),no sirve,not) $(subst ?, ,$(COPIES))))
$(foreach file,$(filter-out $(wildcard $(EXERCISES)),$(EXERCISES)),\
    $(eval $(file:%.cu=$(BUILD)/%.o): FORCE; $$(error $(file) $(not_there)$(not_it))))
# Their kernels fault as a GPU's do.
TRAPS := $(if $(filter cpu,$(DEVICE)),$(if $(SANITIZE)$(CHECK),,--traps))
# threadIdx.x < n with an int n is right, and nvcc does not warn about it.
$(OWN): private CU += $(TRAPS) $(if $(filter cpu,$(DEVICE)),-Wno-sign-compare)
$(BUILD)/%.d: ;# made with the object; without it the object is made anew

# Many small files that share long headers are one unit for the compiler: the .cu of a folder in common/, the
# runtime's folders. Each can also be made an object by itself.
UNITS := $(sort $(patsubst %/,$(BUILD)/%.o,$(dir $(wildcard $(COMMON_IN:%=%/*.cu)))))
define UNIT
$(1).o: $(wildcard $(1:$(BUILD)/%=%)/*.cu) $(1).d $(BUILD)/knobs $(MAKERS) $(CUCC)
	$$(kit)
	mkdir -p $$(@D) && printf '#include "%s"\n' $$(filter $(1:$(BUILD)/%=%)/%,$$^) >$(1).cu
	$$(call whole,$$(CU) $(if $(filter cpu,$(DEVICE)),$(LIGHT)) $$(CU_FLAGS) $$(DEPENDENCIES) -c $(1).cu -o $$$$new)
$(1).cu: ;
endef
$(foreach unit,$(UNITS:.o=),$(eval $(call UNIT,$(unit))))
COMMON_OBJECTS := $(UNITS) $(filter $(BUILD)/common/%,$(C_OBJECTS))
COMMON := $(COMMON_OBJECTS) $(RUNTIME)

$(BUILD)/rewrite: $(wildcard common/cpu_device/front/*.c) $(BUILD)/knobs $(MAKERS) \
    $(wildcard common/cpu_device/front/*.h common/cpu_device/words/*.h)
	$(kit)
	$(call whole,$(call shared,$(C_LIGHT),$(filter %.c,$^)))
$(BUILD)/symbols: common/tools/symbols.c $(BUILD)/knobs $(MAKERS)
	$(call whole,$(CC) $(C_FLAGS) $< -o $$new)
$(BUILD)/precompiled.h.gch: common/cpu_device/cucc $(BUILD)/knobs $(MAKERS) $(wildcard common/cpu_device/include/*.h)
	$(call whole,$(CU) --precompile -o $$new)
# The bug finder watches a program's mutexes, and not its own (see check/host.cpp).
OWN_MUTEXES := $(foreach call,lock trylock unlock,-Dpthread_mutex_$(call)=own_pthread_mutex_$(call))
# A fault in a kernel jumps to another stack, which _FORTIFY_SOURCE would take for an attack.
RUNTIME_OPTIMISE = $(if $(QUICK),-O1,-O2)
RUNTIME_FLAGS = -I. -std=c++17 $(RUNTIME_OPTIMISE) -g1 -fopenmp -Wall -Wextra \
    $(if $(findstring clang,$(CXX_IS)),,-Wno-subobject-linkage) -U_FORTIFY_SOURCE $(SANITIZE) \
    $(patsubst --debug,-O0 -g -DCPU_DEVICE_DEBUG,\
    $(patsubst --traffic,-DCPU_DEVICE_TRAFFIC,$(CHECK:--check=-DCPU_DEVICE_CHECK $(OWN_MUTEXES))))
RUNTIME_IN := $(patsubst %,common/cpu_device/%,run $(CHECK:--%=%))
RUNTIME_HEADERS := $(wildcard common/cpu_device/*/*.h)
# In the bug finder only what is called at each load and store needs the optimiser, which takes twice as long.
SELDOM := $(filter-out %/cells.cpp %/entry.cpp %/order.cpp %/kernel.cpp %/in_flight.cpp,\
    $(if $(filter --check,$(CHECK)),$(wildcard common/cpu_device/check/*.cpp)))
DEVICE_UNITS := $(RUNTIME_IN:common/%=$(BUILD)/%.o) $(if $(SELDOM),$(BUILD)/cpu_device/seldom.o)
$(BUILD)/cpu_device/seldom.o $(SELDOM:common/%.cpp=$(BUILD)/%.o): private RUNTIME_FLAGS += -Og
# Where every load and store is watched or counted, run/ does not need it either: 4 seconds fewer.
WATCHED_RUN := $(if $(filter --check --traffic,$(CHECK)),$(BUILD)/cpu_device/run.o)
$(WATCHED_RUN): private RUNTIME_FLAGS += -O1
# $(call DEVICE_UNIT,NAME,FILES)
define DEVICE_UNIT
$(BUILD)/cpu_device/$(1).o: $(filter-out $(if $(filter-out --debug,$(CHECK)),,%/early_end.cpp),$(2)) \
    $(BUILD)/knobs $(MAKERS) $(RUNTIME_HEADERS)
	$$(kit)
	mkdir -p $(BUILD)/cpu_device && printf '#include "%s"\n' $$(filter %.cpp,$$^) >$(BUILD)/cpu_device/$(1).cpp
	$$(call whole,$$(CXX) $$(RUNTIME_FLAGS) -c $(BUILD)/cpu_device/$(1).cpp -o $$$$new)
endef
$(foreach folder,$(RUNTIME_IN),\
    $(eval $(call DEVICE_UNIT,$(notdir $(folder)),$(filter-out $(SELDOM),$(wildcard $(folder)/*.cpp)))))
$(if $(SELDOM),$(eval $(call DEVICE_UNIT,seldom,$(SELDOM))))
DEVICE_OBJECTS := $(patsubst common/%.cpp,$(BUILD)/%.o,$(wildcard $(RUNTIME_IN:%=%/*.cpp) common/libraries/*.cpp))
$(DEVICE_OBJECTS): $(BUILD)/%.o: common/%.cpp $(BUILD)/knobs $(MAKERS) $(RUNTIME_HEADERS) \
    $(wildcard common/libraries/*.h common/libraries/include/*.h)
	$(kit)
	$(call whole,$(CXX) $(RUNTIME_FLAGS) -c $< -o $$new)
$(BUILD)/cpu_device.a: $(DEVICE_UNITS)
	$(call whole,$(AR) rcs $$new $^)
$(BUILD)/libraries.a: $(filter $(BUILD)/libraries/%,$(DEVICE_OBJECTS))
	$(call whole,$(AR) rcs $$new $^)
