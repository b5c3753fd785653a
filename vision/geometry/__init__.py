"""The geometry of planes, quadrilaterals and masks; knows no card, chip or camera."""
