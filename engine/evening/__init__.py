"""What an evening comes to: figures, purses, dues, reminders, house presets, and years of evenings."""
