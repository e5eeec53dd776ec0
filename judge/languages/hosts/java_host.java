// Builds and runs posted Java: whole programs, and functions that stand alone.
//
//   java java_host.java FOLDER BUILDER                a jar of this file and its parts, in the folder of hosts
//   java -cp BUILDER JudgeBuild BUILDER SOURCE ARTIFACT [-- SOURCE…]    a jar of a program and of BUILDER
//   java -cp BUILDER JudgeBuild BUILDER SOURCE ARTIFACT TYPES           a jar of a function and of BUILDER
//   java -cp BUILDER JudgeBuild BUILDER - ARTIFACT    a jar of what is in the folder classes, and of BUILDER
//   … --marked                                        a jar that tells which branches are taken, see java_branches.java
//   java -cp ARTIFACT JudgeProgram WORD…              runs the program
//   java -cp ARTIFACT JudgeHost NAME [--curried] [--mutated]    calls the function
//   java -cp ARTIFACT JudgeHost NAME … --many function|program    answers a list of tasks, see java_many.java
//
// A function is a lambda, or one or more methods, or a class with them; NAME is the method's. A
// lambda's parameters have the types that it declares, else TYPES, such as `int[], int`. A call has
// one JSON list of arguments on standard input; its result leaves as text on descriptor 3, then a
// line's end.
import java.io.*;
import java.lang.reflect.*;
import java.math.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.function.*;
import java.util.jar.*;
import java.util.regex.*;
import java.util.stream.*;
import javax.tools.*;

class JudgeBuild {
    static final Pattern CLASS = Pattern.compile("(?:^|^import\\s[^{}\"]*;)\\s*(?:(?:public|final|abstract|static|sealed|strictfp)\\s+)*(?:class|interface|enum|record)\\s", Pattern.MULTILINE);
    static final Pattern LAMBDA = Pattern.compile("\\A\\s*(?:(\\w+)|\\(([^()]*)\\))\\s*->");
    static final Pattern REFERENCE = Pattern.compile("\\A\\s*[\\w.<>\\[\\]]+::\\w+\\s*;?\\s*\\z");
    static final Pattern VARIABLE = Pattern.compile("\\A\\s*(?:(?:static|final)\\s+)*\\w+(?:<[^=;{}]*>)?\\s+(\\w+)\\s*=[^=]");
    static final Pattern OWN_IMPORTS = Pattern.compile("\\A(?:\\s*import\\s[^;]*;)+");
    static final String IMPORTS = "import java.util.*;import java.util.function.*;import java.util.stream.*;";

    public static void main(String[] words) throws Exception {
        if (words.length == 2) {
            buildHost(Path.of(words[0]), words[1]);
            return;
        }
        final boolean isMarked = words[words.length - 1].equals("--marked");
        if (isMarked) words = Arrays.copyOf(words, words.length - 1);
        final Path classes = Files.createDirectories(Path.of("classes"));
        final boolean several = words.length > 3 && words[3].equals("--");
        if (!words[1].equals("-")) compile(words, several, isMarked, classes); // else another language's compiler has
        try (var jar = new JarOutputStream(new FileOutputStream(words[2])); var host = new JarFile(words[0])) {
            jar.setLevel(0);
            if (several && words.length > 5) { // of several files one starts
                put(jar, JudgeProgram.START, Path.of(words[1]).getFileName().toString().replaceFirst("\\.java$", "").getBytes());
            }
            for (JarEntry entry : Collections.list(host.entries())) put(jar, entry.getName(), host.getInputStream(entry).readAllBytes());
            putAll(jar, classes, host);
        }
    }

    /** A jar of the host, for all sources. */
    private static void buildHost(Path hosts, String made) throws Exception {
        final Path classes = Files.createDirectories(Path.of("classes"));
        final List<JavaFileObject> units = new ArrayList<>();
        for (String name : List.of("java_host.java", "java_many.java", "java_branches.java"))
            units.add(unit(name, Files.readString(hosts.resolve(name))));
        if (!ToolProvider.getSystemJavaCompiler().getTask(null, null, null, options(classes, classes), null, units).call()) System.exit(1);
        try (var jar = new JarOutputStream(new FileOutputStream(made))) {
            jar.setLevel(0);
            putAll(jar, classes, null);
        }
    }

    /** Puts what the compiler has made, but for what {@code other} has, into a jar. */
    private static void putAll(JarOutputStream jar, Path classes, JarFile other) throws IOException {
        try (var made = Files.walk(classes)) {
            for (Path file : made.filter(Files::isRegularFile).sorted().toList()) {
                final String name = classes.relativize(file).toString();
                if (other == null || other.getEntry(name) == null) put(jar, name, Files.readAllBytes(file));
            }
        }
    }

