# The lecturer's slides. The Makefile includes this file where it is.
.PHONY: slides
slides: ## slides and notes for the lecturer; LABS=00,01; REFERENCE=folder: your GPU's times
	sh solutions/slides/slides.sh results/slides $(if $(filter-out file,$(origin LABS)),$(LABS))
