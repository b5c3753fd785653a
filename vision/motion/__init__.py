"""What moves over the table and what came to rest: stillness, arms, background subtraction."""
