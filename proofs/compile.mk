# Compiles one file after those that it needs; used by Makefile, in the folder of the products.
%.vo: %.v
	@echo "coqc $<"
	@coqc $(COQ_FLAGS) $<
-include .depends
