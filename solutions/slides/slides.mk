# The lecturer's slides. The Makefile includes this file where it is.
.PHONY: slides
slides: ## the lecturer's slides, in results/slides; LABS=00,01; REFERENCE=folder: your GPU's numbers
	sh solutions/slides/slides.sh results/slides $(if $(filter-out file,$(origin LABS)),$(LABS))
