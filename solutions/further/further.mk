# What goes beyond an exercise: solutions/further/ has the file of a lab with more versions. The Makefile
# includes this. further03 is lab 3 with this file; a student never meets it.
BEYOND := $(foreach lab,$(ALL_LABS),$(if $(wildcard solutions/further/$(call op,$(lab)).cu),$(lab)))
define BEYOND_LAB
$(BUILD)/$(1:lab%=further%): $(BUILD)/solutions/further/$(call op,$(1)).o $(call objects,$(1))
endef
$(foreach lab,$(BEYOND),$(eval $(call BEYOND_LAB,$(lab))))
$(BEYOND:lab%=$(BUILD)/further%):
	$(link)
.PHONY: $(BEYOND:lab%=further%)
#help further03: ## what goes beyond an exercise, beside the answers and the library; ARGS="..."
$(BEYOND:lab%=further%): further%: $(BUILD)/further%
	$(BUILD)/$@ $(ARGS)
