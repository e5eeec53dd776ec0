# Compiles a posted C# function with its host:
#
#   sh csharp_build.sh HOST SOURCE TYPES ARTIFACT COMPILER FLAG…
#
# Methods become members of a class. A lambda gets the types that it declares; without them TYPES, such
# as `int[], int`, in each of the ways in which C# has lists, until one can be compiled.
host=$1 source=$2 given=$3 made=$4
shift 4
directive='using +(static +)?[A-Z][A-Za-z0-9_.]* *;'
{
    for name in System System.Collections System.Collections.Generic System.Linq System.Text System.Numerics System.Text.RegularExpressions; do echo "using $name;"; done
    grep -oE "$directive" "$source"
} | sort -u | tr '\n' ' ' > usings
sed -E "s/$directive//g" "$source" > bare
# A method of the library alone is called in a lambda, with as many arguments as there are.
if grep -qzE '^[[:space:]]*([A-Z][A-Za-z0-9_]*\.)+[A-Z][A-Za-z0-9_]*[[:space:]]*;?[[:space:]]*$' bare; then
    call=$(tr -d '[:space:];' < bare)
    names=$(printf %s "$given" | tr -cd , | awk '{n = length} END {for (i = 0; i <= n; i++) printf "%sa%d", (i ? "," : ""), i}')
    printf '(%s)=>%s(%s)\n' "$names" "$call" "$names" > bare
fi

# build BEFORE BEHIND COMPILER FLAG…: the posted source between two texts; ends the script if it compiles
build() {
    { cat usings; printf '%s\n#line 1 "%s"\n' "$1" "$source"; cat "$body"; printf '\n%s\n' "$2"; } > posted.cs
    shift 2
    "$@" -out:"$made" "$host" posted.cs > said 2>&1 && exit 0
}
lambda='^[[:space:]]*(async )?([A-Za-z_][A-Za-z_0-9]*|\([^()]*\)|\((\([^()]*\)|[^()])*\))[[:space:]]*=>'
body=bare
if tr '\n' ' ' < bare | grep -qE "$lambda"; then
    sed -E '$ s/;[[:space:]]*$//' bare > expression
    body=expression
    header=$(tr '\n' ' ' < bare | sed -E "s/$lambda.*/\2/")
    # The types that it declares: each parameter without its last word.
    own=$(printf %s "$header" | grep -E '[]A-Za-z0-9_>)?] +[A-Za-z_]' | sed -E 's/^\(|\)$//g; s/ +[A-Za-z_][A-Za-z_0-9]* *(,|$)/\1/g')
    curried=
    tr '\n' ' ' < bare | sed -E "s/$lambda//" | grep -qE "$lambda" && curried=yes
    lists=$(printf %s "$given" | sed -E 's/([a-z]+)\[\]\[\]/List<List<\1>>/g; s/([a-z]+)\[\]/List<\1>/g')
    enumerable=$(printf %s "$lists" | sed 's/List</IEnumerable</g')
    table=$(printf %s "$given" | sed -E 's/\[\]\[\]/[,]/g')
    rows=$(printf %s "$given" | sed -E 's/([a-z]+)\[\]\[\]/List<\1[]>/g')
    # Objects, of which `object` shows no items, as what they are made of.
    objects=
    case $given in *object*) objects=$(for types in "$given" "$lists" "$enumerable"; do printf '%s\n' "$types" | sed 's/object/Dictionary<string,object>/g'; done | sort -u) ;; esac
    taking=
    names=$(printf %s "$header" | tr -cd , | wc -c) types=$(printf %s "$given" | tr -cd , | wc -c)
    if [ -z "$own" ] && [ "$names" -eq $((types + 1)) ]; then taking=yes; fi
    for types in ${own:+"$own"} "$given" "$lists" "$enumerable" "$rows" "$table" "$(printf %s "$objects" | sed -n 1p)" \
        "$(printf %s "$objects" | sed -n 2p)" "$(printf %s "$objects" | sed -n 3p)" "$(printf %s "$given" | sed -E 's/[^,]+/dynamic/g')"; do
        [ "$types" ] || continue
        first=${types%%, *} rest=${types#*, }
        if [ -n "$own" ]; then
            case $types in *,*) curried= ;; esac
        fi
        if [ -n "$curried" ] && [ "$first" != "$types" ]; then
            for way in "Func<$first,Func<$rest,object>>" "Func<$first,Action<$rest>>"; do
                build "class Posted{static $way posted=" ";}" "$@"
            done
        else
            if [ "$taking" ]; then
                for room in "Action<int>" "Action<int,int>" "List<int>"; do build "class Posted{static Action<$types,$room> posted=" ";}" "$@"; done
            fi
            for way in "Func<$types,object>" "Action<$types>" "Func<($types),object>"; do
                # A tuple has at least two items.
                [ "${way#*(}" = "$way" ] || [ "$first" != "$types" ] || continue
                build "class Posted{static $way posted=" ";}" "$@"
                [ -s first ] || cp said first
            done
        fi
        [ -s first ] || cp said first
    done
    cat first >&2
    exit 1
fi
if grep -qE '^[[:space:]]*((public|static|partial|sealed|internal|abstract) +)*(class|struct|interface|namespace)[[:space:]]' bare; then
    build "" "" "$@"
    # Types first, and methods behind them.
    build "class Posted{" "}" "$@"
else
    build "class Posted{" "}" "$@"
fi
cat said >&2
exit 1
