#include "commands.h"

#include <stdbool.h>
#include <string.h>

#include "board.h"
#include "buttons.h"
#include "calibration.h"
#include "lights.h"
#include "protocol.h"
#include "reports.h"
#include "sensors.h"

struct command {
    uint8_t type;
    uint8_t seq;
    uint16_t check;
};

/* What a command has come to, besides the results of the protocol. */
enum outcome { NOT_YET = 0x80, TOO_SHORT = 0x81 };

static struct {
    uint32_t heard;
    bool alone;
    struct command last;
    uint8_t last_result;
    uint32_t last_time;
    struct command tare;
} self;

#define TUNING_BYTES 4

void commands_start(uint32_t now)
{
    memset(&self, 0, sizeof self);
    self.heard = now;
}

static bool is_command(const struct command *command, const struct frame *frame)
{
    return command->type == frame->type && command->seq == frame->seq && command->check == frame->check;
}

static struct command command_of(const struct frame *frame)
{
    return (struct command){frame->type, frame->seq, frame->check};
}

static void forget(void)
{
    self.last.type = NOT_A_COMMAND;
}

static void remember(struct command command, uint8_t result, uint32_t now)
{
    self.last = command;
    self.last_result = result;
    self.last_time = now;
}

static uint8_t tare(const struct frame *frame)
{
    if (sensors_are_taring()) {
        return is_command(&self.tare, frame) ? NOT_YET : BUSY;
    }
    self.tare = command_of(frame);
    sensors_tare();
    return NOT_YET;
}

static bool is_tuning(const uint8_t *tuning)
{
    return read_u16(tuning) <= VALUE_MOST && read_u16(tuning + 2) <= VALUE_MOST;
}

static uint8_t calibrate(const struct frame *frame)
{
    if (frame->length < 2 + TUNING_BYTES) {
        return TOO_SHORT;
    }
    if (sensors_are_taring()) {
        return BUSY;
    }
    const uint16_t first = read_u16(frame->payload);
    const uint8_t count = (frame->length - 2) / TUNING_BYTES;
    if (first >= CHANNELS || count > CHANNELS - first) {
        return OUT_OF_RANGE;
    }
    const uint8_t *tunings = frame->payload + 2;
    for (uint8_t i = 0; i < count; i++) {
        if (!is_tuning(tunings + i * TUNING_BYTES)) {
            return OUT_OF_RANGE;
        }
    }
    for (uint8_t i = 0; i < count; i++) {
        const uint8_t *tuning = tunings + i * TUNING_BYTES;
        calibration_set((uint8_t)(first + i), read_u16(tuning), read_u16(tuning + 2));
    }
    return calibration_has_failed() ? NOT_STORED : DONE;
}

static uint8_t set_raw(const struct frame *frame)
{
    if (frame->length < 1) {
        return TOO_SHORT;
    }
    reports_set_raw(frame->payload[0]);
    return DONE;
}

static uint8_t restart(const struct frame *frame)
{
    if (frame->length < 2) {
        return TOO_SHORT;
    }
    if (read_u16(frame->payload) != RESTART_KEY) {
        return OUT_OF_RANGE;
    }
    board_restart_soon();
    return DONE;
}

static uint8_t carry_out(const struct frame *frame)
{
    switch (frame->type) {
    case SET_LIGHTS:
        lights_set(frame->payload, frame->length);
        return DONE;
    case RAW_MODE:
        return set_raw(frame);
    case TARE:
        return tare(frame);
    case CALIBRATE:
        return calibrate(frame);
    case RESTART:
        return restart(frame);
    default:
        return UNKNOWN_COMMAND;
    }
}

static void command(const struct frame *frame, uint32_t now)
{
    if (is_command(&self.last, frame) && now - self.last_time < MEMORY_MS) {
        report_ack(frame->type, frame->seq, self.last_result);
        return;
    }
    const uint8_t result = carry_out(frame);
    if (result == TOO_SHORT) {
        inbox_count_bad();
    } else if (result != NOT_YET) {
        report_ack(frame->type, frame->seq, result);
    }
    if (result == DONE || result == NOT_STORED) {
        remember(command_of(frame), result, now);
    }
}

static void calibration_wanted(const struct frame *frame)
{
    const uint16_t first = read_u16(frame->payload);
    const uint8_t count = frame->payload[2];
    if (first >= CHANNELS || count == 0 || count > CHANNELS - first) {
        report_ack(frame->type, frame->seq, OUT_OF_RANGE);
    } else {
        report_calibration((uint8_t)first, count);
    }
}

static bool is_too_short(const struct frame *frame)
{
    switch (frame->type) {
    case HOST_HELLO:
    case BUTTON_SEEN:
        return frame->length < 2;
    case CALIBRATION_WANTED:
        return frame->length < 3;
    default:
        return false;
    }
}

void commands_run(const struct frame *frame, uint32_t now)
{
    if (frame->type < FROM_HOST || is_too_short(frame)) {
        inbox_count_bad();
        return;
    }
    self.heard = now;
    self.alone = false;
    switch (frame->type) {
    case HOST_HELLO:
        forget();
        report_hello();
        break;
    case SNAPSHOT_WANTED:
        reports_want_snapshot();
        break;
    case BUTTON_SEEN:
        buttons_seen(read_u16(frame->payload));
        break;
    case CALIBRATION_WANTED:
        calibration_wanted(frame);
        break;
    default:
        command(frame, now);
    }
}

void commands_tared(uint8_t result, uint32_t now)
{
    report_ack(self.tare.type, self.tare.seq, result);
    remember(self.tare, result, now);
}

void commands_end_scan(uint32_t now)
{
    if (!self.alone && now - self.heard > SILENCE_MS) {
        self.alone = true;
        lights_start();
        reports_set_raw(0);
    }
}
