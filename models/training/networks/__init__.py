"""A recipe per network: what it is, how it learns, how it is exported and measured (extra ``[train]``)."""
