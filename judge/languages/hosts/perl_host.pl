# Loads a posted Perl function, calls it with a case's arguments, sends back its result.
#
#   perl perl_host.pl SOURCE [--curried] [--mutated] [--complex-numbers] [--single-value]
#
# Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
# A list arrives as a reference. The call is in list context: several values are a list, none
# means that it prints its answer; with --single-value it is in scalar context.
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

# Whether each number is a complex one, and so a pair: its imaginary part may be 0.
my $are_complex = grep { $_ eq '--complex-numbers' } @ARGV;

sub shown {
    my ($value, $depth) = @_;
    return 'None' unless defined $value;
    return 'function' if ref $value eq 'CODE';
    return '[' . join(', ', map { shown($_, 1) } @$value) . ']' if ref $value eq 'ARRAY';
    if (Scalar::Util::blessed($value)) {
        return '[' . $value->Re . ', ' . $value->Im . ']' if $are_complex && $value->isa('Math::Complex');
        # A time at midnight is that day.
        return $value->hms eq '00:00:00' ? $value->ymd : $value->datetime if $value->isa('Time::Piece') || $value->isa('DateTime');
        return "$value" if overload::Method($value, '""'); # such as a large number
    }
    return 0 if is_false($value);
    return "[$value, 0]" if $are_complex && Scalar::Util::looks_like_number($value);
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

# The posted source sees these variables: none has a name that it may use.
our ($host_function, $host_json, $host_source);

# The name of the operation whose value a function returns: of its last statement, which may be a return.
sub last_operation {
    my ($code) = @_;
    my $operation = B::svref_2object($code)->ROOT;
    while ($$operation && $operation->name =~ /^(?:leavesub|leavesublv|lineseq|leave|scope|return|null|list)\z/) {
        last unless $operation->flags & B::OPf_KIDS;
        my $last = $operation->first;
        for (my $next = $last; $$next; $next = $next->sibling) { $last = $next }
        $operation = $last;
    }
    return $$operation ? $operation->name : '';
}

# Whether the function returns a list, even if it has one item. Where its last operation does not say so, as a call of
# another function or a choice, it is called once more, for a single value: of a list it does not give a
# reference. Not one that has taken its time, or whose source makes no list.
sub returns_list {
    my $operation = last_operation($host_function);
    return 0 if $operation =~ /^(?:anonlist|padsv|rv2sv|srefgen|aelem|helem|const)\z/;
    return 1 if $operation =~ /^(?:mapwhile|grepwhile|sort|reverse|padav|rv2av|keys|values)\z/;
    return 0 unless $host_source =~ /\b(?:map|grep|sort|reverse|splice|wantarray)\b|return\s*@|@\w+\s*;?\s*\}/;
    return 0 if (times)[0] > 0.5;
    open STDOUT, '>', '/dev/null' or return 0;
    my $one = eval { local $SIG{__WARN__} = sub { }; $host_function->(@{ JSON::PP->new->decode($host_json) }) };
    return !$@ && !ref $one;
}

open my $host_reply, '>&=', 3 or die "no reply: $!\n";
my ($host_path, %host_flags) = (shift @ARGV, map { $_ => 1 } splice @ARGV);
$host_json = join '', <STDIN>;
# An integer beyond 64 bits stays what it is as a text, which counts as a number.
$host_json =~ s/("(?:[^"\\]|\\.)*")|(?<![\w.+-])(-?\d{19,})(?![\w.])/$1 \/\/ "\"$2\""/ge;
my @host_arguments = @{ JSON::PP->new->decode($host_json) };
open my $host_file, '<', $host_path or die "$host_path: $!\n";
$host_source = join '', <$host_file>;
# While it is loaded it may show its function at work: that is no part of an answer.
open my $host_kept, '>&', \*STDOUT or die "no output: $!\n";
open STDOUT, '>', '/dev/null' or die "no output: $!\n";
# Named parameters, which `perl -E` allows; in a file the same brackets would hold a prototype.
my $host_rules = $] >= 5.020 && $host_source =~ /\bsub\s*\w*\s*\(\s*[\$\@%]\w/ ? "no warnings; use feature 'signatures';" : '';
# ``say`` and ``state``, which `perl -E` knows too.
$host_rules .= "use feature qw(say state);" if $host_source =~ /\b(?:say|state)\b/ && $host_source !~ /\bsub\s+(?:say|state)\b/;
my $value = do { package main; eval "$host_rules\n#line 1 \"$host_path\"\n$host_source" };
die $@ if $@;
open STDOUT, '>&', $host_kept or die "no output: $!\n";
$host_function = callable($host_source, $value, map { /^--name=(.*)/ } keys %host_flags);
my (@result, @calls);
if ($host_flags{'--curried'}) {
    $host_function = $host_function->($_) for @host_arguments[0 .. $#host_arguments - 1];
    @result = $host_function->($host_arguments[-1]);
}
else {
    # It may call an argument of its own with its answer.
    my @callback = $host_flags{'--mutated'} ? sub { push @calls, @_ == 1 ? $_[0] : [@_]; return } : ();
    @result = $host_flags{'--single-value'} ? scalar $host_function->(@host_arguments) : $host_function->(@host_arguments, @callback);
}
# An array does not say where its last items are missing: it may be as long as an argument.
if (my ($index) = map { /^--length-of=(\d+)/ } keys %host_flags) {
    my $list = @result == 1 && ref $result[0] eq 'ARRAY' ? $result[0] : \@result;
    # Of an object that is the only argument, the lists in the order of their names.
    my $sole = @host_arguments == 1 && ref $host_arguments[0] eq 'HASH' && $host_arguments[0];
    my @lists = $sole ? grep { ref eq 'ARRAY' } map { $sole->{$_} } sort keys %$sole : @host_arguments;
    my $as_long = ref $lists[$index] eq 'ARRAY' ? $lists[$index] : [];
    $#$list = $#$as_long if $#$list < $#$as_long;
}
my ($changed) = ((grep { ref } @host_arguments), @host_arguments);
$changed = @calls == 1 ? $calls[0] : \@calls if @calls || $host_source =~ /(?:\$\w+|\])\s*->\s*\(|&\s*(?:\$\w|\{)/;
@result = $changed if $host_flags{'--mutated'};
STDOUT->flush;
# A list of one list looks like that list alone.
my $is_alone = @result == 1 && ref $result[0] eq 'ARRAY' && !grep { ref } @{ $result[0] };
my $is_list = @result > 1 || $is_alone && !grep({ $host_flags{$_} } qw(--mutated --curried --single-value)) && returns_list();
# No value is the empty list of a source that has no way to print.
$is_list ||= !@result && $host_source !~ /\b(?:print|say|printf|write|syswrite|system|exec|STDOUT)\b|`/;
my $text = $is_list ? shown(\@result) : @result ? shown($result[0]) : 'void';
# Letters of one byte each are written in UTF-8 as all others are; bytes that are UTF-8 stay as they are.
utf8::encode($text) if $text =~ /[\x80-\xff]/ && $text !~ /[^\x00-\xff]/ && !utf8::decode(my $copy = $text);
print $host_reply "$text\n" or die "no reply: $!\n";
close $host_reply or die "no reply: $!\n";
