"""The ruleset `starfarer`: tasks on BCS × EF, wound tracks and shock totals, as `assets/rules/starfarer.md` has it."""
