"""A sensor board without hardware: the same protocol, checkers, hands and faults."""
