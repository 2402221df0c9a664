# Programs whose student's file runs as nvcc made it: build/cpu/ptx75/labNN, .../solutionNN,
# and with tests/tests.mk .../wrong/labNN/NAME. All else is linked as in the plain program. The Makefile includes this;
# common/ptx.sh asks for it. ARCH is the GPU that nvcc's PTX is for: 75, 80, 90.
ifeq ($(DEVICE),cpu)
PTX := $(BUILD)/ptx$(or $(firstword $(ARCH)),75)
INTERPRETER := $(patsubst common/ptx/%,$(BUILD)/interpreter/%.o,$(wildcard common/ptx/*.c common/ptx/*.cpp))
$(INTERPRETER): $(BUILD)/interpreter/%.o: common/ptx/% $(BUILD)/knobs $(MAKERS) \
    $(wildcard common/ptx/*.h common/ptx/ptx.mk common/cpu_device/*/*.h)
	$(call say,$(if $(filter %.c,$<),CC,CXX),$<)
	$(call whole,$(if $(filter %.c,$<),$(CC) $(C_FLAGS) -frounding-math,\
	    $(CXX) -std=c++17 -g -fopenmp -Wall -Wextra $(SANITIZE)) \
	    -O2 -c $< -o $$new)
# One object, which keeps its C names to itself: a student's function may be called as one in here.
$(BUILD)/interpreter.a: $(INTERPRETER)
	$(call whole,$(LD) -r $^ -o $$new.o && objcopy -w -G '_Z*' -G 'cpu_device_*traffic' -G 'DW.ref.*' $$new.o && \
	    $(AR) rcs $$new $$new.o && rm $$new.o)
# What runs in its place for `make sass03`: no kernel, but its launches are listed.
$(BUILD)/launches.o: common/sass/launches.cpp $(BUILD)/knobs $(MAKERS) \
    $(wildcard common/ptx/symbols.h common/cpu_device/*/*.h)
	$(call say,CXX,$<)
	$(call whole,$(CXX) -std=c++17 -g -fopenmp -Wall -Wextra $(SANITIZE) -O2 -c $< -o $$new)
$(BUILD)/launches.a: $(BUILD)/launches.o $(BUILD)/interpreter/symbols.c.o
	$(call whole,$(AR) rcs $$new $^)
SASS_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard common/sass/*.c))
$(SASS_OBJECTS): $(BUILD)/%.o: %.c $(BUILD)/knobs $(MAKERS) common/ptx/ptx.mk \
    $(wildcard common/sass/*.h common/ptx/symbols.h)
	$(call say,CC,$<)
	$(call whole,$(CC) $(C_FLAGS) -c $< -o $$new)
sass_objects = $(patsubst %,$(BUILD)/common/sass/%.o,read $(1)) $(BUILD)/interpreter/symbols.c.o
$(BUILD)/sass_traffic: $(call sass_objects,traffic)
$(BUILD)/sass_report: $(call sass_objects,report text json kernels loops kinds occupancy cubin)
$(BUILD)/sass_traffic $(BUILD)/sass_report:
	$(call whole,$(CC) $^ $(SANITIZE) -lstdc++ -lm -o $$new)
PTX_OBJECTS := $(patsubst %.cu,$(PTX)/%.o,$(filter %.cu,$(LAB_FILES)) \
    $(wildcard $(INSTEAD:%=%/*.cu) solutions/further/*.cu))
$(PTX_OBJECTS): $(PTX)/%.o: %.cu $(BUILD)/knobs $(MAKERS) $(CUCC)
	$(call say,NVCC,$<)
	$(call whole,ARCH=$(ARCH) $(CU) --nvcc-ptx $(CU_FLAGS) $(DEPENDENCIES) -c $< -o $$new)
# Of a lab's other files those with kernels are nvcc's as well.
WITH_KERNELS := $(patsubst %.cu,$(BUILD)/%.o,$(shell grep -l __global__ $(filter %.cu,$(LAB_FILES)) /dev/null))
by_ptx = $(BUILD)/interpreter.a $(foreach o,$(1),$(if $(filter $o,$(WITH_KERNELS)),$(o:$(BUILD)/%=$(PTX)/%),$o))
listed_by_ptx = $(BUILD)/launches.a $(filter-out %/interpreter.a,$(by_ptx))
LISTED := $(BUILD)/launches$(or $(firstword $(ARCH)),75)
define BY_PTX
$(PTX)/$(1): $(PTX)/$(call in,$(1))/$(call op,$(1)).o $(call by_ptx,$(call objects,$(1)))
$(PTX)/$(1:lab%=solution%): $(PTX)/solutions/$(call op,$(1)).o $(call by_ptx,$(call objects,$(1)))
$(LISTED)/$(1): $(PTX)/$(call in,$(1))/$(call op,$(1)).o $(call listed_by_ptx,$(call objects,$(1)))
$(LISTED)/$(1:lab%=solution%): $(PTX)/solutions/$(call op,$(1)).o $(call listed_by_ptx,$(call objects,$(1)))
PTX_PROGRAMS += $(PTX)/$(1) $(PTX)/$(1:lab%=solution%) $(LISTED)/$(1) $(LISTED)/$(1:lab%=solution%)
$(foreach name,$(call further,$(1)),$(call FURTHER_BY_PTX,$(1),$(name)))
endef
define FURTHER_BY_PTX
$(PTX)/$(2): $(PTX)/$(call in,$(1))/$(call op,$(1)).o $(call by_ptx,$(call objects_of_further,$(1),$(2)))
$(PTX)/$(2:lab%=solution%): $(PTX)/solutions/$(call op,$(1)).o $(call by_ptx,$(call objects_of_further,$(1),$(2)))
PTX_PROGRAMS += $(PTX)/$(2) $(PTX)/$(2:lab%=solution%)

endef
# solutions/further/: versions beyond the exercises
define BEYOND_BY_PTX
$(PTX)/$(1:lab%=further%): $(PTX)/solutions/further/$(call op,$(1)).o $(call by_ptx,$(call objects,$(1)))
$(LISTED)/$(1:lab%=further%): $(PTX)/solutions/further/$(call op,$(1)).o $(call listed_by_ptx,$(call objects,$(1)))
PTX_PROGRAMS += $(PTX)/$(1:lab%=further%) $(LISTED)/$(1:lab%=further%)
endef
$(foreach lab,$(ALL_LABS),$(eval $(call BY_PTX,$(lab)))\
    $(if $(wildcard solutions/further/$(call op,$(lab)).cu),$(eval $(call BEYOND_BY_PTX,$(lab)))))
$(PTX_PROGRAMS):
	$(link)
-include $(wildcard $(PTX_OBJECTS:.o=.d))
# The interpreter for a program that is its own host: without launch.cpp.
$(BUILD)/interpreter/parts.a: $(filter %.c.o,$(INTERPRETER))
	$(call whole,$(AR) rcs $$new $^)
endif
