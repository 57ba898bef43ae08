"""What the theory says: separators, linear programs, the five theorems and their proofs."""
