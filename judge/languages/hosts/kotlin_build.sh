# Compiles a posted Kotlin function with its host:
#
#   sh kotlin_build.sh BUILDER SOURCE TYPES ARTIFACT JAVA COMPILER…
#
# A lambda gets the types that it declares; without them TYPES, such as `List<Int>, Int`, and then arrays.
builder=$1 source=$2 given=$3 made=$4 java=$5
shift 5
# Imports may stand before the code in one line.
sed -E ':again; s/^((.*\n)?import [^;\n]*);[[:space:]]*/\1\n/; t again' "$source" > parted
source=parted
# build BEFORE COMPILER…: the posted source behind a text; ends the script if it compiles
build() {
    { grep -E '^import ' "$source"; printf '%s' "$1"; grep -vE '^import ' "$source"; } > posted.kt
    shift
    "$@" -d classes posted.kt > said 2>&1 && "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$builder" JudgeBuild "$builder" - "$made" && exit 0
    [ -s first ] || cp said first
}
head=$(grep -vE '^import ' "$source" | tr '\n' ' ')
if ! printf %s "$head" | grep -qE '^[[:space:]]*(\{|fun *\(|[A-Za-z0-9_.<>?]*::)'; then
    build "" "$@"
elif printf %s "$head" | grep -qE '^[[:space:]]*(\{[[:space:]]*[A-Za-z_][A-Za-z_0-9]*[[:space:]]*:|fun)'; then
    build "val posted = " "$@"
else
    arrays=$(printf %s "$given" | sed -E 's/List<List<Int>>/Array<IntArray>/g; s/List<Int>/IntArray/g; s/List</Array</g')
    curried=
    printf %s "$head" | grep -qE '^[[:space:]]*\{[^{},]*->[[:space:]]*\{' && curried=yes
    for types in "$given" "$arrays"; do
        [ -n "$curried" ] && types=$(printf %s "$types" | sed 's/, /)->(/g')
        build "val posted: ($types)->Any? = " "$@"
    done
fi
cat first >&2
exit 1
