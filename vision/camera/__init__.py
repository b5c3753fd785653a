"""What a camera does to a picture: light, trembling, dropouts, how good the picture is."""
