"""Which devices are in, what each may see and do, and how that changes: asked, passed on, removed."""
