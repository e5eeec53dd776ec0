amount, coins = int(input()), list(map(int, input().split()))
sums = 1
for coin in coins:
    sums |= sums << coin
print("YES" if sums >> amount & 1 else "NO")
