from collections import Counter

input()
for number, count in sorted(Counter(map(int, input().split())).items()):
    print(number, count)
