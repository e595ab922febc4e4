/* The connectors of the hierarchical bus, register by register as bl_larb_connector.v. */
#include "bus/model/hierarchy/rsb_larb_state_inner.h"

static void set(const struct bl_larb_bus *bus, struct line *line, bool value) {
    if (line->value == value) return;
    *line = (struct line){value, bus->time};
}

/* The other end of a way of so many hops, now. What comes with the edge is not there yet. */
static bool arrived(const struct bl_larb_bus *bus, const struct line *line, int hops) {
    return bus->time > line->changed + hops * bus->options.wire_ps ? line->value : !line->value;
}

/* From the word with the element's number until all lines are 0 again. */
static bool sends(const struct cell *cell) { return cell->state >= HEAD && cell->state <= BACK; }

static struct sample sample(const struct bl_larb_bus *bus, int cell) {
    const struct cell *self = &bus->cells[cell];
    struct sample now = {.notified = bl_rsb_bus_notified(&bus->outer, cell),
                         .busy = bl_rsb_bus_busy(&bus->outer, cell),
                         .path = bl_rsb_bus_path(&bus->outer, cell, NULL) != BL_RSB_NO_WAY};
    if (self->source >= 0) {
        const struct cell *source = &bus->cells[self->source];
        now.strobe = sends(source) && source->to_cell == cell &&
                     arrived(bus, &source->strobe, source->hops);
    }
    if (sends(self)) {
        now.ack = arrived(bus, &bus->cells[self->to_cell].ack, self->hops);
        now.refused = arrived(bus, &bus->cells[self->to_cell].refuse, self->hops);
    }
    return now;
}

/* The cell that leads to the domain: of the nearer side, or the other one. */
static int target_cell(const struct bl_larb_bus *bus, int cell, const struct transfer *transfer,
                       bool other) {
    int count = bus->options.connectors, nearer = count - 1 - cell % count;
    return transfer->to_domain * count + (other ? count - 1 - nearer : nearer);
}

static void begin(struct bl_larb_bus *bus, int cell, int holder) {
    struct cell *self = &bus->cells[cell];
    const struct element *element = &bus->elements[cell / bus->options.connectors][holder];
    self->out = element->active;
    self->to_cell = target_cell(bus, cell, &bus->transfers[self->out], element->other);
    self->over = false;
    self->state = REQUEST;
}

static void request(struct bl_larb_bus *bus, int cell, int to_cell, enum state state) {
    struct cell *self = &bus->cells[cell];
    self->request = to_cell >= 0;
    self->quiet = false;
    self->state = state;
    bl_rsb_bus_request(&bus->outer, cell, to_cell);
    if (to_cell >= 0) bl_larb_tell(bus, self->out, BL_LARB_REQUEST, cell, 0);
}

static void refused(struct bl_larb_bus *bus, int cell, int holder) {
    struct cell *self = &bus->cells[cell];
    bool keeps = bus->options.without[BL_LARB_GIVE_UP];
    self->state = FALL;
    self->refused = self->left = !keeps;
    if (keeps && holder >= 0) bus->elements[cell / bus->options.connectors][holder].other ^= true;
    else bl_larb_tell(bus, self->out, BL_LARB_REFUSED, cell, 0);
}

/* Told: the word with the number of the element goes to the other end. */
static void notified(struct bl_larb_bus *bus, int cell, int holder) {
    struct cell *self = &bus->cells[cell];
    if (!self->seen.path) {
        refused(bus, cell, holder);
        return;
    }
    bl_rsb_bus_path(&bus->outer, cell, &self->hops);
    self->shown = true;
    self->state = HEAD;
    bus->cells[self->to_cell].source = cell;
    bl_larb_tell(bus, self->out, BL_LARB_NOTIFIED, cell, self->hops);
}

static void head(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    if (self->seen.ack) self->state = FLOW;
    else if (self->seen.refused) {
        self->refused = self->left = true;
        set(bus, &self->strobe, false);
        self->state = BACK;
        bl_larb_tell(bus, self->out, BL_LARB_TURNED, cell, 0);
    }
}

static void show(struct cell *self, bool last) {
    self->last = self->over = last;
    self->shown = true;
    self->state = SENT;
}

static void acknowledged(struct bl_larb_bus *bus, struct cell *self) {
    self->left = self->over;
    if (self->over) set(bus, &self->strobe, false);
    self->state = self->over ? BACK : FLOW;
}

