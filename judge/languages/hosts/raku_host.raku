# Loads a posted Raku function, calls it with a case's arguments, sends back its result.
#
#   rakudo raku_host.raku SOURCE [--curried] [--mutated]
#
# Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
sub posted-shown($value, $depth) {
    given $value {
        when Nil { 'None' }
        when Bool { ~$_ }
        when Code { 'function' }
        when Str { $depth ?? Rakudo::Internals::JSON.to-json($_) !! $_ }
        when Associative { Rakudo::Internals::JSON.to-json($_) }
        when Iterable { '[' ~ .map({ posted-shown($_, $depth + 1) }).join(', ') ~ ']' }
        when Rational { (~$_).Rat == $_ ?? ~$_ !! .nude.join('/') }
        when .defined.not { 'None' }
        default { ~$_ }
    }
}
# The value of the source if it can be called; else solve, main or f; else the last sub.
sub posted-callable($source) {
    my @names = $source.comb(/ << sub \s+ <( <[\w-]>+ )> /);
    my $name = (|<solve main f>.grep(* (elem) @names), |@names.reverse).first;
    use MONKEY-SEE-NO-EVAL;
    # In brackets a block is a value, and is not run.
    my $value = $source ~~ /^ \s* ['{' | '*' | '->'] / ?? EVAL("($source\n)") !! EVAL($source);
    return $value if $value ~~ Callable;
    return EVAL "$source\n;\n\&$name" with $name;
    die 'no function found in the source';
}
sub posted-main() {
    my ($path, *@options) = @*ARGS;
    @*ARGS = ();
    my @arguments = Rakudo::Internals::JSON.from-json($*IN.slurp).list;
    my $reply = '/dev/fd/3'.IO.open(:w);
    my $posted = posted-callable($path.IO.slurp);
    my $result = $posted;
    if '--curried' (elem) @options { $result = $result($_) for @arguments }
    else { $result = $posted(|@arguments) }
    $result = @arguments[0] if '--mutated' (elem) @options;
    my $text = posted-shown($result, 0);
    $*OUT.flush;
    $reply.print("$text\n");
    $reply.close;
}
posted-main;
