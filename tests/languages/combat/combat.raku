sub f(@a, @d) {
    my $base = @a + 1;
    my ($best, $found) = -Inf, 0;
    for ^($base ** @d) -> $code {
        my $score = 0;
        my @block = @d.keys.map({ $code div $base ** $_ mod $base });
        for @a.kv -> $j, $x {
            my @gang = @d[@block.grep(* == $j + 1, :k)];
            if !@gang { $score -= $x[0]; next }
            $score += 2 * $x.sum if @gang.map(*[0]).sum >= $x[1];
            $score -= 2 * @gang.combinations.grep({ .map(*[1]).sum <= $x[0] }).map({ .map(*.sum).sum }).max;
        }
        ($best, $found) = $score, $code if $score > $best;
    }
    gather for @d.keys { my $b = $found div $base ** $_ mod $base; take [$_, $b - 1] if $b }
}
