# How programs are linked: a lab, a lab with the answers, further programs in a lab's folder; each with the parts of the
# kit that its files include. The program in the root is a copy of the one that was asked for last.
define link
$(kit_is_done)
$(call say,LD,$@)
$(call whole,$(LINK) $(filter %.o %.a,$^) $(if $(filter %photo.o,$^),$(PHOTOS)) $(LINKED) $(1) -o $$new)
endef

# All that lies in its folder, but for the student's file, whose place another one may take. A further program
# lab03_X has its own files, those of the folder X, in place of lab03.cu.
further = $(foreach folder,$(filter $(1)_%,$(FOLDERS)),$(1)_$(notdir $(folder)))
in_folder = $(filter $(BUILD)/$(1)/%,$(C_OBJECTS) $(CU_OBJECTS))
NAMING := $(foreach part,$(filter-out common/engine,$(COMMON_IN)),$(addprefix $(part):, \
    $(shell grep -l '"$(part)/' $(LAB_FILES) /dev/null)))
named_by = $(foreach part,$(filter-out common/engine,$(COMMON_IN)),\
    $(if $(filter $(part):$(call in,$(1))/%,$(NAMING)),$(part)))
parts = $(foreach part,common/engine $(call named_by,$(1)),\
    $(filter $(BUILD)/$(part).o $(BUILD)/$(part)/%,$(COMMON_OBJECTS)))
objects = $(filter-out %/$(call op,$(1)).o $(FOLDERS:%=$(BUILD)/%/%),$(call in_folder,$(call in,$(1)))) \
    $(call parts,$(1)) $(RUNTIME)
objects_of_further = $(call in_folder,$(call in,$(1))/$(2:$(1)_%=%)) $(filter-out %/$(1).o,$(call objects,$(1)))
define ITS_PROGRAMS
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
$(foreach lab,$(ALL_LABS),$(eval $(call ITS_PROGRAMS,$(lab))))

# Says so to a student who edits such a copy.
$(foreach copy,$(COPIES),$(if $(filter $(call lab_of,$(copy)),$(MAKECMDGOALS)),$(info $(subst ?, ,$(copy))$(if $(es),\
    no se compila: los ejercicios están en,\
    is not compiled: the exercises are in) $(filter $(dir $(copy))%,$(EXERCISES)))))

LAB_PROGRAMS := $(ALL_LABS) $(foreach lab,$(ALL_LABS),$(call further,$(lab)))
# A student's kit has no answers.
PROGRAMS := $(LAB_PROGRAMS) $(if $(wildcard solutions/*.cu),$(LAB_PROGRAMS:lab%=solution%))
$(addprefix $(BUILD)/,$(PROGRAMS)):
	$(link)

$(shell for p in $(PROGRAMS); do cmp -s $$p $(BUILD)/$$p || echo $$p; done): FORCE
$(PROGRAMS): %: $(BUILD)/%
	$(if $(call writable,.),,$(error ./$@:$(if $(es),\
	    en esta carpeta no se puede escribir; copie el kit a una suya$(comma) o ejecute,\
	    this folder cannot be written; copy the kit into one of yours, or run) $(BUILD)/$@))
	cp $(BUILD)/$@ $@.new && mv -f $@.new $@

