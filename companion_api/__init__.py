"""The companion: the command, the server, the store of events and the phone page."""
