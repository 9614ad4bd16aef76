#include "calibration.h"

#include <string.h>

#include "board.h"
#include "hal.h"
#include "protocol.h"
#include "store.h"

/* A record is the lower bytes of tare and threshold, and a byte with their upper two bits each and four bits of
 * the check; its fourth byte, not kept here, is the rest of the check. */
static uint8_t tares[CHANNELS];
static uint8_t thresholds[CHANNELS];
static uint8_t uppers[CHANNELS];

static struct {
    uint16_t at;
    uint8_t tries;
    bool failing;
    bool failed;
} storing;

#define RECORD 4
#define ALL_STORED (CHANNELS * RECORD)
#define MOST_TRIES 3

/* The channel's number takes part, so that a record in the wrong place is damaged too; and with this start of the
 * check no record of a blank memory is right. */
#define CHECK_START 0x0001

static uint16_t check_of(uint8_t channel, uint8_t tare, uint8_t threshold, uint8_t upper)
{
    return crc16(crc16(crc16(crc16(CHECK_START, channel), tare), threshold), upper & 0x0F);
}

static void keep(uint8_t channel, uint16_t tare, uint16_t threshold)
{
    uint8_t upper = (uint8_t)(tare >> 8 | threshold >> 8 << 2);
    tares[channel] = (uint8_t)tare;
    thresholds[channel] = (uint8_t)threshold;
    uppers[channel] = (uint8_t)(upper | (check_of(channel, tares[channel], thresholds[channel], upper) >> 8 << 4));
}

static void load(uint8_t channel)
{
    uint16_t at = STORED_CALIBRATION + channel * RECORD;
    uint8_t tare = store_read(at), threshold = store_read(at + 1), upper = store_read(at + 2);
    uint16_t check = check_of(channel, tare, threshold, upper);
    bool good = store_read(at + 3) == (uint8_t)check && upper >> 4 == (uint8_t)(check >> 8 & 0x0F);
    if (good) {
        keep(channel, (uint16_t)(tare | (upper & 3) << 8), (uint16_t)(threshold | (upper & 0x0C) << 6));
    } else {
        keep(channel, DEFAULT_TARE, DEFAULT_THRESHOLD);
    }
}

void calibration_start(void)
{
    memset(&storing, 0, sizeof storing);
    storing.at = ALL_STORED;
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        load(channel);
    }
}

uint16_t calibration_tare(uint8_t channel)
{
    return (uint16_t)(tares[channel] | (uppers[channel] & 3) << 8);
}

uint16_t calibration_threshold(uint8_t channel)
{
    return (uint16_t)(thresholds[channel] | (uppers[channel] & 0x0C) << 6);
}

void calibration_set(uint8_t channel, uint16_t tare, uint16_t threshold)
{
    keep(channel, tare, threshold);
    storing.at = storing.tries = 0;
    storing.failing = false;
}

static uint8_t wanted(uint16_t at)
{
    uint8_t channel = (uint8_t)(at / RECORD);
    switch (at % RECORD) {
    case 0:
        return tares[channel];
    case 1:
        return thresholds[channel];
    case 2:
        return uppers[channel];
    default:
        return (uint8_t)check_of(channel, tares[channel], thresholds[channel], uppers[channel]);
    }
}

/* A byte that is right already is not written: each can be written some 100,000 times only. */
void calibration_step(void)
{
    if (storing.at == ALL_STORED || !hal_store_ready()) {
        return;
    }
    uint8_t byte = wanted(storing.at);
    bool right = hal_store_read(STORED_CALIBRATION + storing.at) == byte;
    if (!right && storing.tries < MOST_TRIES) {
        storing.tries++;
        hal_store_write(STORED_CALIBRATION + storing.at, byte);
        return;
    }
    storing.failing |= !right;
    storing.tries = 0;
    if (++storing.at == ALL_STORED) {
        storing.failed = storing.failing;
    }
}

bool calibration_is_stored(void)
{
    return storing.at == ALL_STORED;
}

bool calibration_has_failed(void)
{
    return storing.failed;
}
