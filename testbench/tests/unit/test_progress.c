#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/carried/progress.h"

/* What is printed on stderr after so many seconds, in two calls at once. */
static const char *reported(struct bl_progress progress, char text[128]) {
    FILE *file = tmpfile();
    const int before = dup(STDERR_FILENO);
    assert_non_null(file);
    dup2(fileno(file), STDERR_FILENO);
    bl_progress_report(&progress, 1234567);
    bl_progress_report(&progress, 2234567);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, 127, file)] = 0;
    fclose(file);
    return text;
}

static void a_line_is_printed_after_two_seconds_and_ten_more(void **state) {
    (void)state;
    char text[128];
    const double now = bl_seconds();
    struct bl_progress progress = {.shown = true, .began = now - 1};
    assert_string_equal(reported(progress, text), "");
    progress.began = now - 3;
    assert_string_equal(reported(progress, text), "simulated 1.235 us in 3 s\n");
    progress = (struct bl_progress){.shown = true, .began = now - 12, .printed = now - 9};
    assert_string_equal(reported(progress, text), "");
    progress = (struct bl_progress){.shown = true, .began = now - 13, .printed = now - 11};
    assert_string_equal(reported(progress, text), "simulated 1.235 us in 13 s\n");
    progress.shown = false;
    assert_string_equal(reported(progress, text), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_printed_after_two_seconds_and_ten_more)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
