// Answers many tasks in one process: a class of a Java source that may leave nothing behind is loaded
// once, any other one anew for each task. A source that refers to more of the library than keeps
// nothing, or shows what tells one process from another, is not asked like this: its classes tell.
//
//   java -cp ARTIFACT JudgeHost NAME [--curried] [--mutated] --many function|program [--branches]
//
// A list of tasks, of arguments or of inputs, is on standard input. A line goes to descriptor 3 for
// each: [CPU time in microseconds, result, what it printed, error], see python_many.py. With --branches,
// of a jar with marks, a fifth item is the list of branches that were not taken before.
import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.regex.*;

class JudgeMany {
    /** The last line of a list whose answers do not count. */
    static final String CHANGED = "\"changed\"\n";
    /** Whoever prints more is run alone. */
    static final int MOST_PRINTED = 1 << 24;

    static void answer(String name, List<String> flags) throws Exception {
        final var reply = new FileOutputStream("/dev/fd/3");
        final Map<String, byte[]> own = ownClasses();
        final var sources = own.values().stream().map(JudgeClassFile::new).toList();
        final boolean isMarked = flags.contains("--branches");
        if (!new JudgeRules(own.keySet(), sources, isMarked).hold()) {
            reply.write(CHANGED.getBytes());
            Runtime.getRuntime().halt(1);
        }
        final boolean isProgram = flags.get(flags.indexOf("--many") + 1).equals("program");
        final boolean isKept = sources.stream().allMatch(JudgeClassFile::keepsNothing);
        final PrintStream console = System.out;
        final List<?> tasks = (List<?>) new JudgeJson(new String(System.in.readAllBytes(), StandardCharsets.UTF_8)).value();
        JudgeHost.loader = new JudgeLoader(own);
        for (Object task : tasks) {
            if (!isKept) JudgeHost.loader = new JudgeLoader(own);
            final var printed = new JudgeOutput();
            // As Java makes its own: what it has buffered at its end is lost.
            System.setOut(new PrintStream(new BufferedOutputStream(printed, 8192), true, encoding()));
            System.setIn(new BufferedInputStream(new ByteArrayInputStream(isProgram ? ((String) task).getBytes(StandardCharsets.UTF_8) : new byte[0])));
            String result = null, error = null;
            final long begin = usedNanoseconds();
            try {
                if (isProgram) JudgeProgram.entry().invoke(null, (Object) new String[0]);
                else result = JudgeHost.answer(name, flags, (List<?>) task);
            } catch (Throwable fault) {
                final Throwable its = fault instanceof InvocationTargetException thrown ? thrown.getCause() : fault;
                // Others may have run out of memory because of it.
                if (its instanceof VirtualMachineError && !(its instanceof StackOverflowError)) Runtime.getRuntime().halt(1);
                error = its.getClass().getName();
            }
            final long used = (usedNanoseconds() - begin) / 1000;
            final String line = "[" + used + "," + quoted(result) + "," + quoted(printed.toString(StandardCharsets.UTF_8)) + "," + quoted(error)
                    + (isMarked ? "," + JudgeMarked.taken() : "") + "]\n";
            reply.write(line.getBytes(StandardCharsets.UTF_8));
        }
        System.setOut(console);
        Runtime.getRuntime().halt(0);
    }

    /** The bytes of the source's classes, by name. */
    private static Map<String, byte[]> ownClasses() throws IOException {
        final Map<String, byte[]> found = new TreeMap<>();
        try (var jar = new JarFile(System.getProperty("java.class.path"))) {
            for (JarEntry entry : Collections.list(jar.entries()))
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("Judge"))
                    found.put(entry.getName().replaceAll("\\.class$", ""), jar.getInputStream(entry).readAllBytes());
        }
        return found;
    }

    private static String encoding() {
        for (String name : List.of("stdout.encoding", "sun.stdout.encoding", "native.encoding"))
            if (System.getProperty(name) != null) return System.getProperty(name);
        return System.getProperty("file.encoding");
    }

    /** Of this thread; of the machine's clock where the kernel does not tell. */
    private static long usedNanoseconds() {
        try (var file = new FileInputStream("/proc/thread-self/schedstat")) {
            return Long.parseLong(new String(file.readAllBytes(), StandardCharsets.US_ASCII).split(" ")[0]);
        } catch (IOException | NumberFormatException error) {
            return System.nanoTime();
        }
    }

    private static String quoted(String text) {
        if (text == null) return "null";
        final var made = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '"' || c == '\\') made.append('\\').append(c);
            else if (c < ' ' || Character.isSurrogate(c)) made.append(String.format("\\u%04x", (int) c));
            else made.append(c);
        }
        return made.append('"').toString();
    }
}

/** What a jar with marks has besides, see java_branches.java. */
class JudgeMarked {
    static final String BRANCHES = "JudgeBranches";

    static String taken() throws ReflectiveOperationException {
        return (String) Class.forName(BRANCHES).getDeclaredMethod("take").invoke(null);
    }
}

