#include "board/board_check.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/arena.h"
#include "board/board_inner.h"
#include "board/board_words.h"
#include "board/fabric.h"

struct named {
    const char *kind, *name;
    struct bl_range range;
};

struct read {
    struct bl_arena *arena;
    struct bl_diags *diags;
    struct bl_board *board;
    /* All so far: names with their kinds; pins; units of logic. */
    struct {
        struct named *items;
        int count, capacity;
    } names, pins, units;
};

static const char *list_words(struct bl_arena *arena, const struct bl_setting *words) {
    const char *list = words->word;
    while ((++words)->word)
        list = bl_format(arena, "%s%s%s", list, words[1].word ? ", " : " and ", words->word);
    return list;
}

/* Bytes of the character that begins here, in UTF-8. */
static int character_length(const char *at) {
    int length = 1;
    while (length < 4 && (at[length] & 0xc0) == 0x80) length++;
    return length;
}

/* What a value is, for messages. */
static const char *value_text(struct read *read, const struct bl_board_value *value) {
    if (value->kind == BL_BOARD_NUMBER) return bl_board_number_text(read->arena, value);
    const char *quote = value->kind == BL_BOARD_STRING ? "\"" : "";
    return bl_format(read->arena, "`%s%.40s%s`", quote, value->text, quote);
}

/* Whether a part has from `low` to `high` values, all of one kind. */
static bool values_are(struct read *read, const struct bl_board_part *part,
                       const struct bl_board_value *values, int count,
                       enum bl_board_value_kind kind, int low, int high, const char *wants) {
    for (int i = 0; i < count && i < high; i++) {
        if (values[i].kind == kind) continue;
        bl_report(read->diags, BL_MSG_BOARD_VALUES, values[i].range, part->word.symbol->text, wants,
                  bl_format(read->arena, "is %s", value_text(read, &values[i])));
        return false;
    }
    if (count >= low && count <= high) return true;
    const char *here = count > high ? bl_format(read->arena, "%s is one too many",
                                                value_text(read, &values[high]))
                       : count > 1  ? bl_format(read->arena, "are only %d", count)
                       : count      ? "is only one"
                                    : "is nothing";
    bl_report(read->diags, BL_MSG_BOARD_VALUES, count > high ? values[high].range : part->range,
              part->word.symbol->text, wants, here);
    return false;
}

static enum bl_board_shape shape_of(const struct bl_setting *setting) {
    return setting->shape ? setting->shape->shape : BL_SHAPE_AMOUNT;
}

/* What an amount is called, with an example. */
static const char *amount_wanted(const struct bl_setting *setting, const char **example) {
    bool logic = shape_of(setting) == BL_SHAPE_LOGIC;
    *example = logic ? "702720 alm" : bl_setting_example(setting);
    return logic ? "a number of logic cells" : bl_amount_text(setting->amount);
}

static void report_amount(struct read *read, const struct bl_setting *setting,
                          const struct bl_board_value *value) {
    const char *text = bl_board_number_text(read->arena, value), *example,
               *wanted = amount_wanted(setting, &example);
    if (!*value->text) text = bl_format(read->arena, "%s without a unit", text);
    bl_report(read->diags, BL_MSG_BOARD_WANTS, value->range, setting->word, wanted, example, text);
}

/* Whether the unit is one of the setting's; that of logic is any word, looked at when the family is
 * known. */
static bool read_amount(const struct bl_setting *setting, const struct bl_board_value *value,
                        double *real) {
    if (shape_of(setting) != BL_SHAPE_LOGIC) return bl_board_amount(value, setting->amount, real);
    *real = value->number.real;
    return *value->text && !value->per_second;
}

