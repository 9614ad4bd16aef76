"""The demonstration: two virtual players at a virtual board under a virtual camera; all else is as at a real table."""