/** What a task has printed. */
class JudgeOutput extends ByteArrayOutputStream {
    @Override public synchronized void write(byte[] bytes, int from, int count) {
        if (size() + count > JudgeMany.MOST_PRINTED) Runtime.getRuntime().halt(1);
        super.write(bytes, from, count);
    }
}

/** Classes with static fields of their own. They see the library and what marks call, and nothing else. */
class JudgeLoader extends ClassLoader {
    private final Map<String, byte[]> own;

    JudgeLoader(Map<String, byte[]> own) {
        super(ClassLoader.getPlatformClassLoader());
        this.own = own;
    }

    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.equals(JudgeMarked.BRANCHES)) return Class.forName(name);
        final byte[] bytes = own.get(name.replace('.', '/'));
        if (bytes == null) throw new ClassNotFoundException(name);
        return defineClass(name, bytes, 0, bytes.length);
    }
}

/** What a compiled class refers to and has. */
class JudgeClassFile {
    record Reference(String owner, String name, String type) {}
    record Member(int access, String name, String type, Set<String> attributes) {}

    static final int STATIC = 0x8, NATIVE = 0x100, INTERFACE = 0x200, SYNTHETIC = 0x1000;
    final Set<String> classes = new HashSet<>();
    final List<Reference> references = new ArrayList<>();
    final List<Member> fields, methods;
    final int access;
    final String name, parent;
    private final Object[] pool;

    JudgeClassFile(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            in.skipNBytes(8);
            pool = new Object[in.readUnsignedShort()];
            readPool(in);
            access = in.readUnsignedShort();
            name = className(in.readUnsignedShort());
            final int above = in.readUnsignedShort();
            parent = above == 0 ? "" : className(above);
            in.skipNBytes(2 * in.readUnsignedShort());
            fields = members(in);
            methods = members(in);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        for (int i = 1; i < pool.length; i++)
            if (pool[i] instanceof int[] entry) {
                if (entry[0] == 7) classes.add(className(i).replaceAll("^\\[+L?|;$", ""));
                else if (entry[0] >= 9 && entry[0] <= 11) {
                    final int[] its = (int[]) pool[entry[2]];
                    references.add(new Reference(className(entry[1]), (String) pool[its[1]], (String) pool[its[2]]));
                }
            }
    }

    private void readPool(DataInputStream in) throws IOException {
        for (int i = 1; i < pool.length; i++) {
            final int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> pool[i] = in.readUTF();
                case 3, 4 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                case 7, 8, 16, 19, 20 -> pool[i] = new int[] {tag, in.readUnsignedShort()};
                case 15 -> in.skipNBytes(3);
                case 9, 10, 11, 12, 17, 18 -> pool[i] = new int[] {tag, in.readUnsignedShort(), in.readUnsignedShort()};
                default -> throw new IOException("an unknown constant");
            }
        }
    }

    private List<Member> members(DataInputStream in) throws IOException {
        final List<Member> found = new ArrayList<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            final int its = in.readUnsignedShort();
            final String called = (String) pool[in.readUnsignedShort()], type = (String) pool[in.readUnsignedShort()];
            final Set<String> attributes = new HashSet<>();
            for (int more = in.readUnsignedShort(); more > 0; more--) {
                attributes.add((String) pool[in.readUnsignedShort()]);
                in.skipNBytes(in.readInt());
            }
            found.add(new Member(its, called, type, attributes));
        }
        return found;
    }

    private String className(int index) {
        return (String) pool[((int[]) pool[index])[1]];
    }

    boolean has(String method, String type) {
        return methods.stream().anyMatch(m -> m.name().equals(method) && m.type().equals(type));
    }

    boolean refersTo(String owner, String method) {
        return references.stream().anyMatch(r -> r.owner().equals(owner) && r.name().equals(method));
    }

    /** Whether it has only constants of the compiler, or a lambda that this host has put into a class. */
    boolean keepsNothing() {
        final var own = fields.stream().filter(f -> (f.access() & STATIC) != 0 && !f.attributes().contains("ConstantValue")).toList();
        if (own.isEmpty()) return !has("<clinit>", "()V");
        // Its initializer does nothing but make the lambda, which holds nothing.
        return name.equals("Posted") && own.size() == 1 && own.get(0).name().equals("posted") && refersTo("Posted$Gives", "of")
                && methods.stream().allMatch(m -> m.name().matches("<clinit>|<init>|lambda\\$static\\$0") || (m.access() & SYNTHETIC) != 0);
    }
}

