# Compiles a posted Scala function with its host:
#
#   sh scala_build.sh BUILDER SOURCE TYPES ARTIFACT JAVA COMPILER…
#
# Functions become members of an object. A lambda gets the types that it declares; without them TYPES,
# such as `Seq[Int], Int`, and then lists and arrays.
builder=$1 source=$2 given=$3 made=$4 java=$5
shift 5
# Imports may stand before the code in one line.
sed -E ':again; s/^((.*\n)?import [^;\n]*);[[:space:]]*/\1\n/; t again' "$source" > parted
source=parted
# build BEFORE COMPILER…: the posted source as a member; ends the script if it compiles
build() {
    { grep -E '^import ' "$source"; printf '%s' "object Posted { $1"; grep -vE '^import ' "$source"; echo; echo '}'; } > posted.scala
    shift
    mkdir -p classes
    "$@" -d classes posted.scala > said 2>&1 && "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$builder" JudgeBuild "$builder" - "$made" && exit 0
    [ -s first ] || cp said first
}
head=$(grep -vE '^import ' "$source" | tr '\n' ' ')
if printf %s "$head" | grep -qE '^[[:space:]]*(def|val|var|lazy|object|private|@|case|class|trait|type|implicit)[[:space:]]'; then
    build "" "$@"
elif printf %s "$head" | grep -qE '^[[:space:]]*\([A-Za-z_][A-Za-z_0-9]*[[:space:]]*:'; then
    build "val posted = " "$@"
else
    lists=$(printf %s "$given" | sed 's/Seq\[/List[/g')
    arrays=$(printf %s "$given" | sed 's/Seq\[/Array[/g')
    curried=
    printf %s "$head" | grep -qE '^[[:space:]]*\(?[A-Za-z_][A-Za-z_0-9]*\)?[[:space:]]*=>[[:space:]]*\(?[A-Za-z_][A-Za-z_0-9]*\)?[[:space:]]*=>' && curried=yes
    for types in "$given" "$lists" "$arrays"; do
        [ "$types" = "$given" ] || [ "$types" != "$last" ] || continue
        last=$types
        [ -n "$curried" ] && types=$(printf %s "$types" | sed 's/, /)=>(/g')
        build "val posted: ($types)=>Any = " "$@"
    done
fi
cat first >&2
exit 1