    private static void put(JarOutputStream jar, String name, byte[] content) throws IOException {
        final JarEntry entry = new JarEntry(name);
        entry.setTimeLocal(java.time.LocalDateTime.of(2000, 1, 1, 0, 0)); // the same files make the same jar
        jar.putNextEntry(entry);
        jar.write(content);
    }

    private static List<String> options(Path seen, Path made) {
        return List.of("-cp", seen.toString(), "-d", made.toString(), "-nowarn", "-proc:none");
    }

    /** Compiles a source in one of the ways in which it can be meant; ends with 1 where none can be compiled. */
    private static void compile(String[] words, boolean several, boolean isMarked, Path classes) throws Exception {
        final Path source = Path.of(words[1]);
        final String text = Files.readString(source);
        final List<JavaFileObject> more = new ArrayList<>();
        for (int i = 4; several && i < words.length; i++)
            if (!words[i].equals(words[1])) more.add(unit(words[i], Files.readString(Path.of(words[i]))));
        String said = null;
        for (String way : words.length > 3 && !several ? ways(text, words[3]) : List.of(text)) {
            final List<JavaFileObject> units = new ArrayList<>(more);
            units.add(0, unit(source.getFileName().toString(), way));
            final StringWriter errors = new StringWriter();
            final boolean made = ToolProvider.getSystemJavaCompiler().getTask(errors, null, null, options(classes, classes), null, units).call();
            if (made && isMarked) mark(units.get(0), classes, words[0]);
            if (made) return;
            if (said == null) said = errors.toString();
        }
        System.err.print(said);
        System.exit(1);
    }

