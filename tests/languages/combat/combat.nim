import strutils, sequtils, math
proc read(): seq[array[2, int]] =
  let words = stdin.readLine.multiReplace(("[", " "), ("]", " "), (",", " ")).splitWhitespace.map(parseInt)
  for i in 0 ..< words.len div 2: result.add([words[2 * i], words[2 * i + 1]])
proc worst(gang: seq[array[2, int]], points: int): int =
  if gang.len == 0: return 0
  result = worst(gang[1 .. ^1], points)
  if gang[0][1] <= points:
    result = max(result, gang[0][0] + gang[0][1] + worst(gang[1 .. ^1], points - gang[0][1]))
let a = read()
let d = read()
let m = a.len + 1
var best = low(int)
var found = 0
for code in 0 ..< m ^ d.len:
  var score = 0
  for j, x in a:
    var gang: seq[array[2, int]]
    for i, y in d:
      if code div m ^ i mod m == j + 1: gang.add(y)
    if gang.len == 0:
      score -= x[0]
      continue
    if sum(gang.mapIt(it[0])) >= x[1]: score += 2 * (x[0] + x[1])
    score -= 2 * worst(gang, x[0])
  if score > best:
    best = score
    found = code
for i in 0 ..< d.len:
  if found mod m > 0: echo "[", i, ", ", found mod m - 1, "]"
  found = found div m
