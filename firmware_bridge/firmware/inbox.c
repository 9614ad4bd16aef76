#include "inbox.h"

#include <string.h>

#include "protocol.h"

static struct {
    uint8_t bytes[LONGEST_FRAME];
    uint8_t length;
    uint8_t code;
    uint8_t left;
    bool too_long;
    uint16_t crc;
    uint16_t bad;
    struct frame frame;
} got;

void inbox_start(void)
{
    memset(&got, 0, sizeof got);
}

static void forget(void)
{
    got.length = got.code = got.left = 0;
    got.too_long = false;
    got.crc = 0;
}

static void append(uint8_t byte)
{
    if (got.length == LONGEST_FRAME) {
        got.too_long = true;
        return;
    }
    got.bytes[got.length++] = byte;
    got.crc = crc16(got.crc, byte);
}

static void begin_block(uint8_t code)
{
    if (got.code != 0 && got.code != 0xFF) {
        append(0);
    }
    got.code = code;
    got.left = code - 1;
}

static bool is_whole(void)
{
    return got.left == 0 && !got.too_long && got.length >= SHORTEST_FRAME && got.crc == 0;
}

static enum received end(void)
{
    bool whole = is_whole();
    if (whole) {
        const uint8_t *check = got.bytes + got.length - 2;
        got.frame = (struct frame){got.bytes[0], got.bytes[1], (uint16_t)(check[0] << 8 | check[1]),
                                   (uint8_t)(got.length - SHORTEST_FRAME), got.bytes + 2};
    } else if (got.code) {
        inbox_count_bad();
    }
    forget();
    return whole ? A_FRAME : NOTHING_YET;
}

/* No frame of a host begins like this: its type would be a line feed. */
static bool is_question(uint8_t byte)
{
    return byte == '\n' && got.code == '?' && got.length == 0 && got.left == '?' - 1;
}

enum received inbox_take(uint8_t byte)
{
    if (byte == 0) {
        return end();
    }
    if (is_question(byte)) {
        forget();
        return A_QUESTION;
    }
    if (got.left == 0) {
        begin_block(byte);
    } else {
        got.left--;
        append(byte);
    }
    return NOTHING_YET;
}

const struct frame *inbox_frame(void)
{
    return &got.frame;
}

void inbox_count_bad(void)
{
    count_one(&got.bad);
}

uint16_t inbox_bad(void)
{
    return got.bad;
}
