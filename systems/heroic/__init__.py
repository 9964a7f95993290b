"""The `heroic` rules: d100, body locations, shock states."""
