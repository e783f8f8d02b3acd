"""What searches and fused sweeps ask of each operator, beside its forms in `model.engine.ops`."""
