"""Games from elsewhere: packages that are installed beside ours and found by their entry point."""
