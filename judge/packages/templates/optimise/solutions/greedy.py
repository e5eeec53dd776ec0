def change(amount, values):
    paid = []
    for value in sorted(values, reverse=True):
        while value <= amount:
            paid.append(value)
            amount -= value
    return paid
