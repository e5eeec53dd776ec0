# Loads a posted Bash function and calls it with a case's arguments, one word each: a list is its
# items with spaces between, a list of lists is one line a row. What it prints is its answer.
#
#   bash bash_host.sh SOURCE
#
# Standard input: one JSON list of arguments. Descriptor 3: void, once it has returned.

# Sets HOST_WORDS to the arguments that the JSON text on standard input lists.
host_read_words() {
    local LC_ALL=C json c depth=0 word= any= row= at code
    local -A escapes=([n]=$'\n' [t]=$'\t' [r]=$'\r' [b]=$'\b' [f]=$'\f')
    IFS= read -r -d '' json
    HOST_WORDS=()
    for ((at = 0; at < ${#json}; at++)); do
        c=${json:at:1}
        case $c in
        '[' | '{') ((++depth > 1)) || continue; row= ;;
        ']' | '}') ((--depth)) || { [[ -n $any ]] && HOST_WORDS+=("$word"); break; }; row=1 ;;
        ',')
            if ((depth == 1)); then HOST_WORDS+=("$word") word= row=
            elif ((depth == 2)) && [[ $row ]]; then word+=$'\n' row=
            else word+=' '; fi ;;
        ' ' | $'\n') ;;
        '"')
            for ((at++; at < ${#json}; at++)); do
                c=${json:at:1}
                [[ $c == '"' ]] && break
                if [[ $c == '\' ]]; then
                    ((++at))
                    c=${json:at:1}
                    if [[ $c == u ]]; then
                        ((code = 16#${json:at+1:4}, at += 4))
                        if ((code >> 10 == 0x36)) && [[ ${json:at+1:2} == '\u' ]]; then # two escapes: beyond U+FFFF
                            ((code = 0x10000 + ((code & 0x3ff) << 10 | 16#${json:at+3:4} & 0x3ff), at += 6))
                        fi
                        printf -v code %x "$code"
                        LC_ALL=C.UTF-8 printf -v c "\\U$code"
                    else c=${escapes[$c]:-$c}; fi
                fi
                word+=$c
            done ;;
        *) word+=$c ;;
        esac
        any=1
    done
}

# Of the functions declared: solve, main or f, else the one that stands last in the source.
host_callable() {
    local name line best=-1 kind
    [[ $1 == --name=* ]] && declare -F "${1#--name=}" >/dev/null && { HOST_NAME=${1#--name=}; return; }
    shopt -s extdebug
    while read -r kind kind name; do
        [[ $name == host_* ]] && continue
        [[ $name == solve || $name == main || $name == f ]] && { HOST_NAME=$name; return; }
        read -r kind line kind <<<"$(declare -F "$name")"
        ((line >= best)) && HOST_NAME=$name best=$line
    done < <(declare -F)
    shopt -u extdebug
}

host_read_words
HOST_OPTION=${2-}
source "$1"
host_callable "$HOST_OPTION"
[[ $HOST_NAME ]] || { echo "no function found in the source" >&2; exit 1; }
"$HOST_NAME" "${HOST_WORDS[@]}" </dev/null 3>&-
echo void >&3 || exit 1
