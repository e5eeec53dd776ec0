from itertools import groupby

input()
for number, group in groupby(sorted(map(int, input().split()))):
    print(number, len([*group]))
