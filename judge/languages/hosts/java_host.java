// Builds and runs posted Java: whole programs, and functions that stand alone.
//
//   java java_host.java HOST SOURCE ARTIFACT [-- SOURCE…]    a jar of a program and this file
//   java java_host.java HOST SOURCE ARTIFACT TYPES    a jar of a function and this file
//   java -cp ARTIFACT JudgeProgram WORD…              runs the program
//   java -cp ARTIFACT JudgeHost NAME [--curried] [--mutated]    calls the function
//
// A function is a lambda, or one or more methods, or a class with them; NAME is the method's. A
// lambda's parameters have the types that it declares, else TYPES, such as `int[], int`. A call has
// one JSON list of arguments on standard input; its result leaves as text on descriptor 3, then a
// line's end.
import java.io.*;
import java.lang.reflect.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.function.*;
import java.util.jar.*;
import java.util.regex.*;
import java.util.stream.*;
import javax.tools.*;

class JudgeBuild {
    static final Pattern CLASS = Pattern.compile("^\\s*(?:(?:public|final|abstract|static|sealed|strictfp)\\s+)*(?:class|interface|enum|record)\\s", Pattern.MULTILINE);
    static final Pattern LAMBDA = Pattern.compile("\\A\\s*(?:(\\w+)|\\(([^()]*)\\))\\s*->");
    static final Pattern OWN_IMPORTS = Pattern.compile("\\A(?:\\s*import\\s[^;]*;)+");
    static final String IMPORTS = "import java.util.*;import java.util.function.*;import java.util.stream.*;";

