# What visits the fields of the structures of a posted C++ source, by their names.
#
#   awk -f cpp_records.awk SOURCE
{ sub(/\/\/.*/, ""); if ($0 !~ /^[ \t]*#/) text = text " " $0 }

END {
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, " ", text)
    gsub(/"([^"\\]|\\.)*"|'([^'\\]|\\.)'/, "0", text)
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "{") {
            if (!depth++) { head = before; body = ""; before = ""; continue }
        }
        if (c == "}") {
            if (!--depth) { ended(); continue }
        }
        if (depth) body = body c
        else if (c == ";") before = ""
        else before = before c
    }
}

# A block at the top level: of a structure, or of anything else.
function ended(    rest, name) {
    if (head ~ /template/ || head !~ /(^|[^A-Za-z0-9_])(struct|class)([^A-Za-z0-9_]|$)/ || head ~ /[()=]/) return
    name = head
    sub(/.*(struct|class) */, "", name)
    sub(/ *(final *)?(:.*)?$/, "", name)
    if (name == "" && head ~ /typedef/) {
        rest = substr(text, i + 1)
        sub(/^ */, "", rest)
        match(rest, /^[A-Za-z_][A-Za-z0-9_]*/)
        name = substr(rest, 1, RLENGTH)
    }
    if (name ~ /^[A-Za-z_][A-Za-z0-9_]*$/) structure(name, fields_of(body))
}

# The names of fields, each behind a blank.
function fields_of(body,    parts, count, at, names, part, pieces, pieces_count, j, name) {
    while (gsub(/[{][^{}]*[}]/, "@", body)) ;
    while (gsub(/<[^<>;]*>/, " ", body)) ;
    gsub(/(public|private|protected) *:/, "", body)
    gsub(/[)][^;@]*@/, ");", body) # a method
    count = split(body, parts, ";")
    for (at = 1; at <= count; at++) {
        part = parts[at]
        if (part ~ /[()]/ || part ~ /^ *(static|using|typedef|friend|enum|struct|class|union|template) / || part !~ /[A-Za-z_]/) continue
        pieces_count = split(part, pieces, ",")
        for (j = 1; j <= pieces_count; j++) {
            name = pieces[j]
            sub(/[=@\[:].*/, "", name) # std::string has been cut apart only in the first piece
            if (j == 1) { name = pieces[j]; gsub(/::/, ".", name); sub(/[=@\[:].*/, "", name) }
            sub(/ *$/, "", name)
            sub(/.*[^A-Za-z0-9_]/, "", name)
            if (name ~ /^[A-Za-z_]/) names = names " " name
        }
    }
    return names
}

function structure(name, names,    list, count, at) {
    count = split(names, list, " ")
    if (!count) return
    print "template <> struct host::Fields<" name "> {"
    print "    static constexpr int count = " count ";"
    print "    static void visit(" name " &made, auto &&take) {"
    for (at = 1; at <= count; at++) print "        take(made." list[at] ", \"" list[at] "\");"
    print "    }"
    print "};"
}
