from collections import Counter

input()
for number, count in sorted(Counter(input().split()).items()):
    print(number, count)
