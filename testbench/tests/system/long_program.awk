# A program of about `lines` lines with all that the language has: constants, functions, tables,
# repeats, comments. Kind `errors` has a mistake in every pass; kind `names` declares only.
# usage: awk -v lines=N -v kind=KIND -f long_program.awk
BEGIN {
    print "import \"cluster.loom\";\nrecord item { key: u32; value: u32; }"
    if (kind == "names") {
        for (i = 0; i < lines; i++) printf "const NAME_%d = %s + %d;\n", i,
            i ? "NAME_" (i - 1) : "0", i % 7
        lines = 0
    }
    print "pipeline big(items: item) on big {\n    let node = key[5:3];"
    last = "key"; rest = "value"
    for (i = 0; i < lines / 8; i++) {
        printf "    // step %d\n    const shift_%d = %d * 2 / 3 + log2(nodes);\n", i, i, i % 20
        printf "    let part_%d = key[shift_%d +: %d];\n", i, i, i % 5 + 1
        printf "    pass { read %s -> table(part_%d) as table_%d }\n",
            kind == "errors" ? "kee" : last, i, i
        printf "    pass { read %s -> crossbar(table_%d) -> write key_%d }\n", last, i, i
        printf "    pass { read %s -> table(part_%d) as other_%d }\n", last, i, i
        printf "    pass { read %s -> crossbar(other_%d) -> write value_%d }\n\n", rest, i, i
        last = "key_" i; rest = "value_" i
    }
    printf "    pass { read %s, %s -> crossbar(node) -> write end_key, end_value }\n}\n", last,
        rest
}
