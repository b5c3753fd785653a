"""Where the table lies in the picture: markers, honours, relocalisation after a bump."""
