# Loads a posted Perl function, calls it with a case's arguments, sends back its result.
#
#   perl perl_host.pl SOURCE [--curried] [--mutated]
#
# Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
# A list arrives as a reference. The call is in list context: several values are a list, none
# means that it prints its answer.
package Host;
use JSON::PP ();
use B ();
use Scalar::Util ();
use overload ();

# An empty text that is the number 0 as well: what a comparison gives that does not hold.
sub is_false {
    my ($value) = @_;
    return !ref $value && $value eq '' && B::svref_2object(\$value)->FLAGS & (B::SVp_IOK | B::SVp_NOK);
}

sub shown {
    my ($value, $depth) = @_;
    return 'None' unless defined $value;
    return 'function' if ref $value eq 'CODE';
    return '[' . join(', ', map { shown($_, 1) } @$value) . ']' if ref $value eq 'ARRAY';
    return "$value" if Scalar::Util::blessed($value) && overload::Method($value, '""'); # such as a large number
    return 0 if is_false($value);
    return JSON::PP->new->allow_nonref->allow_blessed->encode($value)
        if ref $value || $depth && $value !~ /^-?[\d.]+(?:e[-+]?\d+)?\z/i;
    return $value;
}

# The one that is asked for; else the value of the source if it is code; else solve, main or f; else the last that it declares.
sub callable {
    my ($source, $value, $wanted) = @_;
    return main->can($wanted) if defined $wanted && main->can($wanted);
    return $value if ref $value eq 'CODE';
    my @names = grep { main->can($_) } $source =~ /\bsub\s+(\w+)/g;
    my ($name) = ((grep { my $n = $_; grep { $_ eq $n } @names } qw(solve main f)), $names[-1]);
    return main->can($name) if defined $name;
    die "no function found in the source\n";
}

open my $reply, '>&=', 3 or die "no reply: $!\n";
my ($path, %flags) = (shift @ARGV, map { $_ => 1 } splice @ARGV);
my @arguments = @{ JSON::PP->new->decode(join '', <STDIN>) };
open my $file, '<', $path or die "$path: $!\n";
my $source = join '', <$file>;
# While it is loaded it may show its function at work: that is no part of an answer.
open my $kept, '>&', \*STDOUT or die "no output: $!\n";
open STDOUT, '>', '/dev/null' or die "no output: $!\n";
# Named parameters, which `perl -E` allows; in a file the same brackets would hold a prototype.
my $rules = $] >= 5.020 && $source =~ /\bsub\s*\w*\s*\(\s*[\$\@%]\w/ ? "no warnings; use feature 'signatures';" : '';
# ``say`` and ``state``, which `perl -E` knows too.
$rules .= "use feature qw(say state);" if $source =~ /\b(?:say|state)\b/ && $source !~ /\bsub\s+(?:say|state)\b/;
my $value = do { package main; eval "$rules\n#line 1 \"$path\"\n$source" };
die $@ if $@;
open STDOUT, '>&', $kept or die "no output: $!\n";
my $function = callable($source, $value, map { /^--name=(.*)/ } keys %flags);
my (@result, @calls);
if ($flags{'--curried'}) {
    $function = $function->($_) for @arguments[0 .. $#arguments - 1];
    @result = $function->($arguments[-1]);
}
else {
    # It may call an argument of its own with its answer.
    my @callback = $flags{'--mutated'} ? sub { push @calls, @_ == 1 ? $_[0] : [@_]; return } : ();
    @result = $function->(@arguments, @callback);
}
# An array does not say where its last items are missing: it may be as long as an argument.
if (my ($index) = map { /^--length-of=(\d+)/ } keys %flags) {
    my $list = @result == 1 && ref $result[0] eq 'ARRAY' ? $result[0] : \@result;
    # Of an object that is the only argument, the lists in the order of their names.
    my $sole = @arguments == 1 && ref $arguments[0] eq 'HASH' && $arguments[0];
    my @lists = $sole ? grep { ref eq 'ARRAY' } map { $sole->{$_} } sort keys %$sole : @arguments;
    my $as_long = ref $lists[$index] eq 'ARRAY' ? $lists[$index] : [];
    $#$list = $#$as_long if $#$list < $#$as_long;
}
my ($changed) = ((grep { ref } @arguments), @arguments);
$changed = @calls == 1 ? $calls[0] : \@calls if @calls || $source =~ /(?:\$\w+|\])\s*->\s*\(|&\s*(?:\$\w|\{)/;
@result = $changed if $flags{'--mutated'};
my $text = @result > 1 ? shown(\@result) : @result ? shown($result[0]) : 'void';
STDOUT->flush;
print $reply "$text\n" or die "no reply: $!\n";
close $reply or die "no reply: $!\n";