/** Whether the classes of a source refer only to what keeps nothing. */
record JudgeRules(Set<String> own, List<JudgeClassFile> files, boolean isMarked) {
    private static final Pattern CLASSES = Pattern.compile(
            "[ZBCSIJFD]|java/lang/(?:Object|String|StringBuilder|StringBuffer|CharSequence|(?:Strict)?Math|Integer|Long|Short|Byte|Character|Boolean|Double|Float"
            + "|Number|Comparable|Iterable|Enum|Record|Void|\\w*Exception|\\w*Error|Throwable|System|Runnable|AutoCloseable|Cloneable|Class)"
            + "|java/lang/invoke/(?:LambdaMetafactory|StringConcatFactory|MethodHandles(?:\\$Lookup)?|MethodHandle|MethodType|CallSite|TypeDescriptor)"
            + "|java/lang/runtime/(?:ObjectMethods|SwitchBootstraps)"
            + "|java/util/(?!Timer|TimeZone|Calendar|Gregorian|Date|Properties|Resource|Service|WeakHash|IdentityHash|Currency|UUID|Observ|Event|Locale\\b|Prop)\\w+(?:\\$\\w+)*"
            + "|java/util/Locale|java/util/(?:function|stream|regex)/\\w+(?:\\$\\w+)*|java/util/concurrent/atomic/Atomic\\w+"
            + "|java/util/concurrent/(?:ConcurrentHashMap|ConcurrentLinked(?:Queue|Deque))"
            + "|java/io/(?:Buffered|Print|Data|ByteArray|Filter|InputStream|OutputStream|String)?(?:Reader|Writer|InputStream|OutputStream|Stream)"
            + "|java/io/(?:StreamTokenizer|\\w*Exception|Serializable|Closeable|Flushable|DataInput|DataOutput)"
            + "|java/math/\\w+|java/nio/charset/(?:StandardCharsets|Charset)|java/text/DecimalFormat(?:Symbols)?");
    private static final Pattern SYSTEM = Pattern.compile("in|out|err|arraycopy|currentTimeMillis|nanoTime|lineSeparator");
    private static final Pattern OF_CLASS = Pattern.compile("getName|getSimpleName|desiredAssertionStatus|isInstance|cast");
    /** Of any class: other threads, the host below, what differs from process to process. */
    private static final Pattern METHODS = Pattern.compile("getStackTrace|setStackTrace|parallel\\w*|intern|identityHashCode|finalize|defaultCharset|wait|notify\\w*|toUnmodifiable(?:Set|Map)");
    private static final Pattern HASHED = Pattern.compile("java/util/(?:HashMap|HashSet|Hashtable|stream/Collectors|concurrent/ConcurrentHashMap)");

    boolean hold() {
        return files.stream().allMatch(this::holdIn) && !(isHashed() && files.stream().anyMatch(this::isKey));
    }

    private boolean holdIn(JudgeClassFile file) {
        return file.classes.stream().allMatch(c -> own.contains(c) || CLASSES.matcher(c).matches() || isMarked && c.equals(JudgeMarked.BRANCHES))
                && file.references.stream().allMatch(this::mayBe)
                && file.methods.stream().noneMatch(m -> m.name().equals("finalize") || (m.access() & JudgeClassFile.NATIVE) != 0);
    }

    private boolean mayBe(JudgeClassFile.Reference its) {
        final String owner = its.owner(), name = its.name();
        if (METHODS.matcher(name).matches() && !(own.contains(owner) && files.stream().anyMatch(f -> f.name.equals(owner) && f.has(name, its.type())))) return false;
        if (name.equals("hashCode") && its.type().equals("()I")) return !owner.equals("java/lang/Object") && !owner.equals("java/lang/Enum") && !isIdentity(owner);
        return switch (owner) {
            case "java/lang/System" -> SYSTEM.matcher(name).matches();
            case "java/lang/Class" -> OF_CLASS.matcher(name).matches();
            case "java/util/Locale" -> its.type().equals("Ljava/util/Locale;");
            case "java/util/Set", "java/util/Map" -> !name.matches("of|ofEntries|copyOf"); // their order is that of the process
            case "java/io/PrintStream", "java/io/PrintWriter", "java/util/Formatter" -> !(name.equals("<init>") && its.type().startsWith("(Ljava/lang/String;"));
            case "java/lang/invoke/MethodHandles", "java/lang/invoke/MethodHandles$Lookup" -> false;
            default -> !(name.equals("printStackTrace") && !its.type().equals("()V"));
        };
    }

    private boolean isHashed() {
        return files.stream().anyMatch(f -> f.classes.stream().anyMatch(c -> HASHED.matcher(c).matches()));
    }

    /** Whether objects of this class may be keys whose order is that of their addresses. */
    private boolean isKey(JudgeClassFile file) {
        return isIdentity(file.name) && !file.name.matches(".*\\$\\d+") && !file.has("main", "([Ljava/lang/String;)V")
                && files.stream().anyMatch(f -> f.refersTo(file.name, "<init>"));
    }

    private boolean isIdentity(String owner) {
        return files.stream().anyMatch(f -> f.name.equals(owner) && (f.access & JudgeClassFile.INTERFACE) == 0
                && !f.parent.equals("java/lang/Record") && !f.parent.matches(".*(?:Exception|Error|Throwable)") && !f.has("hashCode", "()I"));
    }
}
