n = int(input())
low = (n + 1) // 2
if n in (2, 3):
    print("impossible")
else:
    for step in range(low):
        print(low - step)
        if low + step < n:
            print(n - step)
