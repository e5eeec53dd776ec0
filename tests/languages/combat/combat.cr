def read
  gets.not_nil!.scan(/\d+/).map(&.[0].to_i).each_slice(2).to_a
end

a, d = read, read
m = a.size + 1
best, found = Int32::MIN, 0
(m ** d.size).times do |code|
  score = 0
  a.each_with_index do |x, j|
    gang = d.each_with_index.select { |y, i| code // m ** i % m == j + 1 }.map(&.[0]).to_a
    if gang.empty?
      score -= x[0]
      next
    end
    score += 2 * x.sum if gang.sum(&.[0]) >= x[1]
    worst = (0...1 << gang.size).map { |s| gang.each_with_index.select { |y, i| s.bit(i) == 1 }.map(&.[0]).to_a }
    score -= 2 * worst.select { |s| s.sum(&.[1]) <= x[0] }.max_of { |s| s.sum(&.sum) }
  end
  best, found = score, code if score > best
end
d.each_index do |i|
  puts [i, found % m - 1] if found % m > 0
  found //= m
end
