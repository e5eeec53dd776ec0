// Marks the branches of a Java source, so that a hunt sees which of them a call takes, and how near the
// two sides of a comparison were. Built with a source only for that: see java_host.java, --marked.
//
// Text is put around expressions and changes no value and no type: conditions tell whether they held,
// comparisons with a number the distance of the other side, and comparisons for equality that of both.
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.util.*;
import javax.tools.*;

/** Puts marks into a source; needs the compiler. */
class JudgeMarks extends TreeScanner<Void, Void> {
    /** Every program has constants up to this. */
    private static final long COMMON = 2;
    private static final Set<Tree.Kind> EQUALITY = EnumSet.of(Tree.Kind.EQUAL_TO, Tree.Kind.NOT_EQUAL_TO);
    private static final Set<Tree.Kind> ORDER = EnumSet.of(Tree.Kind.LESS_THAN, Tree.Kind.GREATER_THAN, Tree.Kind.LESS_THAN_EQUAL, Tree.Kind.GREATER_THAN_EQUAL);
    /** What is put before each place, the outer ones first, and behind it. */
    private final Map<Integer, StringBuilder> before = new HashMap<>(), after = new HashMap<>();
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private int count;

    private JudgeMarks(CompilationUnitTree unit, SourcePositions positions) {
        this.unit = unit;
        this.positions = positions;
    }

