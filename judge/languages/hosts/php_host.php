<?php
// Loads a posted PHP function, calls it with a case's arguments, sends back its result.
//
//   php php_host.php SOURCE [--curried] [--mutated] [--keys] [--values]
//
// Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
namespace Host;

/** The function that is asked for; else the value of the source; else solve, main or f; else the last function or closure, or a method of the last class. */
function callable_of(string $__path, string $__wanted)
{
    $__source = file_get_contents($__path);
    $__tagged = preg_match('/^\s*<\?/', $__source);
    $__bare = preg_replace('/^\s*<\?(php\b)?|\?>\s*$/i', '', $__source);
    if (preg_match('/^\s*(static\s+)?(fn|function)\s*&?\s*\(/i', $__bare)) {
        return eval('return ' . rtrim($__bare, "; \r\n\t") . "\n;");
    }
    if (preg_match('/^\s*[a-z_]\w*\s*$/i', $__bare) && is_callable(trim($__bare))) {
        return \Closure::fromCallable(trim($__bare)); // a function of the library
    }
    $__before = get_defined_functions()['user'];
    $__classes = get_declared_classes();
    $__value = closure_below($__bare) ?? ($__tagged ? include $__path : eval("$__source\n;"));
    if ($__value instanceof \Closure && $__wanted === '') return $__value;
    $named = array_values(array_diff(get_defined_functions()['user'], $__before));
    $closures = array_filter(get_defined_vars(), fn($value) => $value instanceof \Closure);
    foreach ([$__wanted, 'solve', 'main', 'f'] as $name) {
        if (in_array(strtolower($name), $named)) return $name;
        if (isset($closures[$name])) return $closures[$name];
    }
    $made = array_diff(get_declared_classes(), $__classes);
    return end($closures) ?: end($named) ?: method_of(end($made) ?: '', $__source)
        ?: exit_with('no function found in the source');
}

/** The value of a source whose last statement is a function without a name; null for any other. */
function closure_below(string $__source)
{
    preg_match_all('/(?<=[;}\n])\s*(?:static\s+)?(?:fn|function)\s*&?\s*\(/i', $__source, $__found, PREG_OFFSET_CAPTURE);
    foreach (array_reverse($__found[0]) as [, $__at]) {
        $__rest = rtrim(substr($__source, $__at), "; \r\n\t");
        try {
            return eval(substr($__source, 0, $__at) . "\nreturn $__rest\n;");
        } catch (\ParseError) {
            continue; // it is part of another statement
        }
    }
    return null;
}

/** A method of a class: solve, main or f, else the last that the source calls nowhere, else the last. */
function method_of(string $class, string $source)
{
    $names = $class ? array_diff(get_class_methods($class), ['__construct']) : [];
    $uncalled = array_filter($names, fn($name) => !preg_match('/(?:->|::)\s*' . $name . '\s*\(/i', $source));
    $name = current(array_intersect(['solve', 'main', 'f'], $names)) ?: end($uncalled) ?: end($names);
    if (!$name) return null;
    $static = (new \ReflectionMethod($class, $name))->isStatic();
    return \Closure::fromCallable([$static ? $class : new $class, $name]);
}

function exit_with(string $message): never
{
    fwrite(STDERR, "$message\n");
    exit(1);
}

/** Whether an array is shown with its keys, where the answer is a map: the outermost one, unless there are maps in it. */
function is_map($value, int $depth): bool
{
    if (!defined('Host\KEYS') || !is_array($value)) return false;
    return $depth ? !array_is_list($value) : !array_filter($value, fn($item) => is_map($item, 1));
}

/** A list without gaps in its text, whatever its keys: array_filter leaves gaps; one with words for keys only where the values alone are the answer. */
function shown($value, int $depth = 0): string
{
    if ($value === null) return 'None';
    if ($value instanceof \Closure) return 'function';
    if ($value instanceof \DateTimeInterface) $value = $value->format('c');
    if (is_string($value)) return $depth ? json_encode($value) : $value;
    if ($value instanceof \Traversable) $value = iterator_to_array($value, false);
    if (is_map($value, $depth)) {
        $items = array_map(fn($key, $item) => json_encode((string) $key) . ': ' . shown($item, $depth + 1), array_keys($value), $value);
        return '{' . implode(', ', $items) . '}';
    }
    if (is_array($value) && (defined('Host\VALUES') || !array_filter(array_keys($value), 'is_string'))) {
        return '[' . implode(', ', array_map(fn($item) => shown($item, $depth + 1), $value)) . ']';
    }
    return is_float($value) && !is_finite($value) ? (string) $value : json_encode($value);
}

