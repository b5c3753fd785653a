"""One process, from its start page to Ctrl-C: the evenings that it hosts, one after the other."""