    public static void main(String[] words) throws Exception {
        final Path source = Path.of(words[1]);
        final String text = Files.readString(source);
        final boolean several = words.length > 3 && words[3].equals("--");
        final String unit = words.length > 3 && !several ? wrapped(text, List.of(words[3].split(", "))) : text;
        final Path classes = Files.createDirectory(Path.of("classes"));
        final List<String> options = List.of("-d", classes.toString(), "-nowarn", "-proc:none");
        final List<JavaFileObject> units = new ArrayList<>(List.of(
                unit(source.getFileName().toString(), unit),
                unit("host.java", Files.readString(Path.of(words[0])))));
        for (int i = 4; several && i < words.length; i++)
            if (!words[i].equals(words[1])) units.add(unit(words[i], Files.readString(Path.of(words[i]))));
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (!compiler.getTask(null, null, null, options, null, units).call()) System.exit(1);
        try (var jar = new JarOutputStream(new FileOutputStream(words[2])); var made = Files.walk(classes)) {
            jar.setLevel(0);
            for (Path file : made.filter(Files::isRegularFile).sorted().toList()) {
                jar.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                jar.write(Files.readAllBytes(file));
            }
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

    /** Methods or a lambda as members of a class, each on its own line; a class stays as it is. */
    static String wrapped(String source, List<String> types) {
        if (CLASS.matcher(source).find()) return source;
        final Matcher own = OWN_IMPORTS.matcher(source);
        final String imports = IMPORTS + (own.find() ? own.group() : "");
        final String text = own.replaceFirst("");
        final Matcher lambda = LAMBDA.matcher(text);
        if (!lambda.find()) return imports + "class Posted{" + text + "\n}";
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
            interfaces = "interface Rest{Object call(" + types.get(1) + " rest)throws Exception;}"
                    + "interface Curried{Rest call" + given + "static Object of(Curried f){return f;}";
        return imports + "class Posted{" + interfaces + "static Object posted=of((" + parameters + ")->" + body + "\n);}";
    }
}

class JudgeProgram {
    public static void main(String[] words) throws Throwable {
        try {
            entry().invoke(null, (Object) words);
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    static Method entry() throws Exception {
        final List<Method> methods = JudgeHost.methods();
        // By the package format the class that starts is Main.
        methods.sort(Comparator.comparing(m -> !m.getDeclaringClass().getSimpleName().equals("Main")));
        for (Method m : methods)
            if (m.getName().equals("main") && Arrays.equals(m.getParameterTypes(), new Class<?>[] {String[].class})) {
                m.setAccessible(true);
                return m;
            }
        throw new NoSuchMethodException("no class has a method main(String[])");
    }
}

class JudgeHost {
    public static void main(String[] words) throws Throwable {
        try {
            reply(words[0], List.of(words));
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    /** The classes of the source, without those inside others. */
    static List<Class<?>> classes() throws Exception {
        final List<Class<?>> found = new ArrayList<>();
        try (var jar = new JarFile(System.getProperty("java.class.path"))) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                final String name = entry.getName().replaceAll("\\.class$", "").replace('/', '.');
                if (!name.contains("$") && !name.startsWith("Judge")) found.add(Class.forName(name, false, JudgeHost.class.getClassLoader()));
            }
        }
        return found;
    }

    static List<Method> methods() throws Exception {
        final List<Method> found = new ArrayList<>();
        for (Class<?> c : classes())
            for (Method m : c.getDeclaredMethods())
                if (!m.isSynthetic()) found.add(m);
        return found;
    }

    /** A method and what it is called on. */
    record JudgeCallable(Object on, Method method) {
        Object call(List<Object> arguments) throws Exception {
            method.setAccessible(true);
            return method.invoke(on, arguments.toArray());
        }
    }

    static JudgeCallable callable(String name, int count) throws Exception {
        for (Class<?> c : classes())
            if (c.getName().equals("Posted") && Stream.of(c.getDeclaredFields()).anyMatch(f -> f.getName().equals("posted"))) {
                final Field field = c.getDeclaredField("posted");
                field.setAccessible(true);
                return on(field.get(null));
            }
        final List<Method> fit = methods().stream().filter(m -> m.getParameterCount() == count).toList();
        final Method found = fit.stream().filter(m -> m.getName().equals(name)).findFirst()
                .or(() -> fit.stream().findFirst())
                .orElseThrow(() -> new NoSuchMethodException("no method of " + count + " arguments in the source"));
        if (Modifier.isStatic(found.getModifiers())) return new JudgeCallable(null, found);
        final var constructor = found.getDeclaringClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        return new JudgeCallable(constructor.newInstance(), found);
    }

    /** The one method of what a lambda has made. */
    static JudgeCallable on(Object lambda) {
        for (Class<?> type : lambda.getClass().getInterfaces())
            for (Method m : type.getMethods())
                if (Modifier.isAbstract(m.getModifiers())) return new JudgeCallable(lambda, m);
        throw new IllegalArgumentException("the function gives no function for the next argument");
    }

    static void reply(String name, List<String> flags) throws Exception {
        final OutputStream out = new FileOutputStream("/dev/fd/3");
        final List<?> json = (List<?>) new JudgeJson(new String(System.in.readAllBytes(), "UTF-8")).value();
        JudgeCallable callable = callable(name, flags.contains("--curried") ? 1 : json.size());
        Object result = null, first = null;
        for (int from = 0; ; callable = on(result)) {
            final Type[] types = callable.method.getGenericParameterTypes();
            final List<Object> arguments = new ArrayList<>();
            for (Type type : types) arguments.add(JudgeJson.as(json.get(from++), type));
            if (first == null && types.length > 0) first = arguments.get(0);
            result = callable.call(arguments);
            if (from >= json.size() || types.length == 0) break;
        }
        System.out.flush();
        final boolean nothing = callable.method.getReturnType() == void.class;
        final String text = flags.contains("--mutated") ? JudgeJson.shown(first, 0) : nothing ? "void" : JudgeJson.shown(result, 0);
        out.write((text + "\n").getBytes("UTF-8"));
        out.close();
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
                        : m.group(2).equals("n") ? "\n" : m.group(2).equals("t") ? "\t" : m.group(2)));
        if (token.equals("true") || token.equals("false")) return token.equals("true");
        if (token.matches("-?\\d{1,9}")) return Integer.valueOf(token);
        return token.matches("-?\\d+") ? (Object) Long.valueOf(token) : token.equals("null") ? null : Double.valueOf(token);
    }

    /** A value as a parameter of that type takes it. */
    static Object as(Object value, Type type) {
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
        if (c.isArray()) return array(value, c.getComponentType(), c.getComponentType());
        if (c == IntStream.class) return ((List<?>) value).stream().mapToInt(item -> ((Number) item).intValue());
        if (!(value instanceof Number n)) return value;
        return c == int.class || c == Integer.class ? (Object) n.intValue() : c == long.class || c == Long.class ? (Object) n.longValue()
                : c == double.class || c == Double.class ? (Object) n.doubleValue() : c == byte.class ? (Object) n.byteValue()
                : c == short.class ? (Object) n.shortValue() : value;
    }

    private static Object array(Object value, Type item, Class<?> made) {
        final List<?> items = (List<?>) value;
        final Object array = Array.newInstance(made, items.size());
        for (int i = 0; i < items.size(); i++) Array.set(array, i, as(items.get(i), item));
        return array;
    }

    static String shown(Object value, int depth) {
        if (value == null) return "None";
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
        return depth > 0 && value instanceof CharSequence ? '"' + value.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"' : value.toString();
    }
}
