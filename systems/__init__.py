"""Rules (pure) and processors, a folder for each ruleset. May import components."""
