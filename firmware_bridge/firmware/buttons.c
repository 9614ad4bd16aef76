#include "buttons.h"

#include <stdbool.h>
#include <string.h>

#include "board.h"
#include "hal.h"
#include "outbox.h"
#include "protocol.h"

struct event {
    uint16_t number;
    uint8_t button;
    uint8_t pressed;
    uint32_t ms;
    uint8_t scans_to_wait;
};

static struct {
    uint8_t reported;
    uint8_t last;
    uint8_t count;
    uint16_t number;
    uint16_t given_up;
    struct event events[EVENTS_KEPT];
} self;

void buttons_start(void)
{
    memset(&self, 0, sizeof self);
}

static void remove_at(uint8_t at)
{
    self.count--;
    memmove(self.events + at, self.events + at + 1, (self.count - at) * sizeof *self.events);
}

static void add(uint8_t button, bool pressed, uint32_t now)
{
    if (self.count == EVENTS_KEPT) {
        remove_at(0);
        count_one(&self.given_up);
    }
    self.events[self.count++] = (struct event){++self.number, button, pressed, now, 0};
}

static bool send(const struct event *event)
{
    outbox_begin(BUTTON);
    outbox_u16(event->number);
    outbox_u8(event->button);
    outbox_u8(event->pressed);
    outbox_u32(event->ms);
    return outbox_end();
}

static void look(uint32_t now)
{
    const uint8_t held = hal_buttons();
    const uint8_t changed = (uint8_t)((held ^ self.reported) & ~(held ^ self.last));
    self.last = held;
    self.reported ^= changed;
    for (uint8_t button = 0; button < BUTTONS; button++) {
        if (changed >> button & 1) {
            add(button + 1, held >> button & 1, now);
        }
    }
}

void buttons_scan(uint32_t now)
{
    look(now);
    for (uint8_t i = 0; i < self.count; i++) {
        struct event *event = self.events + i;
        if (event->scans_to_wait > 0) {
            event->scans_to_wait--;
        } else if (send(event)) {
            event->scans_to_wait = RESEND_MS / SCAN_MS - 1;
        }
    }
}

void buttons_seen(uint16_t number)
{
    for (uint8_t i = 0; i < self.count; i++) {
        if (self.events[i].number == number) {
            remove_at(i);
            return;
        }
    }
}

uint16_t buttons_given_up(void)
{
    return self.given_up;
}
