# Instances for the texts and containers of libraries that a posted Haskell source imports, or with
# imports=1 the imports that they need: most sources need none, and each takes time to compile.
#
#   awk [-v imports=1] -f haskell_texts.awk SOURCE
/^ *import / || /; *import / { text = text " " $0 }

END {
    texts("Data.ByteString.Lazy", "Data.ByteString.Lazy.Char8", "ByteString", "JudgeLazyBytes")
    gsub(/Data\.ByteString\.Lazy(\.Char8)?/, " ", text)
    texts("Data.ByteString", "Data.ByteString.Char8", "ByteString", "JudgeBytes")
    texts("Data.Text.Lazy", "Data.Text.Lazy", "Text", "JudgeLazyText")
    gsub(/Data\.Text\.Lazy/, " ", text)
    texts("Data.Text", "Data.Text", "Text", "JudgeText")
    items("Data.Sequence", "Seq", "JudgeSequence", 1)
    items("Data.IntSet", "IntSet", "JudgeIntSet", 0)
    items("Data.IntMap", "IntMap", "JudgeIntMap", 1, "judgeShown Judge.. JudgeIntMap.toList")
    days()
    complex()
    items("Data.Array", "Array i", "JudgeArray", 1, "judgeShown Judge.. JudgeArray.elems")
}

# A day is its text, such as 2020-02-29.
function days() {
    if (text !~ /Data\.Time/) return
    if (imports) { print "import qualified Data.Time as JudgeTime"; return }
    print "instance JudgeArgument JudgeTime.Day where judgeTo json = Judge.read (judgeTo json)"
    print "instance JudgeResult JudgeTime.Day where"
    print "  judgeShown = Judge.show"
    print "  judgeItem day = judgeQuoted (Judge.show day)"
    print "instance JudgeCall JudgeTime.Day where judgeCall = judgeReturn"
}

# A complex number is the pair of its parts.
function complex() {
    if (text !~ /Data\.Complex/) return
    if (imports) { print "import qualified Data.Complex as JudgeComplex"; return }
    print "instance JudgeArgument a => JudgeArgument (JudgeComplex.Complex a) where"
    print "  judgeTo json = case judgeTo json of (real, imaginary) -> real JudgeComplex.:+ imaginary"
    print "instance JudgeResult a => JudgeResult (JudgeComplex.Complex a) where"
    print "  judgeShown (real JudgeComplex.:+ imaginary) = judgeShown (real, imaginary)"
    print "instance JudgeResult a => JudgeCall (JudgeComplex.Complex a) where judgeCall = judgeReturn"
}

# A type that is packed from a string.
function texts(module, whole, type, name) {
    if (!index(text, module)) return
    if (imports) { print "import qualified " whole " as " name; return }
    type = name "." type
    printf "instance JudgeArgument %s where judgeTo json = %s.pack (judgeTo json)\n", type, name
    printf "instance JudgeResult %s where\n  judgeShown = %s.unpack\n", type, name
    printf "  judgeItem text = judgeQuoted (%s.unpack text)\n", name
    printf "instance JudgeCall %s where judgeCall = judgeReturn\n", type
}

# A type that holds items of any type, if is_open, or one that is its own.
function items(module, type, name, is_open, shown,    whole, given) {
    if (!index(text, module)) return
    if (imports) { print "import qualified " module " as " name; return }
    whole = is_open ? "(" name "." type " a)" : name "." type
    given = is_open ? "JudgeResult a => " : ""
    if (!shown) {
        printf "instance %sJudgeArgument %s where judgeTo json = %s.fromList (judgeTo json)\n", \
            is_open ? "JudgeArgument a => " : "", whole, name
        shown = "judgeShown Judge.. Judge.foldr (:) []"
        if (!is_open) shown = "judgeShown Judge.. " name ".toList"
    }
    printf "instance %sJudgeResult %s where judgeShown = %s\n", given, whole, shown
    printf "instance %sJudgeCall %s where judgeCall = judgeReturn\n", given, whole
}
