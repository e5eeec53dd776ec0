amount, coins = int(input()), list(map(int, input().split()))
for coin in sorted(coins, reverse=True):
    if coin <= amount:
        amount -= coin
print("NO" if amount else "YES")