/** A list of a length: each item at its key, null where there is none; as it is where a key is another. */
function by_keys(array $items, int $length): array
{
    $places = $length ? array_fill(0, $length, null) : [];
    return array_diff_key($items, $places) ? $items : array_replace($places, $items);
}

/** The arguments, or the lists in an object that is the only one, in the order of their names. */
function lists_of(array $arguments): array
{
    if (count($arguments) !== 1 || !is_array($arguments[0]) || array_is_list($arguments[0])) return $arguments;
    ksort($arguments[0]);
    return array_values(array_filter($arguments[0], fn($one) => is_array($one) && array_is_list($one)));
}

/** The keys of all objects in a value. */
function keys_in(array $value): array
{
    $inner = array_map(fn($item) => keys_in($item), array_filter($value, 'is_array'));
    return array_merge(array_is_list($value) ? [] : array_map('strval', array_keys($value)), ...array_values($inner));
}

/** Whether a source takes objects with such keys by `->`, not by `[...]`. */
function takes_objects(string $source, array $keys): bool
{
    if (!$keys) return false;
    $names = implode('|', array_map(fn($key) => preg_quote($key, '/'), array_unique($keys)));
    $property = '(?<!\$this)->\s*(?:(?:' . $names . ')\b(?!\s*\()|[{$])';
    return (bool) preg_match('/' . $property . '|\b(?:get_object_vars|property_exists|stdClass|object\s+\$)/', $source);
}

/** What a function puts into its last parameter, a reference; else what it calls that with: the only value of the only call, else all calls. */
function filled($function, array $arguments)
{
    $room = [];
    $parameters = (new \ReflectionFunction($function))->getParameters();
    if ($parameters[count($arguments)]->isPassedByReference()) {
        $arguments[] = &$room;
        $function(...$arguments);
        return $room;
    }
    $arguments[] = function (...$given) use (&$room) { $room[] = count($given) === 1 ? $given[0] : $given; };
    $function(...$arguments);
    return count($room) === 1 ? $room[0] : $room;
}

function call(string $path, array $flags): string
{
    $given = stream_get_contents(STDIN);
    $arguments = json_decode($given, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
    $lists = lists_of($arguments);
    if (takes_objects(file_get_contents($path), keys_in($arguments))) $arguments = json_decode($given, false, 512, JSON_BIGINT_AS_STRING);
    $wanted = preg_filter('/^--name=\$?/', '', $flags);
    ob_start(); // while it is loaded it may show its function at work: that is no part of an answer
    $function = callable_of($path, reset($wanted) ?: '');
    while (ob_get_level()) ob_end_clean();
    if (in_array('--curried', $flags)) {
        $result = array_reduce($arguments, fn($f, $argument) => $f($argument), $function);
    } else {
        $mutated = in_array('--mutated', $flags) && !is_array($function);
        if ($mutated && (new \ReflectionFunction($function))->getNumberOfRequiredParameters() === count($arguments) + 1) {
            return shown(filled($function, $arguments));
        }
        $result = $function(...$arguments);
    }
    if (is_array($result) && ($index = preg_filter('/^--length-of=/', '', $flags))) {
        $result = by_keys($result, count($lists[reset($index)] ?? []));
    }
    return shown(in_array('--mutated', $flags) ? $arguments[0] : $result);
}

if (in_array('--keys', $argv)) define('Host\KEYS', true);
if (in_array('--values', $argv)) define('Host\VALUES', true);
$reply = fopen('php://fd/3', 'w');
$text = call($argv[1], array_slice($argv, 2));
fwrite($reply, "$text\n") === strlen($text) + 1 or exit_with('no reply');
