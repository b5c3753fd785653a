"""What this computer gives: addresses, a place for data, memory, who watches that we are well."""
