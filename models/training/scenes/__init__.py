"""Made-up photographs of tables: cards or chips laid on a ground, lit and taken with a camera."""
