"""What the decisions of a recorded match were worth: pages, pictures, and the same to be printed."""
