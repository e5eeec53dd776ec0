function r = f(a, d)
  m = rows(a) + 1; n = rows(d); best = -Inf; found = 0; r = [];
  for code = 0:m^n-1
    block = mod(floor(code ./ m.^(0:n-1)), m); score = 0;
    for j = 1:m-1
      gang = d(block == j, :);
      if isempty(gang) score -= a(j, 1); continue; end
      if sum(gang(:, 1)) >= a(j, 2) score += 2 * sum(a(j, :)); end
      worst = 0;
      for s = 0:2^rows(gang)-1
        hit = gang(bitand(s, 2.^(0:rows(gang)-1)) > 0, :);
        if sum(hit(:, 2)) <= a(j, 1) worst = max(worst, sum(hit(:))); end
      end
      score -= 2 * worst;
    end
    if score > best best = score; found = block; end
  end
  for i = find(found) r = [r; i - 1, found(i) - 1]; end
end
