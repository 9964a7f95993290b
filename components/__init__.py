"""Pure data: components, definitions, events, intents, decisions, requests. Imports the standard library only."""
