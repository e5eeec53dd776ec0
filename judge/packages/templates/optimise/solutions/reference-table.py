amount, values = int(input()), list(map(int, input().split()))
last = [0] * (amount + 1)
count = [0] * (amount + 1)
for total in range(1, amount + 1):
    last[total] = min((v for v in values if v <= total), key=lambda v: count[total - v])
    count[total] = count[total - last[total]] + 1
while amount:
    print(last[amount])
    amount -= last[amount]
