"""What people say at the table: a microphone or a recording in, announcements out.

sound (`sound`, `microphone`) ──▶ words (`recogniser`, `script`) ──▶ announcements (`announcements`)

Whether an announcement counts is not decided here: the referee knows which card has just been laid.
"""
