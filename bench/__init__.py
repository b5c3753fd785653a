"""What `nainjaune bench` measures: one module per part, each with `run` and what it needs.

It asks every room and only the command line asks it (`companion_api.commands.bench`); no wheel holds it.
`command` declares the options; folders say by what is measured: ``films`` ``pictures`` ``spoken`` ``tapped``,
files that are ``mutated``, parts turned off (``ablate``), the code itself (``house``).
"""
