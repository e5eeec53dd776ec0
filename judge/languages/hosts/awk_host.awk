# Calls a posted AWK function with a case's arguments, sends back its result.
#
#   gawk -f awk_host.awk -f SOURCE -- SOURCE [--mutated]
#
# Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
# A list arrives as an array from 1, a list of lists as an array of arrays. A function that returns
# nothing answers by what it prints, or, with --mutated, by its first array.

# Fills made[key] with the JSON value that host_tokens holds from host_at on.
function host_parse(made, key,    n, token) {
    token = host_tokens[host_at++]
    if (token == "[" || token == "{") {
        made[key][1]
        delete made[key][1]
        for (n = 1; host_tokens[host_at] !~ /^[]}]$/; n++) {
            if (token == "{") {
                n = host_text(host_tokens[host_at])
                host_at += 2
            }
            host_parse(made[key], n)
            if (host_tokens[host_at] == ",") host_at++
        }
        host_at++
    } else made[key] = token ~ /^"/ ? host_text(token) : token == "true" ? 1 : token == "false" ? 0 : token + 0
}

# What a text of JSON says. A character beyond U+FFFF is two escapes there.
function host_text(token,    text, sign, code, at) {
    token = substr(token, 2, length(token) - 2)
    for (; at = index(token, "\\"); token = substr(token, at + 2)) {
        sign = substr(token, at + 1, 1)
        text = text substr(token, 1, at - 1)
        if (sign == "u") {
            code = strtonum("0x" substr(token, at + 2, 4))
            at += 4
            if (code >= 0xd800 && code < 0xdc00 && substr(token, at + 2, 3) ~ /^\\u[dD]/) {
                code = 0x10000 + (code - 0xd800) * 0x400 + strtonum("0x" substr(token, at + 4, 4)) - 0xdc00
                at += 6
            }
            text = text sprintf("%c", code)
        } else text = text (sign in host_escapes ? host_escapes[sign] : sign)
    }
    return text token
}

function host_shown(value,    text, i) {
    if (!isarray(value)) return value
    for (i = 1; i in value; i++) text = text (i > 1 ? ", " : "") host_shown(value[i])
    return "[" text "]"
}

# solve, main or f if it is declared, else the last function of the source.
function host_callable(source,    line, found, names) {
    while ((getline line < source) > 0)
        while (match(line, /(^|[^A-Za-z_0-9])func(tion)?[ \t]+([A-Za-z_0-9]+)[ \t]*\(/, found)) {
            names[found[3]]
            names[""] = found[3]
            line = substr(line, RSTART + RLENGTH)
        }
    return "solve" in names ? "solve" : "main" in names ? "main" : "f" in names ? "f" : names[""]
}

BEGIN {
    host_rs = RS
    RS = "^$"
    getline host_json < "/dev/stdin"
    RS = host_rs
    patsplit(host_json, host_tokens, /"([^"\\]|\\.)*"|[][{},:]|[-+.a-zA-Z0-9]+/)
    host_escapes["n"] = "\n"
    host_escapes["t"] = "\t"
    host_escapes["r"] = "\r"
    host_escapes["b"] = "\b"
    host_escapes["f"] = "\f"
    host_at = 1
    host_parse(host_all, 0)
    host_name = host_callable(ARGV[1])
    if (sub(/^--name=/, "", ARGV[2])) host_name = ARGV[2]
    if (host_name == "") {
        print "no function found in the source" > "/dev/stderr"
        exit 1
    }
    switch (length(host_all[0])) {
    case 0: host_result = @host_name(); break
    case 1: host_result = @host_name(host_all[0][1]); break
    case 2: host_result = @host_name(host_all[0][1], host_all[0][2]); break
    case 3: host_result = @host_name(host_all[0][1], host_all[0][2], host_all[0][3]); break
    default:
        print "an AWK function takes three arguments at most" > "/dev/stderr"
        exit 1
    }
    if (ARGV[ARGC - 1] == "--mutated") host_result = host_shown(host_all[0][1])
    if (typeof(host_result) ~ /^un/) host_result = "void"
    fflush()
    print host_result > "/dev/fd/3"
    if (close("/dev/fd/3")) exit 1
    exit 0
}
