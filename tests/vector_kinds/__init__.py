"""How each kind of vector case is replayed against the product's rules; `run_vectors.py` is the command."""
