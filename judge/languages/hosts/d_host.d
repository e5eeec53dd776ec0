// The host of a posted D function: the posted source stands in it, and both are compiled as one.
//
//   d_host [--curried] [--mutated]
//
// Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
// Arguments get the types that the function declares; a lambda without types gets @arguments@.
import std;

@declaration@

alias host_posted = @expression@;

static if (__traits(compiles, std.traits.Parameters!host_posted))
    alias HostArguments = std.traits.Parameters!host_posted;
else static if (is(typeof(host_posted(std.meta.AliasSeq!(@arguments@).init))))
    alias HostArguments = std.meta.AliasSeq!(@arguments@);
else static if (is(typeof(host_posted(std.meta.AliasSeq!(@arguments@, void delegate(int)).init))))
    alias HostArguments = std.meta.AliasSeq!(@arguments@, void delegate(int));
else static if (is(typeof(host_posted(std.meta.AliasSeq!(@arguments@, void delegate(int, int)).init))))
    alias HostArguments = std.meta.AliasSeq!(@arguments@, void delegate(int, int));
else
    alias HostArguments = std.meta.AliasSeq!(@arguments@);

// Integers that are too long for the reader of JSON, as texts.
string host_quoted(string text)
{
    string made;
    for (size_t at = 0, from; at < text.length; made ~= text[from .. at])
    {
        from = at++;
        if (text[from] == '"') for (bool open = true; open && at < text.length; at++)
        {
            if (text[at] == '\\') at++;
            else if (text[at] == '"') open = false;
        }
        else if (text[from] == '-' || (text[from] >= '0' && text[from] <= '9'))
        {
            while (at < text.length && "0123456789.eE+-".canFind(text[at])) at++;
            if (at - from > 18 && !text[from .. at].any!(sign => ".eE".canFind(sign)))
            {
                made ~= '"' ~ text[from .. at] ~ '"';
                from = at;
            }
        }
    }
    return made;
}

T host_read(T)(std.json.JSONValue json)
{
    static if (is(T == std.bigint.BigInt))
        return json.type == std.json.JSONType.string ? T(json.str) : T(json.integer);
    else static if (std.traits.isSomeString!T)
        return std.conv.to!T(json.type == std.json.JSONType.string ? json.str : json.toString);
    else static if (std.traits.isDynamicArray!T && std.traits.isSomeChar!(typeof(T.init[0])))
        return std.conv.to!T(json.type == std.json.JSONType.string ? json.str : json.array.map!(item => item.str).join);
    else static if (std.traits.isDynamicArray!T)
    {
        T made;
        foreach (item; json.array) made ~= host_read!(typeof(made[0]))(item);
        return made;
    }
    else static if (std.traits.isStaticArray!T)
    {
        T made;
        foreach (at, ref item; made) item = host_read!(typeof(item))(json.array[at]);
        return made;
    }
    else static if (is(T == std.json.JSONValue)) return json;
    else static if (std.traits.isAssociativeArray!T)
    {
        T made;
        foreach (key, item; json.object) made[std.conv.to!(std.traits.KeyType!T)(key)] = host_read!(std.traits.ValueType!T)(item);
        return made;
    }
    else static if (std.traits.isInstanceOf!(std.typecons.Nullable, T))
        return json.isNull ? T.init : T(host_read!(std.traits.TemplateArgsOf!T[0])(json));
    else static if (is(T == struct)) // an object by its keys, or a list, field by field
    {
        T made;
        foreach (at, ref field; made.tupleof)
            field = host_read!(typeof(field))(json.type == std.json.JSONType.object
                ? json[__traits(identifier, T.tupleof[at])] : json.array[at]);
        return made;
    }
    else static if (is(T == bool)) return json.boolean;
    else if (json.type == std.json.JSONType.string) return std.conv.to!T(json.str);
    else static if (std.traits.isFloatingPoint!T)
        return json.type == std.json.JSONType.float_ ? cast(T) json.floating : cast(T) json.integer;
    else return cast(T) json.integer;
}

// Within a list, what has no letters, or other signs than these and digits, stands in quotes.
string host_item(T)(T value)
{
    enum is_text = std.range.isInputRange!T && std.traits.isSomeChar!(std.range.ElementType!T);
    static if (std.traits.isSomeString!T || std.traits.isSomeChar!T || is_text)
    {
        const text = host_shown(value);
        return text.any!(std.ascii.isAlpha) && text.all!(std.ascii.isAlphaNum) ? text : std.json.JSONValue(text).toString;
    }
    else return host_shown(value);
}

string host_shown(T)(T value)
{
    // (a) => {…} returns what {…} would do.
    static if (std.traits.isSomeFunction!T) return "function";
    else static if (std.traits.isSomeString!T) return std.conv.to!string(value);
    else static if (std.typecons.isTuple!T)
    {
        string[] items;
        foreach (item; value) items ~= host_item(item);
        return "[" ~ std.array.join(items, ", ") ~ "]";
    }
    else static if (std.traits.isFloatingPoint!T)
        return std.format.format("%.15g", value); // as text it has 6 digits
    else static if (std.range.isInputRange!T && std.traits.isSomeChar!(std.range.ElementType!T))
        return std.conv.to!string(std.array.array(value));
    else static if (std.range.isInputRange!T)
    {
        string[] items;
        foreach (item; value) items ~= host_item(item);
        return "[" ~ std.array.join(items, ", ") ~ "]";
    }
    else return std.conv.to!string(value);
}

// What a callback behind the arguments was called with, as text.
string[] host_taken;

T host_taker(T)()
{
    alias Given = std.traits.Parameters!T;
    static if (is(std.traits.ReturnType!T == void))
        return std.functional.toDelegate((Given given) {
            string[] items;
            static foreach (at; 0 .. Given.length) items ~= host_shown(given[at]);
            host_taken ~= Given.length == 1 ? items[0] : "[" ~ std.array.join(items, ", ") ~ "]";
        });
    else
        return T.init;
}

void main(string[] options)
{
    auto json = std.json.parseJSON(host_quoted(std.stdio.stdin.byLineCopy.join("\n"))).array;
    HostArguments arguments;
    bool takes;
    foreach (at, ref argument; arguments)
        static if (is(typeof(argument) == delegate))
        {
            argument = host_taker!(typeof(argument))();
            takes = true;
        }
        else if (at < json.length || !std.traits.isDynamicArray!(typeof(argument)))
            argument = host_read!(typeof(argument))(json[at]);
    string text = "void";
    auto call() { return host_posted(arguments); }
    static if (is(typeof(call()) == void)) call();
    else text = host_shown(call());
    if (takes && (host_taken || text == "void"))
        text = host_taken.length == 1 ? host_taken[0] : "[" ~ std.array.join(host_taken, ", ") ~ "]";
    static if (arguments.length && is(typeof(call()) == void) && std.traits.isDynamicArray!(typeof(arguments[$ - 1])))
        if (arguments.length > json.length) text = host_shown(arguments[$ - 1]);
    if (options.canFind("--mutated")) text = host_shown(arguments[0]);
    std.stdio.stdout.flush();
    auto reply = std.stdio.File("/dev/fd/3", "w");
    reply.writeln(text);
}
