// Runs a posted C# function, which csharp_build.sh has compiled with this file.
//
//   mono ARTIFACT NAME [--curried] [--mutated]
//
// Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
// A lambda is the field Posted.posted; else NAME is a method or a field that holds a delegate.
// Arguments get the types that the function declares.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Linq.Expressions;
using System.Reflection;
using System.Text;

static class JudgeHost {
    const BindingFlags Any = BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    static string text;
    static int at;

    static object Parse() {
        while (" ,\n".IndexOf(text[at]) >= 0) at++;
        if (text[at] == '[') {
            var items = new List<object>();
            for (at++; ; ) {
                while (" ,\n".IndexOf(text[at]) >= 0) at++;
                if (text[at] == ']') { at++; return items; }
                items.Add(Parse());
            }
        }
        if (text[at] == '{') {
            var fields = new Dictionary<string, object>();
            for (at++; ; ) {
                while (" ,\n".IndexOf(text[at]) >= 0) at++;
                if (text[at] == '}') { at++; return fields; }
                var key = Text();
                while (" :".IndexOf(text[at]) >= 0) at++;
                fields[key] = Parse();
            }
        }
        if (text[at] == '"') return Text();
        var from = at;
        while (at < text.Length && " ,\n]}".IndexOf(text[at]) < 0) at++;
        var word = text.Substring(from, at - from);
        if (word == "null") return null;
        if (word == "true" || word == "false") return word == "true";
        long whole;
        System.Numerics.BigInteger big;
        if (!long.TryParse(word, out whole) && System.Numerics.BigInteger.TryParse(word, out big)) return big;
        return long.TryParse(word, out whole) ? (object)whole : double.Parse(word, CultureInfo.InvariantCulture);
    }

    static string Text() {
        var made = new StringBuilder();
        for (at++; text[at] != '"'; at++)
            if (text[at] != '\\') made.Append(text[at]);
            else switch (text[++at]) {
                case 'n': made.Append('\n'); break;
                case 't': made.Append('\t'); break;
                case 'u': made.Append((char)Convert.ToInt32(text.Substring(at + 1, 4), 16)); at += 4; break;
                default: made.Append(text[at]); break;
            }
        at++;
        return made.ToString();
    }

    // A value as a parameter of that type takes it.
    static object As(object value, Type type) {
        if (type.IsByRef) type = type.GetElementType();
        if (type == typeof(char) && value is string) return ((string)value)[0];
        if (value is string && typeof(IEnumerable<char>).IsAssignableFrom(type) && type != typeof(string)) return As(((string)value).Select(c => (object)("" + c)).ToList(), type);
        if (value is Dictionary<string, object>) return Fields((Dictionary<string, object>)value, type);
        var items = value as List<object>;
        if (value is System.Numerics.BigInteger) return type == typeof(double) ? (double)(System.Numerics.BigInteger)value : value;
        if (items == null) return type == typeof(object) ? value is long ? (object)(int)(long)value : value
            : value is IConvertible && typeof(IConvertible).IsAssignableFrom(type) && !type.IsEnum ? Convert.ChangeType(value, type, CultureInfo.InvariantCulture)
            : type.FullName == "System.Numerics.BigInteger" ? Activator.CreateInstance(type, value) : value;
        if (type.IsArray && type.GetArrayRank() == 2) return Table(items, type.GetElementType());
        if (type.IsArray) return Array(items, type.GetElementType());
        if (type == typeof(object)) {
            var kinds = items.Select(item => As(item, type)).Select(item => item == null ? type : item.GetType()).Distinct().ToList();
            return Array(items, kinds.Count > 1 ? type : kinds.DefaultIfEmpty(typeof(int)).First());
        }
        if (!type.IsGenericType) return Array(items, typeof(object));
        var own = type.GetGenericArguments();
        if (type.Name.StartsWith("Tuple") || type.Name.StartsWith("ValueTuple")) return Activator.CreateInstance(type, items.Select((item, i) => As(item, own[i])).ToArray());
        var array = Array(items, own[0]);
        return type.IsInterface ? Activator.CreateInstance(typeof(List<>).MakeGenericType(own[0]), array) : Activator.CreateInstance(type, array);
    }

