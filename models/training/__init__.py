"""The synthetic data factory and the recipes: ``python -m models.training`` regenerates every network.

Needs the extra ``[train]``. `decks` and `backgrounds` supply what a scene is made of, `scenes`
composes and photographs it, `dataset` writes it; `finder`, `corners`, `reader` and `chips` train.
"""
