#include "sensors.h"

#include <string.h>

#include "calibration.h"
#include "protocol.h"

/* The lower half of each byte is what is reported, the upper half what the last scan gave. */
static uint8_t seen[CHANNELS];

/* What each channel gave last, or while taring the sum of all that it gave. */
static uint16_t values[CHANNELS];

_Static_assert((uint32_t)TARE_SCANS * VALUE_MOST + TARE_SCANS / 2 <= UINT16_MAX, "a sum fits");

static struct {
    bool changed;
    bool tare_wanted;
    bool taring;
    uint8_t tared_scans;
} self;

void sensors_start(void)
{
    memset(&self, 0, sizeof self);
    memset(seen, 0, sizeof seen);
    memset(values, 0, sizeof values);
}

static bool is_possible(uint16_t value)
{
    return value >= FAULT_BELOW && value <= FAULT_ABOVE;
}

/* How many half thresholds the signal reaches, three at most. Once reached, a quarter less is enough. */
static uint8_t level(uint16_t strength, uint16_t threshold, uint8_t before)
{
    const uint16_t borders[] = {threshold / 2, threshold, threshold + threshold / 2};
    uint8_t reached = 0;
    while (reached < 3 && strength + (before > reached ? threshold / 4 : 0) >= borders[reached]) {
        reached++;
    }
    return reached;
}

/* The level that a slot has had, as seen from the colour that it may have now. */
static uint8_t level_before(uint8_t slot, uint8_t colour)
{
    if (slot & FAULT) {
        return 0;
    }
    if ((slot & COLOUR_MASK) == EMPTY) {
        return slot & WEAK ? 1 : 0;
    }
    return (slot & COLOUR_MASK) != colour ? 0 : slot & WEAK ? 2 : 3;
}

static uint8_t classify(uint8_t channel, uint16_t value, uint8_t before)
{
    const uint16_t tare = calibration_tare(channel), threshold = calibration_threshold(channel);
    if (threshold == 0 || !is_possible(value)) {
        return FAULT;
    }
    const uint8_t colour = SENSING == SENSES_PRESENCE ? COLOUR_UNKNOWN : value > tare ? COLOUR_A : COLOUR_B;
    const uint16_t strength = value > tare ? value - tare : tare - value;
    const uint8_t reached = level(strength, threshold, level_before(before, colour));
    return (uint8_t)((reached >= 2 ? colour : EMPTY) | (reached == 1 || reached == 2 ? WEAK : 0));
}

static void report(uint8_t channel, uint8_t now)
{
    self.changed |= now != (seen[channel] & 0x0F);
    seen[channel] = (uint8_t)(now << 4 | now);
}

/* What two scans have given alike is reported. */
static void debounce(uint8_t channel, uint8_t now)
{
    const uint8_t reported = seen[channel] & 0x0F, last = seen[channel] >> 4;
    if (now == last) {
        report(channel, now);
    } else {
        seen[channel] = (uint8_t)(now << 4 | reported);
    }
}

void sensors_take(uint8_t channel, uint16_t value)
{
    values[channel] = self.taring ? values[channel] + value : value;
    debounce(channel, classify(channel, value, seen[channel] & 0x0F));
}

/* A faulty sensor or one that is switched off does not keep the others from being tared. */
static bool has_part_in_tare(uint8_t channel)
{
    return calibration_threshold(channel) != 0 && is_possible(values[channel]);
}

static bool is_empty_board(void)
{
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        if (has_part_in_tare(channel) && (values[channel] < TARE_LEAST || values[channel] > TARE_MOST)) {
            return false;
        }
    }
    return true;
}

/* A tared channel is empty from now on: its scans so far were judged by the old tare, and a snapshot may be asked for
 * before there are two new ones. */
static enum taring end_tare(void)
{
    self.taring = false;
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        values[channel] = (values[channel] + TARE_SCANS / 2) / TARE_SCANS;
    }
    if (!is_empty_board()) {
        return NOT_EMPTY;
    }
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        if (has_part_in_tare(channel)) {
            calibration_set(channel, values[channel], calibration_threshold(channel));
            report(channel, EMPTY);
        }
    }
    return TARED;
}

/* Begins with a whole scan: the one in which it was asked for has left some channels behind already. */
static void begin_tare(void)
{
    self.tare_wanted = false;
    self.taring = true;
    self.tared_scans = 0;
    memset(values, 0, sizeof values);
}

enum taring sensors_end_scan(void)
{
    if (self.tare_wanted) {
        begin_tare();
        return TARING;
    }
    if (!self.taring) {
        return NOT_TARING;
    }
    return ++self.tared_scans < TARE_SCANS ? TARING : end_tare();
}

bool sensors_have_changed(void)
{
    const bool changed = self.changed;
    self.changed = false;
    return changed;
}

uint8_t sensors_pair(uint8_t pair)
{
    const uint8_t *both = seen + 2 * pair;
    return (uint8_t)((both[0] & 0x0F) | both[1] << 4);
}

uint16_t sensors_value(uint8_t channel)
{
    return values[channel];
}

uint8_t sensors_faulty(void)
{
    uint8_t count = 0;
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        count += (seen[channel] & FAULT) != 0;
    }
    return count;
}

void sensors_tare(void)
{
    self.tare_wanted = true;
}

bool sensors_are_taring(void)
{
    return self.tare_wanted || self.taring;
}
