/* The cell of bl_rarb_cell.v in rows, and the rows that break it. */
#include "base/carried/checked.h"

#include "bus/model/rsb_cell.h"

#define GATE BL_RSB_ROW_GATE
#define TABLE BL_RSB_ROW_TABLE
#define TIMED BL_RSB_ROW_TIMED
#define END \
    { BL_RSB_ROW_END, NULL, NULL }

static const struct bl_rsb_row present[] = {
    /* a request that comes now is for this domain: its number is there, no way has been granted */
    {TABLE, "meant", "match & !(end_cw ^ end_ccw)"},
    /* handed on: a request for others or for a domain that is taken, or a grant; not a grant for
       this domain; held while it is there */
    {GATE, "pass_w", "behind & (meant ? pass_w : own_o ? pass_w : !end_w)"},
    {GATE, "go_w", "drive_w | pass_w"},
    /* stays until the cells behind have been left, so that its fall says that the whole way is
       free */
    {TABLE, "holds_w", "na_w"},
    {TABLE, "used_w", "drive_w"},
    {GATE, "na_w", "pass_w & used_w | ahead_na & (pass_w | holds_w)"},
    /* asks as long as the domain wants a path and has not been answered, when nothing stands on
       the segment; holds while the grant is there */
    {GATE, "own_w", "ahead ? own_w : open & !notified"},
    /* granted: a request is new while no `go` wire answers it; when one does, the grant is held */
    {GATE, "end_w", "behind & (meant & !go_o ? !end_o : end_w)"},
    {GATE, "drive_w", "own_w & open | end_o & !end_w"},
    {GATE, "taken", "here & token ? request : taken"},
    {TIMED, "done", "taken ? notified : !notified & !own_cw & !own_ccw"},
    {TABLE, "came", "here"},
    {GATE, "token", "came & (token | done & !left_na & !right_na)"},
    {GATE, "open", "here & !token ? taken : open"},
    {TIMED, "answered", "(right | right_na) & (left | left_na)"},
    {GATE, "notified", "open & (notified | answered)"},
    END};

/* The domain is the source or the end of a way, or is about to be: with multiplexers, where `drive`
   is not seen. */
static const struct bl_rsb_row joined[] = {{TABLE, "used_w", "own_cw | own_ccw | end_cw | end_ccw"},
                                           END};

/* In cell 0 the token says whose answer "not available" is: past it that of another, else its own.
   The token comes through a table more. */
static const struct bl_rsb_row first_cell[] = {{TABLE, "used_w", "drive_w"},
                                               {TABLE, "holds_w", "token"},
                                               {BL_RSB_ROW_AHEAD, "came", "here"},
                                               END};

static const struct bl_rsb_row flaws[BL_RSB_FLAW_COUNT][2] = {
    [BL_RSB_FLAW_NONE] = {END},
    [BL_RSB_FLAW_NO_CHECK] = {{GATE, "own_w", "open & !notified | ahead & own_w"}, END},
    [BL_RSB_FLAW_NO_ANSWER] = {{GATE, "na_w", "ahead_na & (pass_w | holds_w)"}, END},
    [BL_RSB_FLAW_NO_MUTEX] = {{GATE, "end_w", "behind & (meant | end_w)"}, END},
    [BL_RSB_FLAW_NO_TOKEN] = {{GATE, "open", "taken"}, END},
    [BL_RSB_FLAW_NO_SETTLE] = {{GATE, "token", "came & (token | done)"}, END},
    [BL_RSB_FLAW_NO_LOOP] = {{GATE, "own_w", "open & !notified | ahead & own_w & open"}, END},
    [BL_RSB_FLAW_NO_HOLD] = {{GATE, "pass_w", "behind & !meant & (own_o ? pass_w : !end_w)"}, END},
    [BL_RSB_FLAW_CHOICE] = {END},
    [BL_RSB_FLAW_NUMBER] = {END},
};

void bl_rsb_present_rows(struct bl_rsb_rows *rows, bool first, bool split, enum bl_rsb_flaw flaw) {
    rows->count = 0;
    bl_rsb_rows_add(rows, present);
    if (!split) bl_rsb_rows_add(rows, joined);
    if (first) bl_rsb_rows_add(rows, first_cell);
    bl_rsb_rows_add(rows, flaws[flaw]);
}

void bl_rsb_cell_present(struct bl_rsb_cell *cell, bool first, bool split, enum bl_rsb_flaw flaw) {
    struct bl_rsb_rows rows;
    const struct bl_rsb_row *row;
    const char *at;
    bl_rsb_present_rows(&rows, first, split, flaw);
    if (bl_rsb_cell_of(cell, &rows, &row, &at)) bl_zfatal("the rows of the present cell are wrong");
    cell->joined = !split && !first;
}
