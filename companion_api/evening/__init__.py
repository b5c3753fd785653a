"""An evening in progress: frames in, events out, what phones ask and what they are shown."""