    /** The source with marks. */
    static String marked(JavaFileObject source) throws Exception {
        final var task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, d -> {}, null, null, List.of(source));
        final var unit = task.parse().iterator().next();
        final var marks = new JudgeMarks(unit, Trees.instance(task).getSourcePositions());
        marks.scan(unit, null);
        return marks.written(source.getCharContent(true).toString());
    }

    private String written(String text) {
        final var made = new StringBuilder();
        for (int at = 0; at <= text.length(); at++) {
            if (after.containsKey(at)) made.append(after.get(at));
            if (before.containsKey(at)) made.append(before.get(at));
            if (at < text.length()) made.append(text.charAt(at));
        }
        return made.toString();
    }

    private void around(Tree tree, String call, int number, String more) {
        final int start = (int) positions.getStartPosition(unit, tree), end = (int) positions.getEndPosition(unit, tree);
        if (start < 0 || end < start) return;
        before.computeIfAbsent(start, k -> new StringBuilder()).append("JudgeBranches." + call + "(" + number + "," + more + "(");
        after.computeIfAbsent(end, k -> new StringBuilder()).append("))");
    }

    @Override public Void visitBinary(BinaryTree tree, Void none) {
        final var left = tree.getLeftOperand();
        final var right = tree.getRightOperand();
        if (EQUALITY.contains(tree.getKind()) || ORDER.contains(tree.getKind())) compared(tree.getKind(), left, right);
        if (tree.getKind() == Tree.Kind.CONDITIONAL_AND || tree.getKind() == Tree.Kind.CONDITIONAL_OR) condition(left);
        return super.visitBinary(tree, none);
    }

    private void compared(Tree.Kind kind, ExpressionTree left, ExpressionTree right) {
        final Long one = constant(left), other = constant(right);
        if (one != null && other != null) return;
        if (one != null || other != null) {
            final long number = other == null ? one : other;
            if (Math.abs(number) > COMMON || EQUALITY.contains(kind)) around(other == null ? right : left, "near", count++, number + "L,");
        } else if (EQUALITY.contains(kind)) sides(left, right);
    }

    private void sides(ExpressionTree left, ExpressionTree right) {
        if (left.getKind() == Tree.Kind.NULL_LITERAL || right.getKind() == Tree.Kind.NULL_LITERAL) return;
        around(left, "left", count, "");
        around(right, "right", count++, "");
    }

    @Override public Void visitMethodInvocation(MethodInvocationTree tree, Void none) {
        final var its = tree.getArguments();
        if (tree.getMethodSelect() instanceof MemberSelectTree select && select.getIdentifier().contentEquals("equals")) {
            final boolean isNamed = select.getExpression() instanceof IdentifierTree name && (name.getName().contentEquals("super") || Character.isUpperCase(name.getName().charAt(0)));
            if (its.size() == 2) sides(its.get(0), its.get(1));
            else if (its.size() == 1 && !isNamed) sides(select.getExpression(), its.get(0));
        }
        return super.visitMethodInvocation(tree, none);
    }

    @Override public Void visitIf(IfTree tree, Void none) {
        condition(((ParenthesizedTree) tree.getCondition()).getExpression());
        return super.visitIf(tree, none);
    }

    @Override public Void visitConditionalExpression(ConditionalExpressionTree tree, Void none) {
        condition(tree.getCondition());
        return super.visitConditionalExpression(tree, none);
    }

    @Override public Void visitLambdaExpression(LambdaExpressionTree tree, Void none) {
        if (tree.getBody() instanceof BinaryTree body && body.getKind() == Tree.Kind.CONDITIONAL_AND) condition(body.getRightOperand());
        return super.visitLambdaExpression(tree, none);
    }

    /** What the compiler takes into account of a condition would be lost behind a call. */
    private void condition(ExpressionTree tree) {
        if (!(tree instanceof LiteralTree) && !Boolean.TRUE.equals(new Telling().scan(tree, null))) around(tree, "taken", count++, "");
    }

    /** Whether an expression names a variable for a pattern, or assigns one. */
    private static class Telling extends TreeScanner<Boolean, Void> {
        @Override public Boolean visitInstanceOf(InstanceOfTree tree, Void none) {
            return tree.getPattern() != null || Boolean.TRUE.equals(super.visitInstanceOf(tree, none));
        }

        @Override public Boolean visitAssignment(AssignmentTree tree, Void none) {
            return true;
        }

        @Override public Boolean reduce(Boolean one, Boolean other) {
            return Boolean.TRUE.equals(one) || Boolean.TRUE.equals(other);
        }
    }

    /** The value of an expression of whole numbers, else null. */
    private static Long constant(ExpressionTree tree) {
        if (tree instanceof ParenthesizedTree its) return constant(its.getExpression());
        if (tree instanceof LiteralTree its) return its.getValue() instanceof Integer || its.getValue() instanceof Long ? (Long) ((Number) its.getValue()).longValue() : its.getValue() instanceof Character c ? (Long) (long) c : null;
        if (tree instanceof UnaryTree its && tree.getKind() == Tree.Kind.UNARY_MINUS) {
            final Long value = constant(its.getExpression());
            return value == null ? null : (Long) (-value);
        }
        if (!(tree instanceof BinaryTree its)) return null;
        final Long left = constant(its.getLeftOperand()), right = constant(its.getRightOperand());
        if (left == null || right == null) return null;
        return switch (tree.getKind()) {
            case PLUS -> left + right;
            case MINUS -> left - right;
            case MULTIPLY -> left * right;
            case LEFT_SHIFT -> left << right;
            case OR -> left | right;
            case XOR -> left ^ right;
            default -> null;
        };
    }
}

/** What the marks call. Each gives back the value, of the same type. */
public class JudgeBranches {
    /** From here on are the numbers of comparisons, and there are so many of them. */
    private static final int COMPARISONS = 1 << 13, BITS = 33, PLACES = 1737, MOST = BITS * PLACES;
    /** From here on are those of exact differences below FAR on both sides: one with the first number that says as many bits. */
    private static final int EXACT = 1 << 16, FAR = 1 << 15;
    /** Longer lists and texts are not compared item by item. */
    private static final int LONGEST = 64;
    private static final boolean[] known = new boolean[COMPARISONS + MOST];
    private static final Map<Integer, Object> sides = new HashMap<>();
    private static final List<Integer> fresh = new ArrayList<>();

    /** What was found for the first time since the last call, as a list in JSON. */
    public static String take() {
        final String found = fresh.toString();
        fresh.clear();
        return found;
    }

    private static void add(int number) {
        if (number < EXACT) {
            if (known[number]) return;
            known[number] = true;
        }
        fresh.add(number);
    }