static void store_amount(struct read *read, const struct bl_setting *setting,
                         const struct bl_board_value *value, void *into) {
    double real;
    bool read_well = read_amount(setting, value, &real);
    enum bl_setting_fault fault = read_well ? bl_setting_fault(setting, real) : BL_FAULT_WHOLE;
    if (fault == BL_FAULT_WHOLE) report_amount(read, setting, value);
    else if (fault == BL_FAULT_RANGE)
        bl_report(read->diags, BL_MSG_BOARD_RANGE, value->range, setting->word,
                  bl_board_number_text(read->arena, value),
                  bl_board_amount_text(read->arena, setting->amount, setting->low),
                  bl_board_amount_text(read->arena, setting->amount, setting->high));
    else if (fault == BL_FAULT_POWER)
        bl_report(read->diags, BL_MSG_BOARD_POWER, value->range, setting->word,
                  bl_board_number_text(read->arena, value));
    else bl_setting_store(setting, real, into);
    if (fault != BL_FAULT_WHOLE && shape_of(setting) == BL_SHAPE_LOGIC)
        *BL_APPEND(read->arena, &read->units) = (struct named){NULL, value->text, value->range};
}

/* The number of a word in "low|high", or -1. */
static int choice_of(const char *words, const char *word) {
    for (int i = 0;; i++, words++) {
        size_t length = strcspn(words, "|");
        if (strlen(word) == length && !strncmp(words, word, length)) return i;
        words += length;
        if (!*words) return -1;
    }
}

static void report_choice(struct read *read, const struct bl_setting *setting,
                          const struct bl_board_value *value, const char *words) {
    const char *list = "";
    for (const char *word = words; *word;
         word += word[strcspn(word, "|")] ? strcspn(word, "|") + 1 : strcspn(word, "|"))
        list = bl_format(read->arena, "%s%s%.*s", list, *list ? " or " : "",
                         (int)strcspn(word, "|"), word);
    bl_report(read->diags, BL_MSG_BOARD_CHOICE, value->range, setting->word, value->text, list);
}

static void store_choice(struct read *read, const struct bl_setting *setting,
                         const struct bl_board_value *value, void *field) {
    int choice = choice_of(setting->shape->words, value->text);
    if (choice < 0) report_choice(read, setting, value, setting->shape->words);
    else if (setting->shape->shape == BL_SHAPE_NAME) *(const char **)field = value->text;
    else *(int *)field = choice;
}

/* Whether a string has only what its row allows: it goes into the projects and command lines of
 * other tools. */
static bool text_is_legal(struct read *read, const struct bl_setting *setting,
                          const struct bl_board_value *value) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const char *at = value->text;
    if (setting->shape->begin &&
        strncmp(at, setting->shape->begin, strlen(setting->shape->begin))) {
        bl_report(read->diags, BL_MSG_BOARD_BEGIN, value->range, setting->word,
                  setting->shape->begin, at);
        return false;
    }
    while (setting->shape->signs && *at &&
           (strchr(letters, *at) || strchr(setting->shape->signs, *at)))
        at++;
    if (!setting->shape->signs || !*at) return true;
    bl_report(read->diags, BL_MSG_BOARD_LETTERS, value->range, setting->word, setting->shape->signs,
              character_length(at), at);
    return false;
}

static void store_family(struct read *read, const struct bl_board_value *value) {
    read->board->family = bl_family_find(value->text);
    if (!read->board->family)
        bl_report(read->diags, BL_MSG_BOARD_FAMILY, value->range, value->text,
                  bl_family_words(read->arena));
}

/* Every pin of the package has one use. */
static void take_pin(struct read *read, const struct bl_board_value *value) {
    for (int i = 0; i < read->pins.count; i++)
        if (!strcmp(read->pins.items[i].name, value->text))
            bl_note(read->diags,
                    bl_report(read->diags, BL_MSG_BOARD_PIN_TWICE, value->range, value->text),
                    read->pins.items[i].range, "taken here");
    *BL_APPEND(read->arena, &read->pins) = (struct named){NULL, value->text, value->range};
}

static void store_pins(struct read *read, const struct bl_setting *setting,
                       const struct bl_board_part *part, struct bl_board_pins *pins) {
    for (int i = 0; i < part->values.count; i++) {
        const struct bl_board_value *value = &part->values.items[i];
        if (text_is_legal(read, setting, value)) *BL_APPEND(read->arena, pins) = value->text;
        take_pin(read, value);
    }
}

