"""The trained networks (ONNX), a model card for each, and under `training` how they are made."""
