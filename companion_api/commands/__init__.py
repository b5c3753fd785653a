"""One module per command: ``add_to(subparsers)`` declares it, ``run(args)`` does it."""
