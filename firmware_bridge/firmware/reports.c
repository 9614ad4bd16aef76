#include "reports.h"

#include <stdbool.h>
#include <string.h>

#include "board.h"
#include "buttons.h"
#include "calibration.h"
#include "hal.h"
#include "identity.h"
#include "inbox.h"
#include "outbox.h"
#include "protocol.h"
#include "sensors.h"

#define DATA_BYTES (CHANNELS / 2)
#define PARTS ((DATA_BYTES + PART_BYTES - 1) / PART_BYTES)
#define PART_HEAD 9
#define SECOND_MS 1000
#define SETTLED_SCANS 2

_Static_assert(PARTS * (PART_HEAD + OUTBOX_AROUND) + DATA_BYTES < OUTBOX_BYTES, "all parts have room at once");

static struct {
    bool changed;
    bool asked;
    bool second_over;
    uint32_t second;
    uint32_t scans;
    uint16_t snapshots;
    uint8_t raw_every;
    uint8_t raw_scans;
    uint8_t raw_next;
} self;

void reports_start(void)
{
    memset(&self, 0, sizeof self);
    /* Nothing is known of the board before: all that lies there is new. */
    self.changed = true;
    self.raw_next = CHANNELS;
    self.second = hal_millis();
}

static void group(uint8_t kind, uint8_t first, uint8_t count, uint8_t slots)
{
    outbox_u8(kind);
    outbox_u8(first);
    outbox_u8(count);
    outbox_u8(slots);
    outbox_u8(SENSING);
}

void report_hello(void)
{
    outbox_begin(HELLO);
    outbox_u8(PROTOCOL_VERSION);
    for (uint8_t i = 0; i < ID_BYTES; i++) {
        outbox_u8(identity_id()[i]);
    }
    outbox_u8(FIRMWARE_MAJOR);
    outbox_u8(FIRMWARE_MINOR);
    outbox_u8(FIRMWARE_PATCH);
    outbox_u8(identity_boots());
    outbox_u8(HAS_LIGHTS | HAS_RAW | HAS_CALIBRATION);
    outbox_u8(LIGHTS);
    outbox_u8(BUTTONS);
    outbox_u8(SCANS_PER_SECOND);
    outbox_u8(3);
    group(KIND_POINTS, 1, POINTS, POINT_SLOTS);
    group(KIND_BARS, 0, SIDES, SIDE_SLOTS);
    group(KIND_TRAYS, 0, SIDES, SIDE_SLOTS);
    outbox_end();
}

void report_ack(uint8_t type, uint8_t seq, uint8_t result)
{
    outbox_begin(ACK);
    outbox_u8(type);
    outbox_u8(seq);
    outbox_u8(result);
    outbox_end();
}

void report_calibration(uint8_t first, uint8_t count)
{
    outbox_begin(CALIBRATION);
    outbox_u16(first);
    for (uint8_t i = 0; i < count && i < CALIBRATION_AT_ONCE; i++) {
        outbox_u16(calibration_tare(first + i));
        outbox_u16(calibration_threshold(first + i));
    }
    outbox_end();
}

void reports_want_snapshot(void)
{
    self.asked = true;
}

void reports_set_raw(uint8_t every)
{
    self.raw_every = every;
    self.raw_scans = 0;
    self.raw_next = CHANNELS;
}

static bool send_part(uint8_t part, uint32_t now, uint8_t why)
{
    const uint8_t end = part + 1 < PARTS ? (part + 1) * PART_BYTES : DATA_BYTES;
    outbox_begin(SNAPSHOT);
    outbox_u16(self.snapshots);
    outbox_u32(now);
    outbox_u8(why);
    outbox_u8(part);
    outbox_u8(PARTS);
    for (uint8_t pair = part * PART_BYTES; pair < end; pair++) {
        outbox_u8(sensors_pair(pair));
    }
    return outbox_end();
}

static bool send_snapshot(uint32_t now)
{
    const uint8_t why = self.asked ? ASKED_FOR : self.changed ? CHANGED : SECOND_OVER;
    self.snapshots++;
    for (uint8_t part = 0; part < PARTS; part++) {
        if (!send_part(part, now, why)) {
            return false;
        }
    }
    return true;
}

static void send_status(uint32_t now)
{
    outbox_begin(STATUS);
    outbox_u32(now);
    outbox_u32(self.scans);
    outbox_u16(inbox_bad());
    outbox_u16(hal_lost_bytes());
    outbox_u16(outbox_given_up());
    outbox_u16(buttons_given_up());
    outbox_u8(hal_cause());
    outbox_u8(sensors_faulty());
    outbox_end();
}

static void second(uint32_t now)
{
    if (now - self.second >= SECOND_MS) {
        self.second += SECOND_MS;
        self.second_over = true;
        send_status(now);
    }
}

static void raw(void)
{
    if (self.raw_every && ++self.raw_scans >= self.raw_every && self.raw_next == CHANNELS) {
        self.raw_scans = 0;
        self.raw_next = 0;
    }
}

void reports_end_scan(uint32_t now)
{
    self.scans++;
    self.changed |= sensors_have_changed();
    raw();
    const bool wanted = self.asked || self.changed || self.second_over;
    /* Of one scan alone nothing can be told; and what found no room is told after the next scan. */
    if (wanted && self.scans >= SETTLED_SCANS && send_snapshot(now)) {
        self.asked = self.changed = self.second_over = false;
    }
    /* After the snapshot, so that the next one comes a scan later: both at once keep the board from hearing. */
    second(now);
}

void reports_step(void)
{
    if (self.raw_next == CHANNELS || sensors_are_taring() || !outbox_has_room(2 + 2 * RAW_AT_ONCE)) {
        return;
    }
    outbox_begin(RAW);
    outbox_u16(self.raw_next);
    for (uint8_t i = 0; i < RAW_AT_ONCE && self.raw_next < CHANNELS; i++) {
        outbox_u16(sensors_value(self.raw_next++));
    }
    outbox_end();
}
