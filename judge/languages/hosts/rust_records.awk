# What makes and shows values of the structures of a posted Rust source: an object stands for a value
# by its keys, a list field by field.
#
#   awk -f rust_records.awk SOURCE
{ sub(/\/\/.*/, ""); text = text " " $0 }

END {
    form = "struct +[A-Za-z_][A-Za-z0-9_]* *(<'[a-z]+>)? *([{][^{}]*[}]|[(][^(){}]*([(][^(){}]*[)][^(){}]*)*[)] *;)"
    while (match(text, form)) {
        found = substr(text, RSTART + 6, RLENGTH - 6)
        text = substr(text, RSTART + RLENGTH)
        sub(/^ +/, "", found)
        match(found, /^[A-Za-z0-9_]+/)
        name = substr(found, 1, RLENGTH)
        found = substr(found, RLENGTH + 1)
        structure(name (sub(/^<[^>]*>/, "", found) ? "<'static>" : ""), found)
    }
}

function structure(name, body,    names, count, at, fields, parts, field, made, shown, depth, c, i) {
    named = body ~ /^ *[{]/
    sub(/^ *[{(]/, "", body)
    sub(/[})] *;?$/, "", body)
    gsub(/#\[[^]]*\]/, "", body)
    count = 0
    for (i = 1; i <= length(body); i++) { # a comma inside brackets parts no fields
        c = substr(body, i, 1)
        if (c ~ /[(<[]/) depth++
        if (c ~ /[])>]/) depth--
        if (c == "," && !depth) c = "\n"
        parts = parts c
    }
    at = split(parts, fields, "\n")
    for (i = 1; i <= at; i++) {
        if (fields[i] !~ /[^ ]/) continue
        field = count
        if (named) {
            field = fields[i]
            sub(/ *:.*/, "", field)
            sub(/.* /, "", field)
        }
        names = names "\"" field "\", "
        made = made field ": host::field(json, NAMES, " count "), "
        shown = shown "&self." field ", "
        count++
    }
    if (!count) return
    print "impl host::Argument for " name " {"
    print "    fn make(json: &host::Json) -> Self {"
    print "        const NAMES: &[&str] = &[" names "];"
    print "        Self { " made "}"
    print "    }"
    print "}"
    print "impl host::Show for " name " {"
    print "    fn show(&self, out: &mut String, inside: bool) {"
    print "        let parts: [&dyn host::Show; " count "] = [" shown "];"
    print "        host::list(parts.into_iter(), out)"
    print "    }"
    print "}"
}
