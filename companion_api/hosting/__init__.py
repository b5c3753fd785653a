"""One process and the evenings it hosts: the application, its door, its addresses."""