/* A wire's position and pin, or a pair's positions and pins. */
static void store_wire(struct read *read, const struct bl_setting *setting,
                       const struct bl_board_part *part, struct bl_board_wires *wires) {
    const struct bl_board_value *values = part->values.items;
    int half = setting->shape->least / 2;
    bool legal = true;
    for (int i = 0; i < 2 * half; i++) legal &= text_is_legal(read, setting, &values[i]);
    for (int i = half; i < 2 * half; i++) take_pin(read, &values[i]);
    if (!legal) return;
    struct bl_board_wire *wire = BL_APPEND(read->arena, wires);
    *wire = (struct bl_board_wire){.position = values[0].text, .pin = values[half].text};
    if (half == 1) return;
    wire->negative_position = values[1].text;
    wire->negative_pin = values[half + 1].text;
}

static const char *const verifications[] = {
#define ROW(name, word) word,
    BL_VERIFICATIONS(ROW)
#undef ROW
};

const char *bl_verification_word(enum bl_verification verification) {
    return verifications[verification];
}

static void store_set(struct read *read, const struct bl_setting *setting,
                      const struct bl_board_part *part, unsigned *set) {
    for (int i = 0; i < part->values.count; i++) {
        const struct bl_board_value *value = &part->values.items[i];
        int bit = 0;
        while (bit < BL_VERIFICATION_COUNT && strcmp(verifications[bit], value->text)) bit++;
        if (bit < BL_VERIFICATION_COUNT) *set |= 1u << bit;
        else if (strcmp(value->text, "described"))
            report_choice(read, setting, value, "described|simulated|synthesised|placed|hardware");
        else if (part->values.count > 1)
            bl_report(read->diags, BL_MSG_BOARD_VALUES, value->range, setting->word,
                      "`described` alone or other words", "are both");
    }
}

static void store_setting(struct read *read, const struct bl_setting *setting,
                          const struct bl_board_part *part) {
    const struct bl_board_value *values = part->values.items;
    if (text_is_legal(read, setting, &values[0]) && text_is_legal(read, setting, &values[1]))
        *BL_APPEND(read->arena, &read->board->settings) = (struct bl_board_setting){values[0].text,
                                                                                    values[1].text};
}

/* What is wanted of a shape of one value, for a message. */
static const char *wanted_one(struct read *read, const struct bl_setting *setting) {
    const char *example, *wanted;
    switch (shape_of(setting)) {
    case BL_SHAPE_TEXT: return "one string";
    case BL_SHAPE_FAMILY: return "the name of a family";
    case BL_SHAPE_CHOICE:
    case BL_SHAPE_NAME: return bl_format(read->arena, "one word of %s", setting->shape->words);
    default: wanted = amount_wanted(setting, &example);
    }
    return bl_format(read->arena, "%s such as `%s`", wanted, example);
}

/* One value of the kind that the shape wants. */
static void store_one(struct read *read, const struct bl_setting *setting,
                      const struct bl_board_part *part, void *into) {
    static const enum bl_board_value_kind kinds[] = {
        [BL_SHAPE_AMOUNT] = BL_BOARD_NUMBER, [BL_SHAPE_LOGIC] = BL_BOARD_NUMBER,
        [BL_SHAPE_TEXT] = BL_BOARD_STRING,   [BL_SHAPE_CHOICE] = BL_BOARD_WORD,
        [BL_SHAPE_NAME] = BL_BOARD_WORD,     [BL_SHAPE_FAMILY] = BL_BOARD_WORD};
    enum bl_board_shape shape = shape_of(setting);
    void *field = (char *)into + setting->field;
    const struct bl_board_value *value = part->values.items;
    if (!values_are(read, part, value, part->values.count, kinds[shape], 1, 1,
                    wanted_one(read, setting)))
        return;
    if (shape == BL_SHAPE_TEXT)
        *(const char **)field = text_is_legal(read, setting, value) ? value->text : NULL;
    else if (shape == BL_SHAPE_FAMILY) store_family(read, value);
    else if (shape == BL_SHAPE_CHOICE || shape == BL_SHAPE_NAME)
        store_choice(read, setting, value, field);
    else store_amount(read, setting, value, into);
}

