def arrange(n):
    if n in (2, 3):
        return "impossible"
    return [*range(1, n + 1, 2), *range(2, n + 1, 2)]
