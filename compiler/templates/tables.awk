# Makes a C table of the templates that a node is made of, which are those with a cost function, in
# the order of their names:
#   awk -v table=ranges -f tables.awk FILE.c... FILE.v...    compiler/templates/ranges.h
#   awk -v table=costs -f tables.awk FILE.c... FILE.v...     compiler/templates/cost.h
# A .c file may have cost functions, each from the left margin on one line:
#   void bl_cost_NAME(struct bl_costing *to, const int *p)
# A .v file has a module bl_NAME with a parameter a line, and in the lines above each parameter a
# comment that ends in the range, "what it is: RANGE", in the words of ranges.h; a vector of bits
# needs none. A comment that begins with "derived" leaves its parameter out, and those that follow
# without a comment. What cannot be read is said with its file and line, and the status is 1.
BEGIN { MOST = 20 }

function fail(where, what) {
    print where ": " what >"/dev/stderr"
    failed = 1
}

# Whether it is an expression of numbers and of the module's parameters that have a range.
function expression(text, rest) {
    gsub(/log2/, "log", text)
    for (rest = text; match(rest, /[A-Z][A-Z0-9_]*/); rest = substr(rest, RSTART + RLENGTH))
        if (!ranged[module, substr(rest, RSTART, RLENGTH)]) return 0
    gsub(/[A-Z][A-Z0-9_]*|[0-9]+/, "0", text)
    while (gsub(/(log)?\(0\)|(min|max)\(0, 0\)|0 [-+*\/^] 0/, "0", text)) continue
    return text == "0"
}

function readable(legal, unit, ends, more, count) {
    if (match(legal, /, (a power of two|[^,]+ times a power of two|a (multiple|divisor) of .+)$/)) {
        unit = substr(legal, RSTART + 2)
        legal = substr(legal, 1, RSTART - 1)
        if (unit == "a power of two") unit = "1"
        sub(/^a (multiple|divisor) of | times a power of two$/, "", unit)
        if (!expression(unit)) return 0
    }
    more = sub(/ or more$/, "", legal)
    count = split(legal, ends, /\.\./)
    return more + count <= 2 && expression(ends[1]) && (count < 2 || expression(ends[2]))
}

# How many bits of a literal's digits are 1.
function ones(base, digits, number, count) {
    for (; digits != ""; digits = substr(digits, 2)) {
        if (base == "d") number = 10 * number
        number += index("0123456789abcdef", tolower(substr(digits, 1, 1))) - 1
        for (; (base != "d" || length(digits) == 1) && number; number = int(number / 2))
            count += number % 2
    }
    return count + 0
}

