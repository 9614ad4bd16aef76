#include "board.h"

#include "buttons.h"
#include "calibration.h"
#include "commands.h"
#include "hal.h"
#include "identity.h"
#include "inbox.h"
#include "lights.h"
#include "outbox.h"
#include "protocol.h"
#include "reports.h"
#include "sensors.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#define VERSION_TEXT TEXT(FIRMWARE_MAJOR) "." TEXT(FIRMWARE_MINOR) "." TEXT(FIRMWARE_PATCH)

/* So that a host that never stops cannot keep the board from scanning. */
#define BYTES_AT_ONCE 32

static struct {
    uint32_t scanned;
    bool restarting;
} self;

void board_start(void)
{
    outbox_start();
    inbox_start();
    identity_start();
    calibration_start();
    sensors_start();
    buttons_start();
    lights_start();
    reports_start();
    commands_start(hal_millis());
    self.restarting = false;
    self.scanned = hal_millis() - SCAN_MS;
    report_hello();
}

void board_restart_soon(void)
{
    self.restarting = true;
}

static void hear(void)
{
    for (uint8_t i = 0; i < BYTES_AT_ONCE; i++) {
        const int16_t byte = hal_receive();
        if (byte < 0) {
            return;
        }
        switch (inbox_take((uint8_t)byte)) {
        case A_FRAME:
            commands_run(inbox_frame(), hal_millis());
            break;
        case A_QUESTION:
            outbox_text("companion sensor board " VERSION_TEXT "\r\n");
            break;
        default:
            break;
        }
    }
}

/* What does not wait for a scan's end. */
static void serve(void)
{
    hear();
    reports_step();
    calibration_step();
    if (self.restarting && outbox_is_empty() && calibration_is_stored()) {
        hal_restart();
    }
}

static void end_scan(uint32_t now)
{
    const enum taring taring = sensors_end_scan();
    if (taring == TARED || taring == NOT_EMPTY) {
        commands_tared(taring == NOT_EMPTY ? OUT_OF_RANGE : calibration_has_failed() ? NOT_STORED : DONE, now);
    }
    buttons_scan(now);
    reports_end_scan(now);
    commands_end_scan(now);
    lights_show(now);
}

static void scan(void)
{
    hal_measure(0);
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        const uint16_t value = hal_measured();
        if (channel + 1 < CHANNELS) {
            hal_measure(channel + 1);
        }
        sensors_take(channel, value);
        serve();
    }
    end_scan(hal_millis());
}

void board_step(void)
{
    hal_alive();
    const uint32_t now = hal_millis();
    if (now - self.scanned >= SCAN_MS) {
        /* After a long wait the missed scans are not made up for. */
        self.scanned = now - self.scanned >= 2 * SCAN_MS ? now : self.scanned + SCAN_MS;
        scan();
    } else {
        serve();
        hal_idle();
    }
}
