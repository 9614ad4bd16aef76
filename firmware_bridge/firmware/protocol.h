/* The numbers of the protocol page, ../README.md. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdint.h>

#define PROTOCOL_VERSION 1
#define LONGEST_FRAME 250
#define SHORTEST_FRAME 4

enum from_board {
    HELLO = 0x01,
    SNAPSHOT = 0x02,
    STATUS = 0x03,
    BUTTON = 0x04,
    RAW = 0x05,
    ACK = 0x06,
    CALIBRATION = 0x07,
};

enum from_host {
    FROM_HOST = 0x41,
    HOST_HELLO = 0x41,
    SNAPSHOT_WANTED = 0x42,
    SET_LIGHTS = 0x43,
    RAW_MODE = 0x44,
    BUTTON_SEEN = 0x45,
    TARE = 0x46,
    CALIBRATE = 0x47,
    CALIBRATION_WANTED = 0x48,
    RESTART = 0x49,
};

enum result { DONE = 0, UNKNOWN_COMMAND = 1, OUT_OF_RANGE = 2, BUSY = 3, NOT_STORED = 4 };

enum why { CHANGED = 0, ASKED_FOR = 1, SECOND_OVER = 2 };

enum cause { POWER = 0, RESET_BUTTON = 1, LOW_VOLTAGE = 2, WATCHDOG = 3, COMMAND = 4 };

enum zone_kind { KIND_POINTS = 0, KIND_BARS = 1, KIND_TRAYS = 2 };

enum sensing { SENSES_PRESENCE = 1, SENSES_COLOUR = 2 };

enum feature { HAS_LIGHTS = 1, HAS_RAW = 2, HAS_CALIBRATION = 4 };

enum slot { EMPTY = 0, COLOUR_A = 1, COLOUR_B = 2, COLOUR_UNKNOWN = 3, COLOUR_MASK = 3, WEAK = 4, FAULT = 8 };

#define RESTART_KEY 0x5AA5
#define VALUE_MOST 1023
#define NOT_A_COMMAND 0

/* Adds a byte to a CRC-16/XMODEM. */
static inline uint16_t crc16(uint16_t crc, uint8_t byte)
{
    crc = (uint16_t)(crc >> 8 | crc << 8) ^ byte;
    crc ^= (uint8_t)(crc & 0xFF) >> 4;
    crc ^= (uint16_t)(crc << 12);
    return crc ^ (uint16_t)((crc & 0xFF) << 5);
}

static inline uint16_t read_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | (uint16_t)at[1] << 8);
}

/* Counts one more, and stops at the highest value. */
static inline void count_one(uint16_t *counter)
{
    if (*counter != UINT16_MAX) {
        ++*counter;
    }
}

#endif