# The default of a vector as the number of its bits that are 1, of which there may be an expression.
function ones_of(text, base) {
    base = index(text, "'") + 1
    if (text ~ /^[0-9]+'[dhb][0-9a-fA-F]+$/)
        return ones(substr(text, base, 1), substr(text, base + 1))
    if (text !~ /^\{[A-Z0-9_*]+\{1'b[01]\}\}$/) return text
    return text ~ /\{1'b0/ ? "0" : substr(text, 2, index(text, "{1'b") - 2)
}

# A default as an expression of C, which knows no parameters; empty when it is none.
function constant(text, made, word) {
    while (match(text, /[A-Z][A-Z0-9_]*/)) {
        word = substr(text, RSTART, RLENGTH)
        if (!((module, word) in value)) return ""
        made = made substr(text, 1, RSTART - 1) value[module, word]
        text = substr(text, RSTART + RLENGTH)
    }
    made = made text
    if (made ~ /^[0-9]+$/) return made
    return made ~ /^[-+*\/() 0-9]+$/ ? "(" made ")" : ""
}

function add(name, text, vector, i) {
    i = ++parameters[module]
    names[module, i] = name
    usual[module, i] = text
    vectors[module, i] = vector
    where[module, i] = FILENAME ":" FNR
    ranged[module, name] = !vector
    value[module, name] = constant(vector ? ones_of(text) : text)
    if (value[module, name] == "") fail(where[module, i], "cannot read the default of " name)
    if (match(comment, /.*: /)) legal[module, i] = substr(comment, RLENGTH + 1)
    else if (!vector)
        fail(where[module, i], name " has no range: the comment above it ends in \": RANGE\"")
}

function parameter(text, name, vector) {
    text = $0
    sub(/^ *parameter +/, "", text)
    sub(/ *(\/\/.*)?$/, "", text)
    sub(/,$/, "", text)
    vector = sub(/^\[[^]]*\] */, "", text)
    name = text
    sub(/ = .*/, "", name)
    if (text !~ /^[A-Z][A-Z0-9_]* = ./) fail(FILENAME ":" FNR, "cannot read this parameter")
    else add(name, substr(text, length(name) + 4), vector)
}

# A range may name parameters that stand behind it.
function end_of_list(i) {
    inside = 0
    if (parameters[module] > MOST)
        fail(where[module, MOST + 1], "more than " MOST " parameters")
    for (i = 1; i <= parameters[module]; i++)
        if (!vectors[module, i] && (module, i) in legal && !readable(legal[module, i]))
            fail(where[module, i],
                 "cannot read the range of " names[module, i] ": " legal[module, i])
}

FILENAME ~ /\.c$/ {
    if (/^void bl_cost_[a-z0-9_]+\(struct bl_costing \*to, const int \*p\)/) {
        name = $2
        sub(/^bl_cost_/, "bl_", name)
        sub(/\(.*/, "", name)
        functions[++costs] = name
        costed[name] = FILENAME ":" FNR
    }
    next
}
/^module / {
    module = $2
    sub(/\(.*/, "", module)
    inside = module in costed && /#/
    comment = ""
    begun = 0
    if (module in costed) modules[++count] = module
    if (inside && !/#\($/) fail(FILENAME ":" FNR, "the list of parameters begins on the next line")
    next
}
inside && /^ *\/\// {
    text = $0
    sub(/^ *\/\/ */, "", text)
    comment = begun ? comment " " text : text
    begun = 1
}
inside && /^ *parameter / {
    if (comment !~ /^derived/) {
        parameter()
        comment = ""
    }
    begun = 0
}
inside && /^\)/ { end_of_list() }

function ranges(module, i) {
    for (i = 1; i <= parameters[module]; i++)
        if (!vectors[module, i])
            printf "    {\"%s\", \"%s\", \"%s\", \"%s\"},\n", module, names[module, i],
                   usual[module, i], legal[module, i]
}

function costs_of(module, i) {
    printf "    {\"%s\", bl_cost_%s, {", module, substr(module, 4)
    for (i = 1; i <= parameters[module]; i++)
        printf "{\"%s\", %s}, ", names[module, i], value[module, names[module, i]]
    print "{0}}},"
}

# The templates' names in order, by insertion.
function sort(i, j, name) {
    for (i = 2; i <= count; i++) {
        name = modules[i]
        for (j = i; j > 1 && modules[j - 1] > name; j--) modules[j] = modules[j - 1]
        modules[j] = name
    }
}

END {
    for (i = 1; i <= count; i++) found[modules[i]] = 1
    for (i = 1; i <= costs; i++)
        if (!found[functions[i]])
            fail(costed[functions[i]], "a cost, but no template " functions[i] ".v")
    if (!costs) fail("tables.awk", "no cost function, so no template")
    if (failed) exit 1
    sort()
    if (table == "ranges") {
        print "#include \"templates/ranges.h\"\nconst struct bl_range_row bl_ranges[] = {"
        for (i = 1; i <= count; i++) ranges(modules[i])
        print "    {0},\n};"
    } else {
        print "#include \"templates/cost.h\""
        for (i = 1; i <= costs; i++)
            print "void bl_cost_" substr(functions[i], 4) "(struct bl_costing *to, const int *p);"
        print "const struct bl_cost_row bl_costs[] = {"
        for (i = 1; i <= count; i++) costs_of(modules[i])
        print "    {0},\n};"
    }
}
