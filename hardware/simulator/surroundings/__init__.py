"""What the things lie on and what is seen beyond it: table top, cloth, edge and floor."""
