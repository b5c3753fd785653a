"""Where cards may lie in a picture: each module proposes places, and the search chooses among them."""
