"""Cards of a film while they lie on the table: which are new, which are known, which are gone."""
