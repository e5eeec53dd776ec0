amount, values = int(input()), list(map(int, input().split()))
last, reached = {0: 0}, [0]
for total in reached:
    for value in values:
        if total + value <= amount and total + value not in last:
            last[total + value] = value
            reached.append(total + value)
while amount:
    print(last[amount])
    amount -= last[amount]
