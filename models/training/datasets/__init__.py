"""What is learnt from and measured with: scenes in folders, cards cut out of them, samples in a ring."""