static void read_block(struct read *read, const struct bl_setting *setting,
                       const struct bl_board_part *part);

static void read_part(struct read *read, const struct bl_setting *setting,
                      const struct bl_board_part *part, void *into) {
    void *field = (char *)into + setting->field;
    const struct bl_setting_shape *shape = setting->shape;
    const struct bl_board_value *values = part->values.items;
    int count = part->values.count;
    if (shape_of(setting) != BL_SHAPE_BLOCK && part->block) {
        bl_report(read->diags, BL_MSG_BOARD_VALUES, part->range, setting->word, "a `;` at its end",
                  "is a block");
        return;
    }
    switch (shape_of(setting)) {
    case BL_SHAPE_BLOCK: read_block(read, setting, part); break;
    case BL_SHAPE_PINS:
        if (values_are(read, part, values, count, BL_BOARD_STRING, shape->least, shape->most,
                       shape->most > 1 ? "pins such as \"AU17\"" : "one pin such as \"AU17\""))
            store_pins(read, setting, part, field);
        break;
    case BL_SHAPE_SET:
        if (values_are(read, part, values, count, BL_BOARD_WORD, 1, BL_VERIFICATION_COUNT,
                       "one or more words"))
            store_set(read, setting, part, field);
        break;
    case BL_SHAPE_SETTING:
        if (values_are(read, part, values, count, BL_BOARD_STRING, 2, 2,
                       "two strings, a name and a value"))
            store_setting(read, setting, part);
        break;
    case BL_SHAPE_WIRE:
        if (values_are(read, part, values, count, BL_BOARD_STRING, shape->least, shape->most,
                       shape->least > 2
                           ? "four strings, two positions on the connector and their pins"
                           : "two strings, a position on the connector and its pin"))
            store_wire(read, setting, part, field);
        break;
    default: store_one(read, setting, part, into);
    }
}

static void unknown_word(struct read *read, const struct bl_board_part *part,
                         const struct bl_setting *words, const char *what) {
    bl_report(read->diags, BL_MSG_BOARD_WORD, part->word.range, part->word.symbol->text, what,
              list_words(read->arena, words));
}

/* All words of a block; what is needed and not there is reported at `range`, unless the block was
 * not read whole. */
static void read_words(struct read *read, const struct bl_setting *words,
                       const struct bl_board_part *parts, void *into, const char *what,
                       struct bl_range range, bool broken) {
    struct bl_range seen[BL_BOARD_MOST_WORDS] = {{0}};
    for (const struct bl_board_part *part = parts; part; part = part->next) {
        int i = bl_setting_find(words, part->word.symbol->text);
        if (i < 0) unknown_word(read, part, words, what);
        else if (seen[i].line && !(words[i].shape && words[i].shape->many))
            bl_note(read->diags,
                    bl_report(read->diags, BL_MSG_BOARD_TWICE, part->range, words[i].word), seen[i],
                    "given here");
        else if (!part->broken || part->block) read_part(read, &words[i], part, into);
        if (i >= 0 && !seen[i].line) seen[i] = part->range;
    }
    for (int i = 0; words[i].word && !broken; i++)
        if (words[i].usual == BL_NEEDED && !seen[i].line)
            bl_report(read->diags, BL_MSG_BOARD_MISSING, range, what, words[i].word, words[i].help);
}

/* Whether the names of a kind become ports, pin_NAME, which all these kinds share. */
static bool is_port(const char *kind) {
    static const char *const kinds[] = {"clock", "reset", "led", "serial"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i], kind)) return true;
    return false;
}

/* Two clocks of one name, say: a name is given once for each kind, and once for all kinds that
 * become ports. */
