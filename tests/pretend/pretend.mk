# Programs on the pretend GPU (README.md): build/quick/pretend/lab01, .../solution01,
# .../wrong/lab01/NAME. Their objects are those of the CPU device's programs: only the runtime differs,
# so that no program that a student builds can become one. tests.mk includes this.
ifeq ($(DEVICE),cpu)
PRETEND := $(BUILD)/pretend
PRETEND_OBJECTS := $(patsubst tests/%.cpp,$(BUILD)/%.o,$(wildcard tests/pretend/*.cpp))
$(PRETEND_OBJECTS): $(BUILD)/%.o: tests/%.cpp tests/pretend/pretend.h $(BUILD)/knobs $(MAKERS) \
    $(wildcard common/cpu_device/*/*.h)
	$(call say,CXX,$<)
	$(call whole,$(CXX) -std=c++17 -O1 -g -I. -fopenmp -Wall -Wextra $(SANITIZE) -c $< -o $$new)
$(PRETEND)/names: tests/pretend/names.sh $(PRETEND_OBJECTS) common/cpu_device/include/observe.h
	$(call whole,sh $< $(PRETEND_OBJECTS) >$$new)
$(PRETEND)/device.a: $(PRETEND)/names $(RUNTIME)
	$(call whole,objcopy --redefine-syms=$< $(RUNTIME) $$new)
# Made-up times include the host's.
WRAPPED := $(patsubst %,-Wl$(comma)--wrap=%,\
    clock_gettime usleep getrusage cpus_of_others supervise watch_version GOMP_parallel dlopen dlsym)
on_pretend = $(filter-out $(RUNTIME),$(1)) $(PRETEND_OBJECTS) $(PRETEND)/device.a
PRETENDING = $(patsubst tests/%.cu,$(PRETEND)/%,$(wildcard tests/wrong/$(1)/*.cu tests/right/$(1)/*.cu))
define ON_PRETEND
$(PRETEND)/$(1): $(BUILD)/$(call in,$(1))/$(call op,$(1)).o $(call on_pretend,$(call objects,$(1)))
$(PRETEND)/$(1:lab%=solution%): $(BUILD)/solutions/$(call op,$(1)).o $(call on_pretend,$(call objects,$(1)))
$(call PRETENDING,$(1)): $(PRETEND)/%: $(BUILD)/tests/%.o $(call on_pretend,$(call objects,$(1)))
PRETEND_PROGRAMS += $(PRETEND)/$(1) $(PRETEND)/$(1:lab%=solution%) $(call PRETENDING,$(1))
$(foreach name,$(call further,$(1)),$(call FURTHER_ON_PRETEND,$(1),$(name)))
endef
define FURTHER_ON_PRETEND
$(PRETEND)/$(2): $(BUILD)/$(call in,$(1))/$(call op,$(1)).o $(call on_pretend,$(call objects_of_further,$(1),$(2)))
$(PRETEND)/$(2:lab%=solution%): $(BUILD)/solutions/$(call op,$(1)).o \
    $(call on_pretend,$(call objects_of_further,$(1),$(2)))
PRETEND_PROGRAMS += $(PRETEND)/$(2) $(PRETEND)/$(2:lab%=solution%)

endef
$(foreach lab,$(ALL_LABS),$(eval $(call ON_PRETEND,$(lab))))
# The grader's judge and runner of lab 1.
GRADED_ON_PRETEND := $(if $(SANDBOX),$(PRETEND)/grader/judge01 $(PRETEND)/grader/answer01)
$(PRETEND)/grader/judge01: $(call grader_objects,$(addprefix judge/,judge goals verdict process cases job)) \
    $(SANDBOX) $(SHARED)
$(PRETEND)/grader/answer01: $(call grader_objects,judge/runner)
$(GRADED_ON_PRETEND): $(BUILD)/solutions/vector_add.o $(call on_pretend,$(call objects,lab01))
	$(call link,$(WRAPPED) $(if $(filter %/judge01,$@),-ljansson -lcrypto -lseccomp))
$(PRETEND_PROGRAMS):
	$(call link,$(WRAPPED))
endif
