"""How a shape in millimetres becomes pixels: brush, perspective, shadow, the camera and the lamp."""
