<?php
// Loads a posted PHP function, calls it with a case's arguments, sends back its result.
//
//   php php_host.php SOURCE [--curried] [--mutated]
//
// Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
namespace Host;

/** The function that is asked for; else the value of the expression; else solve, main or f; else the last function or closure. */
function callable_of(string $__source, string $__wanted)
{
    $__tagged = preg_match('/^\s*<\?/', $__source);
    if (!$__tagged && preg_match('/^\s*(static\s+)?(fn|function)\s*&?\s*\(/i', $__source)) {
        return eval('return ' . rtrim($__source, "; \r\n\t") . "\n;");
    }
    $__before = get_defined_functions()['user'];
    eval($__tagged ? '?>' . $__source : "$__source\n;");
    $named = array_values(array_diff(get_defined_functions()['user'], $__before));
    $closures = array_filter(get_defined_vars(), fn($value) => $value instanceof \Closure);
    foreach ([$__wanted, 'solve', 'main', 'f'] as $name) {
        if (in_array(strtolower($name), $named)) return $name;
        if (isset($closures[$name])) return $closures[$name];
    }
    return end($closures) ?: end($named) ?: exit_with('no function found in the source');
}

function exit_with(string $message): never
{
    fwrite(STDERR, "$message\n");
    exit(1);
}

/** A list without gaps in its text, whatever its keys: array_filter leaves gaps. */
function shown($value, int $depth = 0): string
{
    if ($value === null) return 'None';
    if ($value instanceof \Closure) return 'function';
    if (is_string($value)) return $depth ? json_encode($value) : $value;
    if ($value instanceof \Traversable) $value = iterator_to_array($value, false);
    if (is_array($value) && !array_filter(array_keys($value), 'is_string')) {
        return '[' . implode(', ', array_map(fn($item) => shown($item, $depth + 1), $value)) . ']';
    }
    return is_float($value) && !is_finite($value) ? (string) $value : json_encode($value);
}

function call(string $path, array $flags): string
{
    $arguments = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
    $wanted = preg_filter('/^--name=\$?/', '', $flags);
    $function = callable_of(file_get_contents($path), reset($wanted) ?: '');
    if (in_array('--curried', $flags)) {
        $result = array_reduce($arguments, fn($f, $argument) => $f($argument), $function);
    } else {
        $result = $function(...$arguments);
    }
    return shown(in_array('--mutated', $flags) ? $arguments[0] : $result);
}

$reply = fopen('php://fd/3', 'w');
$text = call($argv[1], array_slice($argv, 2));
fwrite($reply, "$text\n") === strlen($text) + 1 or exit_with('no reply');
