"""Attacks on a running table, and what its users notice of them: `python -m tests.attack --help`.

A subject is a module with a function `attack(start)` that yields rows; it is named once, in `SUBJECTS` of `__main__`.
`start()` gives it a table of its own: `companion run` in another process, in a folder of its own, with a PIN.
"""
