"""People who play at random and by the rules, for simulated tables, benches and tests."""
