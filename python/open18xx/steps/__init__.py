"""What may be done: one file a step, each a small frozen object configured by parameters."""
