# Instances for the types of a posted Haskell source that have one constructor: a list stands for a
# value, field by field.
#
#   awk -f haskell_records.awk SOURCE
{ sub(/--.*/, ""); text = text " " $0 }

END {
    form = "(data|newtype) +[A-Z][A-Za-z0-9_]* *= *[A-Z][A-Za-z0-9_]*( *[{][^}]*[}]|( +!?[A-Z][A-Za-z0-9_]*)+)( *[|])?"
    while (match(text, form)) {
        found = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (found !~ /[|]$/) instances(found)
    }
}

function instances(found,    words, count, at, fields, names, built, plain, shown) {
    sub(/=/, " = ", found)
    sub(/[{]/, " { ", found)
    count = split(found, words, " ") - 4
    if (words[5] == "{") { fields = found; count = gsub(/,/, ",", fields) + 1 }
    for (at = 1; at <= count; at++) {
        names = names (at > 1 ? ", " : "") "a" at
        shown = shown (at > 1 ? ", " : "") "judgeItem a" at
        built = built " (judgeTo a" at ")"
        plain = plain " a" at
    }
    printf "instance JudgeArgument %s where\n", words[2]
    printf "  judgeTo (JudgeItems [%s]) = %s%s\n", names, words[4], built
    print "  judgeTo _ = Judge.error \"the function takes a record where the case has none\""
    printf "instance JudgeResult %s where\n", words[2]
    printf "  judgeShown (%s%s) = \"[\" Judge.++ judgeJoined [%s] Judge.++ \"]\"\n", words[4], plain, shown
}
