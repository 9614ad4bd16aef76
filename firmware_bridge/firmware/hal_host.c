/* No controller at all: the firmware's logic as a library, for tests that set what it sees and read what it does. */
#include <string.h>

#include "board.h"
#include "hal.h"
#include "outbox.h"
#include "protocol.h"

#define STORE_BYTES 1024
#define STORE_WRITE_ASKS 100
#define NO_CELL 0xFFFF

uint16_t host_values[CHANNELS];
uint8_t host_store[STORE_BYTES];
uint16_t host_broken_cell = NO_CELL;
uint32_t host_writes;
uint32_t host_now;
uint8_t host_buttons;
uint8_t host_lights[LIGHT_BYTES];
uint8_t host_cause;
uint16_t host_lost;
uint32_t host_restarts;
uint32_t host_alive;

static uint8_t input[65536];
static uint32_t input_length;
static uint32_t input_next;
static uint8_t measuring;
static uint32_t asks_until_ready;
static uint16_t noise = 1;

/* Gives the board bytes from its host; what was given before and not read is forgotten. */
void host_give(const uint8_t *bytes, uint32_t length)
{
    input_length = length < sizeof input ? length : sizeof input;
    input_next = 0;
    memcpy(input, bytes, input_length);
}

/* Takes what the board sends, up to so many bytes. */
uint32_t host_take(uint8_t *bytes, uint32_t most)
{
    uint32_t length = 0;
    int16_t byte;
    while (length < most && (byte = outbox_next()) >= 0) {
        bytes[length++] = (uint8_t)byte;
    }
    return length;
}

uint32_t host_unread(void)
{
    return input_length - input_next;
}

void host_begin(uint16_t seed)
{
    noise = seed | 1;
    input_length = input_next = 0;
    asks_until_ready = 0;
    board_start();
}

uint32_t hal_millis(void)
{
    return host_now;
}

void hal_measure(uint8_t channel)
{
    measuring = channel;
}

uint16_t hal_measured(void)
{
    return host_values[measuring];
}

int16_t hal_receive(void)
{
    return input_next < input_length ? input[input_next++] : -1;
}

uint16_t hal_lost_bytes(void)
{
    return host_lost;
}

void hal_transmit(void)
{
}

uint8_t hal_buttons(void)
{
    return host_buttons;
}

void hal_lights(const uint8_t *bits)
{
    memcpy(host_lights, bits, LIGHT_BYTES);
}

/* Time stands still while the board works, so that a write takes so many questions instead. */
bool hal_store_ready(void)
{
    if (asks_until_ready > 0) {
        asks_until_ready--;
    }
    return asks_until_ready == 0;
}

uint8_t hal_store_read(uint16_t at)
{
    return host_store[at];
}

void hal_store_write(uint16_t at, uint8_t value)
{
    host_writes++;
    asks_until_ready = STORE_WRITE_ASKS;
    if (at != host_broken_cell) {
        host_store[at] = value;
    }
}

uint8_t hal_cause(void)
{
    return host_cause;
}

uint8_t hal_noise(void)
{
    noise ^= (uint16_t)(noise << 7);
    noise ^= noise >> 9;
    noise ^= (uint16_t)(noise << 8);
    return (uint8_t)noise;
}

void hal_alive(void)
{
    host_alive++;
}

void hal_idle(void)
{
    host_now++;
}

void hal_restart(void)
{
    host_restarts++;
    host_cause = COMMAND;
    board_start();
}
