f <- function(a, d) {
  m <- length(a) + 1
  best <- -Inf
  for (code in seq_len(m^length(d)) - 1) {
    block <- code %/% m^(seq_along(d) - 1) %% m
    score <- 0
    for (j in seq_along(a)) {
      gang <- d[block == j]
      x <- a[[j]]
      if (!length(gang)) { score <- score - x[1]; next }
      if (sum(sapply(gang, `[`, 1)) >= x[2]) score <- score + 2 * sum(x)
      worst <- 0
      for (s in 0:(2^length(gang) - 1)) {
        hit <- gang[s %/% 2^(seq_along(gang) - 1) %% 2 == 1]
        if (sum(vapply(hit, function(y) y[2], 0)) <= x[1])
          worst <- max(worst, sum(unlist(hit)))
      }
      score <- score - 2 * worst
    }
    if (score > best) { best <- score; found <- block }
  }
  lapply(which(found > 0), function(i) c(i - 1, found[i] - 1))
}
