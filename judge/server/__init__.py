"""``judge serve``: answers are pasted into a page and judged while one looks on."""
