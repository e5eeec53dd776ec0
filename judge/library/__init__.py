"""What a program or a notebook calls; ``judge`` exports its names."""
