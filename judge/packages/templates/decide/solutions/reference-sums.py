amount, coins = int(input()), list(map(int, input().split()))
sums = {0}
for coin in coins:
    sums |= {total + coin for total in sums}
print("YES" if amount in sums else "NO")