    /** Compiles a source again, with marks. It stays as it is where they do not fit. */
    private static void mark(JavaFileObject source, Path classes, String builder) throws Exception {
        final Path marked = Files.createDirectories(Path.of("marked"));
        // This file alone is compiled to build the host.
        final Method marks = Class.forName("JudgeMarks").getDeclaredMethod("marked", JavaFileObject.class);
        marks.setAccessible(true);
        final var unit = unit(source.getName().replaceFirst("^/", ""), (String) marks.invoke(null, source));
        final List<String> options = List.of("-cp", classes + File.pathSeparator + builder, "-d", marked.toString(), "-nowarn", "-proc:none");
        if (!ToolProvider.getSystemJavaCompiler().getTask(new StringWriter(), null, d -> {}, options, null, List.of(unit)).call()) return;
        try (var made = Files.walk(marked)) {
            for (Path file : made.filter(Files::isRegularFile).toList())
                Files.copy(file, classes.resolve(marked.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** A source whose file need not be called as its class. */
    static JavaFileObject unit(String name, String text) {
        final URI uri = URI.create("string:///" + name.replaceAll("[^\\w.-]", "_"));
        return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override public CharSequence getCharContent(boolean ignoreErrors) { return text; }
            @Override public boolean isNameCompatible(String simpleName, Kind kind) { return true; }
        };
    }

    /** A function in a class of its own, with arrays, lists or streams for a lambda without types. */
    static List<String> ways(String source, String types) {
        final List<String> found = new ArrayList<>();
        final UnaryOperator<String> boxed = t -> t.replaceAll("\\bint\\b", "Integer").replaceAll("\\blong\\b", "Long").replaceAll("\\bdouble\\b", "Double").replaceAll("\\bboolean\\b", "Boolean");
        for (String kind : List.of("", "List", "Stream", "IntStream")) {
            String way = types;
            if (kind.equals("IntStream")) way = types.replaceAll("\\bint\\[\\](?!\\[)", "IntStream");
            else if (!kind.isEmpty()) way = Pattern.compile("(\\w+)((?:\\[\\])+)").matcher(types).replaceAll(m -> {
                final int depth = m.group(2).length() / 2;
                return (kind + "<").repeat(depth) + boxed.apply(m.group(1)) + ">".repeat(depth);
            });
            if (kind.isEmpty() || !way.equals(types))
                for (String result : List.of("Object", "void")) found.add(wrapped(source, List.of(way.split(", ")), result));
            final String objects = way.replaceAll("\\bObject\\b", "Map<String,Object>");
            if (!objects.equals(way)) found.add(wrapped(source, List.of(objects.split(", "))));
        }
        if (CLASS.matcher(source).find()) {
            found.add(IMPORTS + source); // a class as it is posted, without its imports
            found.add(inClass(source)); // methods beside a class
        }
        return found.stream().distinct().toList();
    }

    /** A source as the members of a class, below its imports. */
    static String inClass(String source) {
        final Matcher own = OWN_IMPORTS.matcher(source);
        final String imports = IMPORTS + (own.find() ? own.group() : "");
        // Without an outer object.
        final String text = own.replaceFirst("").replaceAll("(?m)^(\\s*(?:(?:public|final|abstract)\\s+)*)class\\b", "$1static class");
        return imports + "class Posted{" + text + "\n}";
    }

    /** Methods or a lambda as members of a class, each on its own line; a class stays as it is. */
    static String wrapped(String source, List<String> types) {
        return wrapped(source, types, "Object");
    }

    /** The same; a curried lambda gives {@code result} in the end, or nothing, where that is void. */
    static String wrapped(String source, List<String> types, String result) {
        if (CLASS.matcher(source).find()) return source;
        final Matcher own = OWN_IMPORTS.matcher(source);
        final String imports = IMPORTS + (own.find() ? own.group() : "");
        final String text = own.replaceFirst("");
        final Matcher lambda = LAMBDA.matcher(text);
        final Matcher variable = VARIABLE.matcher(text);
        if (variable.find()) return imports + "class Posted{static " + text.strip().replaceFirst("^(?:(?:static|final)\\s+)+", "").replaceFirst(";\\z", "") + "\n;}";
        if (REFERENCE.matcher(text).find()) {
            final String parameters = IntStream.range(0, types.size()).mapToObj(i -> types.get(i) + " a" + i).collect(Collectors.joining(","));
            return imports + "class Posted{interface Gives{Object call(" + parameters + ")throws Exception;}static Gives posted=" + text.strip().replaceFirst(";\\z", "") + ";}";
        }
        if (!lambda.find()) return inClass(source);
        final String body = text.substring(lambda.end()).strip().replaceAll(";\\z", "");
        final String header = lambda.group(1) != null ? lambda.group(1) : lambda.group(2).strip();
        final boolean open = header.matches("\\w+(?:\\s*,\\s*\\w+)*");
        final String[] names = header.split("\\s*,\\s*");
        final String parameters = !open ? header : IntStream.range(0, Math.min(names.length, types.size()))
                .mapToObj(i -> types.get(i) + " " + names[i]).collect(Collectors.joining(","));
        final String given = "(" + parameters + ")throws Exception;}";
        // A lambda that gives a value fits both interfaces; the compiler then chooses the first.
        String interfaces = "interface Gives{Object call" + given + "interface Does{void call" + given
                + "static Object of(Gives f){return f;}static Object of(Does f){return f;}";
        if (types.size() > 1 && LAMBDA.matcher(body).find())
            interfaces = "interface Rest{" + result + " call(" + types.get(1) + " rest)throws Exception;}"
                    + "interface Curried{Rest call" + given + "static Object of(Curried f){return f;}";
        return imports + "class Posted{" + interfaces + "static Object posted=of((" + parameters + ")->" + body + "\n);}";
    }
}

class JudgeProgram {
    /** The file of the artifact with the name of the class that starts. */
    static final String START = "JudgeStart";

    public static void main(String[] words) throws Throwable {
        try {
            entry().invoke(null, (Object) words);
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    static Method entry() throws Exception {
        final List<Method> methods = JudgeHost.methods();
        final String start;
        try (var named = JudgeHost.class.getResourceAsStream("/" + START)) {
            start = named == null ? "Main" : new String(named.readAllBytes());
        }
        // By the package format the class that starts is Main, unless the package names another one.
        methods.sort(Comparator.comparing(m -> !m.getDeclaringClass().getSimpleName().equals("Main")));
        methods.sort(Comparator.comparing(m -> !m.getDeclaringClass().getSimpleName().equals(start)));
        for (Method m : methods)
            if (m.getName().equals("main") && Arrays.equals(m.getParameterTypes(), new Class<?>[] {String[].class})) {
                m.setAccessible(true);
                return m;
            }
        throw new NoSuchMethodException("no class has a method main(String[])");
    }
}

class JudgeHost {
    /** What loads the classes of the source. */
    static ClassLoader loader = JudgeHost.class.getClassLoader();
    private static final List<String> names = new ArrayList<>();

    public static void main(String[] words) throws Throwable {
        try {
            final List<String> flags = List.of(words);
            // This file alone is compiled to build.
            if (flags.contains("--many")) Class.forName("JudgeMany").getDeclaredMethod("answer", String.class, List.class).invoke(null, words[0], flags);
            else reply(words[0], flags);
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    /** The classes of the source, without those inside others. */
    static List<Class<?>> classes() throws Exception {
        if (names.isEmpty()) findNames();
        final List<Class<?>> found = new ArrayList<>();
        for (String name : names) found.add(Class.forName(name, false, loader));
        return found;
    }

    private static void findNames() throws IOException {
        try (var jar = new JarFile(System.getProperty("java.class.path"))) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                final String name = entry.getName().replaceAll("\\.class$", "").replace('/', '.');
                if (entry.getName().endsWith(".class") && !name.contains("$") && !name.startsWith("Judge")) names.add(name);
            }
        }
    }

    static List<Method> methods() throws Exception {
        final List<Method> found = new ArrayList<>();
        for (Class<?> c : classes())
            for (Method m : c.getDeclaredMethods())
                if (!m.isSynthetic()) found.add(m);
        return found;
    }

    /** A method and what it is called on; `declared` is the type of a lambda, null where it has none. */
    record JudgeCallable(Object on, Method method, Type declared) {
        /** The types of the parameters: a lambda's own have none. */
        Type[] types() {
            final Type[] own = method.getGenericParameterTypes();
            if (!(declared instanceof ParameterizedType generic)) return own;
            final Type[] given = generic.getActualTypeArguments();
            return given.length >= own.length ? Arrays.copyOf(given, own.length) : own;
        }

        /** What it gives, as far as its type tells. */
        Type gives() {
            if (!(declared instanceof ParameterizedType generic)) return null;
            final Type[] given = generic.getActualTypeArguments();
            return given[given.length - 1] instanceof WildcardType open ? open.getUpperBounds()[0] : given[given.length - 1];
        }

        Object call(List<Object> arguments) throws Exception {
            method.setAccessible(true);
            return method.invoke(on, arguments.toArray());
        }
    }

    static JudgeCallable callable(String name, int count) throws Exception {
        final JudgeCallable lambda = lambda(name);
        if (lambda != null) return lambda;
        final List<Method> all = methods();
        final List<Method> fit = all.stream().filter(m -> m.getParameterCount() == count).toList();
        final Method found = fit.stream().filter(m -> m.getName().equals(name)).findFirst()
                .or(() -> all.stream().filter(m -> m.getName().equals(name) && JudgeTaker.takesRest(m, count)).findFirst())
                .or(() -> fit.stream().findFirst())
                .or(() -> all.stream().filter(m -> JudgeTaker.takesRest(m, count)).findFirst())
                .orElseThrow(() -> new NoSuchMethodException("no method of " + count + " arguments in the source"));
        if (Modifier.isStatic(found.getModifiers())) return new JudgeCallable(null, found, null);
        final var constructor = found.getDeclaringClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        return new JudgeCallable(constructor.newInstance(), found, null);
    }

    /** What a static field holds, or a method without parameters gives; null where there is none. */
    static JudgeCallable lambda(String name) throws Exception {
        for (String wanted : List.of("posted", name))
            for (Class<?> c : classes()) {
                for (Field field : c.getDeclaredFields())
                    if (field.getName().equals(wanted) && Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                        field.setAccessible(true);
                        return on(field.get(null), field.getGenericType());
                    }
                for (Method m : c.getDeclaredMethods())
                    if (m.getName().equals(wanted) && m.getParameterCount() == 0 && Modifier.isStatic(m.getModifiers()) && m.getReturnType().getSimpleName().startsWith("Function"))
                        return on(m.invoke(null), m.getGenericReturnType());
            }
        return null;
    }

    /** The one method of what a lambda has made. */
    static JudgeCallable on(Object lambda, Type declared) {
        for (String usual : List.of("invoke|apply", ".*")) // a trait has many abstract ones
            for (Class<?> c = lambda.getClass(); c != null; c = c.getSuperclass())
                for (Class<?> type : c.getInterfaces())
                    for (Method m : type.getMethods())
                        if (m.getName().matches(usual) && Modifier.isAbstract(m.getModifiers())) return new JudgeCallable(lambda, m, declared);
        throw new IllegalArgumentException("the function gives no function for the next argument");
    }

    static void reply(String name, List<String> flags) throws Exception {
        final OutputStream out = new FileOutputStream("/dev/fd/3");
        final List<?> json = (List<?>) new JudgeJson(new String(System.in.readAllBytes(), "UTF-8")).value();
        final String text = answer(name, flags, json);
        out.write((text + "\n").getBytes("UTF-8"));
        out.close();
    }

    static String answer(String name, List<String> flags, List<?> json) throws Exception {
        JudgeCallable callable = callable(name, flags.contains("--curried") ? 1 : json.size());
        Object result = null, first = null;
        final List<JudgeTaker> takers = new ArrayList<>();
        for (int from = 0; ; callable = on(result, callable.gives())) {
            final Type[] types = callable.types();
            final List<Object> arguments = new ArrayList<>();
            final String kind = Arrays.stream(types).anyMatch(JudgeEvidence::is) ? JudgeEvidence.kind(json) : null;
            if (kind != null) json = (List<?>) JudgeEvidence.as(json, kind);
            for (Type type : types)
                if (from < json.size() && kind != null && type == Object.class) arguments.add(JudgeEvidence.array(json.get(from++), kind));
                else if (kind != null && JudgeEvidence.is(type)) arguments.add(JudgeEvidence.of(kind));
                else if (from < json.size()) arguments.add(JudgeJson.as(json.get(from++), type));
                else {
                    takers.add(new JudgeTaker(type));
                    arguments.add(takers.get(takers.size() - 1).value);
                }
            if (first == null && types.length > 0) first = arguments.get(0);
            result = callable.call(arguments);
            if (from >= json.size() || types.length == 0) break;
        }
        System.out.flush();
        final boolean nothing = callable.method.getReturnType() == void.class;
        if (!takers.isEmpty() && !flags.contains("--mutated"))
            return takers.size() == 1 ? JudgeJson.shown(takers.get(0).answer(), 0) : JudgeJson.shown(takers.stream().map(JudgeTaker::answer).toList(), 0);
        return flags.contains("--mutated") ? JudgeJson.shown(first, 0) : nothing ? "void" : JudgeJson.shown(result, 0);
    }
}

/** The value of a parameter behind the arguments, which takes the answer: a function that is called with it, or an empty collection. */
class JudgeTaker {
    final Object value;
    private final List<Object> calls = new ArrayList<>();

    JudgeTaker(Type declared) {
        final Class<?> type = raw(declared);
        if (type == null) throw new IllegalArgumentException("no parameter of the type " + declared + " takes an answer");
        if (Collection.class.isAssignableFrom(type)) value = Set.class.isAssignableFrom(type) ? new LinkedHashSet<>() : new ArrayList<>();
        else value = Proxy.newProxyInstance(JudgeHost.loader, new Class<?>[] {type}, (self, method, given) -> {
            if (method.getDeclaringClass() == Object.class) return method.getName().equals("equals") ? self == given[0] : method.getName().equals("hashCode") ? (Object) 1 : "function";
            if (method.isDefault() && !type.getName().startsWith("scala.")) return InvocationHandler.invokeDefault(self, method, given);
            calls.add(given.length == 1 ? given[0] : new ArrayList<>(Arrays.asList(given)));
            final Class<?> gives = method.getReturnType(); // true asks for more
            return gives == boolean.class ? (Object) true : gives.isPrimitive() && gives != void.class ? Array.get(Array.newInstance(gives, 1), 0) : null;
        });
    }

    /** What the only call gave, else what each call gave; or what was put there. */
    Object answer() {
        return value instanceof Collection<?> ? value : calls.size() == 1 ? calls.get(0) : calls;
    }

    /** Whether what a method takes behind so many arguments are takers of the answer. */
    static boolean takesRest(Method m, int count) {
        final Class<?>[] types = m.getParameterTypes();
        return types.length > count && Arrays.stream(types).skip(count).allMatch(type -> raw(type) != null);
    }

    private static Class<?> raw(Type type) {
        if (type instanceof ParameterizedType generic) return raw(generic.getRawType());
        if (!(type instanceof Class<?> c) || !c.isInterface() || Map.class.isAssignableFrom(c) || BaseStream.class.isAssignableFrom(c) || CharSequence.class.isAssignableFrom(c))
            return type == ArrayList.class ? (Class<?>) type : null;
        if (Collection.class.isAssignableFrom(c)) return c.isAssignableFrom(ArrayList.class) || c.isAssignableFrom(LinkedHashSet.class) ? c : null;
        return c.getName().startsWith("scala.") || Arrays.stream(c.getMethods()).filter(m -> Modifier.isAbstract(m.getModifiers())).count() == 1 ? c : null;
    }
}

/** What a Scala function for all numbers takes behind its arguments: what can be done with them. */
class JudgeEvidence {
    private static final Map<String, String> OBJECTS = Map.of("Int", "Numeric$IntIsIntegral$", "Long", "Numeric$LongIsIntegral$",
            "BigInt", "Numeric$BigIntIsIntegral$", "Double", "Numeric$DoubleIsFractional$", "String", "Ordering$String$");

    static boolean is(Type type) {
        return type.getTypeName().matches("scala\\.math\\.(?:Numeric|Integral|Fractional|Ordering)\\b.*");
    }

    static Object of(String kind) throws ReflectiveOperationException {
        return Class.forName("scala.math." + OBJECTS.get(kind)).getField("MODULE$").get(null);
    }

    /** The type that holds all numbers of a value. */
    static String kind(Object value) {
        if (value instanceof Map<?, ?> map) return kind(new ArrayList<>(map.values()));
        if (value instanceof List<?> items) {
            final List<String> kinds = items.stream().map(JudgeEvidence::kind).toList();
            return Stream.of("Double", "BigInt", "Long", "Int", "String").filter(kinds::contains).findFirst().orElse("Int");
        }
        return value instanceof BigInteger ? "BigInt" : value instanceof Long ? "Long" : value instanceof Double ? "Double"
                : value instanceof String ? "String" : "Int";
    }

    static Object as(Object value, String kind) throws ReflectiveOperationException {
        if (value instanceof List<?> items) {
            final List<Object> made = new ArrayList<>();
            for (Object item : items) made.add(as(item, kind));
            return made;
        }
        if (!(value instanceof Number n)) return value;
        return kind.equals("BigInt") ? JudgeForeign.big(n.toString(), Class.forName("scala.math.BigInt"))
                : kind.equals("Long") ? (Object) n.longValue() : kind.equals("Double") ? (Object) n.doubleValue() : value;
    }

    /** An array of its items, where it is a list. */
    static Object array(Object value, String kind) {
        if (!(value instanceof List<?> items)) return value;
        final Class<?> item = kind.equals("Int") ? int.class : kind.equals("Long") ? long.class : kind.equals("Double") ? double.class
                : kind.equals("String") ? String.class : Object.class;
        final Object made = Array.newInstance(item, items.size());
        for (int i = 0; i < items.size(); i++) Array.set(made, i, items.get(i));
        return made;
    }
}

/** JSON both ways, as much of it as arguments and results need. */
class JudgeJson {
    private static final Pattern TOKEN = Pattern.compile("[\\[\\]{}:]|\"((?:[^\"\\\\]|\\\\.)*)\"|[-+.\\w]+");
    private final Matcher tokens;

    JudgeJson(String text) {
        tokens = TOKEN.matcher(text);
        tokens.find();
    }

    Object value() {
        final String token = tokens.group(), inner = tokens.group(1);
        tokens.find();
        if (token.equals("[")) {
            final List<Object> items = new ArrayList<>();
            while (!tokens.group().equals("]")) items.add(value());
            tokens.find();
            return items;
        }
        if (token.equals("{")) {
            final Map<String, Object> made = new LinkedHashMap<>();
            while (!tokens.group().equals("}")) {
                final String key = (String) value();
                tokens.find();
                made.put(key, value());
            }
            tokens.find();
            return made;
        }
        if (inner != null) return Pattern.compile("\\\\u(\\w{4})|\\\\(.)").matcher(inner).replaceAll(m -> Matcher.quoteReplacement(
                m.group(1) != null ? "" + (char) Integer.parseInt(m.group(1), 16)
                        : m.group(2).equals("n") ? "\n" : m.group(2).equals("t") ? "\t"
                        : m.group(2).equals("r") ? "\r" : m.group(2).equals("b") ? "\b" : m.group(2).equals("f") ? "\f" : m.group(2)));
        if (token.equals("true") || token.equals("false")) return token.equals("true");
        if (token.matches("-?\\d{1,9}")) return Integer.valueOf(token);
        if (token.matches("-?\\d{19,}")) return new BigInteger(token);
        return token.matches("-?\\d+") ? (Object) Long.valueOf(token) : token.equals("null") ? null : Double.valueOf(token);
    }

    /** A value as a parameter of that type takes it. */
    static Object as(Object value, Type type) {
        if (type instanceof WildcardType open) return as(value, open.getLowerBounds().length > 0 ? open.getLowerBounds()[0] : open.getUpperBounds()[0]);
        if (type.getTypeName().startsWith("scala.collection.") && value instanceof Map<?, ?> map) return JudgeForeign.map(map, type);
        if (type.getTypeName().startsWith("scala.collection.")) return JudgeForeign.collection(value, type);
        if (type.getTypeName().matches("(?:scala\\.Tuple|kotlin\\.(?:Pair|Triple)).*")) return JudgeForeign.tuple((List<?>) value, type);
        if (type instanceof GenericArrayType array) return array(value, array.getGenericComponentType(), List[].class.getComponentType());
        if (value instanceof Map<?, ?> map) {
            final Map<Object, Object> made = new LinkedHashMap<>();
            final Type item = type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[1] : Object.class;
            map.forEach((key, its) -> made.put(key, as(its, item)));
            return made;
        }
        if (type instanceof ParameterizedType generic) {
            final Stream<Object> items = ((List<?>) value).stream().map(item -> as(item, generic.getActualTypeArguments()[0]));
            final Class<?> raw = (Class<?>) generic.getRawType();
            return raw == Stream.class ? items : Set.class.isAssignableFrom(raw) ? items.collect(Collectors.toCollection(TreeSet::new))
                    : items.collect(Collectors.toCollection(ArrayList::new));
        }
        if (!(type instanceof Class<?> c)) return value;
        if (value instanceof List<?> items && !c.isArray() && c != IntStream.class && !c.isAssignableFrom(ArrayList.class)) return structure(items, c);
        if (value instanceof String text && (c == char[].class || c == Character.class || c == char.class))
            return c.isArray() ? text.toCharArray() : (Object) text.charAt(0);
        if (c.isArray()) return array(value, c.getComponentType(), c.getComponentType());
        if (c == IntStream.class && value instanceof String text) return text.chars();
        if (c == IntStream.class) return ((List<?>) value).stream().mapToInt(item -> ((Number) item).intValue());
        if (!(value instanceof Number n)) return value;
        if (c == BigInteger.class) return new BigDecimal(n.toString()).toBigInteger();
        if (c.getName().matches("scala\\.math\\.Big(?:Int|Decimal)")) return JudgeForeign.big(n.toString(), c);
        if (c == BigDecimal.class) return new BigDecimal(n.toString());
        if (c == float.class || c == Float.class) return n.floatValue();
        return c == int.class || c == Integer.class ? (Object) n.intValue() : c == long.class || c == Long.class ? (Object) n.longValue()
                : c == double.class || c == Double.class ? (Object) n.doubleValue() : c == byte.class ? (Object) n.byteValue()
                : c == short.class ? (Object) n.shortValue() : value;
    }

    /** A record, or an object of a class, made of a list of its parts. */
    private static Object structure(List<?> items, Class<?> c) {
        for (Constructor<?> made : c.getDeclaredConstructors()) {
            final Type[] types = made.getParameterTypes();
            if (types.length != items.size()) continue;
            try {
                made.setAccessible(true);
                return made.newInstance(IntStream.range(0, types.length).mapToObj(i -> as(items.get(i), types[i])).toArray());
            } catch (ReflectiveOperationException error) {
                throw new IllegalArgumentException(error);
            }
        }
        throw new IllegalArgumentException("no " + c.getSimpleName() + " is made of " + items.size() + " parts");
    }

    /** The parts of a record. */
    private static List<Object> parts(Object value) {
        final List<Object> found = new ArrayList<>();
        try {
            for (RecordComponent part : value.getClass().getRecordComponents()) {
                part.getAccessor().setAccessible(true);
                found.add(part.getAccessor().invoke(value));
            }
        } catch (ReflectiveOperationException error) {
            throw new IllegalArgumentException(error);
        }
        return found;
    }

    private static Object array(Object value, Type item, Class<?> made) {
        // A text is its letters, or their codes.
        final List<?> items = !(value instanceof String text) ? (List<?>) value
                : item == String.class ? List.of(text.split("(?!^)")) : text.chars().boxed().toList();
        final Object array = Array.newInstance(made, items.size());
        for (int i = 0; i < items.size(); i++) Array.set(array, i, as(items.get(i), item));
        return array;
    }

    static String shown(Object given, int depth) {
        if (given == null) return "None";
        final Object value = JudgeForeign.plain(given);
        if (value instanceof Optional<?> one) return one.isPresent() ? shown(one.get(), depth) : "null";
        if (value instanceof OptionalInt one) return one.isPresent() ? "" + one.getAsInt() : "null";
        if (value.getClass().isRecord()) return shown(parts(value), depth);
        if (value instanceof BaseStream<?, ?> stream) {
            final List<Object> items = new ArrayList<>();
            stream.iterator().forEachRemaining(items::add);
            return shown(items, depth);
        }
        if (value.getClass().isArray())
            return shown(IntStream.range(0, Array.getLength(value)).mapToObj(i -> Array.get(value, i)).collect(Collectors.toCollection(ArrayList::new)), depth);
        if (value instanceof Map<?, ?> map)
            return map.entrySet().stream().map(e -> shown("" + e.getKey(), 1) + ": " + shown(e.getValue(), depth + 1)).collect(Collectors.joining(", ", "{", "}"));
        if (value instanceof Iterable<?> items)
            return StreamSupport.stream(items.spliterator(), false).map(item -> shown(item, depth + 1)).collect(Collectors.joining(", ", "[", "]"));
        final boolean isQuoted = value instanceof CharSequence || value instanceof Character one && !Character.isLetter(one);
        return depth > 0 && isQuoted ? '"' + value.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"' : value.toString();
    }
}

/** Collections and tuples of other languages on this machine, without a compiler of theirs. */
class JudgeForeign {
    static Object collection(Object value, Type type) {
        final Type item = type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
        final List<?> given = value instanceof String text ? text.chars().mapToObj(c -> (char) c).toList() : (List<?>) value;
        final List<Object> items = new ArrayList<>();
        for (Object one : given) items.add(JudgeJson.as(one, item));
        final String name = type.getTypeName().replaceFirst("<.*", "");
        final String made = name.endsWith("Vector") || name.endsWith("IndexedSeq") ? "toVector" : name.endsWith("Set") ? "toSet"
                : name.endsWith("Stream") ? "toStream" : name.endsWith("Buffer") ? "toBuffer" : "toList";
        try {
            final Object buffer = Class.forName("scala.collection.JavaConversions").getMethod("asScalaBuffer", List.class).invoke(null, items);
            return method(buffer, made);
        } catch (ReflectiveOperationException error) {
            throw new IllegalArgumentException("no argument has the type " + type, error);
        }
    }

    /** An immutable map; a list in it is a Seq where nothing says what it is. */
    static Object map(Map<?, ?> given, Type type) {
        final Type item = type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[1] : Object.class;
        final Map<Object, Object> items = new LinkedHashMap<>();
        try {
            final Class<?> seq = Class.forName("scala.collection.Seq"), predef = Class.forName("scala.Predef$");
            given.forEach((key, one) -> items.put(key, JudgeJson.as(one, item == Object.class && one instanceof List ? seq : item)));
            final Object made = Class.forName("scala.collection.JavaConversions").getMethod("mapAsScalaMap", Map.class).invoke(null, items);
            final Object same = predef.getMethod("$conforms").invoke(predef.getField("MODULE$").get(null));
            return made.getClass().getMethod("toMap", Class.forName("scala.Predef$$less$colon$less")).invoke(made, same);
        } catch (ReflectiveOperationException error) {
            throw new IllegalArgumentException("no argument has the type " + type, error);
        }
    }

    /** A number of a class that is made of one of Java's. */
    static Object big(String digits, Class<?> c) {
        try {
            for (Constructor<?> made : c.getConstructors())
                if (made.getParameterCount() == 1)
                    return made.newInstance(made.getParameterTypes()[0] == BigInteger.class ? (Object) new BigDecimal(digits).toBigInteger() : new BigDecimal(digits));
        } catch (ReflectiveOperationException error) {
            throw new IllegalArgumentException(error);
        }
        throw new IllegalArgumentException("no argument has the type " + c.getName());
    }

    static Object tuple(List<?> items, Type type) {
        final Type[] own = type instanceof ParameterizedType generic ? generic.getActualTypeArguments() : new Type[0];
        try {
            final Class<?> raw = (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
            final Object[] made = new Object[items.size()];
            for (int i = 0; i < made.length; i++) made[i] = JudgeJson.as(items.get(i), i < own.length ? own[i] : Object.class);
            for (Constructor<?> constructor : raw.getConstructors())
                if (constructor.getParameterCount() == made.length) return constructor.newInstance(made);
        } catch (ReflectiveOperationException error) {
            throw new IllegalArgumentException(error);
        }
        throw new IllegalArgumentException("a list has another length than its type");
    }

    /** A value as this language has it: a list for any collection or tuple. */
    static Object plain(Object value) {
        final String name = value.getClass().getName();
        try {
            if (name.startsWith("kotlin.Unit") || name.startsWith("scala.runtime.BoxedUnit")) return "void";
            if (name.startsWith("kotlin.sequences.") || isA(value, "kotlin.sequences.Sequence")) return all(method(value, "iterator"), "hasNext", "next");
            if (name.equals("kotlin.Pair") || name.equals("kotlin.Triple")) {
                final List<Object> items = new ArrayList<>(List.of(method(value, "getFirst"), method(value, "getSecond")));
                if (name.equals("kotlin.Triple")) items.add(method(value, "getThird"));
                return items;
            }
            if (isA(value, "scala.collection.Map")) {
                final Map<Object, Object> made = new LinkedHashMap<>();
                for (Object pair : all(method(value, "iterator"), "hasNext", "next")) made.put(method(pair, "_1"), method(pair, "_2"));
                return made;
            }
            if (isA(value, "scala.collection.Iterator")) return all(value, "hasNext", "next");
            if (isA(value, "scala.collection.GenTraversableOnce") || name.startsWith("scala.Some")) return all(method(value, name.startsWith("scala.Some") ? "iterator" : "toIterator"), "hasNext", "next");
            if (name.startsWith("scala.None")) return new ArrayList<>();
            if (name.startsWith("scala.Tuple")) return all(method(value, "productIterator"), "hasNext", "next");
        } catch (ReflectiveOperationException error) {
            throw new IllegalArgumentException(error);
        }
        return value;
    }

    private static List<Object> all(Object iterator, String more, String next) throws ReflectiveOperationException {
        final List<Object> items = new ArrayList<>();
        while ((Boolean) method(iterator, more)) items.add(method(iterator, next));
        return items;
    }

    private static boolean isA(Object value, String name) {
        try {
            return Class.forName(name).isInstance(value);
        } catch (ClassNotFoundException error) {
            return false;
        }
    }

    private static Object method(Object value, String name) throws ReflectiveOperationException {
        for (Method m : value.getClass().getMethods())
            if (m.getName().equals(name) && m.getParameterCount() == 0) {
                m.setAccessible(true);
                return m.invoke(value);
            }
        throw new NoSuchMethodException(name);
    }
}
