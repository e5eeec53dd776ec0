"""What every package uses: phrases, safe text, files with line numbers, processes."""