static void fall(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    if (self->request) {
        request(bus, cell, -1, FALL);
        return;
    }
    self->state = IDLE;
    if (self->over) bl_larb_part_left(bus, self->out);
}

bool bl_larb_connector_takes(const struct cell *cell) {
    return cell->state == FLOW && !cell->shown && cell->seen.ack == cell->strobe.value;
}

static void outward(struct bl_larb_bus *bus, int cell, int holder, const struct move *move) {
    struct cell *self = &bus->cells[cell];
    bool agrees = !self->seen.busy && self->seen.notified == self->request,
         calm = self->quiet && agrees, shown = self->shown;
    bool takes = move && move->valid && bl_larb_connector_takes(self);
    self->left = self->refused = self->shown = false;
    self->quiet = agrees;
    if (shown) set(bus, &self->strobe, !self->strobe.value);
    switch (self->state) {
    case IDLE:
        if (holder >= 0) begin(bus, cell, holder);
        break;
    case REQUEST:
        if (calm) request(bus, cell, self->to_cell, ASKED);
        break;
    case ASKED:
        if (calm) notified(bus, cell, holder);
        break;
    case HEAD: head(bus, cell); break;
    case FLOW:
        if (takes) show(self, move->last);
        break;
    case SENT:
        if (!shown && self->seen.ack == self->strobe.value) acknowledged(bus, self);
        break;
    case BACK:
        if (!self->seen.ack && !self->seen.refused) self->state = FALL;
        break;
    case FALL:
        if (calm) fall(bus, cell);
        break;
    }
}

bool bl_larb_connector_asks(const struct cell *cell) {
    return cell->phase == ASK && !cell->withdraw;
}

static void come(struct bl_larb_bus *bus, int cell) {
    struct cell *self = &bus->cells[cell];
    self->in = bus->cells[self->source].out;
    const struct transfer *transfer = &bus->transfers[self->in];
    self->waits = bus->options.without[BL_LARB_ORDER] || transfer->to_domain > transfer->domain;
    self->patience = bus->options.patience;
    self->phase = ASK;
}

static void asking(struct bl_larb_bus *bus, struct cell *self, bool path) {
    bool withdrawn = self->withdraw;
    self->withdraw = false;
    if (withdrawn) {
        set(bus, &self->refuse, true);
        self->phase = TURN;
    } else if (path) {
        set(bus, &self->ack, true);
        self->phase = TAKE;
    } else self->withdraw = !self->waits && self->patience == 0;
    self->patience--;
}

static void give(struct bl_larb_bus *bus, struct cell *self) {
    set(bus, &self->ack, !self->ack.value);
    self->flushed = false;
    self->phase = self->in_last ? LAST : TAKE;
}

static void flush(struct bl_larb_bus *bus, struct cell *self, bool done, bool path) {
    bool ack = self->ack.value, flushed = self->flushed;
    if (ack && !self->seen.strobe) set(bus, &self->ack, false);
    if (done) self->flushed = true;
    if (flushed && !ack && !path) self->phase = NONE;
}

static void inward(struct bl_larb_bus *bus, int cell, const struct move *own, bool path) {
    struct cell *self = &bus->cells[cell];
    switch (self->phase) {
    case NONE:
        if (self->seen.strobe) come(bus, cell);
        break;
    case ASK: asking(bus, self, path); break;
    case TAKE:
        if (self->seen.strobe == self->ack.value) break;
        self->in_last = bus->cells[self->source].last;
        self->phase = GIVE;
        break;
    case GIVE:
        if (own->taken) give(bus, self);
        break;
    case LAST: flush(bus, self, own->done, path); break;
    case TURN:
        if (self->seen.strobe) break;
        set(bus, &self->refuse, false);
        self->phase = NONE;
        break;
    }
}

void bl_larb_connector_edge(struct bl_larb_bus *bus, int cell, int holder, const struct move *out,
                            const struct move *own, bool path) {
    struct cell *self = &bus->cells[cell];
    outward(bus, cell, holder, out);
    inward(bus, cell, own, path);
    self->seen = self->early;
    self->early = self->now;
}

void bl_larb_connector_look(struct bl_larb_bus *bus, int cell) {
    bus->cells[cell].now = sample(bus, cell);
}