static void check_name(struct read *read, const char *kind, const struct bl_board_value *name) {
    for (int i = 0; i < read->names.count; i++) {
        const struct named *other = &read->names.items[i];
        bool same = !strcmp(other->kind, kind);
        if (strcmp(other->name, name->text) || (!same && !(is_port(kind) && is_port(other->kind))))
            continue;
        const char *note = same ? "declared here"
                                : bl_format(read->arena,
                                            "`%s %s` is declared here; both are ports pin_%s",
                                            other->kind, name->text, name->text);
        bl_note(read->diags,
                bl_report(read->diags, BL_MSG_BOARD_NAME_TWICE, name->range, kind, name->text),
                other->range, "%s", note);
        return;
    }
    *BL_APPEND(read->arena, &read->names) = (struct named){kind, name->text, name->range};
}

/* The values in front of a block: its name, and the amount of a clock. */
static void read_heading(struct read *read, const struct bl_setting *setting,
                         const struct bl_board_part *part, void *into) {
    const struct bl_board_block *block = setting->shape->block;
    const char *wants = block->head    ? "a name and a frequency such as `sys 100 MHz`"
                        : block->named ? "one name"
                                       : "only a block";
    int wanted = block->named + (block->head != NULL), count = part->values.count;
    for (int i = 0; i < wanted || i < count; i++) {
        const struct bl_board_value *value = i < count ? &part->values.items[i] : NULL;
        bool name = block->named && !i;
        if (!value || i >= wanted || value->kind != (name ? BL_BOARD_WORD : BL_BOARD_NUMBER)) {
            const char *here = "it is missing";
            if (value)
                here = bl_format(read->arena, "is %s%s", value_text(read, value),
                                 i >= wanted ? " too" : "");
            bl_report(read->diags, BL_MSG_BOARD_VALUES, value ? value->range : part->range,
                      setting->word, wants, here);
            return;
        }
        if (name) {
            *(const char **)into = value->text;
            check_name(read, setting->word, value);
        } else store_amount(read, block->head, value, into);
    }
}

static void read_block(struct read *read, const struct bl_setting *setting,
                       const struct bl_board_part *part) {
    const struct bl_board_block *block = setting->shape->block;
    void *into = block->add(read->arena, read->board);
    if (!part->broken || part->parts) read_heading(read, setting, part, into);
    read_words(read, block->words, part->parts, into, block->what, part->range, part->broken);
}

/* The value of a word of the description itself, or NULL. */
static const struct bl_board_value *value_of(const struct bl_board_part *tree, const char *word) {
    for (const struct bl_board_part *part = tree->parts; part; part = part->next)
        if (!strcmp(part->word.symbol->text, word) && part->values.count) return part->values.items;
    return NULL;
}

/* What vendor, family, part and the units of logic say of each other. */
static void check_family(struct read *read, const struct bl_board_part *tree) {
    const struct bl_board *board = read->board;
    const struct bl_family *family = board->family;
    const struct bl_board_value *word = value_of(tree, "family"),
                                *vendor = value_of(tree, "vendor"), *part = value_of(tree, "part");
    if (!family) return;
    if (board->vendor >= 0 && (int)family->vendor != board->vendor)
        bl_note(read->diags,
                bl_report(read->diags, BL_MSG_BOARD_VENDOR, word->range, family->word,
                          bl_vendor_word(family->vendor),
                          bl_vendor_word((enum bl_vendor)board->vendor)),
                vendor->range, "given here");
    if (board->part && !bl_family_has(family, board->part))
        bl_note(read->diags,
                bl_report(read->diags, BL_MSG_BOARD_PART, part->range, board->part, family->title,
                          family->example),
                word->range, "the family is given here");
    for (int i = 0; i < read->units.count; i++)
        if (strcmp(read->units.items[i].name, family->logic_unit))
            bl_note(read->diags,
                    bl_report(read->diags, BL_MSG_BOARD_LOGIC_UNIT, read->units.items[i].range,
                              family->title, family->logic_unit, read->units.items[i].name),
                    word->range, "the family is given here");
}

