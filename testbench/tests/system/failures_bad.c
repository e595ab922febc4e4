/* A command that is not careful, in one of the ways that BAD names: it writes graph.dot whatever it
 * is asked for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is(const char *way) { return !strcmp(getenv("BAD"), way); }

int main(void) {
    char *line = malloc(1000);
    if (!line && !is("crashes")) {
        if (!is("silent")) fputs("out of memory\n", stderr);
        return 1;
    }
    memset(line, 'x', 999);
    line[999] = '\n';
    FILE *file = fopen("graph.dot", "w");
    int good = file != NULL;
    for (int i = 0; file && i < 40; i++) good &= fwrite(line, 1, 1000, file) == 1000;
    if (file) good &= !fclose(file);
    free(line);
    if (is("ignores")) return 0;
    if (!good && !is("leaves")) remove("graph.dot");
    if (!good) fputs("cannot write graph.dot: No space left on device\n", stderr);
    return !good;
}
