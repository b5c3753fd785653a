"""A loser's hand told by one photograph: read, told with every doubt, never kept."""
