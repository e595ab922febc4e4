# Applies one mutant of mutants.txt to a Verilog file:
# awk -v mutant=NAME -f patch.awk mutants.txt FILE >BROKEN
# Each `find` must stand exactly once in the part before the file's rules (`ifdef FORMAL); otherwise
# a message and exit status 1. Blanks and line ends in `find` stand for any number of them, so that
# a new alignment or line break changes nothing.
function fail(message) { print message >"/dev/stderr"; failed = 1; exit 1 }

# The text as a regular expression that matches it alone. Signs that have a meaning there become
# one-letter brackets.
function expression(text,    out, i, c) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == " ") out = out "[ \t\n]+"
        else if (c == "^" || c == "\\") out = out "\\" c
        else if (index(".[](){}*+?|$/", c)) out = out "[" c "]"
        else out = out c
    }
    return out
}

# Replaces what the expression matches in `code`. False when it does not stand there exactly once.
function replace(find, put,    start, length_, rest) {
    if (!match(code, expression(find))) return 0
    start = RSTART
    length_ = RLENGTH
    rest = substr(code, start + length_)
    if (match(rest, expression(find))) return 0
    code = substr(code, 1, start - 1) put rest
    return 1
}

FNR == 1 { file++ }
file == 1 && $1 == "mutant" { mine = $2 == mutant }
file == 1 && mine && $1 == "find" { sub(/^find +/, ""); finds[++count] = $0 }
file == 1 && mine && $1 == "put" { sub(/^put +/, ""); puts[count] = $0 }
file == 2 && /^`ifdef FORMAL/ { rules = 1 }
file == 2 && !rules { code = code $0 "\n" }
file == 2 && rules { tail = tail $0 "\n" }

END {
    if (failed) exit 1
    if (!count) fail("no mutant " mutant)
    for (i = 1; i <= count; i++)
        if (!replace(finds[i], puts[i]))
            fail("does not apply: \"" finds[i] "\" does not stand exactly once in " FILENAME)
    printf "%s%s", code, tail
}