/* A command that `bankloom synth` cannot count by. */
static void check_fabric(struct read *read, const struct bl_board_part *tree) {
    const struct bl_board_value *command = value_of(tree, "yosys");
    const char *list = bl_fabric_command(0), *next;
    if (!read->board->yosys || bl_fabric_find(read->board->yosys)) return;
    for (int i = 1; (next = bl_fabric_command(i)); i++)
        list = bl_format(read->arena, "%s%s%s", list, bl_fabric_command(i + 1) ? ", " : " and ",
                         next);
    bl_report(read->diags, BL_MSG_BOARD_FABRIC, command->range, read->board->yosys, list);
}

/* Yosys goes by its fabric, the estimate by the board. */
static void check_lut_ram(struct read *read, const struct bl_board_part *tree) {
    const struct bl_board *board = read->board;
    const struct bl_fabric *fabric = board->yosys ? bl_fabric_find(board->yosys) : NULL;
    if (fabric && fabric->lut_ram_words && !board->lut_ram.name && !tree->broken)
        bl_report(read->diags, BL_MSG_BOARD_LUT_RAM, value_of(tree, "yosys")->range, board->yosys,
                  board->word);
}

/* Whether a command has the words of an option. */
static bool command_has(struct read *read, const char *command, const char *option) {
    return strstr(bl_format(read->arena, " %s ", command), bl_format(read->arena, " %s ", option));
}

/* The options of nextpnr-ice40 are the part: device and package in small letters. Of one package it
 * has another name. */
static void check_place(struct read *read, const struct bl_board_part *tree) {
    const struct bl_board *board = read->board;
    if (!board->place || !board->part || !board->family || strcmp(board->family->word, "ice40"))
        return;
    if (!bl_family_has(board->family, board->part) || strncmp(board->place, "nextpnr-ice40", 13))
        return;
    char *device = bl_strdup(read->arena, board->part + strlen("iCE40")),
         *package = strchr(device, '-');
    for (char *at = device; *at; at++) *at = (char)tolower((unsigned char)*at);
    *package++ = '\0';
    const char *options[] = {
        bl_format(read->arena, "--%s", device),
        bl_format(read->arena, "--package %s", strcmp(package, "sg32") ? package : "qn32")};
    for (int i = 0; i < 2; i++)
        if (!command_has(read, board->place, options[i]))
            bl_note(read->diags,
                    bl_report(read->diags, BL_MSG_BOARD_PLACE, value_of(tree, "place")->range,
                              options[i], board->part),
                    value_of(tree, "part")->range, "the part is given here");
}

/* Where the first part of this word stands; {0} without one. */
static struct bl_range part_range(const struct bl_board_part *tree, const char *word) {
    for (const struct bl_board_part *part = tree->parts; part; part = part->next)
        if (!strcmp(part->word.symbol->text, word)) return part->range;
    return (struct bl_range){0};
}

static const char *digest(struct bl_arena *arena, const struct bl_board *board) {
    XXH128_hash_t hash = XXH3_128bits(board->source, (size_t)board->source_length);
    return bl_format(arena, "%016llx%016llx", (unsigned long long)hash.high64,
                     (unsigned long long)hash.low64);
}

const struct bl_board *bl_board_read(struct bl_arena *arena, struct bl_diags *diags, int file) {
    struct bl_board *board = BL_NEW(arena, struct bl_board, 1);
    struct read read = {.arena = arena, .diags = diags, .board = board};
    int errors = diags->errors;
    const struct bl_board_part *tree = bl_board_parse(arena, diags, file);
    if (!tree) return NULL;
    board->word = tree->word.symbol->text;
    board->range = tree->word.range;
    board->memory_range = part_range(tree, "memory");
    board->links_range = part_range(tree, "link");
    board->vendor = -1; /* not given, or not rightly */
    board->source = diags->sources->items[file].text;
    board->source_length = diags->sources->items[file].length;
    board->digest = digest(arena, board);
    read_words(&read, bl_board_words(), tree->parts, board,
               bl_format(arena, "board `%s`", board->word), board->range, tree->broken);
    check_family(&read, tree);
    check_fabric(&read, tree);
    check_lut_ram(&read, tree);
    check_place(&read, tree);
    return errors == diags->errors ? board : NULL;
}