    private static int bits(long distance) {
        return Math.min(64 - Long.numberOfLeadingZeros(Math.abs(distance)), BITS - 1);
    }

    private static void found(int number, int distance) {
        if (distance >= 0) add(COMPARISONS + (number * BITS + Math.min(distance, BITS - 1)) % MOST);
    }

    private static void differ(int number, long difference) {
        final int mark = COMPARISONS + (number * BITS + bits(difference)) % MOST;
        if (known[mark]) return;
        add(mark);
        if (Math.abs(difference) < FAR) add(EXACT + number % PLACES * 2 * FAR + (int) difference + FAR);
    }

    private static void compare(int number, Object one, Object other) {
        if (one instanceof Number a && other instanceof Number b) differ(number, a.longValue() - b.longValue());
        else if (one instanceof Character a && other instanceof Character b) differ(number, a - b);
        else found(number, distance(one, other));
    }

    /** How many items of two texts or lists differ; -1 of others. */
    private static int distance(Object one, Object other) {
        if (one instanceof int[] a && other instanceof int[] b) return distance(boxed(a), boxed(b));
        if (one instanceof String a && other instanceof String b) return distance(List.of(a.split("")), List.of(b.split("")));
        if (!(one instanceof List<?> a && other instanceof List<?> b) || a.size() > LONGEST || b.size() > LONGEST) return -1;
        int count = Math.abs(a.size() - b.size());
        for (int i = Math.min(a.size(), b.size()); i-- > 0; ) {
            final Object its = a.get(i), theirs = b.get(i);
            if (its instanceof Number || its instanceof String || its instanceof Character) count += its.equals(theirs) ? 0 : 1;
            else return -1;
        }
        return count;
    }

    private static List<Object> boxed(int[] values) {
        final List<Object> made = new ArrayList<>();
        for (int i = 0; i < Math.min(values.length, LONGEST + 1); i++) made.add(values[i]);
        return made;
    }

    public static boolean taken(int number, boolean value) {
        add((value ? 2 * number + 1 : 2 * number) % COMPARISONS);
        return value;
    }

    public static byte near(int number, long other, byte value) { differ(number, value - other); return value; }
    public static short near(int number, long other, short value) { differ(number, value - other); return value; }
    public static char near(int number, long other, char value) { differ(number, value - other); return value; }
    public static int near(int number, long other, int value) { differ(number, value - other); return value; }
    public static long near(int number, long other, long value) { differ(number, value - other); return value; }
    public static float near(int number, long other, float value) { differ(number, (long) value - other); return value; }
    public static double near(int number, long other, double value) { differ(number, (long) value - other); return value; }
    public static <T> T near(int number, long other, T value) {
        compare(number, value instanceof Character c ? (long) c : value, other);
        return value;
    }

    public static byte left(int number, byte value) { sides.put(number, value); return value; }
    public static short left(int number, short value) { sides.put(number, value); return value; }
    public static char left(int number, char value) { sides.put(number, value); return value; }
    public static int left(int number, int value) { sides.put(number, value); return value; }
    public static long left(int number, long value) { sides.put(number, value); return value; }
    public static float left(int number, float value) { sides.put(number, value); return value; }
    public static double left(int number, double value) { sides.put(number, value); return value; }
    public static boolean left(int number, boolean value) { return value; }
    public static <T> T left(int number, T value) { sides.put(number, value); return value; }

    public static byte right(int number, byte value) { compare(number, sides.get(number), value); return value; }
    public static short right(int number, short value) { compare(number, sides.get(number), value); return value; }
    public static char right(int number, char value) { compare(number, sides.get(number), value); return value; }
    public static int right(int number, int value) { compare(number, sides.get(number), value); return value; }
    public static long right(int number, long value) { compare(number, sides.get(number), value); return value; }
    public static float right(int number, float value) { compare(number, sides.get(number), value); return value; }
    public static double right(int number, double value) { compare(number, sides.get(number), value); return value; }
    public static boolean right(int number, boolean value) { return value; }
    public static <T> T right(int number, T value) { compare(number, sides.get(number), value); return value; }
}
