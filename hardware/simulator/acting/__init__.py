"""How an evening is acted out: what happens, who does it when, and what goes wrong."""
