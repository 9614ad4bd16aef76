#include "outbox.h"

#include <string.h>

#include "hal.h"
#include "protocol.h"

static uint8_t ring[OUTBOX_BYTES];
static volatile uint8_t head;
static volatile uint8_t tail;

static struct {
    uint8_t at;
    uint8_t code_at;
    uint8_t code;
    bool full;
    uint16_t crc;
    uint8_t seq;
    uint16_t given_up;
} writing;

void outbox_start(void)
{
    memset(&writing, 0, sizeof writing);
    head = tail = 0;
}

static void put(uint8_t byte)
{
    if ((uint8_t)(writing.at + 1) == tail) {
        writing.full = true;
    } else {
        ring[writing.at++] = byte;
    }
}

static void begin_block(void)
{
    writing.code_at = writing.at;
    writing.code = 1;
    put(0);
}

static void end_block(void)
{
    if (!writing.full) {
        ring[writing.code_at] = writing.code;
    }
}

/* No frame is longer than 250 bytes, so no block is ever cut for its length. */
static void put_stuffed(uint8_t byte)
{
    if (byte) {
        put(byte);
        writing.code++;
    } else {
        end_block();
        begin_block();
    }
}

void outbox_begin(uint8_t type)
{
    writing.at = head;
    writing.full = false;
    writing.crc = 0;
    put(0);
    begin_block();
    outbox_u8(type);
    outbox_u8(writing.seq++);
}

void outbox_u8(uint8_t value)
{
    writing.crc = crc16(writing.crc, value);
    put_stuffed(value);
}

void outbox_u16(uint16_t value)
{
    outbox_u8((uint8_t)value);
    outbox_u8((uint8_t)(value >> 8));
}

void outbox_u32(uint32_t value)
{
    outbox_u16((uint16_t)value);
    outbox_u16((uint16_t)(value >> 16));
}

/* Only now may the interrupt see what was written: half a frame is never sent. */
static bool publish(void)
{
    if (writing.full) {
        return false;
    }
    head = writing.at;
    hal_transmit();
    return true;
}

bool outbox_end(void)
{
    uint16_t crc = writing.crc;
    put_stuffed((uint8_t)(crc >> 8));
    put_stuffed((uint8_t)crc);
    end_block();
    put(0);
    if (publish()) {
        return true;
    }
    count_one(&writing.given_up);
    return false;
}

void outbox_text(const char *text)
{
    writing.at = head;
    writing.full = false;
    while (*text) {
        put((uint8_t)*text++);
    }
    publish();
}

bool outbox_has_room(uint8_t payload)
{
    return payload + OUTBOX_AROUND <= (uint8_t)(tail - head - 1);
}

bool outbox_is_empty(void)
{
    return head == tail;
}

uint16_t outbox_given_up(void)
{
    return writing.given_up;
}

int16_t outbox_next(void)
{
    return head == tail ? -1 : ring[tail++];
}