    // An object: a dictionary, of the type of the parameter if that is one, else one of a type with such fields.
    static object Fields(Dictionary<string, object> given, Type type) {
        var own = type.IsGenericType ? type.GetGenericArguments() : new Type[0];
        if (own.Length == 2 || type == typeof(object) || type.IsInterface) {
            var inner = own.Length == 2 ? own[1] : typeof(object);
            var made = (System.Collections.IDictionary)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(typeof(string), inner));
            foreach (var pair in given) made[pair.Key] = As(pair.Value, inner);
            return made;
        }
        var filled = Activator.CreateInstance(type);
        foreach (var pair in given) {
            var field = type.GetField(pair.Key, Any);
            var property = type.GetProperty(pair.Key, Any);
            if (field != null) field.SetValue(filled, As(pair.Value, field.FieldType));
            else if (property != null) property.SetValue(filled, As(pair.Value, property.PropertyType), null);
        }
        return filled;
    }

    static Array Array(List<object> items, Type item) {
        var made = System.Array.CreateInstance(item, items.Count);
        for (var i = 0; i < items.Count; i++) made.SetValue(As(items[i], item), i);
        return made;
    }

    static Array Table(List<object> rows, Type item) {
        var made = System.Array.CreateInstance(item, rows.Count, rows.Count > 0 ? ((List<object>)rows[0]).Count : 0);
        for (var i = 0; i < made.GetLength(0); i++)
            for (var j = 0; j < made.GetLength(1); j++) made.SetValue(As(((List<object>)rows[i])[j], item), i, j);
        return made;
    }

    static string Shown(object value, int depth) {
        if (value == null) return "None";
        if (value is bool) return (bool)value ? "true" : "false";
        var word = value as string;
        if (word != null) return depth > 0 ? '"' + word.Replace("\\", "\\\\").Replace("\"", "\\\"") + '"' : word;
        if (value is IEnumerable<char>) return string.Concat((IEnumerable<char>)value);
        if (value is double || value is float || value is decimal) return Convert.ToDouble(value).ToString("R", CultureInfo.InvariantCulture);
        if (value is DateTime) return ((DateTime)value).ToString("s");
        var table = value as Array;
        if (table != null && table.Rank == 2)
            return List(Enumerable.Range(0, table.GetLength(0)).Select(i => List(Enumerable.Range(0, table.GetLength(1)).Select(j => Shown(table.GetValue(i, j), depth + 2)))));
        var map = value as IDictionary;
        if (map != null) return "{" + string.Join(", ", map.Keys.Cast<object>().Select(key => Shown(key, 1) + ": " + Shown(map[key], 1))) + "}";
        if (value is IEnumerable) return List(((IEnumerable)value).Cast<object>().Select(item => Shown(item, depth + 1)));
        var type = value.GetType();
        var tuple = type.IsGenericType && type.Name.Contains("Tuple") || type.Name.StartsWith("KeyValuePair") || type.Name.Contains("AnonymousType") || type.Name.Contains("AnonType");
        if (tuple) return List(type.GetProperties().Select(one => one.GetValue(value)).Concat(type.GetFields().Select(one => one.GetValue(value))).Select(item => Shown(item, depth + 1)));
        if (value is Delegate) return "function";
        return Convert.ToString(value, CultureInfo.InvariantCulture);
    }

    static string List(IEnumerable<string> items) { return "[" + string.Join(", ", items) + "]"; }

    // A method with what it is called on.
    static KeyValuePair<object, MethodInfo> Callable(string name, int count) {
        var types = Assembly.GetExecutingAssembly().GetTypes().Where(t => !t.Name.StartsWith("Judge") && !t.Name.Contains("<") && t.IsClass).ToList();
        var members = types.SelectMany(t => t.GetFields(Any)).Where(f => typeof(Delegate).IsAssignableFrom(f.FieldType) && !f.Name.Contains("<")).ToList();
        var field = members.FirstOrDefault(f => f.Name == "posted") ?? members.FirstOrDefault(f => f.Name == name);
        if (field != null) {
            var found = (Delegate)field.GetValue(field.IsStatic ? null : Activator.CreateInstance(field.DeclaringType, true));
            return Of(found);
        }
        var methods = types.SelectMany(t => t.GetMethods(Any)).Where(m => !m.Name.Contains("<") && !m.IsSpecialName).ToList();
        var fit = methods.Where(m => m.GetParameters().Count(p => !p.IsOut && !p.IsOptional && !(p.Position == count && Room(p.ParameterType, new List<object>()) != null)) <= count && m.GetParameters().Length >= count || m.Name == name).ToList();
        var method = fit.FirstOrDefault(m => m.Name == name) ?? fit.LastOrDefault();
        if (method == null) throw new MissingMethodException("no method of " + count + " arguments in the source");
        if (method.IsGenericMethodDefinition) method = method.MakeGenericMethod(method.GetGenericArguments().Select(_ => typeof(int)).ToArray());
        return new KeyValuePair<object, MethodInfo>(method.IsStatic ? null : Activator.CreateInstance(method.DeclaringType, true), method);
    }

    static KeyValuePair<object, MethodInfo> Of(Delegate found) {
        return new KeyValuePair<object, MethodInfo>(found, found.GetType().GetMethod("Invoke"));
    }

    // What a parameter behind the arguments gets, which takes the answer: a function that is called with it, or an empty collection.
    static object Room(Type type, List<object> calls) {
        if (!typeof(Delegate).IsAssignableFrom(type)) return typeof(IEnumerable).IsAssignableFrom(type) && type != typeof(string) && !type.IsArray ? As(new List<object>(), type) : null;
        var invoke = type.GetMethod("Invoke");
        var given = invoke.GetParameters().Select(p => Expression.Parameter(p.ParameterType)).ToArray();
        var values = Expression.NewArrayInit(typeof(object), given.Select(p => (Expression)Expression.Convert(p, typeof(object))));
        Expression body = Expression.Call(typeof(JudgeHost).GetMethod("Take", Any), Expression.Constant(calls), values);
        if (invoke.ReturnType != typeof(void)) body = Expression.Block(body, Expression.Default(invoke.ReturnType));
        return Expression.Lambda(type, body, given).Compile();
    }

    static void Take(List<object> calls, object[] given) { calls.Add(given.Length == 1 ? given[0] : given); }

    static int Main(string[] words) {
        text = new StreamReader(Console.OpenStandardInput(), Encoding.UTF8).ReadToEnd();
        var json = (List<object>)Parse();
        try {
            Answer(json, words[0], words);
            return 0;
        } catch (TargetInvocationException error) {
            Console.Error.WriteLine(error.InnerException);
            return 1;
        }
    }

    static void Answer(List<object> json, string name, string[] words) {
        var callable = Callable(name, json.Count);
        object result = null, first = null, room = null;
        var calls = new List<object>();
        MethodInfo method;
        for (var from = 0; ; callable = Of((Delegate)result)) {
            method = callable.Value;
            var parameters = method.GetParameters();
            var whole = from == 0 && parameters.Length == 1 && json.Count > 1 && parameters[0].ParameterType.Name.StartsWith("ValueTuple");
            var arguments = parameters.Select((p, i) => whole ? As(json, p.ParameterType)
                : from + i < json.Count ? As(json[from + i], p.ParameterType) : p.IsOptional ? p.DefaultValue : p.IsOut || whole ? null : room = Room(p.ParameterType, calls)).ToArray();
            from += whole ? json.Count : Math.Max(1, parameters.Length);
            var before = first == null && arguments.Length > 0;
            result = method.Invoke(callable.Key, arguments);
            if (before) first = arguments[0];
            var left = parameters.Where(p => p.IsOut).ToList();
            if (left.Count > 0 && method.ReturnType == typeof(void)) result = arguments[left[0].Position];
            else if (from >= json.Count && method.ReturnType == typeof(void)) result = "void";
            if (from >= json.Count) {
                if (room is Delegate && (calls.Count > 0 || method.ReturnType == typeof(void))) result = calls.Count == 1 ? calls[0] : calls;
                else if (room != null && method.ReturnType == typeof(void)) result = room;
                break;
            }
        }
        var shown = words.Contains("--mutated") ? Shown(first, 0) : Shown(result, 0);
        Console.Out.Flush();
        var reply = new StreamWriter(new FileStream("/dev/fd/3", FileMode.Open, FileAccess.Write));
        reply.Write(shown + "\n");
        reply.Close();
    }
}
