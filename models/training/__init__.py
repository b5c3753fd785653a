"""The synthetic data factory and the recipes: ``python -m models.training`` regenerates every network.

From the ground up: `cards` draws what is printed on a pack, `scenes` lays it on tables and photographs
them, `datasets` writes that to folders and cuts samples out of it, `networks` learn from these (extra
``[train]``).
"""
